"""Installed distributions, as far as their descriptions on Python's import path say it without being parsed.

``importlib.metadata`` says more of them and reads each one whole, which takes longer than all else that a
build without any change has to do.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from typing import NamedTuple

_DESCRIPTIONS = (".dist-info", ".egg-info")
_ENTRY_POINTS, _METADATA = "entry_points.txt", ("METADATA", "PKG-INFO")


class Distribution(NamedTuple):
    """A folder that describes an installed distribution: ``.dist-info``, ``.egg-info``, ``EGG-INFO``."""

    folder: str
    name: str
    """Normalised: lower case, words joined by hyphens."""
    stated: str
    """Version in the name of the folder; empty where that has none."""

    @property
    def version(self) -> str:
        """The version as installed; empty where none is stated."""
        if self.stated:
            return self.stated
        texts = (self._read(name) for name in _METADATA)
        lines = (line for text in texts for line in text.splitlines())
        return next((line[8:].strip() for line in lines if line.lower().startswith("version:")), "")

    @property
    def entry_points(self) -> str:
        """The text of ``entry_points.txt``; empty where there is none."""
        return self._read(_ENTRY_POINTS)

    def _read(self, name: str) -> str:
        try:
            with open(f"{self.folder}/{name}", encoding="utf-8", errors="backslashreplace") as file:
                return file.read()
        except OSError:
            return ""


class Archive(NamedTuple):
    """A file on the import path, such as a zip archive; which distributions it holds is not known."""

    path: str
    size: int
    modified_ns: int


def installed() -> Iterator[Distribution | Archive]:
    """Yield everything that is installed, in the order of the import path; the first of a name is in use."""
    for place in dict.fromkeys(sys.path):
        try:
            names = sorted(os.listdir(place or "."))
        except NotADirectoryError:
            yield from _archive(place)
        except OSError:
            continue
        else:
            for name in names:
                if title := _title(place, name):
                    called, _, rest = title.partition("-")
                    normal = re.sub("[-_.]+", "-", called).lower()
                    yield Distribution(f"{place or '.'}/{name}", normal, rest.partition("-")[0])


def _title(place: str, name: str) -> str:
    """Return the name, and mostly the version, that an entry describes; empty for one that describes none."""
    if name.lower().endswith(_DESCRIPTIONS):
        return name.rpartition(".")[0]
    egg, _, kind = os.path.basename(place).rpartition(".")
    return egg if kind.lower() == "egg" and name.lower() == "egg-info" else ""


def _archive(place: str) -> Iterator[Archive]:
    """Yield the file that a place is, or that it is a folder in, as the import path may name ``a.zip/b``."""
    while place:
        try:
            found = os.stat(place)
        except NotADirectoryError:
            place = os.path.dirname(place)
        except OSError:
            return
        else:
            yield Archive(place, found.st_size, found.st_mtime_ns)
            return


def may_have_entry_points(group: str) -> bool:
    """Whether anything that is installed may have entry points in groups whose names begin with ``group``."""
    section = f"[{group}"
    return any(isinstance(found, Archive) or section in found.entry_points for found in installed())

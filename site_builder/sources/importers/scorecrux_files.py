"""The files ScoreCrux sessions stand in: a whole ``*.json`` file each, or the lines of a ``*.jsonl`` file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from site_builder.errors import Loaded
from site_builder.sources.files import Folder
from site_builder.sources.listing import list_folder

LARGEST_FILE = 64 * 1024 * 1024
"""Bytes of a file of lines: some 30,000 sessions of the usual size."""
LARGEST_SESSION = 1024 * 1024
"""Bytes of one session."""


class Text(NamedTuple):
    """The bytes of one session."""

    line: int
    """From 1; 0 when the session is the whole file."""
    data: bytes

    @property
    def words(self) -> str:
        """The place inside of the file as readers know it; empty for the whole file."""
        return f"line {self.line}" if self.line else ""


def session_files(root: Path) -> list[Path]:
    """Return every file of sessions below ``root``, however many, in order of their names as bytes.

    Hidden files and folders hold none. Links and what is no regular file are among them, so that reading one
    gives the reason why it is left out; so are folders below ``root`` that cannot be listed.
    """
    listing = list_folder(root)
    names = sorted({*listing.files, *listing.links, *listing.others}, key=os.fsencode)
    unlisted = set(listing.unlisted) - {""}
    return [
        root / name for name in names if _holds_sessions(name) or (name in unlisted and not _hidden(name))
    ]


def other_files(root: Path) -> Iterator[str]:
    """Yield the regular files below ``root`` that hold no session by their names, hidden ones left out."""
    for name in list_folder(root).files:
        if not _hidden(name) and not _holds_sessions(name):
            yield name


def texts(folder: Folder, name: str) -> Loaded[tuple[Text, ...]]:
    """Return the sessions of a file in ``folder``; a problem for a file that cannot be read or holds none."""
    if not name.endswith(".jsonl"):
        loaded = folder.read(name, LARGEST_SESSION)
        whole = None if loaded.value is None else (Text(0, loaded.value),)
        return Loaded(whole, loaded.problems)
    loaded = folder.read(name, LARGEST_FILE)
    if loaded.value is None:
        return Loaded(None, loaded.problems)
    found = tuple(_lines(loaded.value))
    if not found:
        message, advice = "The file holds no session.", "Write one session per line."
        return Loaded(None, (folder.problem(name, "scorecrux.empty", message, advice),))
    return Loaded(found)


def _lines(data: bytes) -> Iterator[Text]:
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            yield Text(number, line.removesuffix(b"\r"))


def _holds_sessions(name: str) -> bool:
    return name.endswith((".json", ".jsonl")) and not _hidden(name)


def _hidden(name: str) -> bool:
    return any(part.startswith(".") for part in name.split("/"))

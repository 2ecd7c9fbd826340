"""Where ScoreCrux sessions stand: whole ``*.json`` files, and single lines of ``*.jsonl`` files.

A line is addressed by the file's path with its number below (``sessions.jsonl/3``), so that every session is
one export with one address, as folders are elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from site_builder.errors import Loaded
from site_builder.sources.files import Folder, list_folder, open_regular
from site_builder.sources.tree_scan import scan

LARGEST_FILE = 64 * 1024 * 1024
"""Bytes of a file of lines: some 30,000 sessions of the usual size."""
LARGEST_SESSION = 1024 * 1024
"""Bytes of one session."""


class Place(NamedTuple):
    """Where an export stands."""

    file: Path
    line: int
    """From 1; 0 when the session is the whole file."""


def place_of(address: Path) -> Place:
    """Return the file and line that an address names."""
    in_lines = address.parent.suffix == ".jsonl" and address.name.isdecimal()
    return Place(address.parent, int(address.name)) if in_lines else Place(address, 0)


def addresses(root: Path) -> Iterator[Path]:
    """Yield the address of every session below ``root``, in order of file names as bytes, then of lines.

    Hidden files and folders hold none. A file of lines without a session, or one that cannot be read, is
    yielded itself, so that reading it gives the reason.
    """
    listing = list_folder(root)
    for name in sorted({*listing.files, *listing.links}, key=os.fsencode):
        path = root / name
        if any(part.startswith(".") for part in name.split("/")):
            continue
        if path.suffix == ".json":
            yield path
        elif path.suffix == ".jsonl":
            numbers = [number for number, line in enumerate(_lines(path), start=1) if line.strip()]
            yield from [path / str(number) for number in numbers] or [path]


def raw(place: Place) -> bytes:
    """Return the bytes of a session, for its digest; of one that cannot be read, words that say so."""
    if place.line:
        lines = _lines(place.file)
        return lines[place.line - 1] if place.line <= len(lines) else b"no such line"
    try:
        with open_regular(place.file) as stream:
            return stream.read(LARGEST_SESSION + 1)
    except OSError as error:
        return f"unreadable: {error.errno}".encode()


def text(folder: Folder, place: Place) -> Loaded[bytes]:
    """Return the bytes of a session in ``folder``, or the problem that prevents it."""
    name = place.file.name
    if place.file.suffix != ".jsonl":
        return folder.read(name, LARGEST_SESSION)
    lines = _lines(place.file) if folder.has(name) else ()
    if not lines:
        loaded = folder.read(name, LARGEST_FILE)
        if loaded.value is None:
            return loaded
    if not 1 <= place.line <= len(lines):
        message, advice = "The file holds no session.", "Write one session per line."
        return Loaded(None, (folder.problem(name, "scorecrux.empty", message, advice),))
    line = lines[place.line - 1]
    if len(line) > LARGEST_SESSION:
        message = f"The line is longer than {LARGEST_SESSION:,} bytes and was not read."
        return Loaded(
            None, (folder.problem(name, "scorecrux.too-large", message, "Export the figures only."),)
        )
    return Loaded(line)


def _lines(path: Path) -> tuple[bytes, ...]:
    """Return the lines of a file, read once while it does not change; none when it cannot be read."""
    return _lines_as_of(path, scan(path).digest)


@lru_cache(maxsize=4)
def _lines_as_of(path: Path, _signature: str) -> tuple[bytes, ...]:
    try:
        with open_regular(path) as stream:
            data = stream.read(LARGEST_FILE + 1)
    except OSError:
        return ()
    return tuple(data.split(b"\n")) if 0 < len(data) <= LARGEST_FILE else ()

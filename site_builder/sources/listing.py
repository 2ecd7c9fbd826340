"""What lies in a folder, without following a link and without reading a file."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import msgspec


def export_folders(root: Path) -> list[Path]:
    """Return the folders directly under ``root`` in order of their names as bytes; none if it is unreadable.

    Names that begin with a dot are no exports; files are none either. Links are among them, wherever they
    lead, so that reading one gives the reason why it is left out.
    """
    try:
        with os.scandir(root) as entries:
            names = [
                entry.name
                for entry in entries
                if not entry.name.startswith(".")
                and (entry.is_symlink() or entry.is_dir(follow_symlinks=False))
            ]
    except OSError:
        return []
    return [root / name for name in sorted(names, key=os.fsencode)]


class FileFacts(msgspec.Struct, frozen=True):
    """What the listing knows of a regular file."""

    size: int
    """Bytes."""


class Listing(msgspec.Struct, frozen=True):
    """Everything below a folder, by path relative to it, ``/`` separated."""

    files: dict[str, FileFacts]
    """Regular files, in order of their names as bytes."""
    folders: frozenset[str]
    links: dict[str, str]
    """Symbolic links → what they hold as text."""
    others: tuple[str, ...]
    """Pipes, sockets, devices, and what could not be listed."""
    complete: bool
    """False when the folder holds more entries than were to be listed; what stands here is a part then."""
    unlisted: tuple[str, ...] = ()
    """Those of ``others`` that are folders; empty text for the folder itself."""


def list_folder(root: Path, most: int | None = None) -> Listing:
    """List a folder without following a link. Total: what cannot be read is among ``others``.

    ``most`` is for an export, which is then refused as a whole; what is not, must be listed without a limit.
    """
    files: dict[str, FileFacts] = {}
    links: dict[str, str] = {}
    folders: set[str] = set()
    others: list[str] = []
    unlisted: list[str] = []
    todo = [""]
    count = 0
    limit = sys.maxsize if most is None else most
    while todo and count <= limit:
        above = todo.pop()
        try:
            with os.scandir(root / above if above else root) as entries:
                for entry in entries:
                    count += 1
                    if count > limit:
                        break
                    path = f"{above}/{entry.name}" if above else entry.name
                    if entry.is_symlink():
                        links[path] = os.readlink(entry.path)
                    elif entry.is_dir(follow_symlinks=False):
                        folders.add(path)
                        todo.append(path)
                    elif entry.is_file(follow_symlinks=False):
                        files[path] = FileFacts(entry.stat(follow_symlinks=False).st_size)
                    else:
                        others.append(path)
        except OSError:
            unlisted.append(above)
    ordered = {path: files[path] for path in sorted(files, key=os.fsencode)}
    return Listing(
        ordered,
        frozenset(folders),
        links,
        tuple(sorted([*others, *unlisted])),
        count <= limit,
        tuple(sorted(unlisted)),
    )


def list_file(folder: Path, name: str) -> Listing:
    """List one entry of a folder, as ``list_folder`` would have it, and nothing beside it."""
    files: dict[str, FileFacts] = {}
    links: dict[str, str] = {}
    others: tuple[str, ...] = ()
    try:
        facts = os.lstat(folder / name)
        if stat.S_ISLNK(facts.st_mode):
            links[name] = os.readlink(folder / name)
        elif stat.S_ISREG(facts.st_mode):
            files[name] = FileFacts(facts.st_size)
        else:
            others = (name,)
    except OSError:
        others = (name,)
    return Listing(files, frozenset(), links, others, True)

"""The site before the one in place, kept so that the next one is made by changing what differs.

Linking thousands of files into a new folder, and removing them from the old one, takes a file system as long
as making pages does. A spare has most of them already: it shares them with the site in place by hard links.
A file of the same inode is the same file; whatever else a spare holds is worth nothing.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from site_builder.output.leftovers import MARKER, MARKER_TEXT, is_ours, remove_site

SPARE = "spare"
"""Name of its folder, in that of the store."""


def take_spare(spare: Path, new: Path, in_place: Mapping[str, int]) -> set[str]:
    """Make the folder ``new`` of the spare; return the paths of what it shares with the site in place.

    ``in_place`` holds the inode of each file of that site, by path. Where nothing is shared, there is no
    ``new`` afterwards, nor a spare; one that is not ours, or cannot be moved, stays where it is.
    """
    if not in_place or not spare.exists() or not is_ours(spare):
        return set()
    try:
        os.rename(spare, new)
    except OSError:
        return set()
    shared: set[str] = set()
    try:
        _renew_marker(new)
        _drop_unshared(f"{new}/", "", in_place, shared)
    except OSError:
        shared.clear()
    if not shared:
        remove_site(new)
    return shared


def lay_aside(site: Path, spare: Path) -> None:
    """Keep a site as the spare of the next build; one that cannot be kept is removed. Never raises."""
    try:
        os.rename(site, spare)
    except OSError:
        remove_site(site)


def drop(folder: Path, paths: Iterable[str]) -> None:
    """Remove those files below a folder that are still there, and the folders that are empty then.

    Raises ``OSError`` for a file that cannot be removed.
    """
    for path in sorted(paths):
        target = f"{folder}/{path}"
        if os.path.isfile(target):
            os.unlink(target)
            with suppress(OSError):
                os.removedirs(os.path.dirname(target))


def make_way(folder: Path, path: str) -> None:
    """Remove what a spare has in the way of a file: one in its place, a folder there, a file for a folder."""
    target = f"{folder}/{path}"
    if os.path.isdir(target):
        shutil.rmtree(target)
        return
    while not os.path.lexists(target):
        target = os.path.dirname(target)
    if not os.path.isdir(target):
        os.unlink(target)


def _renew_marker(folder: Path) -> None:
    """Give a folder a marker of its own, with none of the time without one."""
    fresh = folder / f"{MARKER}.new"
    fresh.write_bytes(MARKER_TEXT)
    os.replace(fresh, folder / MARKER)


def _drop_unshared(base: str, front: str, in_place: Mapping[str, int], shared: set[str]) -> bool:
    """Remove what is not ``in_place``, note what is, and say whether anything is left below ``front``."""
    left = False
    with os.scandir(base + front) as listing:
        entries = list(listing)
    for entry in entries:
        path = front + entry.name
        if entry.is_dir(follow_symlinks=False):
            if _drop_unshared(base, f"{path}/", in_place, shared):
                left = True
            else:
                os.rmdir(entry.path)
        elif in_place.get(path) == entry.inode():
            shared.add(path)
            left = True
        elif path != MARKER:
            os.unlink(entry.path)
    return left

"""Removing sites, and what killed builds left beside an output folder.

A site is removed with its manifest first and its marker last. Whenever that is broken off, what is left is
known as ours, and as no whole site.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from glob import escape
from pathlib import Path

from site_builder.sources.manifest import MANIFEST

MARKER = ".proofboard-site"
MARKER_TEXT = b"This folder is the output of site-builder. Every build replaces it as a whole.\n"


def sibling(folder: Path, kind: str) -> Path:
    """Return the folder of this process beside ``folder``, for its ``new`` or ``old`` site."""
    return folder.parent / f".{folder.name}.{kind}-{os.getpid()}"


def remove_site(folder: Path) -> None:
    """Remove a site or an empty folder; what cannot be removed stays. Never raises."""
    try:
        with os.scandir(folder) as listing:
            entries = {entry.name: entry.is_dir(follow_symlinks=False) for entry in listing}
        for name in sorted(entries.keys() - {MARKER}, key=lambda name: name != MANIFEST):
            if entries[name]:
                shutil.rmtree(folder / name, ignore_errors=True)
            else:
                with suppress(OSError):
                    os.unlink(folder / name)
        if os.listdir(folder) == [MARKER]:
            os.unlink(folder / MARKER)
        os.rmdir(folder)
    except OSError:
        return


def clear_leftovers(folder: Path) -> None:
    """Remove what a killed build left beside the output folder; put an old site back that it had moved aside.

    Never raises: what cannot be moved or removed stays. A folder is a leftover when it has the name of a
    process that ended and carries the marker or is empty.
    """
    for kind in ("old", "new"):
        for path in sorted(folder.parent.glob(f"{escape(f'.{folder.name}.{kind}-')}*")):
            if _alive(path.name.rpartition("-")[2]) or not is_ours(path):
                continue
            if kind == "old" and not folder.exists() and (path / MANIFEST).is_file():
                with suppress(OSError):
                    os.rename(path, folder)
            else:
                remove_site(path)


def is_ours(path: Path) -> bool:
    """Say whether a folder carries the marker or is empty; a link to one is not ours."""
    try:
        if path.is_symlink() or not path.is_dir():
            return False
        return (path / MARKER).is_file() or not any(path.iterdir())
    except OSError:
        return False


def _alive(number: str) -> bool:
    """Say whether a process runs, or may run; what is no number of one is left alone as if it did.

    One that was killed, and whose end nobody has asked for yet, runs no more.
    """
    if not number.isascii() or not number.isdigit():
        return True
    if int(number) == os.getpid():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    try:
        state = Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:  # not every system tells
        return True
    return not state.rpartition(")")[2].lstrip().startswith("Z")

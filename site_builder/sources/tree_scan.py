"""Stat signatures of folders: whether anything in a tree may have changed, without reading a file.

A signature covers name, size, inode, modification and change time of every file below a folder, and the
names of its folders. The change time is set by the system alone, so a file rewritten with its old size
and an old modification time is seen as well.

A file that was changed within the resolution of the clock that stamps files could change once more without
a trace. Such a tree is ``racy``: its signature must not be remembered (the same care as of version control
systems).
"""

from __future__ import annotations

import hashlib
import marshal
import os
import time
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

import msgspec

FINE_RESOLUTION_NS = 20_000_000
"""Twice the longest tick of kernels that stamp fractions of a second; exFAT counts in halves of it."""
COARSE_RESOLUTION_NS = 2_000_000_000
"""For file systems that stamp whole seconds; the coarsest in use counts in steps of two."""
SPREAD_FROM = 200
"""Folders from which a second process is worth its start."""
_WITHOUT_REFERENCES = 2
"""Version of the format of ``marshal`` that writes each value out, wherever else it stands."""


class Signature(NamedTuple):
    """What a scan saw."""

    digest: str
    """Hex digest over everything that was seen; of a folder that is not there, over its absence."""
    newest_ns: int
    """Latest change time of a file, in nanoseconds since the epoch; 0 without files. Modification time, where
    change times are left out."""
    files: int
    scanned_ns: int
    """When the scan began."""
    whole: bool = False
    """Whether a file was seen and nothing refused: what lies below can be listed and entered."""

    @property
    def racy(self) -> bool:
        """Whether a file is so new that a later change of it could go unseen."""
        coarse = self.newest_ns % 1_000_000_000 == 0
        return self.newest_ns > self.scanned_ns - (COARSE_RESOLUTION_NS if coarse else FINE_RESOLUTION_NS)


def scan(folder: Path | str, *, change_times: bool = True, skip: Collection[str] = ()) -> Signature:
    """Return the signature of a folder or file. Symbolic links are seen as links and not followed.

    ``change_times=False`` leaves change times out, for trees whose files get hard links. Entries with a name
    in ``skip`` are not looked at.
    What cannot be listed is part of the signature as such; nothing is raised.
    """
    began = time.time_ns()
    skipped = frozenset(map(os.fsencode, skip))
    seen: list[object] = []
    newest = files = 0
    refused = False
    todo = [os.fsencode(folder)]  # names are kept as the system has them, which spares decoding them
    while todo:
        path = todo.pop()
        try:
            with os.scandir(path) as listing:
                entries = sorted([(entry.name, entry) for entry in listing if entry.name not in skipped])
        except NotADirectoryError:
            entries = []
            stat = os.lstat(path)
            changed = stat.st_ctime_ns if change_times else stat.st_mtime_ns
            seen.append((stat.st_size, stat.st_mtime_ns, changed))
            newest, files = max(newest, changed), files + 1
        except OSError as error:
            entries, refused = [], True
            seen.append(error.errno)
        for name, entry in entries:
            if entry.is_dir(follow_symlinks=False):
                seen.append(name)
                todo.append(entry.path)
                continue
            try:
                stat = entry.stat(follow_symlinks=False)
            except OSError as error:
                refused = True
                seen.append((name, error.errno))
                continue
            changed = stat.st_ctime_ns if change_times else stat.st_mtime_ns
            seen.append((name, stat.st_size, stat.st_ino, stat.st_mtime_ns, changed))
            newest = max(newest, changed)
            files += 1
        seen.append(None)
    return Signature(_digest(seen), newest, files, began, files > 0 and not refused)


def _digest(seen: list[object]) -> str:
    """Return the hex digest of what was seen; of the forms of ``marshal`` the one where equal is equal bytes.

    Unlike other formats it takes integers of any size, as times of files may be.
    """
    return hashlib.sha256(marshal.dumps(seen, _WITHOUT_REFERENCES)).hexdigest()


def scan_all(folders: Sequence[str]) -> list[Signature]:
    """Return the signatures of many folders, in their order; half of them are taken by a second process.

    It is forked as it is, which takes a few milliseconds while little is loaded; where that cannot be, or
    where it does not answer, all are taken by this one.
    """
    if len(folders) < SPREAD_FROM or not hasattr(os, "fork"):
        return [scan(folder) for folder in folders]
    middle = len(folders) // 2
    ahead, behind = folders[:middle], folders[middle:]
    answer, asked = os.pipe()
    child = os.fork()
    if child == 0:
        _answer(asked, behind)
    os.close(asked)
    with open(answer, "rb") as stream:
        found = [scan(folder) for folder in ahead]
        told = stream.read()
    os.waitpid(child, 0)
    try:
        return [*found, *msgspec.msgpack.decode(told, type=list[Signature])]
    except msgspec.MsgspecError:
        return [*found, *(scan(folder) for folder in behind)]


def _answer(asked: int, folders: Iterable[str]) -> NoReturn:
    """Write the signatures of some folders and end this process, with nothing of its parent's being done."""
    try:
        with open(asked, "wb") as stream:
            stream.write(msgspec.msgpack.encode([scan(folder) for folder in folders]))
    finally:
        os._exit(0)


def together(parts: Iterable[tuple[str, Signature]]) -> Signature:
    """Return one signature for several named trees."""
    whole = hashlib.sha256()
    newest = files = 0
    entire = True
    began = time.time_ns()
    for name, part in parts:
        whole.update(f"{name}\0{part.digest}\n".encode("utf-8", "surrogateescape"))
        newest, files, began = max(newest, part.newest_ns), files + part.files, min(began, part.scanned_ns)
        entire = entire and part.whole
    return Signature(whole.hexdigest(), newest, files, began, entire)

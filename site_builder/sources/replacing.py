"""Write files that other processes may read or write at the same time: one writer, whole files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # a system without it, where nothing makes a second writer wait
    fcntl = None  # type: ignore[assignment]


def hold(handle: int) -> None:
    """Wait for the writer's lock of an open file or folder and keep it until that is closed."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX)


@contextmanager
def one_writer(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, which must exist; others that ask for it wait. Raises ``OSError``."""
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        hold(handle)
        yield
    finally:
        os.close(handle)


def replace_text(path: Path, text: str) -> None:
    """Write a file as a whole: beside its place, onto the disk, and then into its place.

    Raises ``OSError`` when it cannot be written; what was there is then as it was.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)

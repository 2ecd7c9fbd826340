"""Let one process at a time write into a folder whose files are replaced as a whole."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # a system without it
    fcntl = None  # type: ignore[assignment]


@contextmanager
def one_writer(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, which must exist; others that ask for it wait. Raises ``OSError``."""
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)

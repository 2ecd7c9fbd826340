"""Processes that share the work of this one: they start by forking, and none outlives it."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing.connection import wait

Pools = Callable[[int], Executor]
"""Takes a number of processes and returns where work can be given to them."""


def fork_pool(workers: int, begin: Callable[[], object] | None = None) -> Executor:
    """Return a pool of forked processes, which start at once and share what is loaded already.

    ``begin`` is called first in each. They end when this process does, also where that was killed: a pool
    alone would leave them waiting for work, or for somebody to take what they made, for good.
    """
    return ProcessPoolExecutor(workers, multiprocessing.get_context("fork"), _begin, (begin,))


def _begin(begin: Callable[[], object] | None) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None  # this is one of the pool's processes
    wait([parent.sentinel])
    os._exit(1)

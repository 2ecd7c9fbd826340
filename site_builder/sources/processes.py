"""Processes that share the work of this one: they start by forking, and none outlives it."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from itertools import count
from multiprocessing.connection import wait
from typing import Any, TypeVar

S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R")

Pools = Callable[[int], Executor]
"""Takes a number of processes and returns where work can be given to them."""

_shared: dict[int, Any] = {}
"""Number of a call of ``map_shared`` that is at work → its value. Forked processes have it as it was then."""
_calls = count()


def fork_pool(workers: int) -> Executor:
    """Return a pool of forked processes, which share what is loaded already.

    They start with the first work and end when this process does, also where that was killed: a pool alone
    would leave them waiting for work, or for somebody to take what they made, for good.
    """
    return ProcessPoolExecutor(workers, multiprocessing.get_context("fork"), _watch_parent)


def map_shared(
    work: Callable[[S, T], R], value: S, tasks: Sequence[T], workers: int, pools: Pools = fork_pool
) -> Iterator[R]:
    """Yield ``work(value, task)`` for every task, in their order.

    The processes have ``value`` by being forked, so it may be large and need not be picklable; tasks and
    results travel. Any ``concurrent.futures.Executor`` that shares memory with this process will do. Raises
    what ``work`` raises, and ``BrokenProcessPool`` when a process dies.
    """
    call = next(_calls)
    _shared[call] = value
    try:
        with pools(workers) as pool:
            yield from pool.map(partial(_on_shared, work, call), tasks)
    finally:
        del _shared[call]


def _on_shared(work: Callable[[Any, T], R], call: int, task: T) -> R:
    return work(_shared[call], task)


def _watch_parent() -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None  # this is one of the pool's processes
    wait([parent.sentinel])
    os._exit(1)

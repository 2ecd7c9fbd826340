"""Processes that share the work of this one: they start by forking, and none outlives it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import count
from multiprocessing.connection import wait
from types import TracebackType
from typing import Any, Generic, TypeVar

S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R")

Pools = Callable[[int], Executor]
"""Takes a number of processes and returns where work can be given to them."""

STOPPING = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
"""Signals that tell a command to stop."""

_shared: dict[int, Any] = {}
"""Number of a call of ``map_shared`` that is at work → its value. Forked processes have it as it was then."""
_calls = count()


@contextmanager
def signals_held() -> Iterator[None]:
    """Do what must not be interrupted half-way: a signal that tells to stop is heard afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def fork_pool(workers: int) -> Executor:
    """Return a pool of forked processes, which share what is loaded already.

    They start with the first work and end when this process does, also where that was killed: a pool alone
    would leave them waiting for work, or for somebody to take what they made, for good.
    """
    return _ForkedProcesses(workers, multiprocessing.get_context("fork"), _begin)


class _ForkedProcesses(ProcessPoolExecutor):
    """A pool that does not wait for its work when this process is told to stop."""

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Give work. The processes that the first work forks hear no signal until they are ready to."""
        with signals_held():
            return super().submit(fn, *args, **kwargs)

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is KeyboardInterrupt:
            for process in multiprocessing.active_children():
                process.kill()
                process.join()
            self.shutdown(wait=False, cancel_futures=True)
        else:
            self.shutdown(wait=True)


class InThisProcess(Executor):
    """Does the work at once, where it is given."""

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Return what came of the work. What it raises is raised here."""
        done: Future[R] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


def in_this_process(_: int) -> Executor:
    """Return where work can be given without any other process."""
    return InThisProcess()


class SharedPool(Generic[S]):
    """Processes that have one value by being forked: it may be large and need not be picklable.

    They are forked when the first work is given. Tasks and results travel. As a context manager it ends them,
    with work that is left. Any ``concurrent.futures.Executor`` that shares memory with this process will do.
    """

    def __init__(self, value: S, workers: int, pools: Pools = fork_pool) -> None:
        self._call = next(_calls)
        self._value = value
        self.workers = workers
        self._pool = pools(workers)

    def __enter__(self) -> SharedPool[S]:
        _shared[self._call] = self._value
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is KeyboardInterrupt:
            self._pool.__exit__(kind, value, trace)
        else:
            self._pool.shutdown(wait=True, cancel_futures=True)
        del _shared[self._call]

    def submit(self, work: Callable[[S, T], R], task: T) -> Future[R]:
        """Return what will come of ``work(value, task)``.

        Asking for the result raises what ``work`` raises, and ``BrokenProcessPool`` when a process died.
        """
        return self._pool.submit(_on_shared, work, self._call, task)


def map_shared(
    work: Callable[[S, T], R], value: S, tasks: Sequence[T], workers: int, pools: Pools = fork_pool
) -> Iterator[R]:
    """Yield ``work(value, task)`` for every task, in their order; see ``SharedPool``."""
    with SharedPool(value, workers, pools) as pool:
        given = deque([pool.submit(work, task) for task in tasks])
        while given:
            yield given.popleft().result()


def _on_shared(work: Callable[[S, T], R], call: int, task: T) -> R:
    return work(_shared[call], task)


def _begin() -> None:
    """Begin a process of a pool: Ctrl-C is for its parent, which ends it, and which it does not outlive."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in STOPPING - {signal.SIGINT}:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None  # this is one of the pool's processes
    wait([parent.sentinel])
    os._exit(1)

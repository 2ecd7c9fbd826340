"""Do many small pieces of work on all processors.

The work is shared with the processes by forking; what goes there are positions, what comes back is what the
pieces gave. Any ``concurrent.futures.Executor`` that shares memory with this process will do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from site_builder.scoring.memory import one_by_one
from site_builder.sources.processes import Pools, fork_pool

T = TypeVar("T")

SERIAL_BELOW = 60
"""Fewer pieces than this are done in this process; starting others would take longer."""
PIECES_A_TASK = 25

_shared: list[Sequence[Callable[[], Any]]] = []
"""What the processes of a pool share by being forked; empty while none is at work."""


class Spreading:
    """How to do many pieces of work: on how many processors, in which processes."""

    def __init__(self, jobs: int = 1, pools: Pools = fork_pool, serial_below: int = SERIAL_BELOW) -> None:
        self.jobs = jobs
        self.pools = pools
        self.serial_below = serial_below

    def __call__(self, work: Sequence[Callable[[], T]]) -> list[T]:
        """Return what every piece gave, in their order. Raises what the first failing piece raised.

        When a process dies, everything is done in this one: it costs time, and no result.
        """
        if self.jobs < 2 or len(work) < self.serial_below:
            return one_by_one(work)
        size, every = PIECES_A_TASK, len(work)
        tasks = [range(start, min(start + size, every)) for start in range(0, every, size)]
        _shared.append(work)
        try:
            with self.pools(self.jobs) as pool:
                return [result for task in pool.map(_done, tasks) for result in task]
        except BrokenProcessPool:
            return one_by_one(work)
        finally:
            _shared.pop()


def _done(task: range) -> list[Any]:
    return one_by_one([_shared[-1][index] for index in task])

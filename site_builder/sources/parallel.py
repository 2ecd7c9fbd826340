"""Run many small pieces of work on all processors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from site_builder.scoring.result_cache import run_serially
from site_builder.sources.processes import Pools, fork_pool, map_shared

T = TypeVar("T")

SERIAL_BELOW = 60
"""Fewer pieces than this are done in this process; starting others would take longer."""
PIECES_A_TASK = 25


class ParallelRunner:
    """Runs many pieces of work in a pool of processes, a few of them in this one."""

    def __init__(self, jobs: int = 1, pools: Pools = fork_pool, serial_below: int = SERIAL_BELOW) -> None:
        self.jobs = jobs
        self.pools = pools
        self.serial_below = serial_below

    def __call__(self, work: Sequence[Callable[[], T]]) -> list[T]:
        """Return what every piece gave, in their order. Raises what the first failing piece raised.

        The pieces are shared with the processes; what comes back is what they gave. When a process dies,
        everything is done in this one: it costs time, and no result.
        """
        if self.jobs < 2 or len(work) < self.serial_below:
            return run_serially(work)
        size, every = PIECES_A_TASK, len(work)
        tasks = [range(start, min(start + size, every)) for start in range(0, every, size)]
        try:
            results = map_shared(_done, work, tasks, self.jobs, self.pools)
            return [result for some in results for result in some]
        except BrokenProcessPool:
            return run_serially(work)


def _done(work: Sequence[Callable[[], T]], task: range) -> list[T]:
    return run_serially([work[index] for index in task])

"""Share the bootstrap of many cohorts among processors. The results are the same as those of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import chain

from site_builder.statistics.interval import Interval
from site_builder.studies.ruhroh.cohorts import Bootstraps, bootstraps
from site_builder.studies.ruhroh.settings import Settings

Job = tuple[Sequence[float], str]

WORTH_SHARING = 400_000
"""Draws below which one processor is faster than starting another."""
PARTS = 8
"""Parts for each processor: cohorts differ in size, so the work is dealt in small hands."""


def worth_sharing(jobs: Iterable[Job], settings: Settings) -> bool:
    """Return whether the draws of some jobs are many enough to share."""
    draws = sum(len(scores) for scores, _ in jobs if min(scores) != max(scores))
    return draws * settings.resamples >= WORTH_SHARING


def shared(executor: Executor, processors: int, settings: Settings) -> Bootstraps:
    """Return a computation of mean intervals that an executor shares among ``processors``."""

    def compute(jobs: Sequence[Job]) -> Iterator[Interval | None]:
        hands = max(1, processors * PARTS)
        size = max(1, -(-len(jobs) // hands))
        dealt = [jobs[start : start + size] for start in range(0, len(jobs), size)]
        return chain.from_iterable(executor.map(partial(_part, settings), dealt))

    return compute


def _part(settings: Settings, jobs: Sequence[Job]) -> list[Interval | None]:
    return list(bootstraps(settings)(jobs))

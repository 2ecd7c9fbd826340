"""Compare two versions of a rubric over many runs, on all processors.

Runs are shared with the processes by forking; what goes there are positions and medians, what comes back are
a few numbers a run. Any ``concurrent.futures.Executor`` that shares memory with this process will do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import NamedTuple, TypeVar

from site_builder.records.rubric_diff import BoardDifference
from site_builder.records.run import RunRecord
from site_builder.records.site import Board as BoardConfig
from site_builder.scoring.evaluate import Median
from site_builder.sources.processes import Pools, fork_pool
from site_builder.studies.rubric_diff.attribution import Telescope
from site_builder.studies.rubric_diff.compare import Comparison

SERIAL_BELOW = 400
"""Fewer runs than this are compared in this process; starting others would take longer."""
TASK = 250
"""Runs a task."""

T = TypeVar("T")


class Cohort(NamedTuple):
    """The runs of one board, before anything is scored."""

    id: str
    """Address of the board."""
    title: str
    config: BoardConfig
    runs: tuple[RunRecord, ...]
    barred: Mapping[str, str]


_shared: list[tuple[Comparison, tuple[RunRecord, ...]]] = []
"""What the processes of a pool share by being forked; empty while none is at work."""


def compare_cohort(
    comparison: Comparison, cohort: Cohort, jobs: int = 1, pools: Pools = fork_pool
) -> BoardDifference:
    """Return a board under both versions; the same however many processes work on it."""
    runs = cohort.runs
    if jobs < 2 or len(runs) < SERIAL_BELOW:
        rows = comparison.rows(runs)
        medians = _medians(comparison, cohort, rows)
        return _difference(comparison, cohort, medians, _measured(comparison, runs, medians))
    _shared.append((comparison, runs))
    try:
        with pools(jobs) as pool:
            parts = [range(start, min(start + TASK, len(runs))) for start in range(0, len(runs), TASK)]
            rows = [row for part in pool.map(_rows, parts) for row in part]
            medians = _medians(comparison, cohort, rows)
            found = list(_in(pool, parts, medians))
    finally:
        _shared.clear()
    return _difference(comparison, cohort, medians, found)


def _in(pool: Executor, parts: Sequence[range], medians: Mapping[str, Median]) -> Iterator[Telescope]:
    plain = dict(medians)
    for part in pool.map(_telescopes, parts, [plain] * len(parts)):
        yield from part


def _rows(part: range) -> list[tuple[str, list[float | None]]]:
    comparison, runs = _shared[0]
    return comparison.rows(runs[part.start : part.stop])


def _telescopes(part: range, medians: dict[str, Median]) -> list[Telescope]:
    comparison, runs = _shared[0]
    return _measured(comparison, runs[part.start : part.stop], medians)


def _measured(
    comparison: Comparison, runs: Sequence[RunRecord], medians: Mapping[str, Median]
) -> list[Telescope]:
    return [comparison.attributor.telescope(run.metrics, medians) for run in runs]


def _medians(
    comparison: Comparison, cohort: Cohort, rows: Sequence[tuple[str, list[float | None]]]
) -> dict[str, Median]:
    return comparison.medians([row for row in rows if row[0] not in cohort.barred])


def _difference(
    comparison: Comparison, cohort: Cohort, medians: Mapping[str, Median], found: Sequence[Telescope]
) -> BoardDifference:
    by_run = {run.run_id: telescope for run, telescope in zip(cohort.runs, found, strict=True)}
    return BoardDifference(
        board=cohort.id,
        runs=tuple(comparison.differences(cohort.config, by_run, cohort.barred)),
        medians=tuple(comparison.median_differences(medians)),
    )

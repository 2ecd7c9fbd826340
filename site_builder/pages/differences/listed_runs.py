"""Which runs of a board its page on two versions lists, and of which it tells what moved them. Pure."""

from __future__ import annotations

from site_builder.records.rubric_diff import BoardDifference, RunDifference

MOST_ROWS = 100
"""Runs of a board that the page lists; the data files have all."""
MOST_OPENED = 12
"""Runs of a board whose attribution is on the page."""


def listed(runs: tuple[RunDifference, ...]) -> tuple[RunDifference, ...]:
    """Return the runs to list, in their order: those that change most where there are too many."""
    if len(runs) <= MOST_ROWS:
        return runs
    by_rank = sorted(runs, key=lambda run: (not run.moved_rank, -abs(run.ranks_gained or 0)))
    half = MOST_ROWS // 2
    kept = {run.run for run in sorted(runs, key=_weight)[:half]}
    for run in by_rank:
        if len(kept) >= MOST_ROWS:
            break
        kept.add(run.run)
    return tuple(run for run in runs if run.run in kept)


def opened(runs: tuple[RunDifference, ...]) -> frozenset[str]:
    """Return the ids of the listed runs whose attribution is shown: those that change most."""
    return frozenset(run.run for run in sorted(runs, key=_weight)[:MOST_OPENED])


def movers(one: BoardDifference) -> tuple[RunDifference | None, RunDifference | None]:
    """Return the run whose score rises most and the one whose score falls most; ``None`` where none does.

    Of equal changes the run that stands higher under the newer version counts.
    """
    changed = [run for run in one.runs if run.change is not None]
    up = max(changed, key=_change, default=None)
    down = min(changed, key=_change, default=None)
    return (
        up if up is not None and _change(up) > 0 else None,
        down if down is not None and _change(down) < 0 else None,
    )


def _change(run: RunDifference) -> float:
    return run.change or 0.0


def _weight(run: RunDifference) -> tuple[bool, float]:
    return run.change is None, -abs(run.change or 0.0)

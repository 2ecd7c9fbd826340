"""A board holds one cohort under one rubric; whoever forms one asks here before ranking."""

from __future__ import annotations

from collections.abc import Iterable

from site_builder.errors import Problem
from site_builder.records.run import RunRecord
from site_builder.scoring.evaluate import Scored


def mixture(runs: Iterable[tuple[RunRecord, Scored]], file: str, pointer: str = "") -> Problem | None:
    """Return why these runs may not share a ranking, naming what is mixed; ``None`` when they may.

    ``file`` and ``pointer`` say where the board is described. A variant of a rubric (other weights) is
    another rubric. The problem is fit for ``CannotBuild``.
    """
    cohorts: set[str] = set()
    rubrics: set[str] = set()
    for run, scored in runs:
        cohorts.add(run.cohort)
        rubrics.add(scored.graph.id)
    if len(rubrics) > 1:
        return Problem(
            file=file,
            pointer=pointer,
            code="board.mixed-rubrics",
            message=f"The board mixes scores under {_and(rubrics)}.",
            advice="Make a board for each; scores under different rubrics or weights are not comparable.",
        )
    if len(cohorts) > 1:
        return Problem(
            file=file,
            pointer=pointer,
            code="board.mixed-cohorts",
            message=f"The board mixes runs of {_and(cohorts)}.",
            advice="Make a board for each; runs over different tasks are not comparable.",
        )
    return None


def _and(names: set[str]) -> str:
    ordered = sorted(names)
    return f"{', '.join(ordered[:-1])} and {ordered[-1]}"

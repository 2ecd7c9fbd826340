"""What two versions of the rubric decide differently about every recorded run, and why."""

from __future__ import annotations

import msgspec

from site_builder.pages.gates.lookup import GateRun
from site_builder.pages.gates.verdict import WORDS
from site_builder.pages.lookup import SiteLookup
from site_builder.records.rubric import Comparison, Rubric
from site_builder.scoring.explain import exact
from site_builder.studies.blueprint.judgement import Judgement
from site_builder.studies.blueprint.versions import (
    VersionDifference,
    version_differences,
)

MOST_LISTED = 40
"""Differences listed for a run; the rest are counted."""


class RunDifferences(msgspec.Struct, frozen=True):
    """What the versions see differently about one run."""

    run_id: str
    address: str
    first: str
    second: str
    decides: bool
    listed: tuple[tuple[VersionDifference, int], ...]
    """What they see, each with how many more there are of the same kind and cause."""
    more: int


class Decisions(msgspec.Struct, frozen=True):
    """What two versions decide about the recorded runs."""

    runs: tuple[RunDifferences, ...]
    differing: int
    """Runs with another outcome."""


def decisions_of(lookup: SiteLookup, first: str, second: str) -> Decisions | None:
    """Return what a release gate decides under two versions; ``None`` where no run was judged under both."""
    graphs = lookup.data.graphs
    rubrics = graphs[first].rubric, graphs[second].rubric
    runs = tuple(
        _run(run, sides, rubrics)
        for run in lookup.gates.runs.values()
        if (sides := _sides(run, first, second)) is not None
    )
    return Decisions(runs, sum(run.decides for run in runs)) if runs else None


def _sides(run: GateRun, first: str, second: str) -> tuple[Judgement, Judgement] | None:
    by_rubric = {judgement.settings.rubric: judgement for judgement in run.judgements}
    if first in by_rubric and second in by_rubric:
        return by_rubric[first], by_rubric[second]
    return None


def _run(run: GateRun, sides: tuple[Judgement, Judgement], rubrics: tuple[Rubric, Rubric]) -> RunDifferences:
    found = tuple(version_differences(*sides, rubrics))
    shown = tuple(one for one in found if one.kind != "outcome")
    kinds: dict[tuple[str, ...], list[VersionDifference]] = {}
    for one in sorted(shown, key=lambda one: not one.decides):
        kinds.setdefault((one.kind, one.code, one.first, one.second, one.why), []).append(one)
    unique = [(found[0], len(found) - 1) for found in kinds.values()]
    return RunDifferences(
        run_id=run.pinned.run_id,
        address=run.address,
        first=WORDS[sides[0].outcome],
        second=WORDS[sides[1].outcome],
        decides=sides[0].outcome != sides[1].outcome,
        listed=tuple(unique[:MOST_LISTED]),
        more=max(0, len(unique) - MOST_LISTED),
    )


def comparison(asked: Comparison) -> str:
    """Return a check as a formula in words."""
    bound = "≥" if asked.comparison == "at_least" else "≤"
    if asked.baseline is None:
        limit = exact(asked.limit or 0.0)
    else:
        limit = f"{'' if asked.factor == 1 else f'{exact(asked.factor)} × '}{asked.required}"
    tolerance = f", {exact(asked.tolerance)} beyond it still passes" if asked.tolerance else ""
    above = f", and {asked.above_zero} above 0" if asked.above_zero else ""
    return f"{asked.candidate}.{asked.metric} {bound} {limit}{tolerance}{above}"

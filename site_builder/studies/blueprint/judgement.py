"""Judge a recorded run under a rubric: admit, add up, evaluate, decide; then what else can be said of it.

The same records and the same code serve every version of the rubric; what differs between versions is data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from site_builder.records.blueprint import DISCLOSURES, Pair, Recorded, Rejection, Review, Suite
from site_builder.scoring.evaluate import Scored, evaluate
from site_builder.scoring.graph import Graph
from site_builder.studies.blueprint.admission import admit
from site_builder.studies.blueprint.advisories import advisories
from site_builder.studies.blueprint.agreement import (
    Disagreement,
    FieldAgreement,
    disagreements,
    field_agreement,
)
from site_builder.studies.blueprint.breakdown import Part, parts
from site_builder.studies.blueprint.cells import Cell, cells
from site_builder.studies.blueprint.differences import ConditionDifference, Growth, differences, growth
from site_builder.studies.blueprint.gate import GateCheck, gate_checks
from site_builder.studies.blueprint.pseudonyms import numbered
from site_builder.studies.blueprint.reviewers import ReviewerSummary, reviewer_summaries
from site_builder.studies.blueprint.settings import Settings, settings_of
from site_builder.studies.blueprint.totals import Totals, metrics, overflow_faults, totals
from site_builder.studies.blueprint.words import readable
from site_builder.studies.readiness import Check, Readiness, readiness

Outcome = Literal["passed", "failed", "rejected"]
Naming = Callable[[Iterable[str]], dict[str, str]]
"""Ids of reviewers in order of appearance → id → name to show."""

WITHHELD_TEXT = "not published"


@dataclass(frozen=True, slots=True)
class Additions:
    """What this program adds to the methodology; pages label all of it as local."""

    cells: Mapping[Pair, Cell]
    agreement: tuple[FieldAgreement, ...]
    disagreements: tuple[Disagreement, ...]
    parts: tuple[Part, ...]
    differences: tuple[ConditionDifference, ...]
    growth: tuple[Growth, ...]
    reviewers: tuple[ReviewerSummary, ...]
    names: Mapping[str, str]
    """Reviewer id → pseudonym. The ids are not for publication."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A recorded run under one rubric."""

    recorded: Recorded
    suite: Suite
    settings: Settings
    outcome: Outcome
    rejections: tuple[Rejection, ...]
    """Why it was not scored; empty unless the outcome is ``rejected``."""
    readiness: Readiness | None = None
    """The checks of the gate, then the advisories; ``None`` for a rejected run."""
    scored: Scored | None = None
    """Every node of the rubric; ``None`` for a rejected run."""
    reviews: tuple[Review, ...] = ()
    totals: Mapping[str, Totals] = field(default_factory=dict)
    additions: Additions | None = None

    @property
    def gate(self) -> tuple[GateCheck, ...]:
        """The checks of the gate, in the order of the rubric."""
        found = self.readiness.checks if self.readiness else ()
        return tuple(check for check in found if isinstance(check, GateCheck))

    @property
    def advisories(self) -> tuple[Check, ...]:
        """What else a reader should know."""
        return self.readiness.advisories if self.readiness else ()

    @property
    def baseline(self) -> str:
        """Condition that the gate holds the candidate against."""
        return _compared(self.settings, self.scored)[0] if self.scored else ""

    @property
    def disclosures(self) -> dict[str, str]:
        """Words for each disclosure of the run → its text, as far as it may be published."""
        run = self.recorded.run if isinstance(self.recorded.run, dict) else {}
        named = {"date": "Date", **DISCLOSURES}
        order = [*list(DISCLOSURES)[:5], "date", *list(DISCLOSURES)[5:]]
        return {
            named[name]: WITHHELD_TEXT if name in self.recorded.withheld_fields else readable(run[name])
            for name in order
            if isinstance(run.get(name), str)
        }

    @property
    def run_id(self) -> str:
        """As disclosed, or the name of the folder where it is not to be had."""
        run = self.recorded.run
        stated = run.get("run_id") if isinstance(run, dict) else None
        usable = isinstance(stated, str) and stated.strip() and "run_id" not in self.recorded.withheld_fields
        return (
            readable(stated)
            if usable and isinstance(stated, str)
            else self.recorded.folder.rpartition("/")[2]
        )


def judge(recorded: Recorded, suite: Suite, graph: Graph, naming: Naming = numbered) -> Judgement:
    """Judge a recorded run. Raises ``ValueError`` for a graph that is no rubric of this family."""
    settings = settings_of(graph.rubric, graph.digest)
    admitted = admit(recorded, suite, settings)
    found = totals(admitted.reviews, suite, settings) if not admitted.rejections else {}
    rejections = admitted.rejections or tuple(overflow_faults(found))
    if rejections:
        return Judgement(recorded, suite, settings, "rejected", rejections, reviews=admitted.reviews)
    scored = evaluate(graph, metrics(found, settings))
    gated = frozenset(case.id for case in suite.cases if case.risk == settings.gated_risk)
    grid = cells(admitted.reviews, suite.by_id(), recorded.outputs)
    decided = readiness(
        f"release of {_compared(settings, scored)[1]}",
        (
            *gate_checks(scored, settings, admitted.reviews, gated),
            *advisories(recorded, grid, settings),
        ),
    )
    return Judgement(
        recorded=recorded,
        suite=suite,
        settings=settings,
        outcome="passed" if decided.ready else "failed",
        rejections=(),
        readiness=decided,
        scored=scored,
        reviews=admitted.reviews,
        totals=found,
        additions=_additions(
            admitted.reviews, grid, suite=suite, settings=settings, scored=scored, naming=naming
        ),
    )


def _additions(
    reviews: tuple[Review, ...],
    grid: Mapping[Pair, Cell],
    *,
    suite: Suite,
    settings: Settings,
    scored: Scored,
    naming: Naming,
) -> Additions:
    names = naming(review.reviewer_id for review in reviews)
    baseline, _ = _compared(settings, scored)
    case_ids = tuple(case.id for case in suite.cases)
    return Additions(
        cells=grid,
        agreement=field_agreement(grid.values(), settings.conditions),
        disagreements=tuple(disagreements(grid.values(), suite.by_id(), names)),
        parts=tuple(parts(reviews, suite, settings, scored.graph)),
        differences=tuple(differences(grid, case_ids, settings, baseline)),
        growth=tuple(growth(scored, settings, baseline)),
        reviewers=reviewer_summaries(grid.values(), names),
        names=names,
    )


def _compared(settings: Settings, scored: Scored) -> tuple[str, str]:
    """Return the baseline and the candidate of the gate's first check that has a baseline."""
    for check in scored.graph.rubric.checks.values():
        if check.baseline is not None:
            return settings.condition_of(check.baseline), settings.condition_of(check.candidate)
    raise ValueError(f"rubric {settings.rubric} compares no candidate with a baseline")

"""Pairs of cohorts of one scenario: how much one is better, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

import msgspec

from site_builder.statistics.exact import fisher_two_sided
from site_builder.statistics.interval import Difference, ExactTest
from site_builder.statistics.proportions import difference
from site_builder.studies.readiness import Check
from site_builder.studies.ruhroh.codes import check
from site_builder.studies.ruhroh.cohort_fields import known
from site_builder.studies.ruhroh.cohorts import Cohort
from site_builder.studies.ruhroh.comparability import comparability
from site_builder.studies.ruhroh.order import collated
from site_builder.studies.ruhroh.settings import Settings

Direction = Literal["baseline_higher", "contender_higher", "inconclusive"]

VARIABLES = ("streams", "harnesses", "provider-paths", "canonical-models", "agent-prompts", "environments")
"""What a comparison may vary or hold constant, in the order of pages."""

_EQUAL = {
    "harness-controlled": ("canonical-models", "provider-paths"),
    "model-controlled": ("harnesses", "provider-paths", "agent-prompts"),
}
"""Stream → what it holds constant beside the environment."""


class Variable(msgspec.Struct, frozen=True):
    """One condition on both sides of a comparison."""

    name: str
    """Name of the cohort field."""
    baseline: tuple[str, ...]
    """Stated values."""
    contender: tuple[str, ...]

    @property
    def state(self) -> Literal["varied", "controlled", "unknown"]:
        """Whether the sides differ in it, are equal in it, or one of them does not state it."""
        if not (self.baseline and self.contender):
            return "unknown"
        return "controlled" if set(self.baseline) == set(self.contender) else "varied"


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """A comparison of two cohorts: a cell of the pairwise matrix."""

    scenario_id: str
    baseline: str
    """Target that stands first in collation order."""
    contender: str
    baseline_counts: tuple[int, int]
    """Passes and samples."""
    contender_counts: tuple[int, int]
    difference: Difference
    """Contender minus baseline."""
    test: ExactTest
    alpha: float
    significant: bool
    direction: Direction
    """Which side the interval of the difference favours; says nothing about how sure it is."""
    conclusive: bool
    """The interval excludes no difference, the exact test is significant, and both sides are large enough."""
    disagree: bool
    """Whether interval and test point to different verdicts."""
    variables: tuple[Variable, ...]
    minimum_runs: int
    checks: tuple[Check, ...]

    @property
    def id(self) -> str:
        """``scenario/contender vs baseline``."""
        return f"{self.scenario_id}/{self.contender} vs {self.baseline}"

    @property
    def verdict(self) -> Literal["conclusive", "directional", "inconclusive"]:
        """How far the comparison carries."""
        if self.conclusive:
            return "conclusive"
        return "inconclusive" if self.direction == "inconclusive" else "directional"


def pairs(found: Sequence[Cohort], settings: Settings) -> tuple[Pair, ...]:
    """Return every pair of cohorts within each scenario, in collation order."""
    by_scenario: dict[str, list[Cohort]] = {}
    for cohort in found:
        by_scenario.setdefault(cohort.scenario_id, []).append(cohort)
    return tuple(
        _pair(baseline, contender, settings)
        for members in by_scenario.values()
        for baseline, contender in combinations(sorted(members, key=lambda c: collated(c.target)), 2)
    )


def _pair(baseline: Cohort, contender: Cohort, settings: Settings) -> Pair:
    first, second = (baseline.passes, baseline.runs), (contender.passes, contender.runs)
    gap = difference(first, second, z=settings.z, confidence=settings.confidence)
    assert gap is not None
    test = fisher_two_sided(first[0], first[1] - first[0], second[0], second[1] - second[0])
    significant, excluded = test.significant(settings.alpha), gap.interval.excludes(0)
    enough = not (baseline.directional or contender.directional)
    return Pair(
        scenario_id=baseline.scenario_id,
        baseline=baseline.target,
        contender=contender.target,
        baseline_counts=first,
        contender_counts=second,
        difference=gap,
        test=test,
        alpha=settings.alpha,
        significant=significant,
        direction=_direction(gap),
        conclusive=significant and excluded and enough,
        disagree=significant != excluded,
        variables=tuple(
            Variable(name, known(baseline.fields[name]), known(contender.fields[name])) for name in VARIABLES
        ),
        minimum_runs=baseline.minimum_runs,
        checks=tuple(_checks(baseline, contender, gap, test, settings)),
    )


def _direction(gap: Difference) -> Direction:
    if gap.interval.lower > 0:
        return "contender_higher"
    return "baseline_higher" if gap.interval.upper < 0 else "inconclusive"


def _checks(
    baseline: Cohort, contender: Cohort, gap: Difference, test: ExactTest, settings: Settings
) -> Iterator[Check]:
    subject = f"{baseline.scenario_id}/{contender.target} vs {baseline.target}"
    for side in (baseline, contender):
        if side.directional:
            detail = f"{side.target} has {side.runs} of {side.minimum_runs} samples"
            yield check(
                "pair-runs-below-minimum", "blocker", subject, detail, f"at least {side.minimum_runs}"
            )
    if not gap.interval.excludes(0):
        detail = f"{gap.interval.lower:+.3f} to {gap.interval.upper:+.3f}"
        yield check("pair-interval-holds-zero", "blocker", subject, detail, "an interval without 0")
    if not test.significant(settings.alpha):
        detail = f"p = {test.p_value:.4f}"
        yield check("pair-not-significant", "blocker", subject, detail, f"below {settings.alpha}")
    for side in (baseline, contender):
        yield from _of_side(subject, side, settings)
    yield from _control(subject, baseline, contender)


def below_shown(p_value: float, decimals: int = 4) -> str:
    """Return ``< 0.0001`` for a p-value that so many decimals cannot tell from zero; otherwise nothing."""
    least = f"{10.0**-decimals:.{decimals}f}"
    return f"< {least}" if p_value < float(least) else ""


def _of_side(subject: str, side: Cohort, settings: Settings) -> Iterator[Check]:
    for found in comparability(subject, side.fields, settings, front="pair-"):
        yield check(found.code, found.severity, subject, f"{side.target}: {found.observed}", found.required)


def _control(subject: str, baseline: Cohort, contender: Cohort) -> Iterator[Check]:
    """Check that what the stream holds constant is equal, wherever both sides state exactly one value."""
    streams = [_single(side, "streams") for side in (baseline, contender)]
    if None not in streams and streams[0] != streams[1]:
        yield check("pair-streams-differ", "blocker", subject, f"{streams[0]}, {streams[1]}", "one stream")
        return
    stream = streams[0] or streams[1]
    if stream is None:
        return
    for name in ("environments", *_EQUAL.get(stream, ())):
        values = [_single(side, name) for side in (baseline, contender)]
        if None not in values and values[0] != values[1]:
            detail = f"{name}: {values[0]}, {values[1]}"
            yield check("pair-not-controlled", "blocker", subject, detail, f"equal in a {stream} comparison")
    if stream == "model-controlled":
        models = [_single(side, "canonical-models") for side in (baseline, contender)]
        if None not in models and models[0] == models[1]:
            yield check("pair-not-varied", "blocker", subject, f"{models[0]} on both sides", "two models")


def _single(side: Cohort, name: str) -> str | None:
    """Return the one stated value of a field; ``None`` when there are none or several."""
    values = known(side.fields[name])
    return values[0] if len(values) == 1 else None

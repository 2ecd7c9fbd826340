"""The release gate: the checks of a rubric, evaluated into readiness records with their margins."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence

from site_builder.records.blueprint import Review
from site_builder.records.rubric import Comparison
from site_builder.records.run import REASON_WORDS, Evidence
from site_builder.scoring.evaluate import Scored
from site_builder.scoring.explain import exact
from site_builder.studies.blueprint.reasons import REVIEWS_FILE
from site_builder.studies.blueprint.settings import Settings
from site_builder.studies.readiness import Check

MOST_POINTERS = 20
"""Reviews that a check names as evidence; how many there are stands before them."""


class GateCheck(Check, frozen=True, kw_only=True):
    """A check of the gate: a readiness record with its figures."""

    comparison: str
    """``at_least`` or ``at_most``."""
    unit: str
    observed_value: float | None
    """Of the candidate; ``None`` when missing."""
    baseline_value: float | None
    """Of the baseline; ``None`` when missing or when the limit is fixed."""
    limit: float | None
    """What the observed value is held against: the baseline's times the factor, or the fixed limit."""
    margin: float | None
    """Room left in the metric's unit, the tolerance not counted: negative when the limit is passed."""
    tolerance: float
    observed_node: str
    """Node of the rubric; its derivation is that of the observed value."""
    baseline_node: str
    """Empty for a fixed limit."""


def gate_checks(
    scored: Scored, settings: Settings, reviews: Sequence[Review], gated: frozenset[str]
) -> Iterator[GateCheck]:
    """Yield the checks of the rubric in its order; ``gated`` holds the ids of cases of the gated risk."""
    for code, comparison in scored.graph.rubric.checks.items():
        yield _check(
            code, comparison, scored, settings, tuple(_concerned(comparison, settings, reviews, gated))
        )


def _check(
    code: str, asked: Comparison, scored: Scored, settings: Settings, concerned: tuple[int, ...]
) -> GateCheck:
    node = scored.graph.node(asked.observed)
    observed = scored.value(asked.observed)
    baseline = scored.value(asked.required) if asked.required else None
    limit = asked.limit if asked.required is None else _limit(baseline, asked.factor)
    margin = _margin(asked, observed, limit)
    looked_at = asked.above_zero is None or (scored.value(asked.above_zero) or 0) > 0
    met = margin is not None and margin >= -asked.tolerance and looked_at
    candidate = settings.condition_of(asked.candidate)
    return GateCheck(
        code=code,
        severity="blocker",
        subject=candidate,
        title=asked.title if met else _fault(asked, scored, margin, looked_at),
        observed=_value_words(scored, asked.observed),
        required=_required_words(asked, scored, settings, limit),
        remedy="" if met else _remedy(asked, margin, node.unit, looked_at),
        met=met,
        evidence=_evidence(scored, asked, concerned),
        comparison=asked.comparison,
        unit=node.unit,
        observed_value=observed,
        baseline_value=baseline,
        limit=limit,
        margin=margin,
        tolerance=asked.tolerance,
        observed_node=asked.observed,
        baseline_node=asked.required or "",
    )


def _limit(baseline: float | None, factor: float) -> float | None:
    """Return the baseline's value times the factor; the largest double where that is beyond all of them."""
    return None if baseline is None else min(baseline * factor, sys.float_info.max)


def _fault(asked: Comparison, scored: Scored, margin: float | None, looked_at: bool) -> str:
    """Return which of the things that can be wrong is the case."""
    if not looked_at:
        assert asked.above_zero is not None
        counted = scored.graph.node(asked.above_zero)
        return f"There is nothing to look at: {counted.title}, {_value_words(scored, asked.above_zero)}"
    if margin is None:
        return f"A value is missing that this is decided on: {asked.title[:1].lower()}{asked.title[1:]}"
    return asked.fault


def _margin(asked: Comparison, observed: float | None, limit: float | None) -> float | None:
    if observed is None or limit is None:
        return None
    return observed - limit if asked.comparison == "at_least" else limit - observed


def _value_words(scored: Scored, node_id: str) -> str:
    result = scored[node_id]
    if result.value is not None:
        return f"{exact(result.value)} {scored.graph.node(node_id).unit}"
    assert result.absence is not None
    detail = f": {result.absence.detail}" if result.absence.detail else ""
    return f"{REASON_WORDS[result.absence.reason]}{detail}"


def _required_words(asked: Comparison, scored: Scored, settings: Settings, limit: float | None) -> str:
    bound = "at least" if asked.comparison == "at_least" else "at most"
    if asked.baseline is None or asked.required is None:
        words = f"{bound} {exact(limit or 0.0)}"
    else:
        name = settings.condition_of(asked.baseline)
        times = "" if asked.factor == 1 else f"{exact(asked.factor)} × "
        value = exact(limit) if limit is not None else _value_words(scored, asked.required)
        words = f"{bound} {times}{name} = {value}"
    if asked.above_zero is not None:
        words += f", and {scored.graph.node(asked.above_zero).title} above 0"
    return words


def _remedy(asked: Comparison, margin: float | None, unit: str, looked_at: bool) -> str:
    if not looked_at:
        return "There is nothing to hold it against; the suite or the baseline has to provide it."
    if margin is None:
        return "The value is missing; a run that states it is needed."
    change = "rise" if asked.comparison == "at_least" else "fall"
    return f"What is observed would have to {change} by {exact(-margin)} {unit}."


def _evidence(scored: Scored, asked: Comparison, concerned: tuple[int, ...]) -> tuple[Evidence, ...]:
    """Return where the value was read, then the reviews that speak against it."""
    found: list[Evidence] = []
    for node_id in (asked.observed, asked.required):
        for metric in _metrics_below(scored, node_id) if node_id else ():
            found += [item for item in scored.metrics[metric].evidence if item not in found]
    found += [Evidence(REVIEWS_FILE, f"/{index}") for index in concerned[:MOST_POINTERS]]
    if len(concerned) > MOST_POINTERS:
        found.append(Evidence(REVIEWS_FILE, note=f"and {len(concerned) - MOST_POINTERS} more reviews"))
    return tuple(found)


def _metrics_below(scored: Scored, node_id: str) -> list[str]:
    below = scored.graph.below([scored.graph.position[node_id]])
    return [
        name
        for name in scored.graph.metrics
        if scored.graph.position[name] in below and name in scored.metrics
    ]


_AGAINST: Mapping[str, Callable[[Review], bool]] = {
    "high_risk.reviews_with_claims": lambda review: review.unsupported_claims != 0,
    "high_risk.reviews_not_accurate": lambda review: not review.final_status_accurate,
}
"""Metrics that count reviews of the gated cases: which ones they count."""


def _concerned(
    asked: Comparison, settings: Settings, reviews: Sequence[Review], gated: frozenset[str]
) -> Iterator[int]:
    """Yield the positions of the reviews that a counting check counts."""
    counts = _AGAINST.get(asked.metric)
    if counts is not None:
        condition = settings.condition_of(asked.candidate)
        for review in reviews:
            if review.condition == condition and review.case_id in gated and counts(review):
                yield review.index

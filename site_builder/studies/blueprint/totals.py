"""Sums and counts over the reviews of each condition: what the arithmetic of a rubric starts from.

Judgements are summed over all reviews. What is measured of an output (words, time, tokens, cost) is taken
once for each output, from its last review that states it, in the order in which outputs first appear.
Source: the published scorer as the specification describes it, part 3.5.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from site_builder.records.blueprint import Rejection, Review, Suite
from site_builder.records.run import Evidence, Metric
from site_builder.studies.blueprint.reasons import REVIEWS_FILE, reject
from site_builder.studies.blueprint.settings import Settings

MEASURED = ("response_words", "elapsed_seconds", "input_tokens", "output_tokens")
JUDGED = ("unsupported_claims", "evidence_quality", "reviewer_corrections")


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """The sums of one condition."""

    outputs: int
    reviews: int
    criteria_scored: int
    criteria_accepted: int
    accurate_statuses: int
    unsupported_claims: int
    """Exact, whatever its size."""
    sums: dict[str, float]
    """Field → exact sum in doubles; infinite where no double is large enough."""
    cost_usd: int | float | None
    """Of all outputs, added in order; ``None`` unless every output states it. Whole when all costs are."""
    recorded_cost_usd: int | float | None
    """Of the outputs that state it; ``None`` when none does."""
    outputs_with_cost: int
    gated_reviews: int
    """Reviews of cases of the gated risk."""
    gated_reviews_with_claims: int
    gated_reviews_not_accurate: int


def totals(reviews: Sequence[Review], suite: Suite, settings: Settings) -> dict[str, Totals]:
    """Return the totals of every condition over the reviews."""
    gated = frozenset(case.id for case in suite.cases if case.risk == settings.gated_risk)
    by_condition: dict[str, list[Review]] = {condition: [] for condition in settings.conditions}
    for review in reviews:
        by_condition[review.condition].append(review)
    return {condition: _totals(found, gated) for condition, found in by_condition.items()}


def overflow_faults(found: Mapping[str, Totals]) -> list[Rejection]:
    """Return a rejection for every sum that no double can hold."""
    return [
        reject("SUM_TOO_LARGE", condition, field, file=REVIEWS_FILE)
        for condition, total in found.items()
        for field, value in total.sums.items()
        if math.isinf(value)
    ]


def metrics(found: Mapping[str, Totals], settings: Settings) -> dict[str, Metric]:
    """Return the totals as metrics, by the node ids of the rubric."""
    result: dict[str, Metric] = {}
    for condition, total in found.items():
        note = f"{total.reviews} reviews of {total.outputs} outputs under {condition}"
        evidence = (Evidence(REVIEWS_FILE, note=note),)
        values = _values(total)
        for name, value in values.items():
            node = settings.node(condition, name)
            if value is None:
                detail = f"a cost is stated for {total.outputs_with_cost} of {total.outputs} outputs"
                result[node] = Metric(reason="not_collected", detail=detail, evidence=evidence)
            elif math.isinf(value):
                detail = "the sum is too large for a number"
                result[node] = Metric(reason="invalid", detail=detail, evidence=evidence)
            else:
                result[node] = Metric(value=value, evidence=evidence)
    return result


def _totals(reviews: Sequence[Review], gated: frozenset[str]) -> Totals:
    outputs: dict[str, Review] = {}
    costs: dict[str, int | float] = {}
    for review in reviews:
        outputs[review.case_id] = review
        if review.cost_usd is not None:
            costs[review.case_id] = review.cost_usd
    ordered = [costs[case_id] for case_id in outputs if case_id in costs]
    watched = [review for review in reviews if review.case_id in gated]
    sums = {field: _sum(getattr(review, field) for review in reviews) for field in JUDGED}
    sums |= {field: _sum(getattr(review, field) for review in outputs.values()) for field in MEASURED}
    return Totals(
        outputs=len(outputs),
        reviews=len(reviews),
        criteria_scored=sum(len(review.accepted) for review in reviews),
        criteria_accepted=sum(sum(review.accepted) for review in reviews),
        accurate_statuses=sum(review.final_status_accurate for review in reviews),
        unsupported_claims=sum(review.unsupported_claims for review in reviews),
        sums=sums,
        cost_usd=_in_order(ordered) if len(ordered) == len(outputs) else None,
        recorded_cost_usd=_in_order(ordered) if ordered else None,
        outputs_with_cost=len(ordered),
        gated_reviews=len(watched),
        gated_reviews_with_claims=sum(review.unsupported_claims != 0 for review in watched),
        gated_reviews_not_accurate=sum(not review.final_status_accurate for review in watched),
    )


def _sum(values: Iterable[int | float]) -> float:
    """Return the sum of the values as doubles, rounded once at the end; infinite when it is too large."""
    try:
        return math.fsum(values)
    except OverflowError:
        return math.inf


def _in_order(values: Iterable[int | float]) -> int | float:
    """Return the sum from left to right, each step rounded: a whole number when all values are."""
    total: int | float = 0
    for value in values:
        try:
            total += value
        except OverflowError:
            return math.inf
    return total


def _values(total: Totals) -> dict[str, float | None]:
    cost, recorded = total.cost_usd, total.recorded_cost_usd
    return {
        "outputs": float(total.outputs),
        "reviews": float(total.reviews),
        "criteria_scored": float(total.criteria_scored),
        "criteria_accepted": float(total.criteria_accepted),
        "accurate_statuses": float(total.accurate_statuses),
        **total.sums,
        "outputs_with_cost": float(total.outputs_with_cost),
        "cost_usd": _double(cost),
        "recorded_cost_usd": _double(recorded),
        "high_risk.reviews": float(total.gated_reviews),
        "high_risk.reviews_with_claims": float(total.gated_reviews_with_claims),
        "high_risk.reviews_not_accurate": float(total.gated_reviews_not_accurate),
    }


def _double(value: int | float | None) -> float | None:
    try:
        return None if value is None else float(value)
    except OverflowError:
        return math.inf

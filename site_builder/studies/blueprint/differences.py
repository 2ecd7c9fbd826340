"""Every condition against the baseline, case by case; and how much longer and dearer it became.

A local addition: the sources compare means only. The difference of a case is that of the means of its
reviewers; the interval treats cases as drawn from a larger population, which a suite chosen by hand is not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from site_builder.records.blueprint import Pair
from site_builder.scoring.evaluate import Absence, Scored
from site_builder.statistics.paired import PairedDifference, paired_difference
from site_builder.studies.blueprint.cells import Cell
from site_builder.studies.blueprint.settings import Settings


class Measure(msgspec.Struct, frozen=True):
    """A figure of an output that conditions are compared by."""

    field: str
    """Of a cell."""
    title: str
    unit: str
    direction: Literal["higher", "lower", "neutral"]
    scale: float = 1.0


MEASURES = (
    Measure("acceptance", "Acceptance", "percentage points", "higher", 100.0),
    Measure("status_accuracy", "Final-status accuracy", "percentage points", "higher", 100.0),
    Measure("evidence_quality", "Evidence quality", "points of 4", "higher"),
    Measure("unsupported_claims", "Unsupported claims", "claims per review", "lower"),
    Measure("reviewer_corrections", "Reviewer corrections", "corrections per review", "lower"),
    Measure("response_words", "Response words", "words", "neutral"),
    Measure("elapsed_seconds", "Elapsed time", "seconds", "lower"),
    Measure("input_tokens", "Input tokens", "tokens", "lower"),
    Measure("output_tokens", "Output tokens", "tokens", "lower"),
    Measure("cost_usd", "Cost", "US dollars", "lower"),
)

GROWING = (
    "mean_input_tokens",
    "mean_output_tokens",
    "mean_response_words",
    "mean_elapsed_seconds",
    "total_cost_usd",
)
"""Metrics of the rubric whose growth is a result to report."""


class ConditionDifference(msgspec.Struct, frozen=True, kw_only=True):
    """One condition minus the baseline, in one measure."""

    condition: str
    baseline: str
    measure: Measure
    difference: PairedDifference | None
    """``None`` when no case has the figure under both conditions."""
    left_out: tuple[str, ...]
    """Ids of the cases without the figure under one of them."""


class Growth(msgspec.Struct, frozen=True, kw_only=True):
    """One metric of one condition beside the baseline's."""

    condition: str
    metric: str
    node: str
    value: float | None
    baseline: float | None
    ratio: float | None
    """Value ÷ baseline; ``None`` when one is missing, the baseline is 0 or no double is large enough."""
    absence: Absence | None
    """Why the value, or else the baseline, is missing; or that their ratio is too large."""


def differences(
    found: Mapping[Pair, Cell], case_ids: Sequence[str], settings: Settings, baseline: str
) -> Iterator[ConditionDifference]:
    """Yield every other condition minus the baseline, measure by measure."""
    for condition in (name for name in settings.conditions if name != baseline):
        for measure in MEASURES:
            values: list[float] = []
            left_out: list[str] = []
            for case_id in case_ids:
                before = _value(found.get((case_id, baseline)), measure)
                after = _value(found.get((case_id, condition)), measure)
                if before is None or after is None:
                    left_out.append(case_id)
                else:
                    values.append(after - before)
            yield ConditionDifference(
                condition=condition,
                baseline=baseline,
                measure=measure,
                difference=paired_difference(values, confidence=settings.confidence),
                left_out=tuple(left_out),
            )


def growth(scored: Scored, settings: Settings, baseline: str) -> Iterator[Growth]:
    """Yield tokens, words, time and cost of every condition beside the baseline's, itself included."""
    for metric in GROWING:
        reference = scored[settings.node(baseline, metric)]
        for condition in settings.conditions:
            node = settings.node(condition, metric)
            result = scored[node]
            ratio, absence = None, result.absence or reference.absence
            if result.value is not None and reference.value:
                ratio = result.value / reference.value
                if math.isinf(ratio):
                    ratio, absence = None, Absence("invalid", "the ratio is too large for a number", node)
            yield Growth(
                condition=condition,
                metric=metric,
                node=node,
                value=result.value,
                baseline=reference.value,
                ratio=ratio,
                absence=absence,
            )


def _value(cell: Cell | None, measure: Measure) -> float | None:
    value = getattr(cell, measure.field) if cell is not None else None
    return None if value is None else measure.scale * value

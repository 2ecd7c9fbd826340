"""Figures of a release gate that follow from its reviews: differences, growth, parts of the suite."""

from __future__ import annotations

import math
from typing import Any

from site_builder.output.verify.faults import number_in
from site_builder.output.verify.gate_reviews import ReviewedCase, part_of_nodes, totals_of
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.nodes import Recomputed
from site_builder.output.verify.summaries import spread_of, t_quantile

COMPARED = {
    "Acceptance": "acceptance",
    "Final-status accuracy": "status_accuracy",
    "Evidence quality": "evidence_quality",
    "Unsupported claims": "unsupported_claims",
    "Reviewer corrections": "reviewer_corrections",
    "Response words": "response_words",
    "Elapsed time": "elapsed_seconds",
    "Input tokens": "input_tokens",
    "Output tokens": "output_tokens",
    "Cost": "cost_usd",
}
"""Title of a row → field by which conditions are compared, case by case."""
IN_POINTS = ("acceptance", "status_accuracy")
"""Shares that are compared in percentage points."""
GROWING = {
    "Input tokens": "mean_input_tokens",
    "Output tokens": "mean_output_tokens",
    "Response words": "mean_response_words",
    "Elapsed time": "mean_elapsed_seconds",
    "Total cost": "total_cost_usd",
}
"""Title of a row → metric whose growth is told."""


def difference_row(
    cases: list[ReviewedCase], condition: str, baseline: str, field: str, confidence: float
) -> list[Any]:
    """Return mean difference, both ends of Student's interval, cases higher and lower, and cases."""
    size, found = (100.0 if field in IN_POINTS else 1.0), list[float]()
    for case in cases:
        before, after = (case.outputs[name].mean(field) for name in (baseline, condition))
        if before is not None and after is not None:
            found.append(size * after - size * before)
    n, low, high = len(found), None, None
    if not n or not math.isfinite(sum(found)):
        return [None] * 5 + [0]
    value = math.fsum(found) / n
    spread = spread_of(found)
    if spread is not None:
        margin = t_quantile(n - 1, confidence) * spread / math.sqrt(n)
        if math.isfinite(abs(value) + margin):
            low, high = value - margin, value + margin
    return [value, low, high, sum(one > 0 for one in found), sum(one < 0 for one in found), n]


def growth_row(nodes: dict[str, Any], conditions: list[str], baseline: str, metric: str) -> list[Any]:
    """Return a metric of every condition as a multiple of the baseline's."""
    whole = number_in(nodes[f"{part_of_nodes(baseline)}.{metric}"].get("value"))
    found: list[Any] = []
    for condition in conditions:
        value = number_in(nodes[f"{part_of_nodes(condition)}.{metric}"].get("value"))
        found.append(growth_of(value, whole))
    return found


def growth_of(value: float | None, baseline: float | None) -> float | None:
    """Return a value as a multiple of the baseline's; ``None`` where there is no finite one."""
    ratio = None if value is None or not baseline else value / baseline
    return None if ratio is None or math.isinf(ratio) else ratio


class PartOfSuite:
    """Some cases of a suite, with the rubric's own arithmetic over them alone."""

    def __init__(self, cases: list[ReviewedCase], conditions: list[str], graph: Graph) -> None:
        self.cases = len(cases)
        totals = {
            f"{part_of_nodes(condition)}.{name}": value
            for condition in conditions
            for name, value in totals_of(cases, condition).items()
        }
        known = {name: value for name, value in totals.items() if name in graph.position}
        self.metrics = {
            name: None if value is None or math.isinf(value) else value for name, value in known.items()
        }
        """Node → sum over the reviews; ``None`` where nothing is to be summed, or the sum is no number."""
        entries = {
            name: {"missing": "not_collected"} if value is None else {"value": value}
            for name, value in known.items()
        }
        self.again = Recomputed("", "", graph, entries)

    def row(self, conditions: list[str], metric: str) -> list[Any]:
        """Return the number of cases, and a metric of every condition."""
        states = [self.again.state(f"{part_of_nodes(condition)}.{metric}") for condition in conditions]
        return [self.cases, *map(number_in, states)]

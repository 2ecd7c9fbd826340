"""A judgement in the shape of the published scorer's result files: the same keys in the same order.

Only for a rubric that follows that scorer. Numbers are those of the rubric's nodes; counts and whole costs
are written as the scorer writes them. A total cost beyond the doubles is ``Infinity``, as there.
"""

from __future__ import annotations

import json
import math
from typing import Any

from site_builder.scoring.evaluate import Scored
from site_builder.studies.blueprint.judgement import Judgement
from site_builder.studies.blueprint.totals import Totals

MEANS = (
    "mean_evidence_quality",
    "mean_reviewer_corrections",
    "mean_response_words",
    "mean_elapsed_seconds",
    "mean_input_tokens",
    "mean_output_tokens",
)
"""Nodes that stand one after the other in an aggregate."""


def published_shape(judgement: Judgement) -> dict[str, Any]:
    """Return the result of a scored run. Raises ``ValueError`` for a rejected one."""
    if judgement.scored is None:
        raise ValueError("a rejected run has no result")
    settings = judgement.settings
    return {
        "suite_version": settings.result_version,
        "run": judgement.recorded.run,
        "aggregates": {
            condition: _aggregate(part, judgement.totals[condition], judgement.scored)
            for condition, part in settings.conditions.items()
        },
        "release_gate": {
            "status": judgement.outcome,
            "checks": {check.code: check.met for check in judgement.gate},
        },
        "limitation": settings.limitation,
    }


def written(result: dict[str, Any]) -> str:
    """Return a result as its file holds it: two spaces, ASCII, one newline at the end."""
    return json.dumps(result, indent=2) + "\n"


def _aggregate(part: str, total: Totals, scored: Scored) -> dict[str, Any]:
    return {
        "case_count": total.outputs,
        "review_count": total.reviews,
        "acceptance_coverage_percent": scored.value(f"{part}.acceptance_coverage_percent"),
        "reviewer_reported_unsupported_claims": total.unsupported_claims,
        "mean_unsupported_claims": scored.value(f"{part}.mean_unsupported_claims"),
        "final_status_accuracy_percent": scored.value(f"{part}.final_status_accuracy_percent"),
        **{name: scored.value(f"{part}.{name}") for name in MEANS},
        "total_cost_usd": _cost(part, total, scored),
    }


def _cost(part: str, total: Totals, scored: Scored) -> int | float | None:
    if isinstance(total.cost_usd, int):
        return total.cost_usd
    if total.cost_usd is not None and math.isinf(total.cost_usd):
        return math.inf
    return scored.value(f"{part}.total_cost_usd")

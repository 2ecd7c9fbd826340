"""The arithmetic and the gate of the specification in the plainest form, to hold the rubric against."""

from __future__ import annotations

import math
from typing import Any

CHECKS = (
    "acceptance_coverage_non_regression",
    "evidence_quality_non_regression",
    "status_accuracy_non_regression",
    "reviewer_corrections_non_regression",
    "unsupported_claims_non_regression",
    "input_token_growth_within_50_percent",
    "high_risk_candidate_has_no_unsupported_claims",
    "high_risk_candidate_status_is_accurate",
)


def aggregate(reviews: list[dict[str, Any]], *, rounded: bool) -> dict[str, Any]:
    """Return the aggregates of the reviews of one condition."""

    def shown(value: float, places: int = 2) -> float:
        return round(value, places) if rounded else value

    def mean(name: str, rows: list[dict[str, Any]]) -> float:
        return shown(math.fsum(float(row[name]) for row in rows) / len(rows))

    once: dict[str, dict[str, Any]] = {}
    for review in reviews:
        once[review["case_id"]] = review
    outputs = list(once.values())
    scores = [value for review in reviews for value in review["acceptance_scores"].values()]
    cost: float = 0
    for row in outputs:
        cost += row["cost_usd"]
    return {
        "case_count": len(outputs),
        "review_count": len(reviews),
        "acceptance_coverage_percent": shown(100 * sum(scores) / len(scores)),
        "reviewer_reported_unsupported_claims": sum(r["unsupported_claims"] for r in reviews),
        "mean_unsupported_claims": mean("unsupported_claims", reviews),
        "final_status_accuracy_percent": shown(
            100 * sum(r["final_status_accurate"] for r in reviews) / len(reviews)
        ),
        "mean_evidence_quality": mean("evidence_quality", reviews),
        "mean_reviewer_corrections": mean("reviewer_corrections", reviews),
        "mean_response_words": mean("response_words", outputs),
        "mean_elapsed_seconds": mean("elapsed_seconds", outputs),
        "mean_input_tokens": mean("input_tokens", outputs),
        "mean_output_tokens": mean("output_tokens", outputs),
        "total_cost_usd": shown(cost, 6),
    }


def checks(reviews: list[dict[str, Any]], high: set[str]) -> dict[str, bool]:
    """Return the eight checks, on rounded aggregates."""
    by = {
        name: aggregate([r for r in reviews if r["condition"] == name], rounded=True)
        for name in ("v2.1-prompt", "v3-prompt")
    }
    before, after = by["v2.1-prompt"], by["v3-prompt"]
    watched = [r for r in reviews if r["condition"] == "v3-prompt" and r["case_id"] in high]
    return dict(
        zip(
            CHECKS,
            (
                after["acceptance_coverage_percent"] >= before["acceptance_coverage_percent"],
                after["mean_evidence_quality"] >= before["mean_evidence_quality"],
                after["final_status_accuracy_percent"] >= before["final_status_accuracy_percent"],
                after["mean_reviewer_corrections"] <= before["mean_reviewer_corrections"],
                after["mean_unsupported_claims"] <= before["mean_unsupported_claims"],
                before["mean_input_tokens"] > 0
                and after["mean_input_tokens"] <= before["mean_input_tokens"] * 1.5,
                bool(watched) and all(r["unsupported_claims"] == 0 for r in watched),
                bool(watched) and all(r["final_status_accurate"] for r in watched),
            ),
            strict=True,
        )
    )

"""The reviews of a release gate, as the pages of its cases publish them, and what they add up to.

Whatever the other pages of a gate say of its conditions, parts and reviewers begins here.
"""

from __future__ import annotations

import math
import re
from typing import Any

from site_builder.output.verify.faults import number_in

JUDGED = {
    "Unsupported claims": "unsupported_claims",
    "Evidence quality": "evidence_quality",
    "Corrections": "reviewer_corrections",
}
"""Title of a row of counts → field of a review."""
MEASURED_OF_OUTPUTS = ("response_words", "elapsed_seconds", "input_tokens", "output_tokens", "cost_usd")
"""What is stated of an output, in the order of the page."""
WORDS_OF_JUDGEMENTS = {"accepted": 1, "not accepted": 0, "accurate": 1, "not accurate": 0}


class ReviewedOutput:
    """One output of a case, with what each of its reviewers found."""

    def __init__(self, case: dict[str, Any], output: dict[str, Any]) -> None:
        """Raise ``KeyError`` and the like for what is no output of a case."""
        self.condition: str = output["condition"]
        table = output["judged"]
        self.reviewers: list[str] = table["columns"][:-1]
        rows = [row["cells"][:-1] for row in table["rows"]]
        criteria = len(case["criteria"])
        if [row["title"] for row in table["rows"]] != [*case["criteria"], "Final status", *JUDGED]:
            raise ValueError(f"other judgements under {self.condition} than those of its case")
        if not self.reviewers or any(len(row) != len(self.reviewers) for row in rows):
            raise ValueError(f"under {self.condition} not every reviewer has every judgement")
        worded = [[WORDS_OF_JUDGEMENTS[word] for word in row] for row in rows[: criteria + 1]]
        self.accepted: list[tuple[float, ...]] = list(zip(*worded[:criteria]))
        """Of each reviewer: 1 or 0 for every criterion."""
        self.judged: dict[str, list[float]] = {"final_status_accurate": [float(n) for n in worded[criteria]]}
        """Field → the rating of each reviewer."""
        for name, row in zip(JUDGED.values(), rows[criteria + 1 :]):
            self.judged[name] = [float(value) for value in row]
        stated = [number_in(value) for _, value, _ in output["measured"]]
        self.measured: dict[str, float | None] = dict(zip(MEASURED_OF_OUTPUTS, stated))

    @property
    def acceptance(self) -> float:
        """Share of the criterion scores that are acceptances."""
        scores = [score for review in self.accepted for score in review]
        return float(sum(scores)) / len(scores)

    def ratings(self, field: str) -> list[tuple[float, ...]]:
        """Return what each reviewer said in a field: one rating, or one for each criterion."""
        if field == "acceptance":
            return self.accepted
        counts = self.judged[field]  # exact, since differences of large ones are squared
        return [(int(value) if value.is_integer() else value,) for value in counts]

    def mean(self, field: str) -> float | None:
        """Return a figure of the output: the mean of its reviewers, or what is stated of it."""
        if field == "acceptance":
            return self.acceptance
        if field in self.measured:
            return self.measured[field]
        values = self.judged["final_status_accurate" if field == "status_accuracy" else field]
        return sum(values) / len(values)

    @property
    def disagreements(self) -> int:
        """Judgements, criteria counted singly, on which the reviewers are not of one mind."""
        fields = [*zip(*self.accepted), *self.judged.values()]
        return sum(len(set(ratings)) > 1 for ratings in fields)


class ReviewedCase:
    """One case of a release gate, with its outputs in the order of the conditions."""

    def __init__(self, row: dict[str, Any], page: dict[str, Any]) -> None:
        """``row`` is its line on the page of all cases, ``page`` what its own page says."""
        self.id: str = row["id"]
        self.title: str = row["title"]
        self.kinds = {"risk": row["risk"], "category": row["category"]}
        self.criteria: list[str] = page["case"]["criteria"]
        found = [ReviewedOutput(page["case"], output) for output in page["outputs"]]
        self.outputs = {output.condition: output for output in found}


def totals_of(cases: list[ReviewedCase], condition: str) -> dict[str, float | None]:
    """Return the sums of a condition over some cases, by the last part of the metric's name."""
    pairs = [(case, case.outputs[condition]) for case in cases]
    outputs = [output for _, output in pairs]
    found: dict[str, float | None] = {
        "outputs": float(len(outputs)),
        "reviews": float(sum(len(output.reviewers) for output in outputs)),
        "criteria_scored": float(sum(len(output.reviewers) * len(case.criteria) for case, output in pairs)),
        "criteria_accepted": float(sum(sum(map(sum, output.accepted)) for output in outputs)),
        "accurate_statuses": math.fsum(
            itself for o in outputs for itself in o.judged["final_status_accurate"]
        ),
    }
    for field in JUDGED.values():
        found[field] = math.fsum(value for output in outputs for value in output.judged[field])
    for field in MEASURED_OF_OUTPUTS[:-1]:
        found[field] = math.fsum(output.measured[field] or 0.0 for output in outputs)
    costs = [cost for cost in (output.measured["cost_usd"] for output in outputs) if cost is not None]
    found["outputs_with_cost"] = float(len(costs))
    found["cost_usd"] = sum(costs) if len(costs) == len(outputs) else None
    found["recorded_cost_usd"] = sum(costs) if costs else None
    for risk in {case.kinds["risk"] for case in cases} | {"high"}:
        watched = [output for case, output in pairs if case.kinds["risk"] == risk]
        claims = [value for output in watched for value in output.judged["unsupported_claims"]]
        status = [value for output in watched for value in output.judged["final_status_accurate"]]
        found[f"{risk}_risk.reviews"] = float(len(claims))
        found[f"{risk}_risk.reviews_with_claims"] = float(sum(value != 0 for value in claims))
        found[f"{risk}_risk.reviews_not_accurate"] = float(status.count(0.0))
    return found


def part_of_nodes(condition: str) -> str:
    """Return the first part of the node ids of a condition: ``v2.1-prompt`` is ``v2_1_prompt``."""
    return re.sub(r"[^a-z0-9]+", "_", condition.lower()).strip("_")

"""The samples of a campaign, as their pages publish them, and the cohorts that they make."""

from __future__ import annotations

import math
from typing import Any

from site_builder.output.verify.faults import number_in
from site_builder.output.verify.proportions import Counted, bootstrap_ends, pass_at, wilson_ends
from site_builder.output.verify.summaries import mean_of, quantile

OPEN = ("left open", "no verdict")
"""Words for evaluations that decide nothing."""
USED = {"Cost, USD": "cost", "Tokens": "tokens"}
"""Title of a row → what is metered of a sample."""
SPREAD = {"Duration, s": "duration", "Iterations": "iterations"}
"""Title of a row → what spreads over the samples."""
QUANTILES = (0.0, 0.25, 0.5, 0.75, 1.0)


class SampleAgain:
    """What one sample recorded."""

    def __init__(self, page: dict[str, Any], passing_score: float) -> None:
        """Raise ``KeyError`` and the like for what is no page of a sample."""
        self.run_id: str = page["run_id"]
        self.cohort: str = page["cohort"]
        self.score = float(page["score"])
        self.measured = {name: number_in(page[name]) for name in ("cost", "tokens", "duration", "iterations")}
        self.subscores = {name: float(value) for name, value in page["subscores"]}
        self.priority: str = page["priority"]
        passed = page["evaluation"] == "passed" and self.score == passing_score
        self.outcome = "open" if page["evaluation"] in OPEN else "passed" if passed else "failed"


class CohortAgain:
    """The samples of one scenario under one target, in the order in which they are counted."""

    def __init__(self, row: dict[str, Any], samples: list[SampleAgain], settings: dict[str, Any]) -> None:
        """Raise ``ValueError`` without samples, whose means and intervals there are not."""
        self.name: str = row["id"]
        self.scenario, self.target = str(row["scenario"]), str(row["target"])
        if not samples:
            raise ValueError(f"{self.name} has no sample")
        self.samples, confidence = samples, float(settings["confidence"])
        scores = [sample.score for sample in samples]
        self.counted: Counted = sum(sample.outcome == "passed" for sample in samples), len(samples)
        self.rate = self.counted[0] / self.counted[1]
        self.rate_ends = wilson_ends(self.counted, confidence)
        self.score_sum = math.fsum(scores)
        self.mean_score = self.score_sum / len(scores)
        self.score_ends = bootstrap_ends(scores, self.name, settings["resamples"], confidence)

    def present(self, name: str) -> list[float]:
        """Return a figure of every sample that states it."""
        return [value for value in (sample.measured[name] for sample in self.samples) if value is not None]

    def subscore(self, name: str) -> list[float]:
        """Return a dimension of the evaluation of every sample that has it."""
        return [sample.subscores[name] for sample in self.samples if name in sample.subscores]

    def usage(self, name: str) -> list[Any]:
        """Return samples that report, all samples, the sum and the mean of those that report."""
        values = self.present(name)
        total = math.fsum(values) if values else None
        return [len(values), len(self.samples), total, None if total is None else total / len(values)]

    def spread(self, name: str) -> list[Any]:
        """Return how many samples state a figure, its least, quartiles and greatest."""
        values = sorted(self.present(name))
        return [len(values), *(quantile(values, share) for share in QUANTILES)]

    def metrics(self) -> dict[str, Any]:
        """Return what the rubric's nodes begin with, by their ids; ``None`` for what nothing states."""
        passes, runs = self.counted
        found: dict[str, Any] = {
            **{"runs": runs, "passes": passes, "score_sum": self.score_sum},
            **dict(zip(("pass_rate_lower", "pass_rate_upper"), self.rate_ends)),
            **dict(zip(("mean_score_lower", "mean_score_upper"), self.score_ends)),
            **{f"pass_at.k{k}": pass_at(self.counted, k) for k in range(1, 6)},
            "duration.median_s": quantile(sorted(self.present("duration")), 0.5),
            "iterations.median": quantile(sorted(self.present("iterations")), 0.5),
        }
        for name in USED.values():
            found[f"{name}.reporting"], _, found[f"{name}.total"], _ = self.usage(name)
        for name, node in SUBSCORE_NODES.items():
            found[f"subscores.{node}"] = mean_of(self.subscore(name))
        return found


SUBSCORE_NODES = {
    "functionality": "functionality",
    "workflow": "workflow",
    "buildRun": "build_run",
    "persistence": "persistence",
    "constraintCompliance": "constraint_compliance",
    "evidenceQuality": "evidence_quality",
}
"""Dimension of an evaluation → last part of its node's id."""

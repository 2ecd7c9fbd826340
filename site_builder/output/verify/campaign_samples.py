"""The samples of a campaign, as their pages publish them, and the cohorts that they make."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from site_builder.output.verify.faults import number_in
from site_builder.output.verify.proportions import Counted, bootstrap_ends, pass_at, wilson_ends
from site_builder.output.verify.summaries import mean_of, quantile

LEFT_OPEN = "left open"
OPEN = (LEFT_OPEN, "no verdict")
"""Words for evaluations that decide nothing."""
FOR_PEOPLE = ("evaluator-asks-for-review", "votes-disagree")
"""Signals after which a person has to decide."""
TOLD = (
    *FOR_PEOPLE,
    *("evaluator-confidence-low", "evaluator-criteria-absent", "criterion-evidence-absent"),
    *("evaluator-command-failed", "judge-not-stated", "votes-too-few", "outcome-contradicts-score"),
)
"""Signals of a weak evaluation that follow from what else the page of a sample has; others are given."""
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
        self.bucket: str | None = page.get("bucket")
        """Why it failed; ``None`` on pages of older editions, where the review queue alone says so."""
        self.signals = [(str(code), str(detail)) for code, detail in page["signals"]]
        self.words = dict(self._words(page))
        """Signal → what pages call it."""
        self.complete = {name for name, status in page["metered"].items() if status == "complete"}
        passed = page["evaluation"] == "passed" and self.score == passing_score
        self.contradicts = (self.score == passing_score) != (page["evaluation"] == "passed")
        self.outcome = "open" if page["evaluation"] in OPEN else "passed" if passed else "failed"

    def _words(self, page: dict[str, Any]) -> Iterator[tuple[tuple[str, str], str]]:
        """Yield each signal with its words, which stand among the doubts after those on the verdict.

        Raises ``ValueError`` where they are not there.
        """
        doubts = [(str(words), str(about)) for words, about in page["doubts"]]
        left = doubts[(page["evaluation"] in OPEN) + (self.score == 0) :]
        for signal in dict.fromkeys(self.signals):
            words, about = left.pop(0) if left else ("", "")
            if not words or about != signal[1].replace("_", " "):
                raise ValueError(f"no doubt says {signal[0]}")
            while left and left[0] == (words, about):
                left.pop(0)
            yield signal, f"{words}: {about}" if about else words

    def told_signals(self, page: dict[str, Any], minimum_votes: float) -> list[str]:
        """Return the signals that follow from the page, each as often as it is there, in order."""
        votes = [vote[1] for vote in page["votes"]]
        bare = [one for one in page["criteria"] if one[4] == "none" and one[2] != "not applicable"]
        found = {
            "evaluator-asks-for-review": page["evaluation"] == LEFT_OPEN,
            "evaluator-confidence-low": page["confidence"] == "low",
            "evaluator-criteria-absent": not page["criteria"],
            "criterion-evidence-absent": len({one[0] for one in bare}),
            "evaluator-command-failed": any(command[1] != 0 for command in page["commands"]),
            "judge-not-stated": page["judge"] == "not stated",
            "votes-too-few": 0 < len(votes) < minimum_votes,
            "votes-disagree": len(set(votes)) > 1,
            "outcome-contradicts-score": self.contradicts,
        }
        return sorted(code for code, times in found.items() for _ in range(times))

    def told_priority(self, page: dict[str, Any]) -> str:
        """Return how urgently a person should look at the sample."""
        asks = any(code in FOR_PEOPLE for code, _ in self.signals)
        if asks or page["evaluation"] in OPEN:
            return "required"
        return "recommended" if page["doubts"] else ""


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

    def tries(self, largest: float) -> float:
        """Return up to which number of tries there is a pass@k: none has more than there are samples."""
        return min(largest, len(self.samples))

    def present(self, name: str) -> list[float]:
        """Return a figure of every sample that states it."""
        return [value for value in (sample.measured[name] for sample in self.samples) if value is not None]

    def subscore_names(self) -> set[str]:
        """Return the dimensions of the evaluation that any sample has."""
        return {name for sample in self.samples for name in sample.subscores}

    def subscore(self, name: str) -> list[float]:
        """Return a dimension of the evaluation of every sample that has it."""
        return [sample.subscores[name] for sample in self.samples if name in sample.subscores]

    def usage(self, name: str) -> list[Any]:
        """Return samples that report, all samples, the sum and the mean of those that report."""
        values = self.present(name)
        total = math.fsum(values) if values else None
        return [len(values), len(self.samples), total, None if total is None else total / len(values)]

    def complete(self, name: str) -> bool:
        """Return whether every sample reports a figure, and as complete."""
        return all(sample.measured[name] is not None and name in sample.complete for sample in self.samples)

    def signal_counts(self) -> list[tuple[str, str, float]]:
        """Return code and words of each signal, and how many samples have it, in order of appearance."""
        counted = Counter(signal for sample in self.samples for signal in sample.signals)
        words = {signal: told for sample in self.samples for signal, told in sample.words.items()}
        return [(signal[0], words[signal], float(count)) for signal, count in counted.items()]

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
            found[f"{name}.complete"] = int(self.complete(name))
        named = [[code for code, _ in sample.signals] for sample in self.samples]
        found["review.required"] = sum(any(code in FOR_PEOPLE for code in codes) for codes in named)
        found["review.weak_evaluations"] = sum(map(bool, named))
        for name, node in SUBSCORE_NODES.items():
            found[f"subscores.{node}"] = mean_of(self.subscore(name))
        return found


def pairs_of(cohorts: Iterable[CohortAgain]) -> list[tuple[str, str, str]]:
    """Return (scenario, target, target) of every two cohorts of one scenario, sorted."""
    names = sorted((cohort.scenario, cohort.target) for cohort in cohorts)
    return [
        (one[0], one[1], other[1]) for one, other in itertools.combinations(names, 2) if one[0] == other[0]
    ]


SUBSCORE_NODES = {
    "functionality": "functionality",
    "workflow": "workflow",
    "buildRun": "build_run",
    "persistence": "persistence",
    "constraintCompliance": "constraint_compliance",
    "evidenceQuality": "evidence_quality",
}
"""Dimension of an evaluation → last part of its node's id."""

"""The comparison of a campaign as a data file, and the findings of its claim, from its samples again."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from site_builder.output.verify.campaign_samples import FOR_PEOPLE, CohortAgain, pairs_of
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.proportions import (
    Counted,
    difference_ends,
    fisher_exact,
    pass_at,
    wilson_ends,
)
from site_builder.output.verify.site_files import SiteFiles
from site_builder.output.verify.summaries import mean_of

METERED = {"cost_usd": "cost", "tokens": "tokens"}
"""Key in a comparison → what is metered of a sample."""
OF_EACH_COHORT = ("runs-below-minimum", "evaluator-evidence-weak", "human-review-required")
"""Reasons against a claim of which each cohort gives at most one."""


class CampaignData:
    """``data/campaigns/<campaign>/``, and the findings on the page of the claim, from the cohorts again."""

    def __init__(
        self, site: SiteFiles, folder: str, cohorts: dict[str, CohortAgain], graph: Graph, minimum: float
    ) -> None:
        self.site, self.folder, self.cohorts, self.graph = site, folder, cohorts, graph
        self.minimum, self.path = minimum, f"data/{folder}comparison.json"
        data = site.json(self.path)
        self.confidence: float = data["settings"]["confidence"]
        self.largest_k: float = data["settings"]["largest_k"]
        site.guarded(self.path, lambda _: self._comparison(data))
        site.guarded(f"claims/{folder.split('/')[1]}/index.json", self._findings)

    def _comparison(self, data: dict[str, Any]) -> None:
        settings, path = data["settings"], self.path
        for name, value in self.graph.document["parameters"].items():
            self.site.expect(path, f"setting {name}", settings[name], value)
        digest = self.graph.document["digest"]
        told = [data["rubric"]["digest"], settings["digest"], data["rubric"]["id"], settings["rubric"]]
        self.site.expect(path, "its rubric", told, [digest, digest, self.graph.id, self.graph.id])
        samples = sum(cohort.counted[1] for cohort in self.cohorts.values())
        counts = [data["samples"], data["minimum_runs"]]
        self.site.figure(path, "samples and their minimum", counts, [samples, self.minimum])
        self.site.expect(path, "its cohorts", [one["id"] for one in data["cohorts"]], [*self.cohorts])
        for one in data["cohorts"]:
            self._cohort(path, one, self.cohorts[one["id"]])
        pairs = [(one["scenario_id"], *sorted((one["baseline"], one["contender"]))) for one in data["pairs"]]
        self.site.expect(path, "its pairs", sorted(pairs), pairs_of(self.cohorts.values()))
        for one in data["pairs"]:
            self._pair(path, one)
        targets = sorted({cohort.target for cohort in self.cohorts.values()})
        self.site.expect(path, "its targets", sorted(one["target"] for one in data["roll_ups"]), targets)
        for one in data["roll_ups"]:
            self._roll_up(path, one)
        queued = Counter(one["priority"] for one in data["review_queue"])
        again = Counter(s.priority for c in self.cohorts.values() for s in c.samples if s.priority)
        self.site.expect(path, "its review queue", dict(queued), dict(again))
        self.site.expect(
            path,
            "whether it may be published",
            data["readiness"]["publishable"],
            not data["readiness"]["blockers"],
        )

    def _rate(self, path: str, about: str, told: dict[str, Any], counted: Counted, key: str) -> None:
        interval = told[f"{key}_interval"]
        cells = [told["runs"], told["passes"], told[key], interval["lower"], interval["upper"]]
        ends = wilson_ends(counted, self.confidence)
        again = [counted[1], counted[0], counted[0] / counted[1], *ends]
        self.site.figure(path, f"{about}: {key}", cells, again)
        parameters = [interval["n"], interval["confidence"], interval["parameters"]["successes"]]
        self.site.figure(path, f"{about}: interval", parameters, [counted[1], self.confidence, counted[0]])

    def _cohort(self, path: str, told: dict[str, Any], cohort: CohortAgain) -> None:
        about, figure = f"cohort {cohort.name}", self.site.figure
        self._rate(path, about, told, cohort.counted, "pass_rate")
        interval = told["mean_score_interval"]
        cells = [told["mean_score"], interval["lower"], interval["upper"], interval["n"]]
        again = [cohort.mean_score, *cohort.score_ends, cohort.counted[1]]
        figure(path, f"{about}: mean score", cells, again)
        figure(path, f"{about}: tries", len(told["pass_at_k"]), cohort.tries(self.largest_k))
        for k, one in enumerate(told["pass_at_k"], 1):
            figure(path, f"{about}: pass@{k}", one["value"], pass_at(cohort.counted, k))
        names = sorted(cohort.subscore_names())
        self.site.expect(path, f"{about}: subscores", sorted(one["name"] for one in told["subscores"]), names)
        for one in told["subscores"]:
            own = cohort.subscore(one["name"])
            figure(path, f"{about}: {one['name']}", [one["mean"], one["n"]], [mean_of(own), len(own)])
        for name, per in (("duration_ms", 1000.0), ("iterations", 1.0)):
            self._spread(path, f"{about}: {name}", told[name], cohort.spread(name.partition("_")[0]), per)
        for key, name in METERED.items():
            self._usage(path, f"{about}: {key}", told["usage"][key], [cohort], name)
        metrics = cohort.metrics()
        figure(path, f"{about}: samples to decide", told["review_required"], metrics["review.required"])
        signals = [[one["signal"]["code"], float(one["samples"])] for one in told["signals"]]
        counts = [[code, count] for code, _, count in cohort.signal_counts()]
        self.site.expect(path, f"{about}: signals", signals, counts)

    def _spread(self, path: str, about: str, told: Any, again: list[Any], per: float) -> None:
        if told is None:
            self.site.figure(path, about, again[0], 0)
            return
        keys = ("n", "least", "lower_quartile", "median", "upper_quartile", "greatest")
        scaled = [again[0], *(value * per for value in again[1:])]
        self.site.figure(path, about, [told[key] for key in keys], scaled)

    def _usage(self, path: str, about: str, told: Any, cohorts: list[CohortAgain], name: str) -> None:
        cells = [told[key] for key in ("observed", "samples", "total", "mean", "per_pass")]
        self.site.figure(path, about, cells, metered_of(cohorts, name))

    def _pair(self, path: str, told: dict[str, Any]) -> None:
        about, figure = f"pair {told['id']}", self.site.figure
        sides = [self.cohorts[f"{told['scenario_id']}/{told[key]}"] for key in ("baseline", "contender")]
        first, second = (cohort.counted for cohort in sides)
        counts = [*told["baseline_counts"], *told["contender_counts"]]
        figure(path, f"{about}: counts", counts, [*first, *second])
        interval, test = told["difference"]["interval"], told["test"]
        cells = [told["difference"]["value"], interval["lower"], interval["upper"]]
        figure(path, f"{about}: difference", cells, [*difference_ends(first, second, self.confidence)])
        exact, published = (
            Fraction(*fisher_exact(first, second)),
            Fraction(test["numerator"], test["denominator"]),
        )
        self.site.expect(path, f"{about}: p-value as a ratio", str(published), str(exact))
        figure(path, f"{about}: p-value", test["p_value"], float(exact))
        self.site.expect(
            path, f"{about}: significant", told["significant"], exact < Fraction(str(told["alpha"]))
        )

    def _roll_up(self, path: str, told: dict[str, Any]) -> None:
        own = self._of_target(told["target"])
        self._rate(path, f"target {told['target']}", told, together_of(own), "pass_rate")
        figure = self.site.figure
        figure(path, f"target {told['target']}: scenarios covered", told["covered"], len(own))
        mean = mean_of([cohort.rate for cohort in own])
        figure(path, f"target {told['target']}: mean rate", told["mean_scenario_pass_rate"], mean)
        for key, name in METERED.items():
            self._usage(path, f"target {told['target']}: {key}", told["usage"][key], own, name)

    def _of_target(self, target: str) -> list[CohortAgain]:
        return [cohort for cohort in self.cohorts.values() if cohort.target == target]

    def _findings(self, path: str) -> None:
        """Count again what stands against a claim, of the kinds that follow from samples alone."""
        page = self.site.json(path)
        told = findings_of(page)
        again: Counter[str] = Counter()
        for cohort in self.cohorts.values():
            signals = {signal for sample in cohort.samples for signal in sample.signals}
            again.update(code for code, _ in signals if code != "outcome-contradicts-score")
            again["runs-below-minimum"] += cohort.counted[1] < self.minimum
            again["evaluator-evidence-weak"] += bool(signals)
            again["human-review-required"] += any(code in FOR_PEOPLE for code, _ in signals)
            for sample in cohort.samples:
                again["review-required"] += sample.priority == "required"
                again["review-recommended"] += sample.priority == "recommended"
        for code in sorted(told.keys() | again.keys()):
            if code in again or code in OF_EACH_COHORT:
                self.site.figure(path, f"findings of {code}", told.get(code, 0), again[code])


def findings_of(page: dict[str, Any]) -> Counter[str]:
    """Return how often each kind of finding stands on the page of a claim; some block and advise."""
    found: Counter[str] = Counter()
    for group in (*page["blockers"], *page["advisories"]):
        found[group["code"]] += int(group["count"])
    return found


def metered_of(cohorts: list[CohortAgain], name: str) -> list[Any]:
    """Return how many samples of cohorts report a figure, of how many, sum, mean and sum per pass."""
    used = [cohort.usage(name) for cohort in cohorts]
    observed, samples = sum(one[0] for one in used), sum(one[1] for one in used)
    passes = together_of(cohorts)[0]
    total = sum(one[2] or 0.0 for one in used) if observed else None
    whole = passes and all(cohort.complete(name) for cohort in cohorts)
    mean = None if total is None else total / observed
    return [observed, samples, total, mean, total / passes if total is not None and whole else None]


def together_of(cohorts: list[CohortAgain]) -> Counted:
    """Return passes and runs of several cohorts."""
    return sum(c.counted[0] for c in cohorts), sum(c.counted[1] for c in cohorts)

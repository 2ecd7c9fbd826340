"""The claim of a campaign as a document, held against its samples and the page of the claim."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from site_builder.output.verify.campaign_data import findings_of, metered_of, together_of
from site_builder.output.verify.campaign_samples import CohortAgain, pairs_of
from site_builder.output.verify.proportions import (
    Counted,
    difference_ends,
    fisher_exact,
    pass_at,
    wilson_ends,
)
from site_builder.output.verify.site_files import SiteFiles
from site_builder.output.verify.summaries import mean_of

FIGURES_OF_CLAIM = {
    "cost": ("totalCostUsd", "meanCostUsd", "costPerAcceptedOutcome"),
    "tokens": ("totalTokens", "meanTotalTokens", "tokensPerAcceptedOutcome"),
}
"""What is metered → keys of its sum, its mean and its sum per pass in a claim."""
UNDECLARED = "legacy_execution_adapter:"
"""What stands in a claim before the name of a target that no sample declares."""
ABOUT_TARGETS = ("targetSummaries", "scenarioResults", "pairwiseComparisons")
TARGETS = ("benchmarkTargetId", "baselineBenchmarkTargetId", "contenderBenchmarkTargetId")


class ClaimData:
    """``data/campaigns/<campaign>/claim.json``: every figure of it from the cohorts again."""

    def __init__(
        self, site: SiteFiles, folder: str, cohorts: dict[str, CohortAgain], settings: dict[str, Any]
    ) -> None:
        self.site, self.folder, self.cohorts = site, folder, cohorts
        self.confidence: float = settings["confidence"]
        self.largest_k: float = settings["largest_k"]
        site.guarded(f"data/{folder}claim.json", self._claim)

    def _claim(self, path: str) -> None:
        data, figure = _as_pages_name(self.site.json(path)), self.site.figure
        page = self.site.json(f"claims/{self.folder.split('/')[1]}/index.json")
        self.site.expect(path, "whether it may be published", data["publishable"], page["ready"])
        told, every = data["summary"], [*self.cohorts.values()]
        passes, runs = together_of(every)
        found = Counter(s.priority for cohort in every for s in cohort.samples)
        counts = [
            told["scenarioCount"],
            told["targetCount"],
            told["totalRuns"],
            told["totalAcceptedOutcomes"],
        ]
        again = [len({c.scenario for c in every}), len({c.target for c in every}), runs, passes]
        figure(path, "its counts", counts, again)
        self._complete(path, data)
        review = [told["reviewRequired"], told["reviewRecommended"]]
        figure(path, "samples to review", review, [found["required"], found["recommended"]])
        self._claimed_rate(path, "all", told, "runWeightedPassRate", (passes, runs))
        for one in data["targetSummaries"]:
            target = one["benchmarkTargetId"]
            own, about = [cohort for cohort in every if cohort.target == target], f"target {target}"
            accepted = [one["acceptedOutcomes"], one["runs"], one["scenarioCount"]]
            figure(path, f"{about}: passes and runs", accepted, [*together_of(own), len(own)])
            self._claimed_rate(path, about, one, "runWeightedPassRate", together_of(own))
            mean = mean_of([cohort.rate for cohort in own])
            figure(path, f"{about}: mean rate", one["meanScenarioPassRate"], mean)
            self._claimed_usage(path, about, one["usage"], own)
        for one in data["scenarioResults"]:
            self._scenario(path, one)
        for one in data["pairwiseComparisons"]:
            self._claimed_pair(path, one)
        checks = Counter(one["code"] for one in data["readiness"]["publication"]["checks"])
        self.site.expect(path, "its findings by kind", dict(checks), dict(findings_of(page)))
        parts = data["readiness"]["publication"]
        lengths = [len(parts["blockers"]), len(parts["advisories"])]
        figure(path, "its findings", lengths, [page["blockers_count"], page["advisories_count"]])

    def _complete(self, path: str, data: dict[str, Any]) -> None:
        """Hold the lists of the claim: every cohort, target and pair is in them once."""
        pairs = pairs_of(self.cohorts.values())
        self.site.figure(path, "its pairs", data["summary"]["pairwiseComparisonCount"], len(pairs))
        told = [
            (
                one["scenarioId"],
                *sorted(one[f"{side}BenchmarkTargetId"] for side in ("baseline", "contender")),
            )
            for one in data["pairwiseComparisons"]
        ]
        self.site.expect(path, "pairs in its list", sorted(told), pairs)
        targets = sorted({cohort.target for cohort in self.cohorts.values()})
        named = sorted(one["benchmarkTargetId"] for one in data["targetSummaries"])
        self.site.expect(path, "targets in its list", named, targets)
        cohorts = [f"{one['scenarioId']}/{one['benchmarkTargetId']}" for one in data["scenarioResults"]]
        self.site.expect(path, "cohorts in its list", sorted(cohorts), sorted(self.cohorts))

    def _scenario(self, path: str, told: dict[str, Any]) -> None:
        cohort = self.cohorts[f"{told['scenarioId']}/{told['benchmarkTargetId']}"]
        about, figure = f"cohort {cohort.name}", self.site.figure
        figure(path, f"{about}: passes", [told["acceptedOutcomes"], told["runs"]], [*cohort.counted])
        self._claimed_rate(path, about, told, "passRate", cohort.counted)
        interval = told["meanScoreCi95"]
        cells = [told["meanScore"], interval["lower"], interval["upper"]]
        figure(path, f"{about}: mean score", cells, [cohort.mean_score, *cohort.score_ends])
        tries = [pass_at(cohort.counted, int(name.partition("@")[2])) for name in told["passAtK"]]
        figure(path, f"{about}: pass@k", [*told["passAtK"].values()], tries)
        self.site.expect(path, f"{about}: tries", len(tries), cohort.tries(self.largest_k))
        required = cohort.metrics()["review.required"]
        figure(path, f"{about}: samples to decide", told["reviewRequired"], required)
        self._claimed_usage(path, about, told["usage"], [cohort])

    def _claimed_rate(self, path: str, about: str, told: dict[str, Any], key: str, counted: Counted) -> None:
        interval = told[f"{key}Ci95"]
        cells = [told[key], interval["lower"], interval["upper"], interval["n"], interval["confidenceLevel"]]
        ends = wilson_ends(counted, self.confidence)
        again = [counted[0] / counted[1], *ends, counted[1], self.confidence]
        self.site.figure(path, f"{about}: {key}", cells, again)

    def _claimed_usage(self, path: str, about: str, told: dict[str, Any], own: list[CohortAgain]) -> None:
        for name, keys in FIGURES_OF_CLAIM.items():
            again = metered_of(own, name)[2:]
            self.site.figure(path, f"{about}: {name}", [told.get(key) for key in keys], again)

    def _claimed_pair(self, path: str, told: dict[str, Any]) -> None:
        names = [told["baselineBenchmarkTargetId"], told["contenderBenchmarkTargetId"]]
        first, second = (self.cohorts[f"{told['scenarioId']}/{name}"].counted for name in names)
        keys = ("baselinePasses", "baselineRuns", "contenderPasses", "contenderRuns")
        about, figure = f"pair of {' and '.join(names)}", self.site.figure
        figure(path, f"{about}: counts", [told[key] for key in keys], [*first, *second])
        interval, test = told["passRateDeltaCi95"], told["significance"]
        cells = [told["passRateDelta"], interval["lower"], interval["upper"], test["pValue"]]
        exact = Fraction(*fisher_exact(first, second))
        again = [*difference_ends(first, second, self.confidence), float(exact)]
        figure(path, f"{about}: difference and p-value", cells, again)
        rates = [told["baselinePassRate"], told["contenderPassRate"]]
        figure(path, f"{about}: rates", rates, [first[0] / first[1], second[0] / second[1]])


def _as_pages_name(claim: dict[str, Any]) -> dict[str, Any]:
    """Return a claim with the names that targets have on pages in the place of its own ids."""
    names = {
        one["benchmarkTargetId"]: one["benchmarkTargetId"].removeprefix(UNDECLARED)
        for one in claim["targetSummaries"]
        if one["identityStatus"] != "declared"
    }
    rows = {
        part: [
            one | {key: names.get(one[key], one[key]) for key in TARGETS if key in one} for one in claim[part]
        ]
        for part in ABOUT_TARGETS
    }
    return claim | rows

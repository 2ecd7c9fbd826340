"""The statistics of campaigns worked through on one of them: every number of each step, made again."""

from __future__ import annotations

import math
from typing import Any

from site_builder.output.verify.campaign_pages import numbers_among
from site_builder.output.verify.campaign_samples import CohortAgain
from site_builder.output.verify.proportions import Counted, difference_ends, fisher_exact, pass_at
from site_builder.output.verify.site_files import SiteFiles


class WorkedStatistics:
    """What the page of a version works through, held against the cohorts of the campaign that it is about."""

    def __init__(
        self, site: SiteFiles, path: str, cohorts: dict[str, CohortAgain], settings: dict[str, Any]
    ) -> None:
        """Raise ``KeyError`` and the like for an example of a cohort or a target that is not there."""
        self.settings = settings
        worked = site.json(path)["conduct"]["worked"]
        cohort = cohorts[worked["cohort"]]
        again = self._of_cohort(cohort)
        steps = dict(worked["steps"])
        if "Difference" in steps:
            contender, _, baseline = steps["Difference"][0].removesuffix(": ").partition(" minus ")
            site.expect(path, "the baseline of its example", f"{cohort.scenario}/{baseline}", cohort.name)
            again |= self._of_pair(cohort.counted, cohorts[f"{cohort.scenario}/{contender}"].counted)
        told = {title: words for title, words in steps.items() if title in again or numbers_among(words)}
        site.expect(path, "steps of its example", list(told), [title for title in again if title in told])
        for title, words in told.items():
            site.figure(path, f"{title} of its example", numbers_among(words), again.get(title, []))

    def _of_cohort(self, cohort: CohortAgain) -> dict[str, list[Any]]:
        (passes, runs), rate, z = cohort.counted, cohort.rate, float(self.settings["z"])
        margin = z * math.sqrt((rate * (1 - rate) + z * z / (4 * runs)) / runs)
        centre, whole = rate + z * z / (2 * runs), 1 + z * z / runs
        failed, pairs = math.comb(runs - passes, 2), math.comb(runs, 2)
        draws = [self.settings["resamples"], self.settings["confidence"]]
        *_, total, _ = cohort.usage("cost")
        paid = passes and cohort.complete("cost") and total is not None
        return {
            "Pass rate": [passes, runs, rate],
            "Its Wilson interval": [z, centre, margin, whole, *cohort.rate_ends],
            "pass@2": [failed, pairs, pass_at(cohort.counted, 2)],
            "Mean score": [cohort.mean_score, *draws, *cohort.score_ends],
            "Cost per pass": [total, passes, total / passes] if paid else [],
        }

    def _of_pair(self, first: Counted, second: Counted) -> dict[str, list[Any]]:
        before, after = first[0] / first[1], second[0] / second[1]
        confidence: float = self.settings["confidence"]
        gap, low, high = difference_ends(first, second, confidence)
        variance = before * (1 - before) / first[1] + after * (1 - after) / second[1]
        width = float(self.settings["z"]) * math.sqrt(variance)
        numerator, denominator = fisher_exact(first, second)
        return {
            "Difference": [after, before, gap],
            "Its normal interval": [width, low, high],
            "Fisher's exact test": [numerator / denominator, self.settings["alpha"]],
        }

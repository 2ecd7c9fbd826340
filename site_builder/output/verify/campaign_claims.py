"""Pairs of cohorts and claims: differences, exact tests, verdicts, and what is stated of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from site_builder.output.verify.campaign_pages import ENDS, numbers_among
from site_builder.output.verify.campaign_samples import CohortAgain, pairs_of
from site_builder.output.verify.pair_words import opening_of_pair, reading
from site_builder.output.verify.proportions import difference_ends, fisher_exact, wilson_ends
from site_builder.output.verify.site_files import SiteFiles


def check_drawn(site: SiteFiles, path: str, one: dict[str, Any], title: str, firm: bool) -> None:
    """Hold what an interval is called, and whether it is drawn as one that carries what it says."""
    site.expect(path, "how an interval is drawn", [one["title"], one["firm"]], [title, firm])


class ClaimsCheck:
    """What a campaign says of its cohorts side by side, and what it claims."""

    def __init__(
        self,
        site: SiteFiles,
        folder: str,
        cohorts: dict[str, CohortAgain],
        settings: dict[str, Any],
        minimum: float,
    ) -> None:
        self.site, self.folder, self.cohorts = site, folder, cohorts
        self.confidence: float = settings["confidence"]
        self.alpha, self.minimum = settings["alpha"], minimum
        self.pairs: dict[str, list[Any]] = {}
        """Anchor of a pair → both sides, difference with its ends, p-value."""
        self.openings: dict[str, str] = {}
        """Anchor of a pair → how the sentence on it begins."""
        self.verdicts: list[str] = []

    def check(self, board: dict[str, Any]) -> None:
        """Check pairs, claim and registry; ``board`` is the page of the cohorts."""
        slug = self.folder.split("/")[1]
        self.site.guarded(f"{self.folder}pairs/index.json", self._pairs)
        self.site.guarded(f"{self.folder}index.json", lambda path: self._stated(path, board["stated"]))
        self.site.guarded(f"{self.folder}index.json", lambda path: self._ready(path, "its claim", board))
        self.site.guarded(f"claims/{slug}/index.json", self._claim)
        self.site.guarded("claims/index.json", self._registered)
        self.site.guarded("campaigns/index.json", self._listed)

    def _pairs(self, path: str) -> None:
        page = self.site.json(path)
        told = [
            (p["scenario"], *sorted((p["baseline"]["target"], p["contender"]["target"])))
            for p in page["pairs"]
        ]
        self.site.expect(path, "its pairs", sorted(told), pairs_of(self.cohorts.values()))
        differences: dict[tuple[str, str, str], Any] = {}
        for pair in page["pairs"]:
            self._pair(path, pair)
            scenario, value = pair["scenario"], pair["difference"]["value"]
            targets = pair["contender"]["target"], pair["baseline"]["target"]
            self.verdicts.append(pair["verdict"])
            for (row, column), sign in ((targets, 1), (targets[::-1], -1)):
                differences[scenario, row, column] = [
                    pair["verdict"],
                    pair["word"],
                    sign * value,
                    pair["key"],
                ]
        for matrix in page["matrices"]:
            for row in matrix["rows"]:
                again = [
                    differences.get((matrix["scenario"], row["target"], name)) for name in matrix["targets"]
                ]
                self.site.expect(path, f"row of {row['target']} on {matrix['scenario']}", row["cells"], again)

    def _pair(self, path: str, pair: dict[str, Any]) -> None:
        about, figure = f"{pair['key']} on {pair['scenario']}", self.site.figure
        sides = [
            self.cohorts[f"{pair['scenario']}/{pair[key]['target']}"] for key in ("baseline", "contender")
        ]
        for key, cohort in zip(("baseline", "contender"), sides):
            told = [pair[key][part] for part in ("passes", "runs", "rate")]
            figure(path, f"{about}: {key}", told, [*cohort.counted, cohort.rate])
        first, second = (cohort.counted for cohort in sides)
        gap = difference_ends(first, second, self.confidence)
        numerator, denominator = fisher_exact(first, second)
        n, p = first[1] + second[1], numerator / denominator
        figure(path, f"{about}: difference", [pair["difference"][key] for key in ENDS], [*gap])
        figure(
            path, f"{about}: its interval", numbers_among(pair["difference"]["about"]), [self.confidence, n]
        )
        parameters = [pair["n"], pair["alpha"], pair["minimum"]]
        figure(path, f"{about}: samples, level, minimum", parameters, [n, self.alpha, self.minimum])
        figure(path, f"{about}: p-value", pair["p_value"], p)
        exact = Fraction(numerator, denominator)
        self.site.expect(
            path, f"{about}: p-value as a ratio", pair["exact"], f"{exact.numerator}/{exact.denominator}"
        )
        significant, excludes = exact < Fraction(str(self.alpha)), gap[1] > 0 or gap[2] < 0
        enough = min(first[1], second[1]) >= self.minimum
        carries = "conclusive" if significant and enough else "directional"
        for key, again in (
            ("significant", significant),
            ("excludes", excludes),
            ("enough", enough),
            ("disagree", significant != excludes),
            ("verdict", carries if excludes else "inconclusive"),
            ("word", (carries if excludes else "inconclusive").capitalize()),
        ):
            self.site.expect(path, f"{about}: {key}", pair[key], again)
        ahead, behind = pair["contender"]["target"], pair["baseline"]["target"]
        title = f"Difference of pass rates, {ahead} minus {behind}"
        check_drawn(self.site, path, pair["difference"], title, excludes and carries == "conclusive")
        self.site.expect(path, f"{about}: what it says", pair["reading"], reading(pair))
        self.pairs[pair["key"]] = [second, first, gap, p]
        self.openings[pair["key"]] = opening_of_pair(pair)

    def _stated(self, path: str, stated: dict[str, Any]) -> None:
        """Hold sentences against the pair or cohort that each leads to."""
        for one in stated["first"]:
            anchor, words = one["anchor"], one["words"]
            self.site.figure(path, f"what it states of {anchor}", numbers_among(words), self._told(one))
            self.site.expect(path, f"how it states {anchor}", words[0], self._opening(anchor))
        more = len(self.pairs) + len(self._alone()) - len(stated["first"])
        self.site.figure(path, "further sentences", stated["more"], more if more else None)

    def _alone(self) -> list[str]:
        scenarios = [cohort.scenario for cohort in self.cohorts.values()]
        return [name for name in scenarios if scenarios.count(name) == 1]

    def _told(self, one: dict[str, Any]) -> list[Any]:
        """Return the numbers of the sentence that leads to an anchor."""
        if one["anchor"] in self.pairs:
            ahead, behind, (gap, low, high), p = self.pairs[one["anchor"]]
            if gap < 0:
                ahead, behind, gap, low, high = behind, ahead, -gap, -high, -low
            return [*ahead, *behind, gap, self.confidence, low, high, p]
        cohort = self._cohort(one["anchor"])
        return [*cohort.counted, cohort.rate, self.confidence, *cohort.rate_ends]

    def _cohort(self, anchor: str) -> CohortAgain:
        return [*self.cohorts.values()][int(anchor.rpartition("-")[2]) - 1]

    def _opening(self, anchor: str) -> str:
        """Return the words with which the sentence that leads to an anchor begins."""
        if anchor in self.openings:
            return self.openings[anchor]
        return f"{self._cohort(anchor).target} passed "

    def _claim(self, path: str) -> None:
        page = self.site.json(path)
        self._stated(path, page["stated"])
        for key in ("blockers", "advisories"):
            found = [(group["count"], len(group["found"])) for group in page[key]]
            self.site.figure(path, f"its {key} by kind", [told for told, _ in found], [n for _, n in found])
            self.site.figure(path, f"its {key}", page[f"{key}_count"], sum(n for _, n in found))
        self.site.expect(path, "whether it may be published", page["ready"], not page["blockers"])
        listed = [rate["title"] for rate in page["rates"]]
        self.site.expect(path, "its cohorts", listed, [*self.cohorts])
        for rate, cohort in zip(page["rates"], self.cohorts.values()):
            told = [*(rate[key] for key in ENDS), *numbers_among(rate["about"])]
            again = [cohort.rate, *cohort.rate_ends, self.confidence, cohort.counted[1]]
            self.site.figure(path, f"pass rate of {cohort.name}", told, again)
            check_drawn(self.site, path, rate, cohort.name, cohort.counted[1] >= self.minimum)

    def _ready(self, path: str, about: str, told: dict[str, Any]) -> None:
        """Hold whether a claim may be published, and what stands against it, against its own page."""
        claim = self.site.json(f"claims/{self.folder.split('/')[1]}/index.json")
        self.site.expect(path, f"{about}: whether it may be published", told["ready"], claim["ready"])
        against = [*dict.fromkeys(group["title"] for group in claim["blockers"])]
        self.site.expect(path, f"{about}: what stands against it", told["against"], against)
        self.site.figure(path, f"{about}: advisories", told["advisories"], claim["advisories_count"])

    def _firmest(self, path: str, about: str, told: dict[str, Any]) -> None:
        """Hold what a list says of the samples: the first sentence of the page of the claim."""
        claim = self.site.json(f"claims/{self.folder.split('/')[1]}/index.json")
        firmest = [one["words"] for one in claim["stated"]["first"][:1]]
        self.site.expect(path, f"{about}: what it states", told["stated"], firmest)

    def _registered(self, path: str) -> None:
        page = self.site.json(path)
        ready = [row["ready"] for row in page["rows"]]
        counts = [page["publishable"], page["blocked"]]
        self.site.figure(path, "publishable and not", counts, [ready.count(True), ready.count(False)])
        for row in page["rows"]:
            if row["campaign"] == self.folder:
                self._claim_row(path, row)

    def _claim_row(self, path: str, row: dict[str, Any]) -> None:
        passes = sum(cohort.counted[0] for cohort in self.cohorts.values())
        runs = sum(cohort.counted[1] for cohort in self.cohorts.values())
        about, figure = f"claim of {self.folder}", self.site.figure
        figure(path, f"{about}: passes, runs", [row["passes"], row["runs"]], [passes, runs])
        self._ready(path, about, {**row, "against": row["blockers"]})
        self._firmest(path, about, row)
        self.site.expect(path, f"{about}: whether it is drawn", row["drawn"], runs > 0)
        if row["drawn"]:
            rate = row["rate"]
            firm = all(cohort.counted[1] >= self.minimum for cohort in self.cohorts.values())
            check_drawn(self.site, path, rate, f"Pass rate over all samples of {row['title']}", firm)
            again = [passes / runs, *wilson_ends((passes, runs), self.confidence), self.confidence, runs]
            figure(
                path,
                f"{about}: pass rate",
                [*(rate[key] for key in ENDS), *numbers_among(rate["about"])],
                again,
            )

    def _listed(self, path: str) -> None:
        for row in self.site.json(path)["rows"]:
            if row["address"] == self.folder:
                claim = self.site.json(f"{row['claim']}index.json")
                self._ready(path, row["id"], row)
                self._firmest(path, row["id"], row)
                samples = sum(cohort.counted[1] for cohort in self.cohorts.values())
                told = [row["cohorts"], row["samples"], row["blockers"]]
                again = [len(self.cohorts), samples, claim["blockers_count"]]
                self.site.figure(path, f"{row['id']}: cohorts, samples, blockers", told, again)
                verdicts = ", ".join(dict.fromkeys(self.verdicts)) or "no pair"
                self.site.expect(path, f"{row['id']}: verdicts", row["verdicts"], verdicts)

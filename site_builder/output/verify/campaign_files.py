"""Campaigns: every figure of their pages from the samples, and what claims say of them."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import partial
from typing import Any

from site_builder.output.verify.campaign_claims import ClaimsCheck, check_drawn
from site_builder.output.verify.campaign_data import CampaignData
from site_builder.output.verify.campaign_example import WorkedStatistics
from site_builder.output.verify.campaign_pages import ENDS, WORDS_OF_PLAN, numbers_among
from site_builder.output.verify.campaign_samples import SPREAD, TOLD, USED, CohortAgain, SampleAgain
from site_builder.output.verify.campaign_suites import check_minimum
from site_builder.output.verify.campaign_tables import check_campaign_tables
from site_builder.output.verify.claim_data import ClaimData
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.proportions import Counted, pass_at, wilson_ends
from site_builder.output.verify.site_files import SiteFiles, is_moved
from site_builder.output.verify.summaries import mean_of

CAMPAIGN = re.compile(r"campaigns/[^/]+/index\.json")
"""The data of the board of cohorts of a campaign."""
NO_REASON = "no reason stated"


class CampaignCheck:
    """The pages of one campaign, held against the pages of its samples."""

    def __init__(
        self, site: SiteFiles, graphs: dict[str, Graph], path: str, exports: str | None = None
    ) -> None:
        """``path`` is that of the data of its board of cohorts."""
        self.site, self.graphs, self.path = site, graphs, path
        self.folder = path[: -len("index.json")]
        data = site.json(path)
        if is_moved(path, data):
            return
        self.settings = site.json(f"data/{self.folder}comparison.json")["settings"]
        self.confidence: float = self.settings["confidence"]
        self.minimum = data["minimum"]
        self.samples: dict[str, SampleAgain] = {}
        self.cohorts: dict[str, CohortAgain] = {}
        self.words: dict[str, str] = {}
        """Code of a signal → what pages call it."""
        for row in data["rows"]:
            for _, address, _ in row["samples"]:
                site.guarded(f"{address}index.json", partial(self._sample, address))
            found = [self.samples[address] for _, address, _ in row["samples"] if address in self.samples]
            self.cohorts[row["id"]] = CohortAgain(row, found, self.settings)
        site.figure(path, "its samples", data["samples"], len(self.samples))
        queue = site.json(f"{self.folder}review/index.json")
        site.guarded(f"{self.folder}review/index.json", partial(self._review, queue))
        for row in data["rows"]:
            site.guarded(path, partial(self._cohort, row, queue["items"], self.graphs[data["rubric"]]))
        site.guarded(f"{self.folder}suite/index.json", self._suite)
        ClaimsCheck(site, self.folder, self.cohorts, self.settings, self.minimum).check(data)
        CampaignData(site, self.folder, self.cohorts, self.graphs[data["rubric"]], self.minimum)
        ClaimData(site, self.folder, self.cohorts, self.settings)
        check_campaign_tables(site, self.folder)
        graph = self.graphs[data["rubric"]]
        site.guarded(path, lambda _: check_minimum(site, self.folder, graph, self.minimum, exports))
        version = f"methodology/{data['rubric']}/index.json"
        worked = (site.json(version) or {}).get("conduct", {}).get("worked")
        if worked and worked["address"] == self.folder:
            site.guarded(version, lambda file: WorkedStatistics(site, file, self.cohorts, self.settings))
        site.checked["samples"] += len(self.samples)

    def _sample(self, address: str, path: str) -> None:
        page = self.site.json(path)
        sample = SampleAgain(page, self.settings["passing_score"])
        self.samples[address] = sample
        self.site.expect(path, "its outcome", page["outcome"], sample.outcome)
        signals = sorted(code for code, _ in sample.signals if code in TOLD)
        again = sample.told_signals(page, self.settings["minimum_votes"])
        self.site.expect(path, "signals of a weak evaluation", signals, again)
        for (code, about), words in sample.words.items():
            alone = words[: len(words) - len(about)].removesuffix(": ")
            self.site.expect(path, f"what it calls {code}", alone, self.words.setdefault(code, alone))
        self.site.expect(path, "its priority for review", page["priority"], sample.told_priority(page))

    def _cohort(self, row: dict[str, Any], queue: list[dict[str, Any]], graph: Graph, path: str) -> None:
        cohort, figure = self.cohorts[row["id"]], self.site.figure
        about = f"cohort {row['id']}"
        told = [[name, outcome] for name, _, outcome in row["samples"]]
        again = [[sample.run_id, sample.outcome] for sample in cohort.samples]
        self.site.expect(path, f"{about}: its samples", told, again)
        self.site.expect(path, f"{about}: minimum", row["minimum"], self.minimum)
        self.site.expect(path, f"{about}: too few", row["directional"], cohort.counted[1] < self.minimum)
        figure(path, f"{about}: passes and runs", [row["passes"], row["runs"]], [*cohort.counted])
        rate, score, firm = row["pass_rate"], row["mean_score"], cohort.counted[1] >= self.minimum
        self._estimated(path, f"{about}: pass rate", rate, cohort.counted)
        check_drawn(self.site, path, rate, f"Pass rate of {row['id']}", firm)
        check_drawn(self.site, path, score, f"Mean score of {row['id']}", firm)
        ends = [cohort.mean_score, *cohort.score_ends]
        figure(path, f"{about}: mean score", [score[key] for key in ENDS], ends)
        parameters = [self.confidence, cohort.counted[1], self.settings["resamples"]]
        figure(path, f"{about}: interval of the mean score", numbers_among(score["about"]), parameters)
        tries = [pass_at(cohort.counted, k) for k, _ in enumerate(row["pass_at"], 1)]
        figure(path, f"{about}: pass@k", row["pass_at"], tries)
        self.site.expect(path, f"{about}: tries", len(tries), self.settings["largest_k"])
        scores = {name: cohort.subscore(name) for name, _, _ in row["subscores"]}
        self.site.expect(path, f"{about}: subscores", sorted(scores), sorted(cohort.subscore_names()))
        for name, *cells in row["subscores"]:
            own = scores[name]
            figure(path, f"{about}: subscore {name}", cells, [mean_of(own), len(own)])
        for title, _, *cells in row["usage"]:
            figure(path, f"{about}: {title}", cells, cohort.usage(USED[title]))
        for title, *cells in row["spreads"]:
            figure(path, f"{about}: {title}", cells, cohort.spread(SPREAD[title]))
        for key, name in (("cost_per_pass", "cost"), ("tokens_per_pass", "tokens")):
            whole = cohort.complete(name) and cohort.counted[0] > 0
            per_pass = cohort.usage(name)[2] / cohort.counted[0] if whole else None
            figure(path, f"{about}: {key}", row[key], per_pass)
        signals = [[words, count] for _, words, count in cohort.signal_counts()]
        self.site.expect(path, f"{about}: signals of weak evaluations", row["signals"], signals)
        self._failures(path, about, row, queue)
        self._reviews(path, about, row, queue)
        self._nodes(path, about, row["derived"], graph)

    def _estimated(self, path: str, what: str, one: dict[str, Any], counted: Counted) -> None:
        again = [counted[0] / counted[1], *wilson_ends(counted, self.confidence)]
        self.site.figure(path, what, [one[key] for key in ENDS], again)
        self.site.figure(
            path, f"interval, {what}", numbers_among(one["about"]), [self.confidence, counted[1]]
        )

    def _reviews(self, path: str, about: str, row: dict[str, Any], queue: list[dict[str, Any]]) -> None:
        """Count again how many samples of a cohort the review queue holds."""
        place = row["scenario"], row["target"]
        own = [item for item in queue if (item["scenario"], item["target"]) == place]
        required = sum(item["required"] for item in own)
        self.site.figure(path, f"{about}: samples to review", row["review_count"], required or len(own))

    def _failures(self, path: str, about: str, row: dict[str, Any], queue: list[dict[str, Any]]) -> None:
        """Count again why samples did not pass."""
        queued = {item["address"]: item["bucket"] for item in queue}
        told_by = {address: self.samples[address].bucket for _, address, _ in row["samples"]}
        failed = [address for _, address, outcome in row["samples"] if outcome != "passed"]
        named = [told_by[one] if told_by[one] is not None else queued.get(one) for one in failed]
        buckets = Counter(NO_REASON if name in ("", "none") else name for name in named if name is not None)
        ordered = sorted(buckets.items(), key=lambda pair: (pair[0] == NO_REASON, pair[0]))
        told = [[name, count] for name, count in row["failures"]]
        self.site.expect(
            path, f"{about}: why samples did not pass", told, [[n, float(c)] for n, c in ordered]
        )

    def _nodes(self, path: str, about: str, rows: list[dict[str, Any]], graph: Graph) -> None:
        """Evaluate the rubric over what the samples come to; hold every node against that."""
        told = {row["node"]: row["value"] for row in rows}
        again = self.cohorts[about[len("cohort ") :]].metrics()
        entries: dict[str, Any] = {}
        for name in told.keys() & graph.position.keys():
            value = again.get(name)
            if name in again:
                missing = told[name]["missing"] if isinstance(told[name], dict) else "not_collected"
                entries[name] = {"missing": missing} if value is None else {"value": float(value)}
        sheet = graph.evaluate(entries)
        for name, value in told.items():
            i = graph.position[name]
            if isinstance(value, dict):
                self.site.expect(
                    path, f"{about}: {name}", value["missing"], sheet.reason[i] or sheet.value[i]
                )
            else:
                self.site.figure(path, f"{about}: {name}", value, sheet.value[i])

    def _review(self, page: dict[str, Any], path: str) -> None:
        items = page["items"]
        required = sum(item["required"] for item in items)
        self.site.figure(path, "its samples", page["samples"], len(self.samples))
        counts = [page["required"], page["recommended"]]
        self.site.figure(path, "required and recommended", counts, [required, len(items) - required])
        for item in items:
            sample = self.samples[item["address"]]
            told = [item["score"], "required" if item["required"] else "recommended"]
            self.site.expect(path, f"score of {item['run_id']}", told, [sample.score, sample.priority])
        queued = sorted(address for address, sample in self.samples.items() if sample.priority)
        self.site.expect(path, "its queue", sorted(item["address"] for item in items), queued)

    def _suite(self, path: str) -> None:
        page = self.site.json(path)
        self.site.expect(path, "its minimum", page["minimum"], self.minimum)
        targets: dict[str, dict[str, CohortAgain]] = {}
        for cohort in self.cohorts.values():
            targets.setdefault(cohort.target, {})[cohort.scenario] = cohort
        self.site.expect(path, "its targets", sorted(r["target"] for r in page["rolls"]), sorted(targets))
        for roll in page["rolls"]:
            own, about = targets[roll["target"]], f"target {roll['target']}"
            runs = sum(cohort.counted[1] for cohort in own.values())
            passes = sum(cohort.counted[0] for cohort in own.values())
            expected = len(page["members"]) or len(own)
            self.site.figure(
                path, f"{about}: covered", [roll["covered"], roll["expected"]], [len(own), expected]
            )
            for scenario, count in roll["runs"]:
                self.site.figure(path, f"{about}: runs of {scenario}", count, own[scenario].counted[1])
            self._estimated(path, f"{about}: pass rate", roll["rate"], (passes, runs))
            members = [member[0] for member in page["members"]] or [*own]
            self.site.expect(path, f"{about}: missing", roll["missing"], [m for m in members if m not in own])
            satisfied = all(m in own and own[m].counted[1] >= self.minimum for m in members)
            self.site.expect(path, f"{about}: whether it has all", roll["satisfied"], satisfied)
            title = f"Pass rate of {roll['target']} over all samples"
            check_drawn(self.site, path, roll["rate"], title, satisfied)
            mean = mean_of([cohort.rate for cohort in own.values()])
            self.site.figure(path, f"{about}: mean rate of its scenarios", roll["mean_rate"], mean)
            whole = all(cohort.complete("cost") for cohort in own.values()) and passes > 0
            total = math.fsum(cohort.usage("cost")[2] or 0.0 for cohort in own.values())
            again = total / passes if whole else None
            self.site.figure(path, f"{about}: cost per pass", roll["cost_per_pass"], again)
        states = Counter(slot[1] for line in page["plan"] for slot in line["slots"])
        counts = dict(states, planned=sum(states.values()), extra=len(page["extra"]))
        told = {WORDS_OF_PLAN.get(word, word): count for word, count in page["counts"]}
        self.site.expect(path, "its plan", told, counts if page["counts"] else {})

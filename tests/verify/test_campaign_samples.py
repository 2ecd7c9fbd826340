"""Every figure of a campaign follows from its samples: none can be changed by itself."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from site_builder.output.verify.campaign_files import CampaignCheck
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.pages import check_page
from site_builder.output.verify.proportions import fisher_exact, pass_at, wilson_ends
from site_builder.output.verify.site_files import SiteFiles
from site_builder.statistics.repeats import pass_at_k
from tests.verify.held_site import HeldSite
from tests.verify.test_hostile import blamed

CAMPAIGNS = ("harness-duel", "lantern-desk", "tinderbox-pilot")
"""One with a conclusive pair and costs, one without a pair, one with weak samples."""
RECORDED = ("attempts", "criteria", "commands", "files", "duration", "iterations", "most_iterations")
"""Of a sample, what nothing else follows from, or quantiles alone, which another value may leave alone."""
UNLIKE = (*RECORDED, "span")
"""A span is how an interval is drawn."""
NOT_HELD = (
    *("evidence", "source", "suite", "methodology", "outcomeFrontier", "problems", "artifacts"),
    *("coverage", "variables", "review_queue", "failure_buckets", "iteration_counts", "missing_paths"),
    *("calibration", "parameters", "pass_at_k", "table", "reporting", "minimum_runs", "missing", "mean"),
    *("complete", "n", "expected", "scenario_runs", "runsWithUsage", "runsWithCost", "runsWithTokens"),
    *("alpha", "z", "confidence", "confidenceLevel", "numerator", "denominator"),
)
"""Of data files, what tells how a figure was made, is a ratio of whole numbers, or repeats lists of pages."""
CHANGED = 60
"""Numbers changed on each kind of page."""
PAGES = (
    *("campaigns/{}/index.json", "campaigns/{}/pairs/index.json", "campaigns/{}/review/index.json"),
    *("campaigns/{}/suite/index.json", "campaigns/{}/samples/*/index.json", "claims/{}/index.json"),
)


Data = dict[str, Any]


def check(graphs: dict[str, Graph], campaign: str, site: SiteFiles) -> object:
    return CampaignCheck(site, graphs, f"campaigns/{campaign}/index.json")


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_no_number_of_a_campaign_can_be_changed_by_itself(
    held: HeldSite, graphs: dict[str, Graph], campaign: str, page: str
) -> None:
    of_campaign = partial(check, graphs, campaign)
    assert held.blamed_by(of_campaign) == set()
    places = held.some(page.format(campaign), UNLIKE, CHANGED)
    assert len(places) > 3 or ("pairs" in page and campaign != "harness-duel")
    for path, keys in places:
        found = held.blamed_by(of_campaign, {path: held.changed(path, keys)})
        assert path in found or ("/samples/" in path and found), (path, keys)


@pytest.mark.parametrize("path", ["claims/index.json", "campaigns/index.json"])
def test_no_number_of_a_list_of_claims_can_be_changed_by_itself(
    held: HeldSite, graphs: dict[str, Graph], path: str
) -> None:
    def every(site: SiteFiles) -> None:
        for row in held.json("campaigns/index.json")["rows"]:
            check(graphs, row["id"], site)

    for _, keys in held.some(path, UNLIKE, 25):
        assert held.blamed_by(every, {path: held.changed(path, keys)}) == {path}, keys


def test_a_page_that_agrees_with_its_own_data_and_not_with_the_samples_is_found(
    site: Path, tmp_path: Path
) -> None:
    copied = shutil.copytree(site, tmp_path / "site")
    beside = copied / "campaigns/harness-duel/pairs/index.json"
    upper = json.loads(beside.read_bytes())["pairs"][0]["difference"]["upper"]
    for path in (beside, beside.with_suffix(".html")):
        text = path.read_text(encoding="utf-8")
        assert f"{upper}" in text
        path.write_text(text.replace(f"{upper}", f"{upper + 1e-7}"), encoding="utf-8")
    assert blamed(copied) == {"campaigns/harness-duel/pairs/index.json"}


def test_nothing_of_campaigns_and_claims_is_matched_only(site: Path, graphs: dict[str, Graph]) -> None:
    files = SiteFiles(str(site))
    for path in sorted(site.glob("c[al]*s/*/**/index.html")):
        name = str(path.relative_to(site))
        page = check_page(name, path.read_text(encoding="utf-8"), files.json(f"{name[:-4]}json"), graphs)
        assert page.matched == {}, name


@pytest.mark.parametrize("name", ["comparison", "claim"])
@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_no_number_of_the_data_files_of_a_campaign_can_be_changed_by_itself(
    held: HeldSite, graphs: dict[str, Graph], campaign: str, name: str
) -> None:
    path = f"data/campaigns/{campaign}/{name}.json"
    of_campaign = partial(check, graphs, campaign)
    places = held.some(path, NOT_HELD, CHANGED)
    assert len(places) > 40
    for _, keys in places:
        assert path in held.blamed_by(of_campaign, {path: held.changed(path, keys)}), keys


LISTS = {
    "comparison": ("pairs", "roll_ups", "cohorts", "cohorts/0/pass_at_k", "cohorts/0/subscores"),
    "claim": ("pairwiseComparisons", "targetSummaries", "scenarioResults", "scenarioResults/0/passAtK"),
}


@pytest.mark.parametrize(("name", "keys"), [(name, keys) for name in LISTS for keys in LISTS[name]])
def test_an_entry_that_is_left_out_of_a_list_or_told_twice_is_found(
    held: HeldSite, graphs: dict[str, Graph], name: str, keys: str
) -> None:
    path = f"data/campaigns/harness-duel/{name}.json"
    shorter, longer = copy.deepcopy(held.json(path)), copy.deepcopy(held.json(path))
    for document, change in ((shorter, without_the_last), (longer, with_the_last_twice)):
        *front, last = keys.split("/")
        holder = document
        for key in front:
            holder = holder[int(key) if key.isdigit() else key]
        holder[last] = change(holder[last])
        assert path in held.blamed_by(partial(check, graphs, "harness-duel"), {path: document})


def without_the_last(entries: Any) -> Any:
    return dict([*entries.items()][:-1]) if isinstance(entries, dict) else entries[:-1]


def with_the_last_twice(entries: Any) -> Any:
    return entries | {"pass@6": 1.0} if isinstance(entries, dict) else [*entries, entries[-1]]


@pytest.mark.parametrize(
    "code", ["review-recommended", "evaluator-evidence-weak", "criterion-evidence-absent"]
)
def test_a_finding_that_is_gone_from_list_and_counts_is_missed(
    held: HeldSite, graphs: dict[str, Graph], code: str
) -> None:
    path = "claims/tinderbox-pilot/index.json"
    document = copy.deepcopy(held.json(path))
    for key in ("blockers", "advisories"):
        for group in document[key]:
            if group["code"] == code:
                group["found"].pop()
                group["count"] -= 1
                document[f"{key}_count"] -= 1
    assert document != held.json(path)
    claim = copy.deepcopy(held.json("data/campaigns/tinderbox-pilot/claim.json"))
    checks = claim["readiness"]["publication"]["checks"]
    checks.remove(next(one for one in checks if one["code"] == code))
    changes = {path: document, "data/campaigns/tinderbox-pilot/claim.json": claim}
    assert path in held.blamed_by(partial(check, graphs, "tinderbox-pilot"), changes)


def test_the_settings_of_a_comparison_are_those_of_its_rubric(
    held: HeldSite, graphs: dict[str, Graph]
) -> None:
    path = "data/campaigns/lantern-desk/comparison.json"
    for name in graphs["ruhroh/0.7"].document["parameters"]:
        document = copy.deepcopy(held.json(path))
        value = document["settings"][name]
        document["settings"][name] = "advises" if isinstance(value, str) else value * 0.99
        assert path in held.blamed_by(partial(check, graphs, "lantern-desk"), {path: document}), name


def without_signals(page: Data) -> None:
    page["signals"] = []


def without_a_vote(page: Data) -> None:
    page["votes"][0][1] = page["votes"][1][1]


def decided(page: Data) -> None:
    page["evaluation"] = "passed" if page["evaluation"] != "passed" else "left open"


def not_urgent(page: Data) -> None:
    page["priority"] = "recommended"


def partly_reported(page: Data) -> None:
    page["metered"] = dict.fromkeys(page["metered"], "partial")


CHANGES: dict[str, tuple[str, Callable[[Data], None]]] = {
    "an evaluation without its signals": ("tinderbox-pilot/samples/*run-03/", without_signals),
    "judges who agree": ("tinderbox-pilot/samples/*-03/", without_a_vote),
    "a verdict": ("tinderbox-pilot/samples/*run-03/", decided),
    "another priority": ("tinderbox-pilot/samples/*run-03/", not_urgent),
    "figures that are partly reported": ("harness-duel/samples/*-run-01/", partly_reported),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_a_sample_says_of_its_evaluation_and_usage_cannot_be_another(
    held: HeldSite, graphs: dict[str, Graph], name: str
) -> None:
    folder, change = CHANGES[name]
    path = sorted(Path(held.folder).glob(f"campaigns/{folder}index.json"))[0].relative_to(held.folder)
    document = copy.deepcopy(held.json(str(path)))
    change(document)
    assert document != held.json(str(path))
    of_campaign = partial(check, graphs, folder.partition("/")[0])
    assert held.blamed_by(of_campaign, {str(path): document})


@pytest.mark.parametrize(
    ("name", "value"), [("resamples", 10**12), ("largest_k", 10**12), ("confidence", 1.0)]
)
def test_settings_that_nobody_could_compute_with_are_faults_and_keep_nobody_waiting(
    held: HeldSite, graphs: dict[str, Graph], name: str, value: float
) -> None:
    path = "data/campaigns/lantern-desk/comparison.json"
    document = held.json(path)
    document = document | {"settings": document["settings"] | {name: value}}
    assert held.blamed_by(partial(check, graphs, "lantern-desk"), {path: document})


@pytest.mark.parametrize(("passes", "runs"), [(0, 3), (3, 3), (7, 12), (1, 400)])
def test_its_own_interval_of_a_share_agrees_with_statsmodels(passes: int, runs: int) -> None:
    wanted = proportion_confint(passes, runs, alpha=0.05, method="wilson")
    assert wilson_ends((passes, runs), 0.95) == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("first", [(0, 3), (3, 3), (7, 12), (40, 90)])
@pytest.mark.parametrize("second", [(0, 4), (4, 4), (2, 12), (61, 80)])
def test_its_own_exact_test_agrees_with_scipy(first: tuple[int, int], second: tuple[int, int]) -> None:
    table = [[passes, runs - passes] for passes, runs in (first, second)]
    numerator, denominator = fisher_exact(first, second)
    assert numerator / denominator == pytest.approx(stats.fisher_exact(table).pvalue, rel=1e-9)


@pytest.mark.parametrize(("passes", "runs", "k"), [(0, 5, 2), (5, 5, 5), (2, 7, 3), (1, 2, 3)])
def test_pass_at_k_agrees_with_the_program(passes: int, runs: int, k: int) -> None:
    wanted = pass_at_k(passes, runs, k)
    found = pass_at((passes, runs), k)
    assert (found is None) == (wanted is None)
    assert found is None or found == pytest.approx(wanted.value, abs=1e-12)

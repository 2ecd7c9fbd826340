"""Campaigns that the demonstration does not have: many statements, and a check on both sides of a claim."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from site_builder.cli.checking import check_project
from site_builder.sources.importers.ruhroh.campaign_folders import read_campaign_folder
from tests.output.built_sites import built, data, page
from tests.output.html_reader import read
from tests.ruhroh.campaign_sites import READY, project_with_campaigns
from tests.ruhroh.samples import changed, result, write_run


def site_of(tmp_path: Path, results: Iterable[dict[str, Any]]) -> dict[str, bytes]:
    """Build a site of one campaign ``one`` with these results."""
    project = project_with_campaigns(tmp_path / "project")
    shutil.rmtree(project / "runs/campaigns")
    folder = project / "runs/campaigns/one"
    for position, document in enumerate(results):
        write_run(folder / f"results/{position}", document)
    card = {"format": "proofboard-ruhroh-campaign/1", "id": "one", "title": "One", "results": "results"}
    (folder / "campaign.json").write_text(json.dumps(card), "utf-8")
    return built(project)[1]


def test_what_a_page_does_not_spell_out_is_counted_and_linked(tmp_path: Path) -> None:
    scenarios = [f"task-{n}" for n in range(1, 9)]
    files = site_of(tmp_path, [result(scenario, "alpha", 1, 1) for scenario in scenarios])
    for address in ("campaigns/one/", "claims/one/"):
        stated = data(files, address)["stated"]
        assert (len(stated["first"]), stated["more"]) == (6, 2)
        html = page(files, address)
        assert "more pairs or cohorts, less firm than these, are not spelt out here" in html
        assert 'campaigns/one/pairs/index.html">all pairs</a>' in html


def test_a_check_that_blocks_and_advises_has_two_places_on_the_claim(tmp_path: Path) -> None:
    half = changed(result("task", "alpha", 1, 2), "score", 0.5)
    files = site_of(tmp_path, [half, result("task", "alpha", 2, 2)])
    shown = data(files, "claims/one/")
    for side in ("blockers", "advisories"):
        assert "outcome-contradicts-score" in [group["code"] for group in shown[side]]
    found = read(page(files, "claims/one/").encode())
    places = [element.attributes.get("id", "") for element in found.all("li")]
    assert [place for place in places if place.endswith("outcome-contradicts-score")] == [
        "code-outcome-contradicts-score",
        "advisory-outcome-contradicts-score",
    ]


def test_a_claim_on_samples_without_a_time_says_so_and_gives_no_day(tmp_path: Path) -> None:
    untimed = [changed(result("task", "alpha", n, 2), "runManifest/timing", {}) for n in (1, 2)]
    files = site_of(tmp_path, untimed)
    claim = json.loads(files["data/campaigns/one/claim.json"])
    assert claim["createdAtNote"] == "No sample states a time; the epoch stands in its place."
    assert "that state no time" in page(files, "claims/one/")
    assert "not stated" in page(files, "claims/")
    assert (data(files, "claims/one/")["date"], data(files, "claims/")["rows"][0]["date"]) == ("", "")
    assert [path for path in files if path.endswith(".html") and b"1970" in files[path]] == []


def test_a_claim_on_samples_with_a_time_needs_no_note_about_it(tmp_path: Path) -> None:
    claim = json.loads(site_of(tmp_path, [result()])["data/campaigns/one/claim.json"])
    assert "createdAtNote" not in claim


def test_only_samples_that_did_not_pass_are_counted_by_why(tmp_path: Path) -> None:
    def sample(n: int, passed: bool, bucket: str) -> dict[str, Any]:
        made = result("task", "alpha", n, 5, passed=passed)
        return changed(changed(made, "failureBucket", bucket), "failure_kind", "")

    states = [(True, ""), (True, "none"), (False, ""), (False, "none"), (False, "goal_mismatch")]
    files = site_of(tmp_path, [sample(n, *state) for n, state in enumerate(states, 1)])
    html = page(files, "campaigns/one/")
    (row,) = data(files, "campaigns/one/")["rows"]
    assert [(name, count) for name, count in row["failures"]] == [
        ("goal mismatch", 1.0),
        ("no reason stated", 2.0),
    ]
    assert "unknown" not in html.partition("Not passed")[2].partition("</p>")[0]


def test_part_of_a_score_is_counted_by_why_and_needs_no_review(tmp_path: Path) -> None:
    """Only a score of 0 leads to a review by itself; words of a reason may be joined in two ways."""
    made = [result("task", "alpha", n, 3, passed=False) for n in (1, 2, 3)]
    made = [changed(one, "score", value) for one, value in zip(made, (0.4, 0.4, 0), strict=True)]
    buckets = ("out_of_time", "out of time", "agent")
    files = site_of(
        tmp_path,
        [changed(one, "failureBucket", bucket) for one, bucket in zip(made, buckets, strict=True)],
    )
    (row,) = data(files, "campaigns/one/")["rows"]
    assert row["failures"] == [["agent", 1.0], ["out of time", 2.0]]


def test_conditions_that_nobody_states_are_one_reason_on_claim_and_pair(tmp_path: Path) -> None:
    def sample(name: str, n: int) -> dict[str, Any]:
        agent = {"adapterId": name, "adapterVersion": "1"}
        bare = {"runId": f"{name}-{n}", "runAgent": agent, "scenario": {"id": "task"}}
        return result("task", name, n, 2) | {"runId": f"{name}-{n}", "runManifest": bare}

    files = site_of(tmp_path, [sample(name, n) for name in ("alpha", "beta") for n in (1, 2)])
    pair = page(files, "campaigns/one/pairs/")
    assert "alpha and beta: no sample states it" in pair
    assert "are not stated on both sides" in pair
    assert "on one side" not in pair
    claim, shown = page(files, "claims/one/"), data(files, "claims/one/")
    codes = [group["code"] for group in shown["blockers"]]
    unstated = [code for code in codes if "unstated-" in code]
    assert len(unstated) > 20
    assert claim.count("Have the run manifest state it for every sample.") == 2, "of cohorts, and of pairs"
    assert [code for code in codes if claim.count(f'id="code-{code}"') != 1] == []


@pytest.mark.parametrize(("score", "status"), [(1, "review"), (0.4, "passed"), (1, "failed"), (0, "passed")])
def test_a_score_and_an_evaluator_that_disagree_are_built(tmp_path: Path, score: float, status: str) -> None:
    odd = changed(changed(result("task", "alpha", 1, 2), "score", score), "evalResult/status", status)
    files = site_of(tmp_path, [odd, changed(odd, "runId", "second"), result("task", "beta", 1, 1)])
    codes = [group["code"] for group in data(files, "claims/one/")["blockers"]]
    assert codes.count("outcome-contradicts-score") == 1


def test_a_campaign_behind_a_link_is_left_out_by_name(tmp_path: Path) -> None:
    project = project_with_campaigns(tmp_path / "project")
    campaigns = project / "runs/campaigns"
    (campaigns / READY).rename(project / "elsewhere")
    (campaigns / READY).symlink_to(project / "elsewhere", target_is_directory=True)
    done, files = built(project)
    where = f"runs/campaigns/{READY}"
    assert [p.severity for p in done.problems if (p.code, p.file) == ("file.link", where)] == ["error"]
    assert where in page(files, "campaigns/")


@pytest.mark.parametrize("part", ["results", "elsewhere/below"])
def test_what_a_campaign_names_is_not_looked_for_behind_a_link(part: str, tmp_path: Path) -> None:
    folder = tmp_path / "runs/one"
    write_run(tmp_path / "real/below/run-1", result())
    folder.mkdir(parents=True)
    (folder / part.partition("/")[0]).symlink_to(tmp_path / "real", target_is_directory=True)
    card = {"format": "proofboard-ruhroh-campaign/1", "id": "one", "title": "One", "results": part}
    (folder / "campaign.json").write_text(json.dumps(card), "utf-8")
    loaded = read_campaign_folder(folder, tmp_path)
    assert loaded.value is None
    assert [(problem.code, problem.pointer) for problem in loaded.problems] == [
        ("ruhroh.campaign-invalid", "/results")
    ]
    assert "symbolic link" in loaded.problems[0].message


@pytest.mark.parametrize("name", ["results", "suites", "targets", "rerun_ledger", "calibration", "run_plans"])
@pytest.mark.parametrize("path", ["a\0b", "x" * 300, "x" * 5000, "loop/a"], ids=["nul", "300", "5k", "loop"])
def test_a_path_that_cannot_be_opened_leaves_one_campaign_out(name: str, path: str, tmp_path: Path) -> None:
    project = project_with_campaigns(tmp_path)
    folder = project / "runs/campaigns" / READY
    (folder / "loop").symlink_to("loop")
    card = json.loads((folder / "campaign.json").read_text("utf-8"))
    card[name] = [path] if name == "run_plans" else path
    (folder / "campaign.json").write_text(json.dumps(card), "utf-8")
    checked = check_project(project, (), use_store=False, jobs=1)
    pointer = f"/{name}/0" if name == "run_plans" else f"/{name}"
    (problem,) = (p for p in checked.problems if p.file.endswith(f"{READY}/campaign.json"))
    assert (problem.code, problem.pointer) == ("ruhroh.campaign-invalid", pointer)
    assert len(problem.message) < 300


def test_a_campaign_file_that_is_a_link_is_called_that(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one/campaign.json").symlink_to(tmp_path / "campaign.json")
    (tmp_path / "campaign.json").write_text("{}", "utf-8")
    (problem,) = read_campaign_folder(tmp_path / "one", tmp_path).problems
    assert (problem.code, problem.file) == ("file.link", "one/campaign.json")

from __future__ import annotations

import json
import shutil
from pathlib import Path

import click
import pytest

from site_builder import building
from site_builder.cli import ruhroh_checks, ruhroh_compare
from site_builder.errors import CannotBuild
from site_builder.studies.ruhroh.comparison import Campaign, Comparison
from site_builder.studies.ruhroh.settings import Settings
from tests.ruhroh.samples import RUNS, changed, result, suite_document, write_run
from tests.ruhroh.test_claims import run


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for index in range(1, 6):
        write_run(tmp_path / f"results/run-{index}", result(index=index))
    (tmp_path / "suites").mkdir()
    (tmp_path / "suites/suite.json").write_text(json.dumps(suite_document("task")), "utf-8")
    return tmp_path


CHECKS = [one.name for one in vars(ruhroh_checks).values() if isinstance(one, click.Command)]


@pytest.mark.parametrize("command", ["plan", "compare", "claim", "validate", *CHECKS])
def test_every_command_explains_itself_with_its_exit_codes(command: str) -> None:
    found = run(command, "--help")
    assert found.exit_code == 0
    assert "xit" in found.stdout
    assert "codes" in found.stdout


def test_a_comparison_is_printed_for_people_and_for_machines(here: Path) -> None:
    prose = run("compare", "results", "--suite", "suite")
    assert prose.exit_code == 0
    assert "Nothing stands against it." in prose.output
    machine = json.loads(run("compare", "results", "--suite", "suite", "--json").stdout)
    assert machine["format"] == "proofboard-ruhroh-comparison/1"
    assert machine["readiness"]["publishable"] is True
    assert machine["cohorts"][0]["pass_rate_interval"]["method"] == "wilson"


@pytest.mark.parametrize(("options", "processes"), [((), 7), (("--jobs", "3"), 3)])
def test_a_comparison_takes_as_many_processes_as_it_may_unless_it_is_told(
    here: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], processes: int
) -> None:
    taken: list[int] = []
    compare_on = ruhroh_compare.compare_on

    def watched(campaign: Campaign, settings: Settings, processors: int) -> Comparison:
        taken.append(processors)
        return compare_on(campaign, settings, 1)

    monkeypatch.setattr(building, "processors", lambda: 7)
    monkeypatch.setattr(ruhroh_compare, "compare_on", watched)
    run("compare", "results", *options)
    run("claim", "results", "--out", here / "claim", *options)
    assert taken == [processes] * 2


def test_the_gate_is_asked_for_and_the_comparison_printed_all_the_same(here: Path) -> None:
    assert run("compare", "results").exit_code == 0
    found = run("compare", "results", "--require-publishable", "--json")
    assert found.exit_code == 2
    assert json.loads(found.stdout)["readiness"]["blockers"][0]["code"] == "suite-not-selected"


def test_one_unreadable_result_makes_the_exit_code_1_and_the_others_are_compared(here: Path) -> None:
    write_run(here / "results/run-6", changed(result(index=6), "runAgent", ...))
    found = run("compare", "results", "--suite", "suite", "--json")
    assert found.exit_code == 1
    report = json.loads(found.stdout)
    assert report["cohorts"][0]["runs"] == 5
    assert report["problems"][0]["file"] == "results/run-6/ruhroh-loop-result.json"
    assert [check["code"] for check in report["readiness"]["blockers"]] == ["result-unreadable"]


@pytest.mark.parametrize(
    "args",
    [
        ("compare", "nowhere"),
        ("compare", "suites"),
        ("compare", "results", "--suite", "nobody"),
        ("compare", "results", "--run-plan", "nowhere.json"),
        ("compare", "results", "--rerun-ledger", "ledger.json"),
        ("compare", "results", "--calibration", "suites/suite.json"),
        ("claim", "nowhere"),
        ("validate-claim", "nowhere.json"),
        ("validate-claim", "suites/suite.json"),
        ("validate-summary", "suites/suite.json"),
        ("validate-targets", "nowhere.json"),
        ("validate-artifacts", "suites"),
        ("validate", "--scenario-dir", "nowhere"),
        ("inspect-pack", "--scenario-dir", "nowhere"),
    ],
)
def test_what_cannot_be_used_ends_with_1_and_a_reason(here: Path, args: tuple[str, ...]) -> None:
    found = run(*args)
    assert found.exit_code == 1
    assert found.output.strip()
    machine = run(*args, "--json")
    assert machine.exit_code == 1
    assert json.loads(machine.stdout)["problems"]


def test_a_suite_that_is_written_twice_or_broken_stops_the_comparison(here: Path) -> None:
    for name in ("one", "two"):
        (here / "suites" / name).mkdir()
    shutil.move(here / "suites/suite.json", here / "suites/one/suite.json")
    shutil.copy(here / "suites/one/suite.json", here / "suites/two/suite.json")
    assert run("compare", "results", "--suite", "suite").exit_code == 1
    (here / "suites/two/suite.json").write_text("{", "utf-8")
    assert run("compare", "results", "--suite", "suite").exit_code == 1


def test_evidence_is_validated_and_warnings_alone_are_fine(here: Path) -> None:
    assert run("validate-artifacts", "results").exit_code == 0
    path = here / "results/run-1/ruhroh-loop-eval.json"
    path.write_text(json.dumps(changed(json.loads(path.read_text("utf-8")), "$schema", ...)), "utf-8")
    assert run("validate-artifacts", "results").exit_code == 0
    (here / "results/run-1/ruhroh-loop-journey.json").unlink()
    assert run("validate-artifacts", "results").exit_code == 1
    assert run("validate-artifacts", "results/run-2").exit_code == 0


def test_an_unknown_rubric_cannot_be_used(here: Path) -> None:
    with pytest.raises(CannotBuild, match="no rubric"):
        run("compare", "results", "--rubric", "ruhroh/99")
    with pytest.raises(CannotBuild, match="no parameter"):
        run("compare", "results", "--rubric", "favur/15")


def test_a_rubric_of_the_folder_can_be_used_but_not_in_the_place_of_a_released_one(here: Path) -> None:
    own = here / "rubric_versions/ruhroh"
    own.mkdir(parents=True)
    text = (RUNS.parent / "rubric_versions/ruhroh/0.7.yaml").read_text("utf-8")
    text = text.replace("value: blocks", "value: advises")
    (own / "0.8.yaml").write_text(text.replace('version: "0.7"', 'version: "0.8"'), "utf-8")
    report = json.loads(run("compare", "results", "--json", "--rubric", "ruhroh/0.8").stdout)
    assert report["settings"]["unstated_metadata"] == "advises"
    (own / "0.7.yaml").write_text(text, "utf-8")
    with pytest.raises(CannotBuild, match="was released on 2026-07-08"):
        run("compare", "results", "--json")


def test_the_packs_of_the_demonstration_pass_every_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(RUNS / "ruhroh")
    assert run("validate", "--suite-dir", "suites").exit_code == 0
    ready = run("inspect-pack", "--require-calibrated", "--require-risk-reviewed")
    assert (ready.exit_code, "Nothing stands against it." in ready.output) == (0, True)
    nowhere = run("inspect-pack", "--scenario-dir", "nowhere")
    assert (nowhere.exit_code, "Nothing stands against it." in nowhere.output) == (1, False)
    assert run("validate-targets", "campaigns/model-duel/targets.json").exit_code == 0
    assert run("validate-artifacts", "campaigns/lantern-desk/results").exit_code == 0


def test_a_pack_without_anything_in_it_is_not_said_to_be_ready(tmp_path: Path) -> None:
    empty = run("inspect-pack", "--scenario-dir", str(tmp_path), "--suite-dir", str(tmp_path))
    assert empty.exit_code == 1
    assert "What is told above stands against it; nothing else does." in empty.output


def test_a_pair_is_printed_with_its_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(RUNS / "ruhroh/campaigns/model-duel")
    monkeypatch.setenv("COLUMNS", "200")
    found = run("compare", "results", "--suite-dir", "../../suites", "--suite", "garden-desk")
    assert "directional, contender higher (interval and test disagree)" in found.output
    assert "1 reason stands against it." in found.output


def test_a_long_list_of_findings_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(RUNS / "ruhroh/campaigns/model-duel")
    found = run("compare", "results", "--run-plan", "../harness-duel/ruhroh-run-plan.json")
    assert "… and 12 more" in found.output


def test_a_calibration_that_contradicts_itself_is_told(here: Path) -> None:
    case = {"scenarioId": "task", "caseId": "a", "expectedStatus": "passed", "actualStatus": "failed"}
    report = {"version": "ruhroh_eval_calibration_report_v1", "ok": True, "results": [case]}
    (here / "calibration.json").write_text(json.dumps(report), "utf-8")
    found = run("compare", "results", "--suite", "suite", "--calibration", "calibration.json", "--json")
    assert found.exit_code == 0
    document = json.loads(found.stdout)
    assert [problem["code"] for problem in document["problems"]] == ["ruhroh.calibration-contradicts"]
    assert [check["code"] for check in document["readiness"]["blockers"]] == ["calibration-not-passed"]

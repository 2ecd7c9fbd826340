from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from site_builder.cli.commands import app
from site_builder.studies.ruhroh.claim_check import check_claim, check_summary, publication
from site_builder.studies.ruhroh.times import newest
from tests.ruhroh.samples import RUNS, changed, read, result


def run(*args: str | Path) -> Result:
    found = CliRunner().invoke(app, [str(arg) for arg in args])
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    return found


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The publishable campaign of the demonstration, in a folder of its own."""
    shutil.copytree(RUNS / "ruhroh", tmp_path / "ruhroh")
    folder = tmp_path / "ruhroh/campaigns/lantern-desk"
    monkeypatch.chdir(folder)
    return folder


OPTIONS = (
    "results",
    "--suite-dir",
    "../../suites",
    "--suite",
    "counter-desk",
    "--run-plan",
    "ruhroh-run-plan.json",
    "--rerun-ledger",
    "ruhroh-rerun-ledger.json",
    "--calibration",
    "evaluator-calibration.json",
)


def claim_of(desk: Path, *more: str) -> dict[str, Any]:
    assert run("claim", *OPTIONS, "--out", "out", *more).exit_code == 0
    made: dict[str, Any] = json.loads((desk / "out/benchmark-claim.json").read_text("utf-8"))
    return made


def test_a_publishable_claim_validates_with_0_in_every_way(desk: Path) -> None:
    made = claim_of(desk, "--require-publishable")
    assert made["publishable"] is True
    path = desk / "out/benchmark-claim.json"
    assert run("validate-claim", path).exit_code == 0
    assert run("validate-claim", path, "--require-publishable", "--verify-sources").exit_code == 0
    assert run("validate-summary", desk / "out/benchmark-summary.json").exit_code == 0


def test_paths_of_a_claim_are_relative_to_it_so_that_the_folder_may_move(desk: Path, tmp_path: Path) -> None:
    made = claim_of(desk)
    assert made["source"]["resultsPath"] == "../results"
    assert made["source"]["suitePath"] == "../../../suites/counter-desk/suite.json"
    assert str(tmp_path) not in json.dumps(made)
    moved = tmp_path / "elsewhere"
    shutil.move(tmp_path / "ruhroh", moved)
    path = moved / "campaigns/lantern-desk/out/benchmark-claim.json"
    assert run("validate-claim", path, "--verify-sources").exit_code == 0


@pytest.mark.parametrize(
    "file",
    [
        "results/lantern-native/invoice-export/run-01/ruhroh-loop-result.json",
        "results/lantern-native/invoice-export/run-01/ruhroh-workspace.tar.gz",
        "results/lantern-native/shift-swap/run-07/transcript.log",
        "ruhroh-run-plan.json",
        "ruhroh-rerun-ledger.json",
        "evaluator-calibration.json",
        "../../suites/counter-desk/suite.json",
    ],
)
def test_one_changed_byte_of_the_evidence_is_found_and_the_file_named(desk: Path, file: str) -> None:
    claim_of(desk)
    path = desk / file
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))
    found = run("validate-claim", "out/benchmark-claim.json", "--verify-sources", "--json")
    assert found.exit_code == 1
    problems = json.loads(found.stdout)["problems"]
    assert {problem["code"] for problem in problems} == {"ruhroh.source-changed"}
    assert all(Path(file).name in problem["message"] for problem in problems)
    assert run("validate-claim", "out/benchmark-claim.json").exit_code == 0


def test_missing_evidence_is_found_and_named(desk: Path) -> None:
    claim_of(desk)
    (desk / "results/lantern-native/invoice-export/run-01/transcript.log").unlink()
    found = run("validate-claim", "out/benchmark-claim.json", "--verify-sources", "--json")
    assert found.exit_code == 1
    (problem,) = json.loads(found.stdout)["problems"]
    assert problem["code"] == "ruhroh.source-missing"
    assert "run-01/transcript.log" in problem["message"]


def test_the_same_campaign_gives_the_same_claim_and_the_time_is_that_of_the_newest_sample(desk: Path) -> None:
    claim_of(desk)
    first = (desk / "out/benchmark-claim.json").read_bytes()
    made = claim_of(desk, "--jobs", "2")
    assert (desk / "out/benchmark-claim.json").read_bytes() == first
    assert made["createdAt"].startswith("2026-07-")


def test_the_newest_sample_is_found_across_time_zones() -> None:
    early = changed(result(), "runManifest/timing", {"startedAt": "2026-07-01T23:30:00-05:00"})
    late = changed(result(), "runManifest/timing", {"endedAt": "2026-07-02T06:00:00+01:00"})
    odd = changed(result(), "runManifest/timing", {"endedAt": "yesterday"})
    assert newest([read(document) for document in (early, late, odd)]) == "2026-07-02T05:00:00Z"
    assert newest([read(odd)]) == newest([]) == ""


def test_a_blocked_claim_is_written_and_stopped_only_at_the_gate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(RUNS / "ruhroh", tmp_path / "ruhroh")
    monkeypatch.chdir(tmp_path / "ruhroh/campaigns/tinderbox-pilot")
    given = ("results", "--suite-dir", "../../suites", "--suite", "counter-desk")
    plan = ("--run-plan", "ruhroh-run-plan.json", "--out", "out")
    assert run("claim", *given, *plan).exit_code == 0
    assert run("claim", *given, *plan, "--require-publishable").exit_code == 2
    assert run("validate-claim", "out/benchmark-claim.json", "--verify-sources").exit_code == 0
    assert run("validate-claim", "out/benchmark-claim.json", "--require-publishable").exit_code == 2


def without(pointer: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda made: changed(made, pointer, ...)


def setting(pointer: str, value: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda made: changed(made, pointer, value)


INCOHERENT = [
    (setting("version", "x"), "/version"),
    (setting("scope", "world"), "/scope"),
    (without("suite"), "/suite"),
    (setting("tool", {}), "/tool/name"),
    (setting("createdAt", ""), "/createdAt"),
    (without("readiness"), "/readiness"),
    (setting("scenarioResults", [7]), "/scenarioResults"),
    (setting("scenarioResults/0/passRate", 0.5), "/scenarioResults/0/passRate"),
    (setting("scenarioResults/0/passRate", 1.5), "/scenarioResults/0/passRate"),
    (setting("scenarioResults/0/acceptedOutcomes", 99), "/scenarioResults/0/acceptedOutcomes"),
    (setting("scenarioResults/0/runs", "7"), "/scenarioResults/0/acceptedOutcomes"),
    (setting("scenarioResults/0/passRateCi95/lower", 2), "/scenarioResults/0/passRateCi95"),
    (setting("scenarioResults/0/scenarioId", ""), "/scenarioResults/0"),
    (setting("scenarioResults/1/scenarioId", "invoice-export"), "/scenarioResults/1"),
    (
        setting("scenarioResults/0/usage/costPerAcceptedOutcome", 3),
        "/scenarioResults/0/usage/costPerAcceptedOutcome",
    ),
    (setting("targetSummaries/0/meanScenarioPassRate", 2), "/targetSummaries/0/meanScenarioPassRate"),
    (setting("summary/totalRuns", 99), "/summary/totalRuns"),
    (setting("summary/runWeightedPassRate", 0.1), "/summary/runWeightedPassRate"),
    (setting("publishable", False), "/publishable"),
    (setting("readiness/publication/blockers", ["x"]), "/readiness"),
    (setting("readiness/publication", 7), "/readiness"),
]


def test_an_incoherent_claim_is_refused_with_the_place(desk: Path) -> None:
    made = claim_of(desk)
    assert check_claim(made, "claim.json") == ()
    for change, pointer in INCOHERENT:
        pointers = [problem.pointer for problem in check_claim(change(made), "claim.json")]
        assert pointer in pointers, f"{pointer} is not in {pointers}"


@pytest.mark.parametrize("value", [None, [], 7, {}, {"version": "ruhroh_benchmark_claim_v2"}])
def test_what_is_no_claim_is_refused(value: Any) -> None:
    assert check_claim(value, "x")
    assert check_summary(value, "x")


def test_a_claim_is_published_only_when_everything_it_records_allows_it(desk: Path) -> None:
    made = claim_of(desk)
    assert publication(made) == ()
    for change in (
        setting("scope", "ad_hoc_compare"),
        setting("publishable", False),
        setting("readiness/publication/blockers", ["x"]),
        setting("evidence/runPlanWarnings", ["x"]),
        setting("evidence/artifactValidationErrors", 1),
        setting("evidence/artifactCompletenessWarnings", 1),
        setting("evidence/requiredReviewItems", 1),
        setting("scenarioResults/0/statisticalWarnings", ["x"]),
        setting("targetSummaries/0/minRunsSatisfied", False),
        setting("suiteCoverage", {"missingScenarioIds": ["x"], "minRunsSatisfied": False}),
    ):
        assert publication(change(made)) != ()


def test_a_claim_without_sources_cannot_be_verified(tmp_path: Path, desk: Path) -> None:
    made = claim_of(desk)
    path = tmp_path / "claim.json"
    path.write_text(json.dumps(changed(made, "source", ...)), "utf-8")
    assert run("validate-claim", path, "--verify-sources").exit_code == 1
    path.write_text(json.dumps(made | {"source": {}}), "utf-8")
    assert run("validate-claim", path, "--verify-sources").exit_code == 0
    path.write_text(json.dumps(made | {"source": {"suitePath": "x"}}), "utf-8")
    assert run("validate-claim", path, "--verify-sources").exit_code == 1


def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> dict[str, Any]:
    shutil.copytree(RUNS / "ruhroh", tmp_path / "ruhroh")
    monkeypatch.chdir(tmp_path / "ruhroh/campaigns" / name)
    given = ("results", "--suite-dir", "../../suites", "--suite", "garden-desk")
    assert (
        run("compare", *given, "--benchmark-claim", "c.json", "--benchmark-summary", "s.json").exit_code == 0
    )
    assert run("validate-claim", "c.json", "--verify-sources").exit_code == 0
    assert run("validate-summary", "s.json").exit_code == 0
    made: dict[str, Any] = json.loads(Path("c.json").read_text("utf-8"))
    return made


def test_a_claim_of_two_targets_carries_the_verdict_and_the_exact_p_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (pair,) = duel(tmp_path, monkeypatch, "harness-duel")["pairwiseComparisons"]
    assert (pair["verdict"], pair["conclusive"], pair["conclusion"]) == (
        "conclusive",
        True,
        "baseline_higher",
    )
    numerator, denominator = map(int, pair["significance"]["pValueExact"].split("/"))
    assert numerator / denominator == pair["significance"]["pValue"]
    assert pair["comparisonVariables"]["varied"] == ["harnesses"]


def test_a_directional_difference_says_why_it_is_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = duel(tmp_path, monkeypatch, "model-duel")
    assert made["publishable"] is False
    (pair,) = made["pairwiseComparisons"]
    assert (pair["verdict"], pair["warnings"]) == ("directional", ["the difference may be chance"])
    checks = made["readiness"]["publication"]["checks"]
    assert [check["remedy"] for check in checks if check["severity"] == "blocker"] == [
        "Collect more samples, or publish the two without comparing them."
    ]


def test_a_pair_with_an_impossible_p_value_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = duel(tmp_path, monkeypatch, "model-duel")
    for pointer, value in (("significance/pValue", 2), ("significance", 7), ("passRateDeltaCi95", None)):
        changed_claim = changed(made, f"pairwiseComparisons/0/{pointer}", value)
        assert check_claim(changed_claim, "c.json")

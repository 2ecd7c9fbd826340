"""The demonstration campaigns are what the generator writes, and show what they are there to show."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from site_builder.sources.importers.ruhroh.campaign_folders import find_campaigns, read_campaign_folder
from site_builder.sources.importers.ruhroh.campaigns import load_campaign
from site_builder.studies.ruhroh.comparison import Comparison, compare
from site_builder.studies.ruhroh.matrix import plan_samples
from tests.ruhroh.samples import RUNS, SETTINGS

CAMPAIGNS = find_campaigns(RUNS / "ruhroh/campaigns").campaigns
LARGEST = 1_500_000


def compared(name: str) -> Comparison:
    folder = read_campaign_folder(RUNS / "ruhroh/campaigns" / name, RUNS.parent)
    assert folder.value is not None, folder.problems
    loaded = load_campaign(folder.value.request, SETTINGS)
    assert loaded.value is not None, loaded.problems
    return compare(loaded.value.campaign, SETTINGS)


def test_the_generator_writes_exactly_these_files() -> None:
    command = [sys.executable, str(RUNS / "generate_ruhroh.py"), "--check"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_demonstration_is_small() -> None:
    files = [path for path in (RUNS / "ruhroh").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < LARGEST


def test_there_are_four_campaigns() -> None:
    names = [path.name for path in CAMPAIGNS]
    assert names == ["harness-duel", "lantern-desk", "model-duel", "tinderbox-pilot"]


def test_one_claim_may_be_published() -> None:
    found = compared("lantern-desk")
    assert found.readiness.ready
    assert found.coverage is not None
    assert found.coverage.accepted_exclusions == ("shift-swap/lantern-native/4-of-7",)
    assert all(problem.severity == "note" for problem in found.problems)


def test_one_claim_is_blocked_for_many_reasons() -> None:
    found = compared("tinderbox-pilot")
    assert found.readiness.codes("blocker") == (
        "plan-sample-missing",
        "drift-actual-model-differs",
        "duplicate-run-id",
        "duplicate-sample-id",
        "artifact-errors",
        "suite-requirement-not-met",
        "runs-below-minimum",
        "mixed-adapter-versions",
        "evaluator-evidence-weak",
        "human-review-required",
        "mixed-scenario-versions",
        "locked-version-mixed",
        "review-required",
    )


def test_one_difference_is_conclusive_and_has_a_cost_per_pass() -> None:
    found = compared("harness-duel")
    (pair,) = found.pairs
    assert (pair.verdict, pair.baseline_counts, pair.contender_counts) == ("conclusive", (11, 12), (3, 12))
    assert [variable.name for variable in pair.variables if variable.state == "varied"] == ["harnesses"]
    assert found.readiness.ready
    assert all(cohort.usage.cost_usd.per_pass is not None for cohort in found.cohorts)


def test_in_one_pair_interval_and_exact_test_disagree() -> None:
    found = compared("model-duel")
    (pair,) = found.pairs
    assert (pair.verdict, pair.disagree, pair.significant) == ("directional", True, False)
    assert pair.difference.interval.excludes(0)
    assert found.readiness.codes("blocker") == ("pair-not-significant",)


def test_plans_of_the_generator_are_those_of_the_program() -> None:
    found = compared("model-duel")
    assert found.plan is not None
    assert found.suite is not None
    targets = [(name, None) for name in found.plan.targets]
    planned = plan_samples(found.suite.scenario_ids, targets, 10)
    assert [(s.sample_id, s.seed) for s in planned] == [(s.sample_id, s.seed) for s in found.plan.samples]


def test_paths_that_readers_see_are_relative_to_the_project() -> None:
    found = compared("tinderbox-pilot")
    assert found.suite is not None
    assert found.suite.source.path == "runs/ruhroh/suites/counter-desk/suite.json"
    assert not any(str(RUNS.parent) in check.sentence for check in found.readiness.checks)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"format": "proofboard-ruhroh-campaign/1", "id": "a b", "title": "t", "results": "results"}',
        '{"format": "proofboard-ruhroh-campaign/1", "id": "a", "title": "t", "results": "../../.."}',
        '{"format": "proofboard-ruhroh-campaign/1", "id": "a", "title": "t", "results": "/etc"}',
    ],
)
def test_a_broken_campaign_folder_is_a_problem(tmp_path: Path, text: str) -> None:
    (tmp_path / "project/a").mkdir(parents=True)
    (tmp_path / "project/a/campaign.json").write_text(text, "utf-8")
    found = read_campaign_folder(tmp_path / "project/a", tmp_path / "project")
    assert found.value is None
    assert {problem.file for problem in found.problems} == {"a/campaign.json"}

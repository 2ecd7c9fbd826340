"""Parts that were collected apart give the same bytes as the whole, in whatever order they are joined."""

from __future__ import annotations

import json
import shutil
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from site_builder.sources.importers.ruhroh.plans import join_plans, read_ledger, read_plan
from tests.ruhroh.samples import result as loop_result
from tests.ruhroh.samples import suite_document, target, write_run
from tests.ruhroh.test_claims import run

SCENARIO = {
    "version": "ruhroh_scenario_v2",
    "title": "A task",
    "tier": "smoke",
    "kind": "real_user",
    "metadata": {"scenarioVersion": "1.0.0"},
    "userPrompt": "Please build a page.",
    "requires": {"continuity": "workspace_only", "tools": [], "network": False},
    "loop": {"defaultMaxIterations": 3, "stopPolicy": "goal_satisfied_or_max"},
    "evaluation": {
        "mode": "agentic_goal_review",
        "scenarioContext": ["a", "b"],
        "goalRubric": ["The page lists three stories with their titles."],
        "evidenceGuidance": ["Open the page."],
    },
}


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two scenarios and a suite, and the results of every planned sample in ``whole/``."""
    monkeypatch.chdir(tmp_path)
    for name in ("task-a", "task-b"):
        folder = tmp_path / "scenarios" / name
        folder.mkdir(parents=True)
        (folder / "scenario.json").write_text(json.dumps(SCENARIO | {"id": name}), "utf-8")
    (tmp_path / "suites/suite").mkdir(parents=True)
    (tmp_path / "suites/suite/suite.json").write_text(json.dumps(suite_document("task-b", "task-a")), "utf-8")
    return tmp_path


PLAN = ("plan", "--suite", "suite", "--adapter", "alpha", "--adapter", "beta", "--runs", "5")


def samples(folder: str) -> list[dict[str, Any]]:
    plan = json.loads((Path(folder) / "ruhroh-run-plan.json").read_text("utf-8"))
    found: list[dict[str, Any]] = plan["samples"]
    return found


def collect(folder: str, root: Path) -> None:
    """Write what a runner would, for every sample of the plan in ``folder``."""
    for sample in samples(folder):
        index = sample["runIndex"]
        document = loop_result(
            sample["scenarioId"], sample["adapter"], index, sample["runCount"], passed=index % 3 != 0
        )
        write_run(root / sample["sampleId"].replace("/", "-"), document)


def test_three_shards_in_any_order_give_the_bytes_of_one_unsharded_run(pack: Path) -> None:
    assert run(*PLAN, "--generated-dir", "whole").exit_code == 0
    collect("whole", pack / "results")
    options = ("--suite", "suite", "--run-plan", "whole/ruhroh-run-plan.json", "--json")
    expected = run("compare", "results", *options).stdout
    assert json.loads(expected)["coverage"]["planned"] == 20
    for number in (1, 2, 3):
        assert run(*PLAN, "--generated-dir", f"part-{number}", "--shard", f"{number}/3").exit_code == 0
        collect(f"part-{number}", pack / f"shard-{number}")
    assert sum(len(samples(f"part-{number}")) for number in (1, 2, 3)) == 20
    shutil.rmtree(pack / "results")
    for order in permutations((1, 2, 3)):
        for number in order:
            shutil.copytree(pack / f"shard-{number}", pack / "results", dirs_exist_ok=True)
        assert run("compare", "results", *options).stdout == expected
        shutil.rmtree(pack / "results")


def test_the_parts_of_a_plan_prove_the_same_as_the_whole(pack: Path) -> None:
    run(*PLAN, "--generated-dir", "whole")
    collect("whole", pack / "results")
    parts = []
    for number in (2, 3, 1):
        run(*PLAN, "--generated-dir", f"part-{number}", "--shard", f"{number}/3")
        parts += ["--run-plan", f"part-{number}/ruhroh-run-plan.json"]
    whole = run(
        "compare", "results", "--suite", "suite", "--run-plan", "whole/ruhroh-run-plan.json", "--json"
    )
    apart = run("compare", "results", "--suite", "suite", *parts, "--json")
    assert json.loads(whole.stdout)["coverage"] == json.loads(apart.stdout)["coverage"]
    shutil.rmtree(pack / "results/task-a-alpha-1-of-5")
    lacking = json.loads(run("compare", "results", "--suite", "suite", *parts, "--json").stdout)
    codes = {check["code"] for check in lacking["coverage"]["checks"] if "beta" not in check["subject"]}
    assert "plan-sample-missing" in codes


def test_parts_that_do_not_belong_together_are_refused(pack: Path) -> None:
    for number, runs in ((1, "5"), (2, "5"), (3, "6")):
        args = [*PLAN[:-1], runs]
        run(*args, "--generated-dir", f"part-{number}", "--shard", f"{number}/3")
    loaded = [read_plan(pack / f"part-{n}/ruhroh-run-plan.json", f"part-{n}").value for n in (1, 2, 3)]
    plans = [plan for plan in loaded if plan is not None]
    assert len(plans) == 3
    assert "differ" in join_plans(plans).problems[0].message
    assert "1/3, 2/3" in join_plans(plans[:2]).problems[0].message
    assert "all parts" in join_plans([plans[0], plans[0], plans[1]]).problems[0].message
    assert join_plans(plans[:1]).value == plans[0]


def test_a_plan_is_the_same_document_every_time_and_holds_no_clock(pack: Path) -> None:
    run(*PLAN, "--generated-dir", "one")
    first = (pack / "one/ruhroh-run-plan.json").read_text("utf-8")
    run(*PLAN, "--generated-dir", "one")
    assert (pack / "one/ruhroh-run-plan.json").read_text("utf-8") == first
    assert "createdAt" not in first
    run(*PLAN, "--generated-dir", "one", "--created-at", "2026-07-01")
    assert '"createdAt": "2026-07-01"' in (pack / "one/ruhroh-run-plan.json").read_text("utf-8")


@pytest.mark.parametrize(
    "more",
    [
        ("--shard", "4/3"),
        ("--shard", "30/30"),
        ("--suite", "nobody"),
        ("--scenario", "nobody"),
        ("--target-config", "nowhere.json"),
        ("--target", "alpha"),
        ("--scenario-dir", "nowhere"),
        ("--tier", "release"),
    ],
)
def test_a_plan_that_cannot_be_made_is_refused_and_nothing_is_written(
    pack: Path, more: tuple[str, ...]
) -> None:
    assert run(*PLAN, *more, "--generated-dir", "out").exit_code == 1
    assert not (pack / "out").exists()


EMPTY_PLAN = {"version": "ruhroh_run_plan_v1", "selection": {}, "generated": {}, "scenarios": []}


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "{}",
        '{"version": "ruhroh_run_plan_v1"}',
        json.dumps(EMPTY_PLAN | {"samples": [{}]}),
        json.dumps(EMPTY_PLAN | {"samples": [7]}),
    ],
)
def test_a_broken_plan_is_a_problem(tmp_path: Path, text: str) -> None:
    (tmp_path / "plan.json").write_text(text, "utf-8")
    found = read_plan(tmp_path / "plan.json", "plan.json")
    assert found.value is None
    assert all(problem.file == "plan.json" and problem.advice for problem in found.problems)


ENTRY = {
    "sampleId": "a",
    "decision": "exclude",
    "reasonKind": "infrastructure",
    "reason": "r",
    "decidedBy": "d",
    "decidedAt": "t",
}


@pytest.mark.parametrize(
    ("entries", "pointer"),
    [
        ("none", "/entries"),
        ([ENTRY, ENTRY], "/entries/1"),
        ([ENTRY | {"reason": " "}], "/entries/0"),
        ([ENTRY | {"decision": "ignore"}], "/entries/0"),
        ([ENTRY | {"reasonKind": "mood"}], "/entries/0"),
        ([7], "/entries/0"),
    ],
)
def test_a_broken_ledger_is_a_problem(tmp_path: Path, entries: Any, pointer: str) -> None:
    document = {"version": "ruhroh_rerun_ledger_v1", "entries": entries}
    (tmp_path / "ledger.json").write_text(json.dumps(document), "utf-8")
    found = read_ledger(tmp_path / "ledger.json", "ledger.json")
    assert found.value is None
    assert [problem.pointer for problem in found.problems] == [pointer]


def test_an_empty_ledger_decides_nothing(tmp_path: Path) -> None:
    (tmp_path / "ledger.json").write_text('{"version": "ruhroh_rerun_ledger_v1", "entries": []}', "utf-8")
    found = read_ledger(tmp_path / "ledger.json", "ledger.json").value
    assert found is not None
    assert found.entries == ()


def test_a_plan_takes_its_targets_from_a_configuration_without_what_belongs_to_a_machine(pack: Path) -> None:
    rows = [target("alpha", env={"KEY": "value"}, adapterCommand="./run.sh"), target("beta")]
    config = {"version": "ruhroh_benchmark_target_config_v1", "stream": "native-stack", "targets": rows}
    (pack / "targets.json").write_text(json.dumps(config), "utf-8")
    given = ("plan", "--suite", "suite", "--target-config", "targets.json", "--generated-dir", "out")
    assert run(*given).exit_code == 0
    assert {sample["adapter"] for sample in samples("out")} == {"alpha", "beta"}
    assert not {"env", "adapterCommand"} & set(samples("out")[0]["benchmarkTarget"])
    assert run(*given, "--target", "beta").exit_code == 0
    assert {sample["adapter"] for sample in samples("out")} == {"beta"}
    loaded = read_plan(pack / "out/ruhroh-run-plan.json", "plan").value
    assert loaded is not None
    assert loaded.samples[0].declared is not None
    assert not loaded.samples[0].malformed
    assert run(*given, "--target", "gamma").exit_code == 1
    assert run(*given, "--adapter", "alpha").exit_code == 1


def test_one_scenario_or_one_tier_can_be_planned_without_a_suite(pack: Path) -> None:
    given = ("plan", "--adapter", "a", "--generated-dir", "out")
    assert run(*given).exit_code == 0
    assert [sample["scenarioId"] for sample in samples("out")] == ["task-a", "task-b"]
    assert run(*given, "--scenario", "task-b", "--tier", "smoke").exit_code == 0
    assert [sample["scenarioId"] for sample in samples("out")] == ["task-b"]

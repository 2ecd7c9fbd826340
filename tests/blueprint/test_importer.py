"""Recorded runs as exports of a board, and as judgements for the pages of a gate."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

import msgspec
import pytest

from site_builder.building import build
from site_builder.records.run import Imported
from site_builder.sources.importers import ImportConfig
from site_builder.sources.importers.blueprint.gates import read_gates
from site_builder.sources.importers.blueprint.importer import BlueprintImporter
from site_builder.sources.importers.blueprint.suite import read_suite
from tests.blueprint.builders import SCORER, TEXT, graph
from tests.cases.roots import REPOSITORY

HARBOUR = REPOSITORY / "runs" / "blueprint" / "harbour-office"
PASSES = "2026-09-14-aurora-large"


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    shutil.copytree(HARBOUR, tmp_path / "runs")
    return tmp_path / "runs"


def imported(runs: Path) -> list[Imported]:
    importer = BlueprintImporter()
    config = ImportConfig(project=runs.parent, linter_configuration=runs / "none.toml")
    return importer.refuse_duplicates(importer.read(importer.discover(runs), config))


def test_the_suite_is_no_run(runs: Path) -> None:
    names = [folder.name for folder in BlueprintImporter().discover(runs)]
    assert names == [PASSES, "2026-09-23-cobalt-mini", "2026-10-05-delta-local"]
    assert BlueprintImporter().discover(runs / "nowhere") == []


def test_a_run_has_the_metrics_of_the_rubric_with_evidence(runs: Path) -> None:
    found = imported(runs)
    assert [item.left_out for item in found] == [None, None, None]
    run = found[0].run
    assert run is not None
    assert (run.run_id, run.cohort, run.started_at) == (PASSES, "harbour-office", "2026-09-14T00:00:00Z")
    assert run.metrics.keys() >= set(graph(TEXT).metrics)
    assert run.metrics["v3_prompt.reviews"].value == 24
    assert run.metrics["v3_prompt.reviews"].evidence[0].note == "24 reviews of 12 outputs under v3-prompt"
    delta = found[2].run
    assert delta is not None
    assert delta.metrics["kernel.cost_usd"].reason == "not_collected"
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(found[0]), type=Imported) == found[0]


def test_a_broken_run_is_left_out_with_every_reason_and_the_others_stay(runs: Path) -> None:
    path = runs / PASSES / "reviews.json"
    reviews = json.loads(path.read_text("utf-8"))
    reviews[0]["evidence_quality"] = 9
    path.write_text(json.dumps(reviews[:-1]), "utf-8")
    (runs / "2026-09-23-cobalt-mini" / "run.json").unlink()
    found = imported(runs)
    assert [item.run is None for item in found] == [True, True, False]
    assert found[0].left_out is not None
    assert found[0].left_out.problems == ("blueprint.evidence-range", "blueprint.pair-too-few")
    assert "and 2 more reasons" in found[0].left_out.reason
    assert found[1].left_out is not None
    assert found[1].left_out.problems == ("blueprint.files-missing",)


def test_without_a_suite_nothing_is_a_run(runs: Path) -> None:
    shutil.rmtree(runs / "suite")
    assert {item.left_out.problems for item in imported(runs) if item.left_out} == {("suite.missing",)}


def test_the_second_run_of_one_id_is_left_out(runs: Path) -> None:
    shutil.copytree(runs / PASSES, runs / "copy")
    found = imported(runs)
    assert [item.folder.rpartition("/")[2] for item in found if item.left_out] == ["copy"]
    assert found[-1].left_out is not None
    assert found[-1].left_out.problems == ("blueprint.duplicate-run",)


@pytest.mark.parametrize(
    "changed", [f"{PASSES}/outputs/lock-gates-release/kernel.md", "suite/controls/scope.md"]
)
def test_the_content_key_follows_the_run_and_its_suite(runs: Path, changed: str) -> None:
    importer = BlueprintImporter()
    config = ImportConfig(project=runs.parent, linter_configuration=runs / "none.toml")
    folder = runs / PASSES
    before = importer.content_key(folder, config)
    assert before == importer.content_key(folder, config)
    (runs / changed).write_text("changed", "utf-8")
    assert before != importer.content_key(folder, config)


def test_a_run_is_read_again_when_its_suite_changed_and_it_did_not(runs: Path) -> None:
    """Its stamp covers the suite: what the store remembers would else outlive the suite it was judged by."""
    project = runs.parent
    (project / "site.yaml").write_text(
        f"title: T\ntagline: t\nboards:\n- {{family: blueprint, rubric: blueprint/3.0, runs: {runs.name}}}\n"
    )
    first = build(project)
    assert first.runs
    next((runs / "suite/cases").glob("12-*.json")).unlink()
    time.sleep(0.06)
    assert build(project).runs == build(project, project / "anew", use_store=False).runs == 0


def test_gates_are_judged_under_every_rubric_the_pinned_one_first() -> None:
    gates = read_gates(HARBOUR, "runs/blueprint/harbour-office", [graph(SCORER), graph(TEXT)])
    assert gates.suite is not None
    assert gates.inputs is not None
    assert [[j.outcome for j in judgements] for judgements in gates.runs] == [
        ["passed", "passed"],
        ["failed", "failed"],
        ["rejected", "passed"],
    ]
    assert [row.date for row in gates.history] == ["2026-09-14", "2026-09-23", "2026-10-05"]
    assert {problem.run for problem in gates.problems} == {"2026-10-05-delta-local"}


def test_gates_without_a_suite_are_a_problem(tmp_path: Path) -> None:
    gates = read_gates(tmp_path, "runs", [graph(TEXT)])
    assert gates.runs == ()
    assert [problem.code for problem in gates.problems] == ["suite.missing"]


def test_a_wrong_suite_is_told_and_judges_nothing(runs: Path) -> None:
    (runs / "suite" / "assets.json").write_text("{}", "utf-8")
    gates = read_gates(runs, "runs", [graph(TEXT)])
    assert gates.suite is None
    assert "suite.not-an-array" in {problem.code for problem in gates.problems}


def test_of_one_code_twenty_problems_are_listed_and_the_rest_counted(runs: Path) -> None:
    (runs / PASSES / "reviews.json").write_text("[]", "utf-8")
    problems = imported(runs)[0].problems
    assert [problem.code for problem in problems[:20]] == ["blueprint.pair-too-few"] * 20
    assert [problem.code for problem in problems[20:]] == ["blueprint.more-problems"]
    assert problems[-1].message.startswith("40 more problems")


@pytest.mark.parametrize("written", ["20260922", "2026-W39-2", "2026W392"])
def test_the_day_of_a_run_is_the_same_in_every_iso_form(runs: Path, written: str) -> None:
    """The scorer takes all of them: none may become a time that is none, or stand in a wrong place."""
    path = runs / PASSES / "run.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"date": written}), "utf-8")
    run = imported(runs)[0].run
    assert run is not None
    assert run.started_at == "2026-09-22T00:00:00Z"
    shown = [row.date for row in read_gates(runs, "runs", [graph(SCORER)]).history]
    assert shown == [written, "2026-09-23", "2026-10-05"]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b'{\n"a" 1}', "Expecting ':' delimiter (line 2, column 5)"),
        (b"\xef\xbb\xbf{}", "it begins with a byte order mark"),
        (b"[" + b"1" * 5000 + b"]", "a whole number has more than 4,300 digits"),
    ],
)
def test_what_is_not_json_says_why(runs: Path, content: bytes, why: str) -> None:
    (runs / PASSES / "run.json").write_bytes(content)
    left_out = imported(runs)[0].left_out
    assert left_out is not None
    assert left_out.reason == f"The file is not JSON: {why}."


def test_a_suite_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    (problem,) = read_suite(tmp_path / "cases.json", "cases.json").problems
    assert (problem.code, problem.message) == ("suite.missing", "There is no such file or folder.")

"""Every recorded Blueprint case gives its result, or its reasons in their order, under blueprint/2.0.0.

The folder is ``$PROOFBOARD_CASES/blueprint`` (default: ``../shared/cases/blueprint`` beside the repository).
Each case holds ``recorded/``, ``case.json`` with the name of its suite in ``suites/``, and ``expected.json``
or ``reasons.json``.
"""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path

import pytest

from site_builder.building import build
from site_builder.records.blueprint import Suite
from site_builder.scoring.graph import Graph
from site_builder.sources.importers.blueprint.recorded import read_recorded
from site_builder.sources.importers.blueprint.suite import read_suite
from site_builder.sources.rubrics import load_graph
from site_builder.studies.blueprint.judgement import Judgement, judge
from site_builder.studies.blueprint.published_shape import published_shape, written
from tests.cases.roots import REPOSITORY, case_folders, cases_root
from tests.verify.test_sites import faults_of

pytestmark = pytest.mark.cases_blueprint

CASES = case_folders("blueprint", "case.json")
CONDITIONS = ("minimal", "kernel", "v2.1-prompt", "v3-prompt", "v3-workflow")
BOTH = ["blueprint/3.0", "blueprint/2.0.0"]
CRASH_CODES = {"NUMBER_TOO_LARGE", "SUM_TOO_LARGE", "JSON_TOO_DEEP"}
"""Our reasons where the published scorer ends in a traceback."""

each_case = pytest.mark.parametrize("folder", CASES, ids=lambda path: path.name)


@cache
def graph(version: str) -> Graph:
    loaded = load_graph(REPOSITORY / "rubric_versions" / "blueprint" / f"{version}.yaml", version)
    assert loaded.value is not None, loaded.problems
    return loaded.value


@cache
def suite(name: str) -> Suite:
    loaded = read_suite(cases_root("blueprint") / "suites" / f"{name}.json", f"suites/{name}.json")
    assert loaded.value is not None, loaded.problems
    return loaded.value


@cache
def judged(folder: Path, version: str) -> Judgement:
    its_suite = suite(json.loads((folder / "case.json").read_text("utf-8"))["suite"])
    recorded, _ = read_recorded(folder / "recorded", folder.name, its_suite, CONDITIONS)
    return judge(recorded, its_suite, graph(version))


def test_there_are_cases() -> None:
    if not cases_root("blueprint").is_dir():
        pytest.skip("no recorded cases here")
    assert CASES, "the folder of Blueprint cases holds none"
    assert all((folder / "expected.json").exists() != (folder / "reasons.json").exists() for folder in CASES)


@each_case
def test_the_result_or_the_reasons_are_those_recorded(folder: Path) -> None:
    judgement = judged(folder, "2.0.0")
    expected = folder / "expected.json"
    if expected.exists():
        assert judgement.rejections == ()
        assert published_shape(judgement) == json.loads(expected.read_text("utf-8"))
        return
    reasons = json.loads((folder / "reasons.json").read_text("utf-8"))
    if reasons[0][0] == "CRASH":
        assert judgement.outcome == "rejected"
        assert {rejection.code for rejection in judgement.rejections} & CRASH_CODES
        return
    assert [rejection.reason for rejection in judgement.rejections] == reasons


@each_case
def test_a_result_is_written_byte_for_byte(folder: Path) -> None:
    expected = folder / "expected.json"
    if expected.exists():
        assert (
            written(published_shape(judged(folder, "2.0.0"))) == expected.read_text("utf-8").rstrip() + "\n"
        )


@each_case
def test_the_outcome_and_the_failed_checks_are_those_recorded(folder: Path) -> None:
    judgement = judged(folder, "2.0.0")
    case = json.loads((folder / "case.json").read_text("utf-8"))
    outcome = {"crash": "rejected"}.get(case["outcome"], case["outcome"])
    assert judgement.outcome == outcome
    if case["failed_checks"] is not None:
        assert [i for i, check in enumerate(judgement.gate, 1) if not check.met] == case["failed_checks"]


@each_case
def test_the_same_records_are_judged_under_the_text_as_well(folder: Path) -> None:
    judgement = judged(folder, "3.0")
    if judgement.outcome != "rejected":
        assert len(judgement.gate) == 8
        assert (judgement.outcome == "passed") == all(check.met for check in judgement.gate)
    else:
        assert judgement.rejections


def test_every_recorded_run_has_its_gate_page_under_both_versions(tmp_path: Path) -> None:
    """One site of all cases, with a page on what the versions decide differently, and why."""
    boards = ""
    for name in sorted({json.loads((folder / "case.json").read_text("utf-8"))["suite"] for folder in CASES}):
        runs = tmp_path / name
        runs.mkdir()
        shutil.copy(cases_root("blueprint") / "suites" / f"{name}.json", runs / "suite.json")
        boards += f"  - {{family: blueprint, rubric: blueprint/3.0, runs: {name}, also: [blueprint/2.0.0]}}\n"
    for folder in CASES:
        name = json.loads((folder / "case.json").read_text("utf-8"))["suite"]
        shutil.copytree(folder / "recorded", tmp_path / name / folder.name)
    (tmp_path / "site.yaml").write_text(f"title: Cases\ntagline: All of them.\nboards:\n{boards}", "utf-8")
    build(tmp_path, use_store=False, jobs=1)
    assert faults_of(tmp_path / "dist") == []
    pages = tmp_path / "dist" / "gates"
    seen = [json.loads(path.read_text("utf-8")) for path in sorted(pages.glob("*/index.json"))]
    assert {gate["folder"].rpartition("/")[2] for gate in seen} == {folder.name for folder in CASES}
    assert all([gate["verdict"]["rubric"], gate["others"][0]["rubric"]] == BOTH for gate in seen)
    found = tmp_path / "dist" / "methodology" / "blueprint" / "2.0.0..3.0" / "index.json"
    differences = json.loads(found.read_text("utf-8"))["decisions"]
    assert len(differences["runs"]) == len(CASES)
    decided = [run for run in differences["runs"] if run["decides"]]
    assert len(decided) == differences["differing"] > 0
    assert all(one["why"] for run in decided for one, _ in run["listed"])

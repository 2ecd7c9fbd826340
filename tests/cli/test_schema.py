"""The JSON Schemas fit what is written and refuse what the program refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from jsonschema import Draft202012Validator

from site_builder.records.rubric import Rubric
from site_builder.records.run import Evidence
from site_builder.schemas import SCHEMAS, favur_run_schema, rubric_schema, site_schema
from site_builder.scoring.operators import OPERATORS
from site_builder.sources.importers.scorecrux_session import read_document
from site_builder.sources.rubric_layouts import upgraded
from site_builder.studies.blueprint.admission import RUN_FIELDS
from site_builder.studies.blueprint.review_rules import FIELDS
from tests.build.projects import REPOSITORY, in_this_process, small_project

RUBRICS = sorted((REPOSITORY / "rubric_versions").glob("*/*.yaml"))
RUNS = sorted((REPOSITORY / "runs/favur").glob("*/meta.json"))


def faults(schema: dict[str, Any], data: Any) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in Draft202012Validator(schema).iter_errors(data)]


@pytest.mark.parametrize("described", SCHEMAS, ids=lambda described: described.name)
def test_every_schema_is_one(described: Any) -> None:
    Draft202012Validator.check_schema(described.make(OPERATORS))


@pytest.mark.parametrize("path", RUBRICS, ids=lambda path: "/".join(path.parts[-2:]))
def test_every_rubric_fits_the_schema(path: Path) -> None:
    assert faults(rubric_schema(), upgraded(yaml.safe_load(path.read_text(encoding="utf-8")), "").value) == []


def test_the_site_of_the_repository_fits_the_schema() -> None:
    assert faults(site_schema(), yaml.safe_load((REPOSITORY / "site.yaml").read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.parent.name)
def test_every_demonstration_run_fits_the_schema(path: Path) -> None:
    assert faults(favur_run_schema(), json.loads(path.read_text(encoding="utf-8"))) == []


def node(**changes: Any) -> dict[str, Any]:
    base = {
        "title": "A",
        "op": "band",
        "inputs": {"x": "m"},
        "constants": {"zero": 0.0, "one": 1.0},
        "unit": "0–1",
        "direction": "higher",
        "description": "A.",
        "basis": "published",
    }
    return base | changes


def rubric(**changes: Any) -> dict[str, Any]:
    metric = node(op="metric", inputs={}, constants={})
    return {
        "format": "proofboard-rubric/2",
        "family": "f",
        "version": "1",
        "supersedes": None,
        "title": "T",
        "summary": "S.",
        "date": "2026-01-01",
        "nodes": {"m": metric, "a": node(**changes)},
        "layout": {"headline": "a"},
    }


def test_a_sound_node_fits() -> None:
    assert faults(rubric_schema(), rubric()) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"op": "bond"},
        {"inputs": {"y": "m"}},
        {"inputs": {"x": "m", "y": "m"}},
        {"inputs": ["m"]},
        {"constants": {"zero": 0.0}},
        {"constants": {"zero": 0.0, "one": 1.0, "two": 2.0}},
        {"constants": {"zero": "0", "one": 1.0}},
        {"op": "sum", "constants": {}, "inputs": {"x": "m"}},
        {"op": "sum", "constants": {}, "inputs": []},
        {"op": "weighted_mean", "constants": {}, "inputs": ["m"]},
        {"op": "weighted_mean", "constants": {}, "inputs": {"m": "0.5"}},
        {"op": "weighted_mean", "constants": {}, "inputs": {"m": -1}},
        {"op": "gate", "constants": {"missing": "maybe"}, "inputs": {"gate": "m", "value": "m"}},
        {"op": "steps", "constants": {"below": [[1]], "otherwise": 0}, "inputs": {"x": "m"}},
        {"op": "metric"},
        {"op": "cohort_median", "constants": {}, "inputs": ["m"]},
        {"colour": "red"},
        {"basis": {"kind": "guessed", "reason": "x"}},
    ],
    ids=str,
)
def test_what_does_not_fit_its_operator_is_refused(changes: dict[str, Any]) -> None:
    assert faults(rubric_schema(), rubric(**changes))


def test_what_the_program_accepts_fits_as_well() -> None:
    """The schema is no stricter than the records: a rubric read and written again still fits."""
    for path in RUBRICS:
        data = upgraded(yaml.safe_load(path.read_text(encoding="utf-8")), "").value
        record = Rubric.model_validate_json(msgspec.json.encode(data))
        assert faults(rubric_schema(), json.loads(record.model_dump_json(exclude_unset=True))) == []


def test_the_outcome_of_a_build_fits_its_schema(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    (project / "runs/broken").mkdir()
    document = json.loads(in_this_process("build", "--json", cwd=project).stdout)
    schema = next(described for described in SCHEMAS if described.name == "build").make(OPERATORS)
    assert faults(schema, document) == []


def test_the_command_lists_prints_and_writes(tmp_path: Path) -> None:
    listed = in_this_process("schema", cwd=tmp_path)
    assert all(described.name in listed.stdout for described in SCHEMAS)
    assert json.loads(in_this_process("schema", "rubric", cwd=tmp_path).stdout)["title"].startswith("Rubric")
    assert in_this_process("schema", "--out", "schemas", cwd=tmp_path).returncode == 0
    assert len(list((tmp_path / "schemas").glob("*.schema.json"))) == len(SCHEMAS)
    unknown = in_this_process("schema", "nothing", cwd=tmp_path)
    assert unknown.returncode == 2
    assert "rubric" in unknown.stderr


def test_fields_are_described_by_their_docstrings() -> None:
    board = site_schema()["$defs"]["Board"]["properties"]
    source = (REPOSITORY / "site_builder/records/site.py").read_text(encoding="utf-8")
    described = {name: field["description"] for name, field in board.items() if "description" in field}
    assert {"rubric", "runs", "cohort", "id"} <= described.keys()
    assert all(text.splitlines()[0] in source for text in described.values())


def schema_of(name: str) -> dict[str, Any]:
    return next(described for described in SCHEMAS if described.name == name).make(OPERATORS)


def read(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    return yaml.safe_load(text) if path.suffix == ".yaml" else json.loads(text)


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("blueprint-suite", "*/suite/suite.yaml"),
        ("blueprint-case", "*/suite/cases/*.json"),
        ("blueprint-assets", "*/suite/assets.json"),
        ("blueprint-run", "*/*/run.json"),
        ("blueprint-reviews", "*/*/reviews.json"),
    ],
)
def test_every_file_of_the_recorded_runs_fits_its_schema(name: str, pattern: str) -> None:
    files = sorted((REPOSITORY / "runs/blueprint").glob(pattern))
    assert files
    assert [fault for path in files for fault in faults(schema_of(name), read(path))] == []


def test_the_fields_of_a_recorded_run_are_those_that_admit_it() -> None:
    assert set(schema_of("blueprint-run")["properties"]) == RUN_FIELDS
    assert set(schema_of("blueprint-reviews")["items"]["properties"]) == FIELDS


def test_cases_alone_fit_when_they_are_read() -> None:
    case = {"id": "a", "category": "b", "risk": "high", "title": "c", "task": "d", "criteria": ["e"]}
    schema = schema_of("blueprint-cases")
    assert faults(schema, [case | {"failure_signals": ["f"]}]) == []
    assert faults(schema, [case]) != []
    assert faults(schema, [case | {"failure_signals": ["f"], "risk": "low"}]) != []


def test_sessions_fit_when_they_are_accepted_and_not_when_a_value_is_out_of_range() -> None:
    schema = schema_of("scorecrux-session")
    folder = REPOSITORY / "runs/scorecrux"
    sessions = [read(path) for path in sorted(folder.rglob("*.json"))]
    lines = [
        line for path in sorted(folder.rglob("*.jsonl")) for line in path.read_text("utf-8").splitlines()
    ]
    sessions += [json.loads(line) for line in lines if line.strip()]
    accepted = [one for one in sessions if not read_document(one, Evidence("a.json")).errors]
    assert len(accepted) > 30
    assert [fault for one in accepted for fault in faults(schema, one)] == []
    for key, value in (("R_decision", 1.5), ("S_gate", 2), ("N_turns", 1.5), ("T_task_s", None), ("X", 1)):
        changed = accepted[0] | {"fundamentals": accepted[0]["fundamentals"] | {key: value}}
        assert faults(schema, changed) != [], key


def test_the_session_of_the_document_fits() -> None:
    text = (REPOSITORY / "docs/scorecrux-export.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    assert faults(schema_of("scorecrux-session"), json.loads(example)) == []

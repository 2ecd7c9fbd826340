"""Tests, coverage, milestones, criteria, sprints, deliverables and records of roles."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from site_builder.measures.roles import ROLES
from tests.importers.exports import codes, read_one, read_run, value, write_export

JUNIT = "results/junit.xml"
XML = "<testsuites><testsuite><testcase/><testcase/><testcase><failure/></testcase></testsuite></testsuites>"
COVERAGE = "results/coverage.json"
NAMES = ("passed", "failed", "errors", "skipped")


def results(run: Any) -> list[float | None]:
    return [value(run, f"tests_run.{name}") for name in NAMES]


@pytest.mark.parametrize(
    ("tests", "junit", "expected"),
    [
        ({"passed": 5, "failed": 1, "errors": 0, "skipped": 2}, XML, [5, 1, 0, 2]),
        ({"passed": 5, "failed": 1, "errors": 0}, XML, [5, 1, 0, None]),
        ({"passed": 5, "failed": 1}, XML, [2, 1, 0, 0]),
        ({"passed": 5, "failed": 1, "errors": "0"}, XML, [2, 1, 0, 0]),
        (None, XML, [2, 1, 0, 0]),
        (None, None, [None] * 4),
        ({"passed": 5}, None, [None] * 4),
        (None, "<testsuites/>", [None] * 4),
        (None, "<testsuite><testcase><skipped/></testcase></testsuite>", [None] * 4),
        ({"passed": 0, "failed": 0, "errors": 0}, XML, [0, 0, 0, None]),
    ],
)
def test_results_come_whole_from_meta_or_whole_from_junit(
    tests: Any, junit: str | None, expected: list[float | None], tmp_path: Path
) -> None:
    files: dict[str, str | bytes] = {JUNIT: junit} if junit else {}
    assert results(read_run(tmp_path, {"tests": tests}, files)) == expected


def test_a_report_with_a_document_type_is_not_used(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>' + XML
    imported = read_one(tmp_path, write_export(tmp_path, files={JUNIT: bomb}))
    assert codes(imported) == {"favur.no-junit"}
    assert imported.run is not None
    assert results(imported.run) == [None] * 4


def test_results_that_differ_from_the_report_are_warned_of(tmp_path: Path) -> None:
    meta = {"tests": {"passed": 9, "failed": 1, "errors": 0}}
    imported = read_one(tmp_path, write_export(tmp_path, meta, {JUNIT: XML}))
    assert [(p.code, p.pointer) for p in imported.problems] == [("favur.disagreement", "/tests/passed")]


@pytest.mark.parametrize(
    ("stated", "report", "expected", "code"),
    [
        (80, None, 80, None),
        (0, None, 0, None),
        (100, None, 100, None),
        (100.5, None, 100, "favur.clamped"),
        (0.9, None, 0.9, "favur.maybe-a-ratio"),
        (1, None, 1, None),
        (-1, None, None, "favur.bad-number"),
        ("80", {"covered_lines": 9, "num_statements": 10}, 90, "favur.bad-number"),
        (None, {"covered_lines": 9, "num_statements": 10}, 90, None),
        (None, {"covered_lines": 12, "num_statements": 10}, 100, "favur.clamped"),
        (None, {"covered_lines": 0, "num_statements": 0}, None, None),
        (90.05, {"covered_lines": 9, "num_statements": 10}, 90.05, None),
        (91, {"covered_lines": 9, "num_statements": 10}, 91, "favur.disagreement"),
    ],
)
def test_coverage_comes_from_meta_or_from_the_report(
    stated: Any, report: Any, expected: float | None, code: str | None, tmp_path: Path
) -> None:
    files: dict[str, str | bytes] = {COVERAGE: json.dumps({"totals": report})} if report else {}
    imported = read_one(tmp_path, write_export(tmp_path, {"coverage_percent": stated}, files))
    assert imported.run is not None
    assert value(imported.run, "coverage_percent") == expected
    assert codes(imported) == ({code} if code else set())


def test_milestones_and_criteria_count_only_what_is_true(tmp_path: Path) -> None:
    rows = [{"id": "a", "met": True}, {"id": "b", "met": "yes"}, {"id": "c"}, {"id": "d", "met": False}, None]
    imported = read_one(tmp_path, write_export(tmp_path, {"acceptance_criteria": rows, "milestones": []}))
    run = imported.run
    assert run is not None
    assert (value(run, "acceptance.met"), value(run, "acceptance.total")) == (1, 4)
    assert run.metric("milestones.total").detail == "milestones is empty"
    assert codes(imported) == {"favur.bad-type"}


@pytest.mark.parametrize(
    ("sprints", "expected"),
    [
        ([{"verdicts": ["APPROVE"], "fix_tasks": 0}], (1, 1, 0, 1)),
        ([{"verdicts": ["APPROVE"]}], (1, 1, 0, 0)),
        ([{"verdicts": ["APPROVE"], "fix_tasks": 1}], (1, 1, 0, 0)),
        ([{"verdicts": ["ESCALATE", "APPROVE"], "fix_tasks": 0}], (1, 1, 0, 0)),
        ([{"verdicts": ["REJECT", "APPROVE"], "fix_tasks": 0}], (1, 1, 1, 0)),
        ([{"verdicts": ["APPROVE", "REJECT"], "fix_tasks": 0}], (1, 0, 1, 1)),
        ([{"verdicts": []}, {}], (2, 0, 0, 0)),
        ([{"verdicts": ["approve", "APPROVE", 3], "fix_tasks": 0}], (1, 1, 0, 1)),
        ([], (None, None, None, None)),
        (None, (None, None, None, None)),
        ("all fine", (None, None, None, None)),
    ],
)
def test_sprints_by_their_verdicts(sprints: Any, expected: tuple[Any, ...], tmp_path: Path) -> None:
    run = read_run(tmp_path, {"sprints": sprints})
    names = ("total", "approved", "rejected", "first_time")
    assert tuple(value(run, f"sprints.{name}") for name in names) == expected


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_deliverables_are_counted_and_compared_with_their_files(tmp_path: Path) -> None:
    code = "x = 1\n" * 10
    manifest = [
        {"path": "a.py", "kind": "source", "sha256": digest(code).upper(), "loc": 10},
        {"path": "b.py", "kind": "source", "sha256": "0" * 64, "loc": 9},
        {"path": "t.py", "kind": "test", "sha256": digest(code), "loc": 10},
        {"path": "gone.py", "kind": "source", "loc": 4},
        {"path": "../out.py", "kind": "source", "loc": 2},
        {"path": "big.py", "kind": "source", "loc": 5000},
        {"path": "docs/a.md", "kind": "doc", "loc": 7},
        {"path": "docs/a.md", "kind": "doc"},
        {"path": "docs/gone.md", "kind": "doc"},
    ]
    names = ("a.py", "b.py", "t.py", "big.py")
    files: dict[str, str | bytes] = {f"workspace/{name}": code for name in names}
    files["workspace/docs/a.md"] = "ünï\n"
    imported = read_one(tmp_path, write_export(tmp_path, {"deliverables": manifest}, files))
    run = imported.run
    assert run is not None
    kinds = [value(run, f"deliverables.{kind}_files") for kind in ("source", "test", "doc")]
    assert kinds == [5, 1, 3]
    assert value(run, "deliverables.code_loc") == 10 + 9 + 4 + 2 + 5000
    assert value(run, "deliverables.doc_characters") == 4
    assert value(run, "source.files") == 3
    problems = {(problem.code, problem.pointer) for problem in imported.problems}
    assert problems == {
        ("favur.digest-mismatch", "/deliverables/1/sha256"),
        ("favur.absent-deliverable", "/deliverables/3/path"),
        ("favur.path-refused", "/deliverables/4/path"),
        ("favur.loc-mismatch", "/deliverables/5/loc"),
        ("favur.absent-deliverable", "/deliverables/8/path"),
    }


def test_an_empty_manifest_delivers_nothing_and_none_is_missing(tmp_path: Path) -> None:
    run = read_run(tmp_path, {"deliverables": []})
    names = ("source_files", "test_files", "doc_files", "doc_characters", "code_loc")
    assert [value(run, f"deliverables.{name}") for name in names] == [0] * 5
    run = read_run(tmp_path, {"deliverables": None})
    assert {run.metric(f"deliverables.{name}").reason for name in names} == {"not_collected"}


@pytest.mark.parametrize(
    ("roles", "named"),
    [
        (None, set(ROLES)),
        ([], set(ROLES)),
        ([None, ""], set(ROLES)),
        (["wizard"], set(ROLES)),
        (["code", None], {"code", "orchestrator"}),
        (["code", "test"], {"code", "test", "orchestrator"}),
    ],
)
def test_the_deliverables_term_is_available_to_the_roles_that_are_named(
    roles: list[Any] | None, named: set[str], tmp_path: Path
) -> None:
    manifest = None if roles is None else [{"path": "a.css", "kind": "other", "role": role} for role in roles]
    run = read_run(tmp_path, {"deliverables": manifest})
    assert {role for role in ROLES if value(run, f"roles.{role}.deliverables_named") == 1} == named


REVIEWS = [
    {"task": "1", "verdict": "FAIL", "issues": [{"resolved": True}, {"resolved": False}]},
    {"task": "1", "verdict": "PASS", "issues": []},
    {"task": "2", "verdict": "PASS_WITH_CHANGES", "issues": [{"resolved": "yes"}]},
    {"verdict": "FAIL"},
    {"verdict": "PASS"},
    {"task": "3", "verdict": "pass"},
    {"task": 2, "verdict": "FAIL"},
]


@pytest.mark.parametrize(
    ("role", "record", "expected"),
    [
        (
            "code_review",
            {"reviews": REVIEWS},
            {
                "verdict_points": 2,
                "tasks_reviewed": 4,
                "reviews": 7,
                "issues_raised": 3,
                "issues_resolved": 1,
            },
        ),
        ("code_review", {"reviews": []}, {"reviews": 0, "verdict_points": None, "issues_raised": None}),
        ("code_review", {"reviews": [{"verdict": "PASS", "issues": []}]}, {"issues_raised": 0}),
        ("code_review", {"reviews": [{"verdict": "PASS"}]}, {"issues_raised": None, "tasks_reviewed": 1}),
        ("code_review", {}, {"reviews": None, "verdict_points": None}),
        (
            "sprint_review",
            {
                "reviews": [
                    {"sprint": "1", "verdict": "REJECT", "checks": {"review": True, "build": True}},
                    {"sprint": "1", "verdict": "ESCALATE", "checks": {"review": 1, "test": True}},
                    {"sprint": "2", "verdict": "APPROVE"},
                    {"sprint": "3", "verdict": "OK", "checks": {}},
                ]
            },
            {"verdict_points": 1.5, "sprints_reviewed": 2, "checks_done": 3, "checks_expected": 9},
        ),
        (
            "sprint_review",
            {"reviews": [{"verdict": "REJECT"}]},
            {"checks_expected": None, "verdict_points": 0},
        ),
        (
            "sprint_plan",
            {
                "sections": ["goals", "goals", "Tasks", "dependencies", 3],
                "tasks": [
                    {"estimate_hours": 8, "depends_on": [], "acceptance_criteria": 1},
                    {"estimate_hours": 8.5, "depends_on": ["a"], "acceptance_criteria": 0},
                    {"estimate_hours": "4", "depends_on": "a"},
                    {},
                ],
            },
            {
                "tasks": 4,
                "tasks_sized": 1,
                "tasks_with_dependencies": 2,
                "tasks_with_criteria": 1,
                "sections": 2,
            },
        ),
        ("sprint_plan", {"tasks": []}, {"tasks": 0, "tasks_sized": 0, "sections": None}),
        ("sprint_plan", {"sections": []}, {"tasks": None, "sections": 0}),
        (
            "pseudocode",
            {
                "documents": [
                    {"pseudocode": True, "testing": True, "testing_boundary": True},
                    {"testing": 1},
                    {},
                ]
            },
            {"documents": 3, "document_points": 1},
        ),
        ("pseudocode", {"documents": []}, {"documents": 0, "document_points": 0}),
        (
            "director",
            {
                "goals": [{"binary_criteria": 1}, {"binary_criteria": 0}, {}],
                "open_questions": {"found": 4, "resolved": 2},
                "validator": {"passed": 3, "total": 2},
            },
            {
                "goals": 3,
                "goals_with_criteria": 1,
                "questions_found": 4,
                "questions_closed": 2,
                "validator_passed": 3,
                "validator_total": 2,
            },
        ),
        ("director", {"open_questions": {"found": 4}}, {"questions_closed": None, "goals": None}),
        (
            "architect",
            {"components": [{"documented": True}, {}], "adrs": 2, "document_written": "yes"},
            {
                "components": 2,
                "components_documented": 1,
                "adrs": 2,
                "document_written": 0,
                "validator_total": None,
            },
        ),
        ("architect", {}, {"components": None, "adrs": None, "document_written": None}),
        (
            "spec",
            {"decisions": [{"hedged": False}, {"hedged": None}, {}, {"hedged": 0}], "self_check": True},
            {"decisions": 4, "decisions_firm": 1, "self_check": 1},
        ),
        ("spec", {"decisions": []}, {"decisions": 0, "self_check": None}),
        (
            "scout",
            {"observations": 3, "insights": -1, "null_outcome": True},
            {"observations": 3, "insights": None, "concerns": None, "null_outcome": 1},
        ),
        ("scout", {}, {"null_outcome": 0}),
    ],
)
def test_records_of_roles_by_table(
    role: str, record: dict[str, Any], expected: dict[str, float | None], tmp_path: Path
) -> None:
    run = read_run(tmp_path, files={f"artifacts/{role}.json": json.dumps(record)})
    assert {name: value(run, f"roles.{role}.{name}") for name in expected} == expected
    for name in expected:
        assert run.metrics[f"roles.{role}.{name}"].evidence[0].file == f"artifacts/{role}.json"
    assert value(run, f"roles.{role}.ran") == 1


@pytest.mark.parametrize("content", ["", "[]", "null", "{", "\ufeff{}"])
def test_an_artifact_that_is_no_object_counts_as_absent(content: str, tmp_path: Path) -> None:
    imported = read_one(tmp_path, write_export(tmp_path, files={"artifacts/scout.json": content}))
    assert imported.run is not None
    assert value(imported.run, "roles.scout.ran") == 0
    assert len(imported.problems) == 1


def test_artifacts_of_other_roles_are_reported_and_ignored(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "artifacts/wizard.json": "{}",
        "artifacts/notes.txt": "",
        "artifacts/x/scout.json": "{}",
    }
    imported = read_one(tmp_path, write_export(tmp_path, files=files))
    assert codes(imported) == {"favur.unknown-role"}
    assert imported.run is not None
    assert value(imported.run, "roles.scout.ran") == 0


def test_a_role_with_an_artifact_but_no_record_of_the_rubric_ran(tmp_path: Path) -> None:
    run = read_run(tmp_path, files={"artifacts/build.json": "{}"})
    assert value(run, "roles.build.ran") == 1

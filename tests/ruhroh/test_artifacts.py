from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from site_builder.sources.importers.ruhroh import artifacts
from site_builder.sources.importers.ruhroh.artifacts import inventory
from site_builder.sources.importers.ruhroh.results import ResultRoot, read_results
from tests.ruhroh.samples import ROLES, changed, evaluation, result, target, write_run


def faults(root: Path) -> list[tuple[str, str, str]]:
    found = read_results(root, "results")
    return [(f.severity, f.code, f.artifact) for check in found.checks for f in check.faults]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    write_run(tmp_path / "run-1", result())
    return tmp_path / "run-1"


def test_complete_evidence_has_no_fault(run: Path) -> None:
    assert faults(run.parent) == []


@pytest.mark.parametrize("role", ["runManifest", "evalResult", "workspaceSummary", "journey", "evalInput"])
def test_evidence_that_is_not_there_is_an_error(run: Path, role: str) -> None:
    (run / ROLES[role]).unlink()
    assert faults(run.parent) == [("error", "missing", role)]


def test_a_folder_or_a_link_is_no_evidence(run: Path) -> None:
    for role in ("journey", "evalInput"):
        (run / ROLES[role]).unlink()
    (run / ROLES["journey"]).mkdir()
    (run / ROLES["evalInput"]).symlink_to(run / ROLES["evalResult"])
    assert faults(run.parent) == [("error", "not_file", "journey"), ("error", "not_file", "evalInput")]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("{", ("error", "unreadable", "evalResult")),
        ("[]", ("error", "unreadable", "evalResult")),
        (json.dumps(evaluation(version="v9")), ("error", "version", "evalResult")),
        (json.dumps(changed(evaluation(), "$schema", ...)), ("warning", "schema_missing", "evalResult")),
        (json.dumps(changed(evaluation(), "$schema", "x")), ("error", "schema_differs", "evalResult")),
    ],
)
def test_a_document_has_to_be_what_it_says(run: Path, content: str, fault: tuple[str, str, str]) -> None:
    (run / ROLES["evalResult"]).write_text(content, "utf-8")
    assert faults(run.parent) == [fault]


def test_evidence_that_is_too_large_to_be_opened_is_told_with_the_limit(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(artifacts, "LARGEST", (run / ROLES["evalResult"]).stat().st_size - 1)
    found = [f for check in read_results(run.parent, "results").checks for f in check.faults]
    said = [(f.code, f.observed, f.required) for f in found if f.artifact == "evalResult"]
    assert said == [("unreadable", "a larger file", f"at most {artifacts.LARGEST:,} bytes")]


def test_the_manifest_beside_a_result_has_to_be_of_the_same_run(run: Path) -> None:
    other = changed(result()["runManifest"], "runId", "another")
    (run / ROLES["runManifest"]).write_text(json.dumps(other), "utf-8")
    assert faults(run.parent) == [("error", "run_id", "runManifest")]


def test_the_manifest_beside_a_result_is_held_to_the_run_id_that_the_result_states(tmp_path: Path) -> None:
    write_run(tmp_path / "run", changed(result(), "runId", ...))
    other = changed(result()["runManifest"], "runId", "another")
    (tmp_path / "run" / ROLES["runManifest"]).write_text(json.dumps(other), "utf-8")
    assert faults(tmp_path) == []


@pytest.mark.parametrize("wrong", ["x", {"targetId": " "}, target(requestedModel={}), target(stream="up")])
def test_the_target_in_the_manifest_beside_a_result_has_to_be_well_formed(run: Path, wrong: Any) -> None:
    manifest = result()["runManifest"] | {"benchmarkTarget": wrong}
    (run / ROLES["runManifest"]).write_text(json.dumps(manifest), "utf-8")
    assert faults(run.parent) == [("error", "target", "runManifest.benchmarkTarget")]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"evalResult": ...}, [("warning", "not_embedded", "evalResult.embedded")]),
        ({"$schema": "x"}, [("error", "schema_differs", a) for a in ("result.embedded", "result")]),
        (
            {"benchmarkTarget": {"stream": "sideways"}},
            [("error", "target", "result.benchmarkTarget")],
        ),
        (
            {"runManifest/benchmarkTarget": target(actualModel={})},
            [
                ("error", "target", "runManifest.embedded.benchmarkTarget"),
                ("error", "target", "runManifest.benchmarkTarget"),
            ],
        ),
    ],
)
def test_what_is_embedded_is_checked_too(
    tmp_path: Path, changes: dict[str, Any], expected: list[tuple[str, str, str]]
) -> None:
    document = result()
    for pointer, value in changes.items():
        document = changed(document, pointer, value)
    write_run(tmp_path / "run", document)
    (tmp_path / "run" / ROLES["evalResult"]).write_text(json.dumps(evaluation()), "utf-8")
    assert faults(tmp_path) == expected


def test_an_economic_trace_belongs_to_the_evidence_where_economics_are_declared(tmp_path: Path) -> None:
    write_run(tmp_path / "run", changed(result(), "runManifest/runAgent/economics", {}))
    assert faults(tmp_path) == [("error", "missing", "economicTrace")]
    (tmp_path / "run/ruhroh-economic-trace.jsonl").write_text("", "utf-8")
    assert faults(tmp_path) == []


def root(tmp_path: Path, paths: dict[str, str]) -> ResultRoot:
    write_run(tmp_path / "results/run-1", result() | {"artifactPaths": paths})
    return read_results(tmp_path / "results", "results")


def test_evidence_is_found_at_its_path_from_the_result_and_else_under_its_base_name(tmp_path: Path) -> None:
    found = root(tmp_path, {"b": "logs/a.log", "a": "elsewhere/deep/ruhroh-loop-journey.json"})
    (tmp_path / "results/run-1/logs").mkdir()
    (tmp_path / "results/run-1/logs/a.log").write_bytes(b"x")
    items = inventory(found.root, found.samples[0])
    assert [(item.name, item.found) for item in items] == [
        ("a", "run-1/ruhroh-loop-journey.json"),
        ("b", "run-1/logs/a.log"),
    ]
    assert items[1].bytes == 1
    assert items[1].sha256 == "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"


@pytest.mark.parametrize("path", ["../../secret", "/etc/passwd", "..", ".", "a/", "x\0y"])
def test_nothing_outside_of_the_result_root_is_looked_at(tmp_path: Path, path: str) -> None:
    (tmp_path / "secret").write_text("s", "utf-8")
    found = root(tmp_path, {"a": path})
    assert [item.error for item in inventory(found.root, found.samples[0])] == ["missing"]

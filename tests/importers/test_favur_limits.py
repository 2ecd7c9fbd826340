"""Edges of size, number and name: what is large, odd or invisible is neither lost nor mixed up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from site_builder.measures import telemetry
from site_builder.scoring.evaluate import evaluate
from site_builder.sources.importers import favur_deliverables
from tests.importers.exports import read_one, read_run, value, write_export
from tests.scoring.rubrics import released


def test_a_suite_without_a_test_has_no_structure_whatever_surrounds_it(tmp_path: Path) -> None:
    fixture = "import pytest\n\n\n@pytest.fixture\ndef a():\n    return 1\n"
    run = read_run(tmp_path, files={"workspace/m.py": "x = 1\n", "workspace/tests/conftest.py": fixture})
    for version, component in (("favur/15", "test_quality.structure"), ("favur/6", "test.structure")):
        scored = evaluate(released(version), run.metrics)
        assert scored.value("structure") == pytest.approx(2 / 9)
        assert scored.value(component) == 0


def test_a_whole_number_beyond_what_a_double_holds_is_absent_and_reported(tmp_path: Path) -> None:
    imported = read_one(tmp_path, write_export(tmp_path, meta={"coverage_percent": 10**320}))
    assert imported.run is not None
    assert value(imported.run, "coverage_percent") is None
    assert any(problem.pointer == "/coverage_percent" for problem in imported.problems)


def test_a_role_without_a_model_is_judged_against_the_default_window(tmp_path: Path) -> None:
    context = {"system_tokens": 1000, "tool_schema_tokens": 1000}
    meta = {"models": [{"context_window": 10_000}], "roles": {"build": {"context": context}}}
    assert value(read_run(tmp_path, meta=meta), "roles.build.context.window_tokens") == 200_000


@pytest.mark.parametrize(("one", "other"), [("a\u00a0b", "a b"), ("a\tb", "a b"), ("x" * 300, "x" * 301)])
def test_two_statements_of_work_never_become_one_cohort(one: str, other: str, tmp_path: Path) -> None:
    """R34: ids that print alike are told apart."""
    first = read_run(tmp_path / "one", meta={"sow": {"id": one}})
    second = read_run(tmp_path / "other", meta={"sow": {"id": other}})
    assert first.cohort != second.cohort
    assert first.cohort.isprintable()


def test_the_last_verdict_counts_however_many_stand_before_it(tmp_path: Path) -> None:
    verdicts = ["APPROVE"] * 1000 + ["REJECT", "APPROVE"]
    run = read_run(tmp_path, meta={"sprints": [{"id": "s", "verdicts": verdicts, "fix_tasks": 0}]})
    assert (value(run, "sprints.approved"), value(run, "sprints.rejected")) == (1, 1)


def test_what_is_too_large_to_be_compared_with_the_manifest_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(favur_deliverables, "LARGEST_COUNTED", 20)
    monkeypatch.setattr(favur_deliverables, "LARGEST_DIGESTED", 20)
    monkeypatch.setattr(favur_deliverables, "LARGEST_DOCUMENT", 20)
    entries = [
        {"path": "a.py", "kind": "source", "loc": 900, "sha256": "0" * 64},
        {"path": "b.py", "kind": "source", "loc": 900},
        {"path": "c.md", "kind": "doc"},
    ]
    texts = {"a.py": "x = 1\n" * 10, "b.py": "x = 1\n", "c.md": "é" * 30}
    files = {f"workspace/{name}": text for name, text in texts.items()}
    found = read_one(tmp_path, write_export(tmp_path, meta={"deliverables": entries}, files=files))
    place = found.folder
    said = [
        (p.file.removeprefix(f"{place}/"), p.code) for p in found.problems if "deliverables" not in p.pointer
    ]
    assert said == [("workspace/c.md", "favur.not-checked"), *[("workspace/a.py", "favur.not-checked")] * 2]
    assert [p.pointer for p in found.problems if p.code == "favur.loc-mismatch"] == ["/deliverables/1/loc"]
    assert not [p for p in found.problems if p.code == "favur.digest-mismatch"]


def test_names_beyond_those_that_are_kept_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telemetry, "MOST_NAMES", 25)
    lines = "".join(
        json.dumps({"event": "llm_request", "ok": True, "model": f"m-{n}", "role": f"r-{n}"})
        + "\n"
        + json.dumps({"event": f"t-{n}"})
        + "\n"
        for n in range(26)
    )
    found = read_one(tmp_path, write_export(tmp_path, files={"telemetry/e.jsonl": lines}))
    crowded = [p.message for p in found.problems if p.code == "favur.too-many-names"]
    assert [message.split("more than ")[1].split(";")[0] for message in crowded] == [
        "200 different models",
        "200 roles outside of the specification",
        "200 types outside of the specification",
    ]
    roles = [p for p in found.problems if p.code == "favur.unknown-role"]
    more = [p.message for p in found.problems if p.code == "favur.more-problems"]
    assert (len(roles), more) == (20, ["5 more problems with the code favur.unknown-role are not listed."])


def test_links_beyond_those_that_are_listed_are_counted(tmp_path: Path) -> None:
    path = write_export(tmp_path)
    for number in range(23):
        (path / f"link-{number}").symlink_to("meta.json")
    found = read_one(tmp_path, path)
    assert sum(p.code == "file.link" for p in found.problems) == 20
    more = [p.message for p in found.problems if p.code == "favur.more-problems"]
    assert more == ["3 more problems with the code file.link are not listed."]


def test_a_document_too_large_to_be_read_counts_what_it_holds_at_least(tmp_path: Path) -> None:
    meta = {"deliverables": [{"path": "README.md", "kind": "doc"}]}
    run = read_run(tmp_path, meta=meta, files={"workspace/README.md": "x" * (9 * 1024**2)})
    characters = value(run, "deliverables.doc_characters")
    assert characters is not None
    assert 4_000 < characters <= 9 * 1024**2

"""The document of the Favur format is complete, and its example is a run that nothing is wrong with."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from site_builder.measures.artifacts import RECORDS
from site_builder.measures.json_view import View
from site_builder.measures.roles import ROLES
from site_builder.measures.telemetry import KNOWN
from site_builder.measures.telemetry_lines import Event
from site_builder.sources.importers.favur_fields import fields_of
from site_builder.sources.importers.favur_records_schema import artifacts_schema, event_schema
from site_builder.sources.importers.favur_schema import USAGE, run_schema
from tests.build.projects import in_this_process
from tests.build.python_version import OF_PYTHON
from tests.field_tables import fields
from tests.importers.exports import REPOSITORY, read_one
from tests.looked_at import watched, whole
from tests.written_examples import DOCS, examples, write_examples

DOCUMENT = "favur-export.md"
RUNS = REPOSITORY / "runs/favur"
SITE = "title: A\ntagline: B.\nboards:\n  - {family: favur, rubric: favur/15, runs: runs}\n"


def quoted() -> set[str]:
    return set(re.findall(r"`([\w.*/<>+-]+)`", (DOCS / DOCUMENT).read_text("utf-8")))


def test_the_example_is_read_without_a_word_and_every_metric_of_it_is_known(tmp_path: Path) -> None:
    folder = tmp_path / "runs/lantern-1"
    write_examples(DOCUMENT, folder)
    imported = read_one(tmp_path, folder)
    assert imported.problems == ()
    assert imported.run is not None
    missing = {name for name, metric in imported.run.metrics.items() if metric.value is None}
    named = {"code", *RECORDS}
    assert {name for name in missing if not name.startswith("roles.")} == set()
    assert {name for name in missing if name.split(".")[1] in named and ".usage." not in name} == set()


def test_the_example_builds_a_site(tmp_path: Path) -> None:
    write_examples(DOCUMENT, tmp_path / "runs/lantern-1")
    (tmp_path / "site.yaml").write_text(SITE, "utf-8")
    built = in_this_process("build", "--strict", cwd=tmp_path)
    assert built.returncode == len(OF_PYTHON), built.stderr
    assert built.stderr.count("warning ") == len(OF_PYTHON), built.stderr
    explained = in_this_process("explain", "lantern-1", cwd=tmp_path)
    assert "no telemetry" not in explained.stdout


def test_the_schemas_of_events_and_artifacts_have_the_fields_that_are_read() -> None:
    assert set(event_schema()["properties"]) == set(Event.__struct_fields__)
    artifacts = artifacts_schema()["$defs"]
    assert set(artifacts) == set(RECORDS)
    assert {role: set(part["properties"]) for role, part in artifacts.items()} == {
        role: set(fields_of(role)) for role in RECORDS
    }


@pytest.mark.parametrize("role", sorted(RECORDS))
def test_what_a_measure_looks_at_is_in_the_schema_and_the_rest_is_for_readers(role: str) -> None:
    schema = artifacts_schema()["$defs"][role]
    seen: set[str] = set()
    record = watched(whole(schema, {}, "", 0), "", seen)
    RECORDS[role][0](View(record, "", lambda *_: None))
    known = {field.path for field in fields(schema, follow=True)}
    assert seen <= known
    assert {path.rpartition(".")[2] for path in known - seen} <= {"id", "name", "severity", "task"}


def test_the_example_and_the_demonstration_fit_the_schemas() -> None:
    shown = examples(DOCUMENT)
    artifacts = [(name[10:-5], json.loads(text)) for name, text in shown.items() if name[:9] == "artifacts"]
    artifacts += [(path.stem, json.loads(path.read_bytes())) for path in RUNS.glob("*/artifacts/*.json")]
    lines = shown["telemetry/events.jsonl"].splitlines()
    for path in sorted(RUNS.glob("*/telemetry/*.jsonl")):
        lines += path.read_text("utf-8").splitlines()
    assert len(artifacts) > 8
    validator = Draft202012Validator(artifacts_schema())
    assert [error.message for role, one in artifacts for error in validator.iter_errors({role: one})] == []
    validator = Draft202012Validator(event_schema())
    assert [error.message for line in lines[:5000] for error in validator.iter_errors(json.loads(line))] == []
    for wrong in ({"type": "command"}, {"event": "tool_call"}, {"event": "request"}):
        assert list(validator.iter_errors(wrong)) != []


def test_every_field_is_named() -> None:
    fields = set(run_schema()["properties"]) | set(USAGE) | set(Event.__struct_fields__) | set(ROLES) | KNOWN
    for part in run_schema()["properties"].values():
        shape = part.get("items") or part.get("additionalProperties") or part
        fields |= set(shape.get("properties", ()))
    for role in RECORDS:
        fields |= fields_of(role)
    assert sorted(fields - quoted()) == []

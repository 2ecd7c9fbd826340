"""The schemas of the family hold exactly the fields that its importers look at; a document lists them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from site_builder.sources.importers.ruhroh import documents, loop_results
from site_builder.sources.importers.ruhroh.artifacts import check_artifacts
from site_builder.sources.importers.ruhroh.calibrations import read_calibration
from site_builder.sources.importers.ruhroh.campaign_folders import read_campaign_folder
from site_builder.sources.importers.ruhroh.discovery import MARK
from site_builder.sources.importers.ruhroh.pack_schema import (
    calibration_schema,
    campaign_schema,
    scenario_schema,
    suite_schema,
    targets_schema,
)
from site_builder.sources.importers.ruhroh.plan_schema import ledger_schema, plan_schema
from site_builder.sources.importers.ruhroh.plans import read_ledger, read_plan
from site_builder.sources.importers.ruhroh.result_schema import result_schema
from site_builder.sources.importers.ruhroh.scenarios import read_scenario
from site_builder.sources.importers.ruhroh.suites import read_suite
from site_builder.sources.importers.ruhroh.target_configs import read_target_config
from tests.field_tables import Schema, fields, hold, table
from tests.looked_at import watched, whole
from tests.ruhroh.samples import RUNS, SETTINGS
from tests.written_examples import DOCS

Reader = Callable[[Path], Any]


def _read_result(path: Path) -> None:
    read = loop_results.read_loop_result(path.read_bytes(), path.name, "")
    if read.sample is not None:
        check_artifacts(path.parent, read.sample, read.document)


DOCUMENTS: dict[str, tuple[Schema, str, Reader]] = {
    "ruhroh-result": (result_schema(), "**/ruhroh-loop-result.json", _read_result),
    "ruhroh-campaign": (
        campaign_schema(),
        "campaigns/*/campaign.json",
        lambda path: read_campaign_folder(path.parent, path.parent),
    ),
    "ruhroh-scenario": (
        scenario_schema(),
        "scenarios/*/scenario.json",
        lambda path: read_scenario(path, path.name, SETTINGS),
    ),
    "ruhroh-suite": (suite_schema(), "suites/*/suite.json", lambda path: read_suite(path, path.name, 20)),
    "ruhroh-targets": (
        targets_schema(),
        "**/*targets*/**/*.json",
        lambda path: read_target_config(path, path.name),
    ),
    "ruhroh-plan": (
        plan_schema(),
        "campaigns/*/ruhroh-run-plan.json",
        lambda path: read_plan(path, path.name),
    ),
    "ruhroh-rerun-ledger": (
        ledger_schema(),
        "**/ruhroh-rerun-ledger.json",
        lambda path: read_ledger(path, path.name),
    ),
    "ruhroh-calibration": (
        calibration_schema(),
        "**/evaluator-calibration.json",
        lambda path: read_calibration(path, path.name),
    ),
}
NAMES = sorted(DOCUMENTS)


def looked_at(document: Any, read: Reader, folder: Path, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the paths of the fields that an importer looks at when it reads a document."""
    seen: set[str] = set()
    path = folder / "campaign.json"
    path.write_bytes(MARK)
    for module in (documents, loop_results):
        monkeypatch.setattr(module, "decode", lambda _: watched(document, "", seen))
    read(path)
    return seen


def without(value: Any, path: str) -> Any:
    """Return a value without the member at a path."""
    name, _, rest = path.partition(".")
    key = name.removesuffix("[]")
    if not isinstance(value, dict) or key not in value:
        return value
    if not rest:
        return {other: inner for other, inner in value.items() if other != key}
    inner = value[key]
    fewer = [without(item, rest) for item in inner] if isinstance(inner, list) else without(inner, rest)
    return value | {key: fewer}


def all_looked_at(schema: Schema, look: Callable[[Any], set[str]]) -> set[str]:
    """Return what is looked at of whole documents, and of those without a field that comes before another."""
    known = list(fields(schema, follow=True))
    optional = sorted((field.path for field in known if not field.needed), key=lambda path: -path.count("."))
    everything: set[str] = set()
    for word in (0, -1):
        document = whole(schema, schema.get("$defs", {}), "", word)
        seen, before = look(document), 0
        while before < len(seen):
            before, tried = len(seen), set[str]()
            while path := next((path for path in optional if path in seen - tried), None):
                tried.add(path)
                if any(field.path.startswith(f"{path}.") and field.path not in seen for field in known):
                    continue  # something below it is still to be looked at
                fewer = without(document, path)
                more = look(fewer) - seen
                if more:
                    document, seen = fewer, seen | more
        everything |= seen
    return everything


@pytest.mark.parametrize("name", NAMES)
def test_the_schema_holds_the_fields_that_are_looked_at_and_no_other(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    schema, _, read = DOCUMENTS[name]
    known = list(fields(schema, follow=True))
    folder = tmp_path / "document"
    folder.mkdir()
    seen = all_looked_at(schema, lambda document: looked_at(document, read, folder, monkeypatch))
    maps = tuple(f"{field.path}." for field in known if "additionalProperties" in field.schema)
    looked = {path for path in seen if not path.startswith(maps)} - {"driver"}
    assert looked == {field.path for field in known}


@pytest.mark.parametrize("name", NAMES)
def test_the_files_of_the_demonstration_fit(name: str) -> None:
    schema, pattern, _ = DOCUMENTS[name]
    files = [path for path in (RUNS / "ruhroh").glob(pattern) if path.is_file()]
    assert files
    validator = Draft202012Validator(schema)
    faults = [
        f"{path.name} {error.json_path}: {error.message}"
        for path in files
        for error in validator.iter_errors(json.loads(path.read_bytes()))
    ]
    assert faults == []


def test_the_document_lists_every_field() -> None:
    hold(DOCS / "ruhroh-fields.md", {name: table(DOCUMENTS[name][0]) for name in NAMES})

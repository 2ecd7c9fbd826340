"""JSON Schemas of what people and harnesses write, made from the records and the operators' signatures."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from site_builder.receipts import Built
from site_builder.records.descriptions import described_schema, described_structs
from site_builder.records.rubric import Rubric
from site_builder.records.site import Site
from site_builder.scoring.operators import OPERATORS, Operator
from site_builder.sources.importers.blueprint.recorded_schema import recorded_run_schema, reviews_schema
from site_builder.sources.importers.blueprint.suite_format import (
    BareCase,
    WrittenAsset,
    WrittenCase,
    WrittenSuite,
)
from site_builder.sources.importers.favur_records_schema import artifacts_schema, event_schema
from site_builder.sources.importers.favur_schema import run_schema
from site_builder.sources.importers.ruhroh import pack_schema, plan_schema
from site_builder.sources.importers.ruhroh.result_schema import result_schema
from site_builder.sources.importers.scorecrux_schema import session_schema
from site_builder.sources.json_schema import document

Schema = dict[str, Any]


class Described(msgspec.Struct, frozen=True):
    """One schema with its name."""

    name: str
    about: str
    make: Callable[[Mapping[str, Operator]], Schema]


def rubric_schema(operators: Mapping[str, Operator] = OPERATORS) -> Schema:
    """Return the schema of rubric files; inputs and constants of a node depend on its operator."""
    schema = described_schema(Rubric)
    definitions = schema["$defs"]
    reasoned = {"properties": {"reason": {"minLength": 1}}, "required": ["reason"]}
    published = {"properties": {"kind": {"const": "published"}}}
    definitions["Basis"] |= {"if": published, "else": reasoned}
    definitions["Basis"] = {"anyOf": [{"const": "published"}, definitions["Basis"]]}
    node = definitions["Node"]
    node["properties"]["op"]["enum"] = ["metric", "cohort_median", *sorted(operators)]
    leaf = {"inputs": {"maxItems": 0, "maxProperties": 0}, "constants": {"maxProperties": 0}}
    median = {
        "inputs": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 1},
        "constants": _closed({"minimum": {"type": "integer"}}, ["minimum"]),
    }
    node["allOf"] = [_when("metric", leaf, []), _when("cohort_median", median, ["inputs", "constants"])]
    node["allOf"] += [_operator(operators[name]) for name in sorted(operators)]
    return document(schema, "Rubric of Proofboard: a versioned graph of named nodes")


def site_schema(_: Mapping[str, Operator] = OPERATORS) -> Schema:
    """Return the schema of ``site.yaml``."""
    return document(described_schema(Site), "site.yaml of Proofboard: a site and its boards")


def build_schema(_: Mapping[str, Operator] = OPERATORS) -> Schema:
    """Return the schema of what ``site-builder build --json`` prints."""
    return document(msgspec.json.schema(Built), "Outcome of `site-builder build --json`")


def favur_run_schema(_: Mapping[str, Operator] = OPERATORS) -> Schema:
    """Return the schema of the ``meta.json`` of a Favur export."""
    return document(run_schema(), "meta.json of a run export, format favur-run/2")


SCHEMAS: tuple[Described, ...] = (
    Described("rubric", "rubric_versions/<family>/<version>.yaml", rubric_schema),
    Described("site", "site.yaml", site_schema),
    Described("favur-run", "meta.json of a Favur run export", favur_run_schema),
    Described(
        "favur-event",
        "a line of telemetry/*.jsonl of a Favur run",
        lambda _: document(event_schema(), "An event of a run export, format favur-run/2"),
    ),
    Described(
        "favur-artifacts",
        "artifacts/<role>.json of a Favur run, by role",
        lambda _: document(artifacts_schema(), "The artifacts of a run export, format favur-run/2"),
    ),
    Described("scorecrux-session", "a ScoreCrux session", lambda _: document(session_schema())),
    Described(
        "blueprint-suite",
        "suite.yaml of a Blueprint suite",
        lambda _: document(described_schema(WrittenSuite), "suite.yaml of a Blueprint suite"),
    ),
    Described(
        "blueprint-case",
        "cases/*.json of a Blueprint suite",
        lambda _: document(described_structs(WrittenCase), "A case of a Blueprint suite"),
    ),
    Described(
        "blueprint-assets",
        "assets.json of a Blueprint suite",
        lambda _: document(_array_of(WrittenAsset), "assets.json of a Blueprint suite"),
    ),
    Described(
        "blueprint-cases",
        "a Blueprint suite of cases only, suite.json",
        lambda _: document(_array_of(BareCase), "A Blueprint suite of cases only"),
    ),
    Described(
        "blueprint-run",
        "run.json of a recorded Blueprint run",
        lambda _: document(recorded_run_schema(), "run.json of a recorded Blueprint run"),
    ),
    Described(
        "blueprint-reviews",
        "reviews.json of a recorded Blueprint run",
        lambda _: document(reviews_schema(), "reviews.json of a recorded Blueprint run"),
    ),
    Described("ruhroh-campaign", "campaign.json", lambda _: pack_schema.campaign_schema()),
    Described("ruhroh-result", "a Ruhroh loop result", lambda _: result_schema()),
    Described("ruhroh-scenario", "scenario.json", lambda _: pack_schema.scenario_schema()),
    Described("ruhroh-suite", "suite.json of Ruhroh", lambda _: pack_schema.suite_schema()),
    Described("ruhroh-targets", "a target configuration", lambda _: pack_schema.targets_schema()),
    Described("ruhroh-plan", "a run plan, or one part of it", lambda _: plan_schema.plan_schema()),
    Described("ruhroh-rerun-ledger", "a rerun ledger", lambda _: plan_schema.ledger_schema()),
    Described("ruhroh-calibration", "a calibration report", lambda _: pack_schema.calibration_schema()),
    Described("build", "what `build --json` prints", build_schema),
)


def _operator(operator: Operator) -> Schema:
    signature = inspect.signature(operator.function)
    hints = typing.get_type_hints(operator.function)
    parameters = signature.parameters.values()
    named = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    listed = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    constants = [p for p in parameters if p.kind is p.KEYWORD_ONLY and p.name != "weights"]
    needed = [p.name for p in constants if p.default is p.empty]
    inputs: Schema
    if "weights" in signature.parameters:
        inputs = {
            "type": "object",
            "additionalProperties": {"type": "number", "minimum": 0},
            "minProperties": 1,
        }
    elif listed:
        inputs = {"type": "array", "items": {"type": "string"}, "minItems": len(named) + 1}
    else:
        inputs = _closed({name: {"type": "string"} for name in named}, named)
    then = {"inputs": inputs, "constants": _closed({p.name: _type(hints[p.name]) for p in constants}, needed)}
    return _when(operator.name, then, ["inputs", "constants"] if needed else ["inputs"])


def _type(hint: Any) -> Schema:
    """Return the schema of a constant from its annotation."""
    simple: dict[Any, Schema] = {
        float: {"type": "number"},
        int: {"type": "integer"},
        str: {"type": "string"},
        bool: {"type": "boolean"},
        type(None): {"type": "null"},
    }
    if hint in simple:
        return simple[hint]
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is tuple:
        parts = [_type(part) for part in arguments]
        return {"type": "array", "prefixItems": parts, "minItems": len(parts), "items": False}
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return {"type": "array", "items": _type(arguments[0])}
    return {"anyOf": [_type(part) for part in arguments]}


def _when(op: str, then: Schema, needed: list[str]) -> Schema:
    test = {"properties": {"op": {"const": op}}, "required": ["op"]}
    return {"if": test, "then": {"properties": then, "required": needed}}


def _closed(properties: Schema, needed: list[str]) -> Schema:
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


def _array_of(struct: type[msgspec.Struct]) -> Schema:
    schema = described_structs(struct)
    return {"type": "array", "items": {"$ref": schema["$ref"]}, "$defs": schema["$defs"]}

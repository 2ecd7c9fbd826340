"""Results in the format of Every Eval Ever: what it asks for is there, and says what the board says."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from tests.output.conftest import Files, rendered
from tests.pages.synthetic import run, site_of

TEXT = {"type": "string"}
TEXTS = {"type": "object", "additionalProperties": TEXT}
RESULT = {
    "type": "object",
    "required": ["evaluation_name", "source_data", "metric_config", "score_details"],
    "properties": {
        "evaluation_name": TEXT,
        "source_data": {
            "type": "object",
            "required": ["dataset_name", "source_type"],
            "properties": {"dataset_name": TEXT, "source_type": {"enum": ["url", "other"]}},
        },
        "metric_config": {
            "type": "object",
            "required": ["lower_is_better", "score_type", "min_score", "max_score"],
            "properties": {
                "lower_is_better": {"type": "boolean"},
                "score_type": {"const": "continuous"},
                "min_score": {"type": "number"},
                "max_score": {"type": "number"},
                "additional_details": TEXTS,
            },
        },
        "score_details": {
            "type": "object",
            "required": ["score"],
            "properties": {"score": {"type": "number"}, "details": TEXTS},
        },
    },
}
ASKED = {
    "type": "object",
    "additionalProperties": False,
    "required": [
        "schema_version",
        "evaluation_id",
        "retrieved_timestamp",
        "source_metadata",
        "model_info",
        "eval_library",
        "evaluation_results",
    ],
    "properties": {
        "schema_version": {"const": "0.2.1"},
        "evaluation_id": TEXT,
        "retrieved_timestamp": TEXT,
        "evaluation_timestamp": TEXT,
        "source_metadata": {
            "type": "object",
            "required": ["source_type", "source_organization_name", "evaluator_relationship"],
            "properties": {
                "source_type": {"const": "evaluation_run"},
                "evaluator_relationship": {"enum": ["first_party", "third_party", "collaborative", "other"]},
                "additional_details": TEXTS,
            },
        },
        "model_info": {
            "type": "object",
            "required": ["name", "id"],
            "properties": {"name": TEXT, "id": TEXT, "additional_details": TEXTS},
        },
        "eval_library": {
            "type": "object",
            "required": ["name", "version"],
            "properties": {"name": TEXT, "version": TEXT, "additional_details": TEXTS},
        },
        "dedupe_identity": {
            "type": "object",
            "required": ["content_hash", "hash_algorithm"],
            "properties": {"content_hash": {"type": "string", "pattern": "^[a-fA-F0-9]+$"}},
        },
        "evaluation_results": {"type": "array", "items": RESULT, "minItems": 1},
        "detailed_evaluation_results": {"type": "object"},
    },
}
"""What the format asks of a record, as far as a board has it."""
Record = dict[str, Any]


def records_of(files: Files, board: str) -> list[Record]:
    lines = files[f"data/{board}/every-eval-ever.jsonl"].splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("board", ["circles", "solar-system"])
def test_every_record_is_what_the_format_asks_for(files: Files, board: str) -> None:
    records = records_of(files, board)
    assert records
    for record in records:
        jsonschema.validate(record, ASKED)
    assert len({record["evaluation_id"] for record in records}) == len(records)


def has_score(row: Record) -> bool:
    return isinstance(row["score"], float)


def run_of(record: Record) -> str:
    return str(record["model_info"]["additional_details"]["run"])


def node_of(result: Record) -> str:
    return str(result["metric_config"]["additional_details"]["node"])


def test_scores_are_those_of_the_board_to_the_last_digit(files: Files) -> None:
    rows = [row for row in json.loads(files["data/circles/board.json"])["rows"] if has_score(row)]
    records = records_of(files, "circles")
    assert [run_of(record) for record in records] == [row["run"] for row in rows]
    for record, row in zip(records, rows, strict=True):
        score, *axes = record["evaluation_results"]
        assert score["score_details"]["score"] == row["score"]
        told = {node_of(axis): axis["score_details"]["score"] for axis in axes}
        assert told == {name: row["values"][name] for name in told}
        known = {name for name, value in row["values"].items() if isinstance(value, float)}
        assert {name for name in known if name.endswith(".points")} <= told.keys() <= known


def test_every_file_it_points_to_is_there(files: Files) -> None:
    for record in records_of(files, "circles"):
        assert record["detailed_evaluation_results"]["file_path"] in files


def test_a_run_without_a_score_has_no_record() -> None:
    runs = [run("whole", missing=0), run("other", missing=0), run("empty", metrics={}, missing=1)]
    files = rendered(site_of(runs))
    rows = json.loads(files["data/circles/board.json"])["rows"]
    found = [run_of(record) for record in records_of(files, "circles")]
    assert found == [row["run"] for row in rows if has_score(row)]
    assert "whole" in found
    assert "empty" not in found

"""JSON Schemas of the published data files, made from the same table as the data dictionary."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from site_builder.pages.cells import STATE_WORDS
from site_builder.pages.data_columns import DataColumn, DataFile
from site_builder.sources.json_schema import DIALECT

REASON = {"enum": sorted(STATE_WORDS)}
MISSING = {
    "type": "object",
    "required": ["missing"],
    "properties": {"missing": REASON, "detail": {"type": "string"}},
}
KINDS: dict[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "text or null": {"type": ["string", "null"]},
    "number": {"type": ["number", "null"]},
    "integer": {"type": ["integer", "null"]},
    "boolean": {"type": "boolean"},
    "list": {"type": "array"},
    "object": {"type": "object"},
    "object or null": {"type": ["object", "null"]},
    "text or number": {"type": ["string", "integer"]},
}


def schemas(files: Iterable[DataFile]) -> dict[str, dict[str, Any]]:
    """Return file name → JSON Schema; that of a table describes one line as an object of its columns."""
    return {file.name: _schema(file) for file in files}


def _schema(file: DataFile) -> dict[str, Any]:
    table = file.name.endswith(".csv")
    named = [column for column in file.columns if "<" not in column.name]
    row = {
        "type": "object",
        "properties": {column.name: _column(column, table) for column in named},
        "additionalProperties": True,
    }
    if file.name != "board.json":
        row["required"] = [column.name for column in named if not column.optional]
        return {"$schema": DIALECT, "title": file.title, "description": file.about, **row}
    return {
        "$schema": DIALECT,
        "title": file.title,
        "description": file.about,
        "type": "object",
        "required": ["board", "rubric", "rows", "columns"],
        "properties": {
            "board": {"type": "string"},
            "rubric": {
                "type": "object",
                "required": ["id", "digest", "released"],
                "properties": {
                    "id": {"type": "string"},
                    "digest": {"type": "string"},
                    "released": {
                        "type": "boolean",
                        "description": "false for a draft",
                    },
                },
            },
            "columns": {"type": "array"},
            "rows": {"type": "array", "items": row},
            "left_out": {"type": "array"},
        },
    }


def _column(column: DataColumn, table: bool) -> dict[str, Any]:
    kind = column.kind.removesuffix(" or reason")
    base = dict(KINDS[kind])
    if column.kind.endswith(" or reason"):
        number = {"type": "integer" if kind == "integer" else "number"}
        base = {"anyOf": [number, {"type": "string"} if table else MISSING, {"type": "null"}]}
    if table and kind in ("number", "integer") and "type" in base:
        base = {"anyOf": [{"type": kind}, {"const": ""}]}
    return base | {"description": column.about}

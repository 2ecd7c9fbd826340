"""Parts of JSON Schemas for the documents that importers read field by field."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"

TEXT: Schema = {"type": "string"}
FILLED: Schema = {"type": "string", "pattern": r"\S"}
NUMBER: Schema = {"type": "number"}
COUNT: Schema = {"type": "integer", "minimum": 0}
AMOUNT: Schema = {"type": "number", "minimum": 0}
FLAG: Schema = {"type": "boolean"}
TEXTS: Schema = {"type": "array", "items": TEXT}
FILLED_TEXTS: Schema = {"type": "array", "items": FILLED, "minItems": 1}


def about(kind: Schema, words: str) -> Schema:
    """Return the schema of a value with what it means, and what it means that it is absent."""
    return kind | {"description": words}


def one_of(allowed: Iterable[str], words: str = "") -> Schema:
    """Return the schema of a text that is one of some words."""
    return {"enum": list(allowed)} | ({"description": words} if words else {})


def record(properties: Schema, words: str, needed: list[str] | None = None) -> Schema:
    """Return the schema of an object; further keys are left alone."""
    schema = {"type": "object", "properties": properties, "description": words}
    return schema | ({"required": needed} if needed else {})


def listed(properties: Schema, words: str, needed: list[str] | None = None) -> Schema:
    """Return the schema of a list of objects."""
    return {"type": "array", "items": record(properties, "", needed), "description": words}


def mapping(values: Schema, words: str) -> Schema:
    """Return the schema of an object whose keys are names."""
    return {"type": "object", "additionalProperties": values, "description": words}


def shared(name: str, words: str) -> Schema:
    """Return a reference to a schema under ``$defs``, with what it is in this place."""
    return {"$ref": f"#/$defs/{name}", "description": words}


def document(schema: Schema, title: str = "", definitions: Schema | None = None) -> Schema:
    """Return the schema of a whole document; without a title of its own it keeps that of ``schema``."""
    titled = {"$schema": DIALECT, **schema} | ({"title": title} if title else {})
    return titled | ({"$defs": definitions} if definitions else {})

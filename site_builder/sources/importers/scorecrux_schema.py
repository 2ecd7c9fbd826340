"""JSON Schema of a ScoreCrux session: the records that the importer reads into, and its fundamentals.

What one value says of another (no more corrections than turns) is checked by the importer alone.
"""

from __future__ import annotations

from site_builder.records.descriptions import described_structs
from site_builder.sources.importers.scorecrux_document import (
    FORMAT,
    Document,
    Memory,
    ModelNamed,
    Session,
    TaskSet,
    Tokens,
)
from site_builder.sources.importers.scorecrux_fields import (
    DERIVED,
    FIELDS,
    RENAMED,
    SAFETY_CONTEXTS,
    WEIGHTS,
    Field,
    Kind,
)
from site_builder.sources.json_schema import AMOUNT, COUNT, Schema, about, mapping, record

_KINDS: dict[Kind, tuple[Schema, str]] = {
    "duration": (AMOUNT, "Seconds."),
    "baseline": ({"type": "number", "exclusiveMinimum": 0}, "Seconds a human expert needs."),
    "ratio": ({"type": "number", "minimum": 0, "maximum": 1}, "A share, 0–1."),
    "binary": ({"enum": [0, 1]}, "0 or 1."),
    "money": (AMOUNT, "US dollars."),
    "count": (COUNT, "A whole number."),
}
_STATED: Schema = {"type": ["number", "null"]}


def session_schema() -> Schema:
    """Return the schema of a session: a file of its own, or one line of a ``*.jsonl`` file."""
    schema = described_structs(Document, Session, ModelNamed, TaskSet, Tokens, Memory)
    parts = schema["$defs"]["Document"]["properties"]
    parts["fundamentals"] = {
        "type": "object",
        "properties": {field.key: _value(field) for field in FIELDS},
        "required": [field.key for field in FIELDS if field.core],
        "additionalProperties": False,
        "description": "The values of the standard. A core value is never absent; null: not measured.",
    }
    parts["derived"] = record(
        dict.fromkeys((*DERIVED, *RENAMED), _STATED), "Stated results; compared and never used."
    )
    weights = mapping(AMOUNT, "All three, not all 0.") | {
        "properties": dict.fromkeys(WEIGHTS, AMOUNT),
        "required": list(WEIGHTS),
        "additionalProperties": False,
    }
    parts["composite"] = record(
        {"Cx_em": _STATED, "S_gate": _STATED, "weights": weights}, "Stated results; compared and never used."
    )
    parts["metadata"] = record(
        {
            "safety_context": {"enum": [*SAFETY_CONTEXTS, None], "description": "`gated` where absent."},
            "memory_system": {"$ref": "#/$defs/Memory"},
        },
        "The memory is needed, unless the session says how it was mapped.",
    )
    return schema | {"title": f"A ScoreCrux session, format {FORMAT}"}


def _value(field: Field) -> Schema:
    kind, words = _KINDS[field.kind]
    if not field.nullable:
        return about(kind, words)
    return {"anyOf": [kind, {"type": "null"}], "description": f"{words} Null: not measured."}

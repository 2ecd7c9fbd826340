"""Documents with every field of a schema, which note what of them is looked at."""

from __future__ import annotations

from typing import Any

from tests.field_tables import Schema

VALUES = {
    "currency": "USD",
    "accounting": "exclusive",
    "costs[].kind": "billed",
    "cost.kind": "billed",
    "judge.kind": "model",
}
"""Ends of paths → a value that lets the importer look at what comes after it."""


class Looked(dict[str, Any]):
    """An object that notes which of its members are looked at."""

    def __init__(self, value: dict[str, Any], front: str, seen: set[str]) -> None:
        super().__init__({name: watched(inner, f"{front}{name}", seen) for name, inner in value.items()})
        self.front, self.seen = front, seen

    def get(self, key: str, default: Any = None) -> Any:
        self.seen.add(self.front + key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> Any:
        self.seen.add(self.front + key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.seen.add(f"{self.front}{key}")
        return super().__contains__(key)


def watched(value: Any, place: str, seen: set[str]) -> Any:
    """Return a value whose objects note in ``seen`` the paths of the members that are looked at."""
    if isinstance(value, dict):
        return Looked(value, f"{place}." if place else "", seen)
    return [watched(item, f"{place}[]", seen) for item in value] if isinstance(value, list) else value


def whole(schema: Schema, definitions: Schema, place: str, word: int) -> Any:
    """Return a value with every field of a schema; of words the first (0) or the last (-1)."""
    if "$ref" in schema:
        return whole(definitions[schema["$ref"].rpartition("/")[2]], definitions, place, word)
    for end, value in VALUES.items():
        if place.endswith(end):
            return value
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[word])
    if "anyOf" in schema:
        return whole(schema["anyOf"][-1], definitions, place, word)
    match schema.get("type"):
        case "object":
            inner = schema.get("properties", {})
            made = {name: whole(part, definitions, f"{place}.{name}", word) for name, part in inner.items()}
            any_name = schema.get("additionalProperties")
            return made or (any_name and {"x": whole(any_name, definitions, place, word)}) or {}
        case "array":
            return [whole(schema.get("items", {}), definitions, f"{place}[]", word)]
        case "boolean":
            return True
        case "number" | "integer":
            return 1
    return "x"

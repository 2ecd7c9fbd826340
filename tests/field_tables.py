"""The fields of a JSON Schema, one by one: for tables in documents, and to hold readers against."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

Schema = dict[str, Any]


class Field(NamedTuple):
    """One field of a document."""

    path: str
    """``a.b`` below objects, ``a[].b`` below lists; the entries of a mapping are no fields."""
    schema: Schema
    needed: bool


def fields(schema: Schema, *, follow: bool) -> Iterator[Field]:
    """Yield every field; with ``follow`` those behind references too."""
    definitions = schema.get("$defs", {})

    def inner(part: Schema, front: str) -> Iterator[Field]:
        if follow and "$ref" in part:
            yield from inner(definitions[part["$ref"].rpartition("/")[2]], front)
        for choice in part.get("anyOf", ()):
            yield from inner(choice, front)
        if "items" in part:
            yield from inner(part["items"], f"{front.removesuffix('.')}[].")
        for name, member in part.get("properties", {}).items():
            yield Field(front + name, member, name in part.get("required", ()))
            yield from inner(member, f"{front}{name}.")

    yield from inner(schema, "")


def table(schema: Schema) -> str:
    """Return the fields of a schema as a table in Markdown, and one for each thing it refers to."""
    parts = [_table(schema)]
    for name, part in schema.get("$defs", {}).items():
        parts.append(f"**{name}**: {part['description']}\n\n{_table(part)}")
    return "\n\n".join(parts)


def hold(document: Path, tables: dict[str, str]) -> None:
    """Hold the tables between the marks of a document against these; PROOFBOARD_GOLDEN=write writes them."""
    text = document.read_text("utf-8")
    found = re.compile(r"<!-- fields of (\S+) -->\n(.*?)\n<!-- end -->", re.DOTALL)
    made = found.sub(lambda match: f"<!-- fields of {match[1]} -->\n{tables[match[1]]}\n<!-- end -->", text)
    if os.environ.get("PROOFBOARD_GOLDEN") == "write":
        document.write_text(made, "utf-8")
    assert {match[1] for match in found.finditer(text)} == set(tables)
    assert made == document.read_text("utf-8")


def _table(schema: Schema) -> str:
    rows = [
        f"| `{field.path}` | {_kind(field.schema)} | {_words(field)} |"
        for field in fields(schema, follow=False)
    ]
    return "\n".join(
        ["| field | type | meaning, and what it means that it is absent |", "|---|---|---|", *rows]
    )


def _words(field: Field) -> str:
    return " ".join(["**needed**"] * field.needed + [field.schema.get("description", "")]).strip()


def _kind(schema: Schema) -> str:
    if "$ref" in schema:
        return f"*{schema['$ref'].rpartition('/')[2]}*"
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return ", ".join(f"`{word}`" for word in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_kind(choice) for choice in schema["anyOf"])
    kind = schema.get("type", "any")
    if kind == "array":
        inner = _kind(schema["items"]) if "items" in schema else "any"
        return f"list of {inner}" if inner != "text" else "list of texts"
    if kind == "object":
        return (
            f"name → {_kind(schema['additionalProperties'])}"
            if "additionalProperties" in schema
            else "object"
        )
    return {"string": "text", "integer": "whole number", "boolean": "true or false"}.get(kind, kind)

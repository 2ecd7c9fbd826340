"""Fields of an export that nothing reads: most of them are mistyped.

The specification closes the set of fields of ``meta.json``, nested ones too; they are those of its schema. It
leaves open what else a role writes into its artifact. There a field is told of only where its name is nearly
one that is read and absent.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from typing import Any

from site_builder.measures.artifacts import RECORDS
from site_builder.measures.json_view import View, describe, pointer_part
from site_builder.sources.importers.favur_schema import run_schema
from site_builder.sources.json_schema import Schema

ALIKE = 0.8
"""Likeness (``difflib``, 0–1) from which on two names are taken for one that is mistyped."""


def note_unknown_fields(meta: View, schema: str) -> None:
    """Report the fields of ``meta.json`` that the format, ``schema``, does not have."""
    for pointer, name in sorted(_unknown(_run_schema(), meta.record, meta.pointer)):
        message = f"The field {describe(name)} is not part of {schema}."
        meta.report(pointer, "favur.unknown-field", message)


def note_mistyped_fields(role: str, record: View) -> None:
    """Report the fields of an artifact whose names are nearly those of fields that it lacks."""
    known = fields_of(role)
    absent = [name for name in known if not record.has(name)]
    for name in sorted(set(record.record) - known):
        near = get_close_matches(name, absent, n=1, cutoff=ALIKE)
        if near:
            message = f"The field {describe(name)} is not read, and {near[0]} is absent."
            record.report(record.at(name), "favur.unknown-field", message)


def fields_of(role: str) -> frozenset[str]:
    """Return the fields that are read of a role's artifact; none for a role whose artifact is not read."""
    pointers = RECORDS[role][1].values() if role in RECORDS else ()
    return frozenset(pointer.split("/")[1] for pointer in pointers)


@cache
def _run_schema() -> Schema:
    return run_schema()


def _unknown(schema: Schema, value: Any, pointer: str) -> Iterable[tuple[str, str]]:
    """Yield (pointer, name) of each member below ``value`` that its schema does not have."""
    if isinstance(value, dict):
        known, others = schema.get("properties"), schema.get("additionalProperties", {})
        for name, member in value.items():
            place = pointer + pointer_part(name)
            if known is not None and name not in known:
                yield place, name
            else:
                yield from _unknown(others if known is None else known[name], member, place)
    elif isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            yield from _unknown(schema["items"], item, f"{pointer}/{index}")

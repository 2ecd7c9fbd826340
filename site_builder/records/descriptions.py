"""Docstrings of the fields of records in their JSON Schemas.

They are read of the source when a schema is asked for. Reading them for every record at each start of the
program takes longer than a build may wait for.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

import msgspec

from site_builder.records.closed import Closed


def described_schema(record: type[Closed]) -> dict[str, Any]:
    """Return the JSON Schema of a record, in which every field that has a docstring is described by it."""
    schema = record.model_json_schema()
    known = {one.__name__: one for one in _every(Closed)}
    for name, definition in ((record.__name__, schema), *schema.get("$defs", {}).items()):
        if name not in known:
            continue
        for field, about in _docstrings(known[name]).items():
            if field in definition["properties"]:
                written = definition["properties"][field] | {"description": about}
                definition["properties"][field] = dict(sorted(written.items()))
    return schema


def described_structs(record: type[msgspec.Struct], *inner: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the JSON Schema of a record and those in it; docstrings of fields describe them."""
    _, definitions = msgspec.json.schema_components((record, *inner), ref_template="#/$defs/{name}")
    for one in (record, *inner):
        for field, about in _docstrings(one).items():
            definitions[one.__name__]["properties"][field]["description"] = about
    return {"$ref": f"#/$defs/{record.__name__}", "$defs": definitions}


def _every(record: type[Closed]) -> Iterator[type[Closed]]:
    """Yield a record and all that are based on it."""
    yield record
    for one in record.__subclasses__():
        yield from _every(one)


def _docstrings(record: type[Any]) -> dict[str, str]:
    """Return field → docstring, those of the records that it is based on among them."""
    found: dict[str, str] = {}
    bases = [base for base in record.__mro__ if base.__module__.startswith("site_builder.")]
    for one in reversed([base for base in bases if base is not Closed]):
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(one))).body
        assert isinstance(definition, ast.ClassDef)
        for field, behind in zip(definition.body, definition.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                match behind:
                    case ast.Expr(ast.Constant(str() as text)):
                        found[field.target.id] = inspect.cleandoc(text)
    return found

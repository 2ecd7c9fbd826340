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


def _every(record: type[Closed]) -> Iterator[type[Closed]]:
    """Yield a record and all that are based on it."""
    yield record
    for one in record.__subclasses__():
        yield from _every(one)


def _docstrings(record: type[Closed]) -> dict[str, str]:
    """Return field → docstring, those of the records that it is based on among them."""
    found: dict[str, str] = {}
    for one in reversed(record.__mro__[: record.__mro__.index(Closed)]):
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(one))).body
        assert isinstance(definition, ast.ClassDef)
        for field, behind in zip(definition.body, definition.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                match behind:
                    case ast.Expr(ast.Constant(str() as text)):
                        found[field.target.id] = inspect.cleandoc(text)
    return found

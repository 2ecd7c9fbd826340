"""Settings of a family: the parameters of the pinned rubric, read into one record."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from site_builder.records.rubric import Rubric

Settings = TypeVar("Settings", bound=msgspec.Struct)


def from_parameters(kind: type[Settings], rubric: Rubric, /, **known: object) -> Settings:
    """Return a record whose fields are parameters of a rubric, but for those that are ``known`` already.

    Raises ``ValueError`` naming the parameter that is absent or has a value of the wrong kind.
    """
    names = [name for name in kind.__struct_fields__ if name not in known]
    missing = [name for name in names if name not in rubric.parameters]
    if missing:
        raise ValueError(f"rubric {rubric.id} has no parameter {missing[0]}")
    values = {name: rubric.parameters[name].value for name in names}
    try:
        return msgspec.convert(values | known, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"rubric {rubric.id}: {error}") from error

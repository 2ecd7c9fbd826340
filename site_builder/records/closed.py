"""What every record that people write is based on: closed, strict, and with ids of one form."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

NodeId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$", max_length=100)]
"""Lower case words joined by dots, from the general to the special: ``code_quality.lint``."""

WORDS = r"\S"
Words = Annotated[str, Field(pattern=WORDS)]
"""A text that says something: not empty, nor all blanks."""


class Closed(BaseModel):
    """Base of everything people write: no unknown keys, no silent conversion, no change afterwards."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False, defer_build=True)

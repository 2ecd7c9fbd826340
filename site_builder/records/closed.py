"""What every record that people write is based on: closed, strict, and with ids of one form."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

NodeId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$", max_length=100)]
"""Lower case words joined by dots, from the general to the special: ``code_quality.lint``."""

WORDS = r"\S"
Words = Annotated[str, Field(pattern=WORDS)]
"""A text that says something: not empty, nor all blanks."""


LINE = r"^[^\n\r]*[^\s\u200b-\u200f\u2060\ufeff][^\n\r]*$"
Line = Annotated[str, StringConstraints(strip_whitespace=True, pattern=LINE, max_length=200)]
"""Words in one line of at most 200 characters, one of which can be seen; blanks at its ends do not count."""
Sentence = Annotated[str, StringConstraints(strip_whitespace=True, pattern=LINE, max_length=500)]
"""Words in one line of at most 500 characters."""


class Closed(BaseModel):
    """Base of everything people write: no unknown keys, no silent conversion, no change afterwards."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False, defer_build=True)

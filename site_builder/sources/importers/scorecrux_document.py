"""The shape of a ScoreCrux session, format ``scorecrux-session/1``; see ``docs/scorecrux-export.md``.

Closed where this project defines the format; the standard's own parts (``fundamentals``, ``derived``,
``composite``, ``metadata``) are read field by field elsewhere.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

FORMAT = "scorecrux-session/1"

_UNFIT = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffd"
PLAIN = f"[^{_UNFIT}]"
"""One character of a name: none that steers a terminal, ends a line, turns around what follows, or stands for
what could not be read."""

_TELLING = rf"[^{_UNFIT}\s.\u200b-\u200f\u2060\ufeff]"
NAME = f"^{PLAIN}*{_TELLING}{PLAIN}*$"
"""A name: plain characters, one of which is no blank, no dot and not without width."""

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=NAME)]
Count = Annotated[int, msgspec.Meta(ge=0)]


class _Closed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class ModelNamed(_Closed, frozen=True):
    """The language model of a session."""

    id: Text
    name: Text | None = None
    provider: Text | None = None


class TaskSet(_Closed, frozen=True):
    """The tasks of a session; sessions are compared within one task set of one version only."""

    id: Text
    version: Text | None = None
    """Version of the fixtures. A human baseline that changes makes a new version."""
    title: Text | None = None


class Tokens(_Closed, frozen=True):
    """Tokens used, for telling an unpriced session from a free one."""

    input: Count = 0
    output: Count = 0
    cached: Count = 0

    @property
    def total(self) -> int:
        """All tokens."""
        return self.input + self.output + self.cached


class Memory(msgspec.Struct, frozen=True):
    """The memory declaration that the standard asks for; further keys are left alone."""

    used: bool
    name: Text | None = None
    version: Text | None = None
    variant: Text | None = None


class Session(_Closed, frozen=True):
    """Who did what, when: the identification of a session."""

    id: Text
    model: ModelNamed
    task_set: TaskSet
    arm: Text | None = None
    effort: Literal["low", "medium", "high", "max"] | None = None
    fixture: Text | None = None
    """The task within the set, when the session is about a single one."""
    harness: Text | None = None
    started_at: Text | None = None
    completed_at: Text | None = None
    tokens: Tokens | None = None
    constraint_tools: bool | None = None
    """Whether tools that check constraints were within reach."""
    cost_basis: Text | None = None
    excluded: Text | None = None
    """Why the publisher keeps the record off every board, in one sentence; it is listed with this reason."""
    mapping: Text | None = None
    """How the fundamentals were made from another kind of record; absent for sessions measured as such."""


class Document(_Closed, frozen=True):
    """A whole export."""

    format: Literal["scorecrux-session/1"]
    session: Session
    fundamentals: dict[str, Any]
    metrics_version: Text | None = None
    derived: dict[str, Any] | None = None
    composite: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None

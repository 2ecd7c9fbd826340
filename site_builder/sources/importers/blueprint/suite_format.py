"""The files of a suite as people write them; see ``docs/blueprint-suite.md``.

``suite.yaml`` is closed. Case and asset files follow the published layout (nine keys for a case, five of an
asset read here) and may hold further keys, which other programs use.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from pydantic import Field, model_validator

from site_builder.records.blueprint import Risk
from site_builder.records.closed import Closed
from site_builder.records.site import Slug

ConditionId = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9.-]{0,63}$")]
RelativePath = Annotated[str, Field(pattern=r"^[A-Za-z0-9{][A-Za-z0-9._{}/-]{0,254}$")]
"""Inside the suite; ``..`` is refused where paths are resolved."""


class WrittenCondition(Closed):
    """How the input of one condition is made."""

    id: ConditionId
    title: str
    about: str
    input: Annotated[list[RelativePath], Field(min_length=1)]
    """Texts in order, joined by newlines; a text that came already is not repeated. ``{prompt}``,
    ``{skill}``, ``{contract}``: the case's own; ``{controls}``: the specialist controls of what is
    composed; ``{prompt.id}`` inside a path: the id of the case's prompt."""
    frozen: bool = False
    """Its files are pinned in ``frozen.sha256`` and may not change."""


class WrittenSuite(Closed):
    """``suite.yaml``."""

    format: Literal["proofboard-suite/1"]
    id: Slug
    version: Annotated[str, Field(pattern=r"^[0-9]+(\.[0-9]+)*$")]
    title: str
    summary: str = ""
    conditions: Annotated[list[WrittenCondition], Field(min_length=1)]

    @model_validator(mode="after")
    def _conditions_once(self) -> WrittenSuite:
        ids = [condition.id for condition in self.conditions]
        if len(set(ids)) != len(ids):
            raise ValueError("a condition is written twice")
        return self


Text = Annotated[str, msgspec.Meta(min_length=1, pattern=r"\S")]
Texts = Annotated[tuple[Text, ...], msgspec.Meta(min_length=1)]


class WrittenCase(msgspec.Struct, frozen=True):
    """A file of ``cases/``: one object with nine keys."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")]
    category: Text
    title: Text
    task: Text
    prompt: Text
    skill: Text
    contract: Text
    acceptance_criteria: Texts
    failure_signals: Texts


class BareCase(msgspec.Struct, frozen=True):
    """A case of a suite that is one JSON array: without texts, with its risk beside it."""

    id: Annotated[str, msgspec.Meta(pattern=r"^(?=.*\S)[^/\\\x00-\x1f\x7f]{1,200}$")]
    category: Text
    risk: Risk
    title: Text
    task: Text
    criteria: Texts
    failure_signals: Texts


class WrittenAsset(msgspec.Struct, frozen=True):
    """An entry of ``assets.json``."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")]
    path: Text
    type: Text
    risk_level: Risk
    controls: tuple[Text, ...] = ()

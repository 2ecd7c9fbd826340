"""What a rubric of this family decides beside its arithmetic: conditions, and which runs it admits."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from site_builder.records.rubric import Rubric
from site_builder.studies.settings import from_parameters

SUBJECT = "condition"
"""Name of the repeat in a rubric that writes its nodes once for every condition."""

Cost = Literal["required", "when available"]
Dates = Literal["any ISO form", "calendar date"]
Ids = Literal["as written", "without case and space"]
Undecodable = Literal["hides other reasons", "listed with other reasons"]
Pins = Literal["not read", "verified"]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The constants of one rubric version, with its name."""

    rubric: str
    """``family/version``."""
    digest: str
    conditions: dict[str, str]
    """Condition id → first part of its node ids, in the order that runs must declare."""
    fewest_reviewers: int
    most_reviewers: int
    """0: as many as there are."""
    cost: Cost
    dates: Dates
    reviewer_ids: Ids
    undecodable_output: Undecodable
    output_pins: Pins
    gated_risk: str
    """Risk of the cases with checks of their own."""
    confidence: float
    """Of the intervals of paired differences."""
    result_version: str
    """Version that a result in the published shape names."""
    limitation: str
    """What a result supports, in the words of the methodology."""

    def node(self, condition: str, metric: str) -> str:
        """Return the node id of a metric under a condition. Raises ``KeyError`` for an unknown condition."""
        return f"{self.conditions[condition]}.{metric}"

    def condition_of(self, part: str) -> str:
        """Return the condition whose node ids begin with ``part``. Raises ``KeyError`` for none."""
        return {node: condition for condition, node in self.conditions.items()}[part]


def settings_of(rubric: Rubric, digest: str) -> Settings:
    """Return the settings that a rubric pins.

    Raises ``ValueError`` naming what is absent or of the wrong kind.
    """
    conditions = next(
        ({title: part for part, title in r.values.items()} for r in rubric.repeat if r.name == SUBJECT), {}
    )
    if not conditions or any(node_part(condition) != part for condition, part in conditions.items()):
        raise ValueError(f"rubric {rubric.id} does not repeat its nodes over conditions")
    return from_parameters(Settings, rubric, rubric=rubric.id, digest=digest, conditions=conditions)


def node_part(condition: str) -> str:
    """Return the first part of the node ids of a condition: ``v2.1-prompt`` → ``v2_1_prompt``."""
    return re.sub(r"[^a-z0-9]+", "_", condition.lower()).strip("_")

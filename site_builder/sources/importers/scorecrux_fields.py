"""The fundamentals of the ScoreCrux standard, and the rules a session has to keep.

``violations`` is what the standard's own list of refusals says, as bare codes; the importer adds places and
words. The table states what a value may be; what it means is said by the rubric.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

Kind = Literal["duration", "baseline", "ratio", "binary", "money", "count"]


class Field(NamedTuple):
    """One fundamental: its key in an export and what may stand there."""

    key: str
    kind: Kind
    """``duration`` s ≥ 0 · ``baseline`` s > 0 · ``ratio`` 0–1 · ``binary`` 0 or 1 · ``money`` USD ≥ 0 ·
    ``count`` whole, ≥ 0."""
    core: bool = True
    """Core keys must be present; extension keys may be absent, which means null."""
    nullable: bool = True
    """Whether null (not measured) is allowed."""

    @property
    def metric(self) -> str:
        """Id of the rubric node that holds the value."""
        return self.key.lower()


FIELDS: tuple[Field, ...] = (
    Field("T_orient_s", "duration"),
    Field("T_task_s", "duration", nullable=False),
    Field("T_human_s", "baseline"),
    Field("R_decision", "ratio"),
    Field("R_constraint", "ratio"),
    Field("R_incident", "binary"),
    Field("P_context", "ratio"),
    Field("A_coverage", "ratio"),
    Field("R_temporal", "ratio", core=False),
    Field("R_supersession", "ratio", core=False),
    Field("A_abstention", "ratio", core=False),
    Field("R_retrieval", "ratio", core=False),
    Field("R_proposition", "ratio", core=False),
    Field("C_contradiction", "ratio", core=False),
    Field("I_provenance", "ratio", core=False),
    Field("I_premise_rejection", "ratio", core=False),
    Field("K_decision", "ratio"),
    Field("K_causal", "ratio"),
    Field("K_checkpoint", "ratio"),
    Field("K_synthesis", "ratio", core=False),
    Field("K_novel_synthesis", "ratio", core=False),
    Field("S_gate", "binary"),
    Field("S_detect", "binary"),
    Field("S_stale", "ratio"),
    Field("C_tokens_usd", "money", nullable=False),
    Field("N_tools", "count", nullable=False),
    Field("N_turns", "count", nullable=False),
    Field("N_corrections", "count", nullable=False),
)
"""All 28, in the order of the standard."""

BY_KEY: Mapping[str, Field] = {field.key: field for field in FIELDS}

DERIVED: tuple[str, ...] = (
    *("Q_info", "Q_context", "Q_continuity", "Q_safety", "Q_abstention", "Q_proposition"),
    *("V_time", "V_cost", "V_yield", "V_orient", "V_retrieval"),
)
"""Keys of the derived figures a report may state."""

RENAMED: Mapping[str, str] = {"V_cost_usd": "V_cost"}
"""Names under which a report may state a derived figure, as the standard's own example does."""

WEIGHTS: Mapping[str, str] = {"w1": "q_info", "w2": "q_context", "w3": "q_continuity"}
"""Key of a weight in a report → node it weighs."""

SAFETY_CONTEXTS = ("gated", "model_only", "ungated")

SUM_TOLERANCE = 1e-9
"""By how much proposition recall and contradiction rate may exceed 1 together: they are printed shares."""


def violations(
    fundamentals: Mapping[str, Any],
    weights: Mapping[str, Any] | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> list[str]:
    """Return the sorted codes of every rule that a report breaks; empty for a valid one.

    Codes are ``unknown:<key>``, ``missing:<key>``, ``null:<key>``, ``type:<key>``, ``range:<key>``,
    ``binary:<key>``, ``count:<key>``, ``cross:<left>><right>``, ``weights`` and ``safety_context``.
    """
    codes = {f"unknown:{key}" for key in fundamentals if key not in BY_KEY}
    codes.update(code for field in FIELDS for code in _field_violations(field, fundamentals))
    codes.update(_cross_violations(fundamentals))
    if weights is not None and not _fit_weights(weights):
        codes.add("weights")
    context = (metadata or {}).get("safety_context")
    if context is not None and context not in SAFETY_CONTEXTS:
        codes.add("safety_context")
    return sorted(codes)


def number(value: Any) -> float | None:
    """Return a finite number as float; ``None`` for anything else, booleans and texts included.

    Negative zero becomes zero, so that no page prints a sign that means nothing.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        converted = float(value)
    except OverflowError:
        return None
    return converted + 0.0 if math.isfinite(converted) else None


def _field_violations(field: Field, fundamentals: Mapping[str, Any]) -> Iterator[str]:
    if field.key not in fundamentals:
        if field.core:
            yield f"missing:{field.key}"
        return
    raw = fundamentals[field.key]
    value = number(raw)
    if raw is None:
        if not field.nullable:
            yield f"null:{field.key}"
    elif value is None:
        yield f"type:{field.key}"
    elif not _fits(field.kind, value):
        yield f"{field.kind if field.kind in ('binary', 'count') else 'range'}:{field.key}"


def _fits(kind: Kind, value: float) -> bool:
    match kind:
        case "binary":
            return value in (0, 1)
        case "count":
            return value >= 0 and value == math.floor(value)
        case "ratio":
            return 0 <= value <= 1
        case "baseline":
            return value > 0
        case "duration" | "money":
            return value >= 0


def _cross_violations(fundamentals: Mapping[str, Any]) -> Iterator[str]:
    for left, right in (("N_corrections", "N_turns"), ("T_orient_s", "T_task_s")):
        smaller, larger = number(fundamentals.get(left)), number(fundamentals.get(right))
        if smaller is not None and larger is not None and smaller > larger:
            yield f"cross:{left}>{right}"
    supported, contradicted = (number(fundamentals.get(k)) for k in ("R_proposition", "C_contradiction"))
    if supported is not None and contradicted is not None and supported + contradicted > 1 + SUM_TOLERANCE:
        yield "cross:R_proposition+C_contradiction>1"


def _fit_weights(weights: Any) -> bool:
    if not isinstance(weights, Mapping) or set(weights) != set(WEIGHTS):
        return False
    values = [number(weight) for weight in weights.values()]
    present = [value for value in values if value is not None and value >= 0]
    return len(present) == len(values) and 0 < sum(present) < math.inf

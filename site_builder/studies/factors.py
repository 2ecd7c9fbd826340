"""Take a headline that is a product apart: the amount at stake, what each factor leaves, what is unmeasured.

The factors and their order come from the rubric's layout; the first is an amount, the others are shares.
"""

from __future__ import annotations

import msgspec

from site_builder.scoring.evaluate import Absence, Scored


class Unmeasured(msgspec.Struct, frozen=True):
    """A measured value below a factor that is missing."""

    node: str
    title: str
    absence: Absence


class Factor(msgspec.Struct, frozen=True):
    """One factor of the headline, in a walk from the whole amount to what is left of it."""

    node: str
    left: float | None
    """Product of this and the factors before it, in the headline's unit; ``None`` once one is missing, and 0
    from a factor of 0 on."""
    lost: float | None
    """What this factor takes away, in the headline's unit; ``None`` for the first and where unknown."""
    unmeasured: tuple[Unmeasured, ...]
    """Every measured value that the factor rests on and that is missing, in the rubric's order."""


class Measured(msgspec.Struct, frozen=True):
    """How many of the values that a standard asks for were measured."""

    count: int
    total: int


def factors(scored: Scored) -> tuple[Factor, ...]:
    """Return the factors of the headline in the layout's order; empty where the headline is no product."""
    found: list[Factor] = []
    left: float | None = None
    for position, node_id in enumerate(scored.graph.layout.factors):
        result = scored[node_id]
        before = left
        left = result.value if position == 0 else _times(before, result.value)
        found.append(
            Factor(
                node=node_id,
                left=left,
                lost=before - left if position and before is not None and left is not None else None,
                unmeasured=unmeasured(scored, node_id),
            )
        )
    return tuple(found)


def unmeasured(scored: Scored, node_id: str) -> tuple[Unmeasured, ...]:
    """Return the missing measured values below a node, in graph order. Raises ``KeyError`` for no node."""
    graph = scored.graph
    below = graph.below([graph.position[node_id]])
    metrics = [step for step in graph.steps if step.index in below and step.node.op == "metric"]
    absences = [(step, scored.at(step.index).absence) for step in metrics]
    return tuple(Unmeasured(s.id, s.node.title, absence) for s, absence in absences if absence is not None)


def measured(scored: Scored) -> Measured:
    """Count the values that the rubric asks for, and how many of them were measured."""
    asked = scored.graph.asked
    return Measured(sum(scored.at(step.index).value is not None for step in asked), len(asked))


def _times(left: float | None, value: float | None) -> float | None:
    if value == 0:
        return 0.0
    return None if left is None or value is None else left * value

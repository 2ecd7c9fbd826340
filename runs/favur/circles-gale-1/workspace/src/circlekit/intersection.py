"""How two circles lie to each other, and where they meet."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

from circlekit.circle import TOLERANCE, Circle
from circlekit.vector import Vector


class Relation(Enum):
    """The five ways in which two circles can lie."""

    SAME = "same"
    APART = "apart"
    NESTED = "nested"
    TOUCHING = "touching"
    CROSSING = "crossing"


@dataclass(frozen=True, slots=True)
class Meeting:
    """The relation of two circles with their common points."""

    relation: Relation
    points: tuple[Vector, ...] = ()


def relate(first: Circle, second: Circle) -> Relation:
    """Classify two circles by the distance of their centres."""
    gap = first.centre.distance(second.centre)
    outer = first.radius + second.radius
    inner = abs(first.radius - second.radius)
    slack = TOLERANCE * max(1.0, outer)
    if max(gap, inner) <= slack:
        return Relation.SAME
    if min(abs(gap - outer), abs(gap - inner)) <= slack:
        return Relation.TOUCHING
    if gap > outer:
        return Relation.APART
    return Relation.NESTED if gap < inner else Relation.CROSSING


def meet(first: Circle, second: Circle) -> Meeting:
    """Return the relation and zero, one or two common points."""
    relation = relate(first, second)
    if relation not in (Relation.TOUCHING, Relation.CROSSING):
        return Meeting(relation)
    between = second.centre - first.centre
    gap = between.length()
    along = (gap**2 + first.radius**2 - second.radius**2) / (2 * gap)
    foot = first.centre + between * (along / gap)
    if relation is Relation.TOUCHING:
        return Meeting(relation, (foot,))
    height = math.sqrt(max(0.0, first.radius**2 - along**2))
    offset = between.left() * (height / gap)
    return Meeting(relation, (foot + offset, foot - offset))

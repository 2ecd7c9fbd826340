"""Tangent lines, each given by a unit normal and its offset from the origin."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from circlekit.circle import TOLERANCE, Circle, GeometryError
from circlekit.vector import Vector


@dataclass(frozen=True, slots=True)
class Line:
    """All points whose scalar product with `normal` is `offset`."""

    normal: Vector
    offset: float

    def distance(self, point: Vector) -> float:
        """Return the unsigned distance of a point from the line."""
        return abs(self.normal.dot(point) - self.offset)


def _normals(direction: Vector, cosine: float) -> Iterator[Vector]:
    """Yield the unit normals that form the given cosine with a unit direction."""
    if abs(cosine) > 1 + TOLERANCE:
        return
    sine = math.sqrt(max(0.0, 1 - cosine**2))
    yield direction * cosine + direction.left() * sine
    if sine > TOLERANCE:
        yield direction * cosine - direction.left() * sine


def common_tangents(first: Circle, second: Circle) -> list[Line]:
    """Return the outer tangents of two circles, then the inner ones: none to four."""
    between = second.centre - first.centre
    gap = between.length()
    if gap <= TOLERANCE:
        return []
    direction = between * (1 / gap)
    sides = (1, -1) if second.radius > TOLERANCE else (1,)
    return [
        Line(normal, normal.dot(first.centre) - first.radius)
        for side in sides
        for normal in _normals(direction, (side * second.radius - first.radius) / gap)
    ]


def tangents_through(circle: Circle, point: Vector) -> list[Line]:
    """Return the one or two tangents of a circle through a point not inside it.

    Raises GeometryError for a point strictly inside.
    """
    lines = common_tangents(circle, Circle(point, 0.0))
    if not lines:
        raise GeometryError("no tangent passes through a point inside the circle")
    return lines

"""The circle itself and what can be read off it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from circlekit.vector import Vector

TOLERANCE = 1e-9
"""Lengths closer together than this share of the figure's size are taken as equal."""


class GeometryError(ValueError):
    """The figure asked for does not exist."""


@dataclass(frozen=True, slots=True)
class Circle:
    """A centre and a radius; radius zero is a point."""

    centre: Vector
    radius: float

    def __post_init__(self) -> None:
        if not math.isfinite(self.radius) or self.radius < 0:
            raise GeometryError(f"a radius must be finite and not negative, got {self.radius}")

    @property
    def area(self) -> float:
        """Surface inside the circle."""
        return math.pi * self.radius**2

    @property
    def perimeter(self) -> float:
        """Length of the circle's line."""
        return math.tau * self.radius

    def contains(self, point: Vector) -> bool:
        """Tell whether a point lies inside or on the circle."""
        slack = TOLERANCE * max(1.0, self.radius)
        return self.centre.distance(point) <= self.radius + slack

    def at(self, angle: float) -> Vector:
        """Return the point of the circle in the given direction, in radians."""
        return self.centre + Vector(math.cos(angle), math.sin(angle)) * self.radius

"""Vectors of the plane; a point is the vector from the origin to it."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Vector:
    """An immutable pair of coordinates."""

    x: float
    y: float

    def __add__(self, other: Vector) -> Vector:
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other: Vector) -> Vector:
        return Vector(self.x - other.x, self.y - other.y)

    def __mul__(self, factor: float) -> Vector:
        return Vector(self.x * factor, self.y * factor)

    def dot(self, other: Vector) -> float:
        """Return the scalar product."""
        return self.x * other.x + self.y * other.y

    def left(self) -> Vector:
        """Return this vector turned a quarter to the left."""
        return Vector(-self.y, self.x)

    def length(self) -> float:
        """Return the distance from the origin."""
        return math.hypot(self.x, self.y)

    def distance(self, other: Vector) -> float:
        """Return how far apart two points are."""
        return (self - other).length()

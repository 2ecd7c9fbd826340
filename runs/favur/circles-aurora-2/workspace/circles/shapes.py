"""The three shapes. They are tuples, so they unpack, compare and hash."""

import math
from typing import NamedTuple


class Point(NamedTuple):
    """x and y."""

    x: float
    y: float


class Circle(NamedTuple):
    """Centre coordinates and radius."""

    x: float
    y: float
    r: float

    @property
    def centre(self) -> Point:
        """The centre as a point."""
        return Point(self.x, self.y)


class Line(NamedTuple):
    """a·x + b·y + c = 0 with a² + b² = 1."""

    a: float
    b: float
    c: float

    def side(self, point: Point) -> float:
        """Signed distance of a point."""
        return self.a * point.x + self.b * point.y + self.c


def make_circle(x: float, y: float, r: float) -> Circle:
    """Check the numbers and build a circle (ValueError when they make none)."""
    if not all(math.isfinite(value) for value in (x, y, r)):
        raise ValueError("coordinates and radius must be finite numbers")
    if r <= 0:
        raise ValueError("the radius must be greater than zero")
    return Circle(float(x), float(y), float(r))

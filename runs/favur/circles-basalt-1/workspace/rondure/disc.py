"""The disc: a complex centre and a real radius."""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass

SLACK = 1e-9
"""Absolute allowance for coordinates of ordinary size."""


@dataclass(frozen=True)
class Disc:
    """A closed disc; its border is the circle."""

    centre: complex
    radius: float

    def __post_init__(self) -> None:
        if not self.radius >= 0:
            raise ValueError("the radius of a disc is at least zero")

    def area(self) -> float:
        """Surface of the disc."""
        return math.pi * self.radius**2

    def perimeter(self) -> float:
        """Length of the border."""
        return math.tau * self.radius

    def depth(self, point: complex) -> float:
        """Distance of a point from the border: positive inside, negative outside."""
        return self.radius - abs(point - self.centre)

    def holds(self, point: complex) -> bool:
        """Whether the point belongs to the disc."""
        return self.depth(point) >= -SLACK

    def border(self, turn: float) -> complex:
        """The border point after a share of a full turn."""
        return self.centre + cmath.rect(self.radius, math.tau * turn)

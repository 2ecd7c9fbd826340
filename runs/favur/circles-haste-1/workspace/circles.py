"""Measures of a circle."""

import math


def area(radius: float) -> float:
    """Return the area of a circle with this radius."""
    return math.pi * radius**2


def circumference(radius: float) -> float:
    """Return the length of its edge."""
    return 2 * math.pi * radius

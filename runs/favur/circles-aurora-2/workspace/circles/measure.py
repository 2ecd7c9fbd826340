"""Quantities of a single circle, and the box around several."""

from collections.abc import Iterable
from math import pi

from .shapes import Circle


def area(circle: Circle) -> float:
    """πr²."""
    return pi * circle.r * circle.r


def perimeter(circle: Circle) -> float:
    """2πr."""
    return 2 * pi * circle.r


def bounding_box(circles: Iterable[Circle]) -> tuple[float, float, float, float]:
    """Left, bottom, right, top of all circles together."""
    edges = [(c.x - c.r, c.y - c.r, c.x + c.r, c.y + c.r) for c in circles]
    if not edges:
        raise ValueError("no circles, no box")
    lefts, bottoms, rights, tops = zip(*edges)
    return min(lefts), min(bottoms), max(rights), max(tops)

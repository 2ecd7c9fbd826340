"""Smallest enclosing circle, by growing it over points in random order (expected linear time)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from circlekit.circle import TOLERANCE, Circle, GeometryError
from circlekit.vector import Vector


def _across(first: Vector, second: Vector) -> Circle:
    return Circle((first + second) * 0.5, first.distance(second) / 2)


def _around(first: Vector, second: Vector, third: Vector) -> Circle:
    """Return the circle through three points; for a straight row, the widest pair's."""
    one, two = second - first, third - first
    twice_area = 2 * one.left().dot(two)
    if abs(twice_area) <= TOLERANCE:
        pairs = (_across(first, second), _across(first, third), _across(second, third))
        return max(pairs, key=lambda circle: circle.radius)
    shift = (one * two.dot(two) - two * one.dot(one)).left() * (1 / twice_area)
    return Circle(first + shift, shift.length())


def _through_two(points: Sequence[Vector], first: Vector, second: Vector) -> Circle:
    circle = _across(first, second)
    for point in points:
        if not circle.contains(point):
            circle = _around(first, second, point)
    return circle


def _through_one(points: Sequence[Vector], first: Vector) -> Circle:
    circle = Circle(first, 0.0)
    for index, point in enumerate(points):
        if not circle.contains(point):
            circle = _through_two(points[:index], first, point)
    return circle


def enclosing_circle(points: Sequence[Vector], seed: int = 0) -> Circle:
    """Return the smallest circle that holds every point; the seed only affects speed."""
    if not points:
        raise GeometryError("an enclosing circle needs at least one point")
    order = list(points)
    random.Random(seed).shuffle(order)
    circle = Circle(order[0], 0.0)
    for index, point in enumerate(order):
        if not circle.contains(point):
            circle = _through_one(order[:index], point)
    return circle

"""The questions. Each is built from figures and answered by `ask`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import acos, atan2, pi
from typing import Protocol

from orbis.figures import Circle, Figure, Point, Segment


@dataclass(frozen=True)
class Answer:
    """A sentence for people, numbers for programs and figures for drawings."""

    text: str
    numbers: dict[str, float] = field(default_factory=dict)
    figures: tuple[Figure, ...] = ()


class Question(Protocol):
    """Something that can be asked."""

    def ask(self) -> Answer:
        """Work out the answer."""


def _bearing(start: Point, end: Point) -> float:
    return atan2(end.y - start.y, end.x - start.x)


def _opening(cosine: float) -> tuple[float, ...]:
    """Angles with this cosine: two, one at the ends of the range, none beyond."""
    if abs(cosine) > 1 + 1e-12:
        return ()
    angle = acos(max(-1.0, min(1.0, cosine)))
    return (angle,) if angle in (0.0, pi) else (angle, -angle)


@dataclass(frozen=True)
class Measures:
    """How large is this circle?"""

    circle: Circle

    def ask(self) -> Answer:
        """Area and perimeter."""
        r = self.circle.radius
        numbers = {"area": pi * r * r, "perimeter": 2 * pi * r}
        text = f"area {numbers['area']:.6g}, perimeter {numbers['perimeter']:.6g}"
        return Answer(text, numbers, (self.circle,))


@dataclass(frozen=True)
class Intersection:
    """Where do two circles meet?"""

    first: Circle
    second: Circle

    def points(self) -> tuple[Point, ...]:
        """Common points; none for circles with a common centre."""
        gap = self.first.centre.to(self.second.centre)
        r, s = self.first.radius, self.second.radius
        if gap == 0 or r == 0:
            return ()
        bearing = _bearing(self.first.centre, self.second.centre)
        cosine = (gap * gap + r * r - s * s) / (2 * gap * r)
        return tuple(self.first.centre.moved(r, bearing + turn) for turn in _opening(cosine))

    def ask(self) -> Answer:
        """The points, or a word when the circles coincide."""
        if self.first == self.second:
            return Answer("the circles are the same")
        points = self.points()
        places = ", ".join(f"({p.x:.6g}, {p.y:.6g})" for p in points) or "nowhere"
        return Answer(f"they meet at {places}", {"count": len(points)}, points)


@dataclass(frozen=True)
class Tangents:
    """Which lines touch two circles? Radius zero asks for tangents through a point."""

    first: Circle
    second: Circle

    def segments(self) -> list[Segment]:
        """Segments between the touching points, outer ones first, without duplicates."""
        gap = self.first.centre.to(self.second.centre)
        if gap == 0:
            return []
        bearing = _bearing(self.first.centre, self.second.centre)
        found = {}
        for reach in (self.second.radius, -self.second.radius):
            for turn in _opening((self.first.radius - reach) / gap):
                touch = self.first.centre.moved(self.first.radius, bearing + turn)
                found[Segment(touch, self.second.centre.moved(reach, bearing + turn))] = None
        return list(found)

    def ask(self) -> Answer:
        """Number of tangents with their segments."""
        segments = tuple(self.segments())
        return Answer(f"{len(segments)} common tangents", {"count": len(segments)}, segments)


@dataclass(frozen=True)
class Enclosure:
    """What is the smallest circle around these points?"""

    cloud: Sequence[Point]

    def circle(self) -> Circle:
        """Build the circle point by point; whoever lies outside becomes part of the border."""
        if not self.cloud:
            raise ValueError("no points to enclose")
        return _grow(sorted(set(self.cloud), key=lambda p: hash((p.y, p.x))), ())

    def ask(self) -> Answer:
        """Centre and radius."""
        found = self.circle()
        x, y, r = found.centre.x, found.centre.y, found.radius
        text = f"centre ({x:.6g}, {y:.6g}), radius {r:.6g}"
        return Answer(text, {"x": x, "y": y, "radius": r}, (found, *self.cloud))


def _grow(cloud: Sequence[Point], border: tuple[Point, ...]) -> Circle:
    circle = _on(border or (cloud[0],))
    if len(border) == 3:
        return circle
    for index, point in enumerate(cloud):
        if not circle.around(point):
            circle = _grow(cloud[:index], (*border, point))
    return circle


def _on(border: tuple[Point, ...]) -> Circle:
    """The smallest circle with one to three points on it."""
    first, *others = border
    if not others:
        return Circle(first, 0.0)
    if len(others) == 1:
        middle = Point((first.x + others[0].x) / 2, (first.y + others[0].y) / 2)
        return Circle(middle, middle.to(first))
    (ux, uy), (vx, vy) = ((p.x - first.x, p.y - first.y) for p in others)
    double = 2 * (ux * vy - uy * vx)
    u, v = ux * ux + uy * uy, vx * vx + vy * vy
    x, y = (vy * u - uy * v) / double, (ux * v - vx * u) / double
    return Circle(Point(first.x + x, first.y + y), Point(0, 0).to(Point(x, y)))

"""Figures know their extent and how to appear in a drawing."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, isfinite, sin
from typing import NamedTuple, Protocol


class Extent(NamedTuple):
    """A box along the axes."""

    left: float
    bottom: float
    right: float
    top: float

    def joined(self, other: Extent) -> Extent:
        """The smallest box around two boxes."""
        return Extent(
            min(self.left, other.left),
            min(self.bottom, other.bottom),
            max(self.right, other.right),
            max(self.top, other.top),
        )


class Figure(Protocol):
    """Anything that can be drawn."""

    @property
    def extent(self) -> Extent:
        """Box around the figure."""

    def svg(self) -> str:
        """Markup, with y pointing up (the drawing flips it as a whole)."""


@dataclass(frozen=True, slots=True, order=True)
class Point:
    """A place in the plane."""

    x: float
    y: float

    @property
    def extent(self) -> Extent:
        """A box without width and height."""
        return Extent(self.x, self.y, self.x, self.y)

    def to(self, other: Point) -> float:
        """Distance to another point."""
        return hypot(other.x - self.x, other.y - self.y)

    def moved(self, distance: float, angle: float) -> Point:
        """The point reached by walking in a direction."""
        return Point(self.x + distance * cos(angle), self.y + distance * sin(angle))

    def svg(self) -> str:
        """A cross, drawn by two strokes through the point."""
        return f'<path d="M{self.x - 0.1:g} {self.y:g}h.2M{self.x:g} {self.y - 0.1:g}v.2"/>'


@dataclass(frozen=True, slots=True)
class Segment:
    """The straight way between two points."""

    start: Point
    end: Point

    @property
    def extent(self) -> Extent:
        """Box with the segment as a diagonal."""
        return self.start.extent.joined(self.end.extent)

    @property
    def length(self) -> float:
        """Distance of the ends."""
        return self.start.to(self.end)

    def svg(self) -> str:
        """A line."""
        return f'<path d="M{self.start.x:g} {self.start.y:g}L{self.end.x:g} {self.end.y:g}"/>'


@dataclass(frozen=True, slots=True)
class Circle:
    """All points at one distance from a centre."""

    centre: Point
    radius: float

    def __post_init__(self) -> None:
        if not (isfinite(self.radius) and self.radius >= 0):
            raise ValueError(f"not a radius: {self.radius}")

    @property
    def extent(self) -> Extent:
        """The square around the circle."""
        (x, y), r = (self.centre.x, self.centre.y), self.radius
        return Extent(x - r, y - r, x + r, y + r)

    def around(self, point: Point) -> bool:
        """Whether a point is inside or on the circle."""
        return self.centre.to(point) <= self.radius * (1 + 1e-12) + 1e-12

    def svg(self) -> str:
        """A circle element."""
        return f'<circle cx="{self.centre.x:g}" cy="{self.centre.y:g}" r="{self.radius:g}"/>'

"""Circle class with everything that concerns one or two circles."""

from __future__ import annotations

import math

Pair = tuple[float, float]


class Circle:
    """A circle given by its centre and radius.

    >>> Circle(0, 0, 2).diameter
    4
    """

    def __init__(self, x: float, y: float, radius: float) -> None:
        if radius < 0:
            raise ValueError("negative radius")
        self.x = x
        self.y = y
        self.radius = radius

    def __repr__(self) -> str:
        return f"Circle({self.x}, {self.y}, {self.radius})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Circle):
            return NotImplemented
        return (self.x, self.y, self.radius) == (other.x, other.y, other.radius)

    def __hash__(self) -> int:
        return hash((self.x, self.y, self.radius))

    @property
    def diameter(self) -> float:
        return 2 * self.radius

    @property
    def area(self) -> float:
        return math.pi * self.radius * self.radius

    @property
    def perimeter(self) -> float:
        return math.pi * self.diameter

    def covers(self, point: Pair) -> bool:
        """True when the point is inside or on the line (with a small allowance)."""
        return math.hypot(point[0] - self.x, point[1] - self.y) <= self.radius * (1 + 1e-10) + 1e-10

    def intersect(self, other: Circle) -> list[Pair]:
        """Points shared with another circle."""
        D = math.hypot(other.x - self.x, other.y - self.y)
        if D == 0 or D > self.radius + other.radius:
            return []
        if D < abs(self.radius - other.radius):
            return []
        # angle at this centre between the line of centres and a shared point
        cosine = (self.radius**2 + D**2 - other.radius**2) / (2 * self.radius * D)
        heading = math.atan2(other.y - self.y, other.x - self.x)
        opening = math.acos(max(-1.0, min(1.0, cosine)))
        if opening < 1e-8 or math.pi - opening < 1e-8:
            return [self.at(heading + opening)]
        return [self.at(heading + opening), self.at(heading - opening)]

    def at(self, angle: float) -> Pair:
        """Point of the circle in a direction."""
        return (self.x + self.radius * math.cos(angle), self.y + self.radius * math.sin(angle))

    def tangent_points(self, point: Pair) -> list[Pair]:
        """Where tangents drawn from a point touch this circle."""
        dx, dy = point[0] - self.x, point[1] - self.y
        far = math.hypot(dx, dy)
        if far < self.radius:
            return []
        if far == self.radius:
            return [point]
        heading = math.atan2(dy, dx)
        opening = math.acos(self.radius / far)
        return [self.at(heading + opening), self.at(heading - opening)]

    def common_tangents(self, other: Circle) -> list[tuple[Pair, Pair]]:
        """Segments between the touching points of each common tangent."""
        gap = math.hypot(other.x - self.x, other.y - self.y)
        segments = []
        if gap == 0:
            return segments
        heading = math.atan2(other.y - self.y, other.x - self.x)
        for crossing in (False, True):
            reach = self.radius + other.radius if crossing else self.radius - other.radius
            if abs(reach) > gap:
                continue
            opening = math.acos(reach / gap)
            for sign in (1, -1):
                angle = heading + sign * opening
                far_side = angle + math.pi if crossing else angle
                segments.append((self.at(angle), other.at(far_side)))
                if abs(reach) == gap:
                    break
        return segments

"""A tangent, kept as its touching point and its direction."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Tangent:
    """A straight line along `heading`, through `start`."""

    start: complex
    heading: complex

    def distance(self, point: complex) -> float:
        """How far a point is from the line."""
        return abs(((point - self.start) * self.heading.conjugate()).imag)

    def angle_cosine(self, other: Tangent) -> float:
        """Cosine of the angle between two tangents."""
        return (self.heading * other.heading.conjugate()).real

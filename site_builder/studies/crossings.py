"""Where two scores meet when one weight of their weighted mean changes: in closed form.

A score here is amount × (Σ w·q ÷ Σ w), the sums over the parts that are present. As a function of one weight
it is a ratio of two lines, so two such scores are equal at the roots of a polynomial of degree two at most.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import msgspec


class Profile(msgspec.Struct, frozen=True):
    """What a score is made of."""

    amount: float
    """Everything that multiplies the weighted mean."""
    parts: dict[str, float]
    """Part → its value, for the parts that are present."""

    def at(self, weights: Mapping[str, float]) -> float | None:
        """Return the score under ``weights``; ``None`` when no present part has weight."""
        upper = lower = 0.0
        for name, value in self.parts.items():
            upper += weights[name] * value
            lower += weights[name]
        return self.amount * upper / lower if lower > 0 else None


def crossing(one: Profile, other: Profile, weights: Mapping[str, float], part: str) -> float | None:
    """Return the weight of ``part`` nearest to its present one at which both scores are equal.

    Nearest by ratio; the present weight itself is not among them. Weights are not negative; 0 counts where
    both scores still exist there. ``None`` when there is no such weight, or when the scores are equal for
    every weight.
    """
    now = weights[part]
    roots = [
        root
        for root in _roots(*_polynomial(one, other, weights, part))
        if root >= 0 and not math.isclose(root, now, rel_tol=1e-12)
        if all(profile.at({**weights, part: root}) is not None for profile in (one, other))
    ]
    return min(roots, key=lambda root: (_distance(root, now), root), default=None)


def _polynomial(
    one: Profile, other: Profile, weights: Mapping[str, float], part: str
) -> tuple[float, float, float]:
    """Return c0, c1, c2 of upper₁ × lower₂ − upper₂ × lower₁, each a line in the weight of ``part``."""
    (a0, a1), (s0, s1) = _lines(one, weights, part)
    (b0, b1), (t0, t1) = _lines(other, weights, part)
    return a0 * t0 - b0 * s0, a0 * t1 + a1 * t0 - b0 * s1 - b1 * s0, a1 * t1 - b1 * s1


def _lines(
    profile: Profile, weights: Mapping[str, float], part: str
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return (constant, slope) of the weighted sum times the amount, and of the sum of weights."""
    upper = lower = 0.0
    for name, value in profile.parts.items():
        if name != part:
            upper += weights[name] * value
            lower += weights[name]
    present = part in profile.parts
    slope = profile.amount * profile.parts[part] if present else 0.0
    return (profile.amount * upper, slope), (lower, 1.0 if present else 0.0)


def _roots(c0: float, c1: float, c2: float) -> Iterator[float]:
    """Yield the real roots of c0 + c1·x + c2·x²; none for a constant."""
    scale = max(abs(c0), abs(c1), abs(c2))
    if abs(c2) <= 1e-14 * scale:
        if abs(c1) > 1e-14 * scale:
            yield -c0 / c1
        return
    discriminant = c1 * c1 - 4 * c0 * c2
    if discriminant < 0:
        return
    half = -(c1 + math.copysign(math.sqrt(discriminant), c1)) / 2
    yield half / c2
    if half != 0:
        yield c0 / half


def _distance(root: float, now: float) -> float:
    return abs(math.log(root / now)) if root > 0 and now > 0 else math.inf

"""What two discs have in common: border points and tangents.

Both constructions end in the same question, answered by `roots`: which complex numbers of length
one have a given real part? Two, one or none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from rondure.disc import SLACK, Disc
from rondure.tangent import Tangent


def roots(real: float) -> tuple[complex, ...]:
    """Unit complex numbers with this real part, the upper one first."""
    excess = abs(real) - 1
    if excess > SLACK:
        return ()
    if excess > -SLACK:
        return (complex(math.copysign(1, real)),)
    height = math.sqrt(1 - real * real)
    return complex(real, height), complex(real, -height)


def direction(first: Disc, second: Disc) -> complex:
    """Unit vector from centre to centre; ValueError for a common centre."""
    step = second.centre - first.centre
    if abs(step) < SLACK:
        raise ValueError("the discs have the same centre")
    return step / abs(step)


def crossings(first: Disc, second: Disc) -> list[complex]:
    """Common points of both borders; ValueError for a common centre or a point."""
    if first.radius < SLACK:
        raise ValueError("a disc of radius zero has no border")
    heading = direction(first, second)
    gap = abs(second.centre - first.centre)
    real = (gap**2 + first.radius**2 - second.radius**2) / (2 * gap * first.radius)
    return [first.centre + first.radius * heading * root for root in roots(real)]


def lines(first: Disc, second: Disc) -> list[Tangent]:
    """Common tangents, outer ones first."""
    return [*_lines(first, second, second.radius), *_lines(first, second, -second.radius)]


def _lines(first: Disc, second: Disc, radius: float) -> Iterator[Tangent]:
    heading = direction(first, second)
    gap = abs(second.centre - first.centre)
    for root in roots((first.radius - radius) / gap):
        normal = heading * root
        yield Tangent(first.centre + first.radius * normal, normal * 1j)

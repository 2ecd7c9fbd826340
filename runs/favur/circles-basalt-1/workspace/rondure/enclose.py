"""Smallest enclosing disc: start anywhere, then let the worst point force the border to move.

A basis is two or three points whose smallest disc holds the basis. While some point lies outside,
the farthest one enters and the best basis made of it and the old ones is kept. The radius grows in
each step and there are finitely many bases, so the loop ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations

from rondure.disc import SLACK, Disc


def across(first: complex, second: complex) -> Disc:
    """The disc that has both points at opposite ends."""
    return Disc((first + second) / 2, abs(first - second) / 2)


def through(first: complex, second: complex, third: complex) -> Disc | None:
    """The disc with all three points on its border; None when they form a row."""
    one, two = second - first, third - first
    area = (one.conjugate() * two).imag
    if abs(area) < SLACK:
        return None
    shift = 1j * (one * abs(two) ** 2 - two * abs(one) ** 2) / (2 * area)
    return Disc(first + shift, abs(shift))


def _candidates(points: Iterable[complex]) -> Iterator[Disc]:
    corners = list(points)
    yield from (across(*two) for two in combinations(corners, 2))
    yield from filter(None, (through(*three) for three in combinations(corners, 3)))


def _best(points: Collection[complex]) -> Disc:
    fitting = (disc for disc in _candidates(points) if all(map(disc.holds, points)))
    return min(fitting, key=lambda disc: disc.radius)


def enclose(points: Iterable[complex]) -> Disc:
    """Return the smallest disc over all points; ValueError when there is none."""
    cloud = list(points)
    if not cloud:
        raise ValueError("there is no point to enclose")
    basis, disc = [cloud[0]], Disc(cloud[0], 0.0)
    while not disc.holds(worst := min(cloud, key=disc.depth)):
        disc = _best([*basis, worst])
        basis = [point for point in (*basis, worst) if disc.depth(point) <= SLACK]
    return disc

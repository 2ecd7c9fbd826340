"""Rank bands: the ranks that a run could have when differences within the noise are not taken for order."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import msgspec


class Band(msgspec.Struct, frozen=True):
    """The best and the worst rank that a value can claim."""

    best: int
    """1 more than the number of values that are clearly above it."""
    worst: int
    """The number of all values less those that are clearly below it."""


def rank_bands(values: Sequence[float], difference: float) -> list[Band]:
    """Return the band of each value, in the order of ``values``.

    One value is clearly above another when it is larger by more than ``difference`` (at least 0, the least
    significant difference of two single runs). With 0 the bands are the ranks, ties sharing theirs. A band
    holds the value's own rank; equal values have equal bands; the order of ``values`` changes nothing.
    Raises ``ValueError`` for a negative difference.
    """
    if not difference >= 0:
        raise ValueError(f"a difference of {difference}")
    ordered = sorted(values)
    return [_band(ordered, value, difference) for value in values]


def _band(ordered: Sequence[float], own: float, difference: float) -> Band:
    def ahead(other: float) -> float:
        return other - own

    above = len(ordered) - bisect_right(ordered, difference, key=ahead)
    below = bisect_left(ordered, -difference, key=ahead)
    return Band(1 + above, len(ordered) - below)

"""Means, spreads and quantiles; Student's distribution."""

from __future__ import annotations

import functools
import math
import statistics


def within_t(t: float, degrees: int) -> float:
    """Return the share of Student's distribution between −t and t, by Simpson's rule over the angle."""
    steps = 4000
    width = math.atan(t / math.sqrt(degrees)) / steps
    ends = 1.0 + math.cos(steps * width) ** (degrees - 1)
    inner = math.fsum((4 if k % 2 else 2) * math.cos(k * width) ** (degrees - 1) for k in range(1, steps))
    whole = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)
    return 2 * math.exp(whole) / math.sqrt(math.pi) * (ends + inner) * width / 3


def mean_of(values: list[float]) -> float | None:
    """Return the mean; ``None`` without values or where their sum is too large for a number."""
    return statistics.fmean(values) if values and math.isfinite(sum(values)) else None


def spread_of(values: list[float]) -> float | None:
    """Return the sample standard deviation; ``None`` below two values or where their range is endless."""
    least, width = min(values, default=0.0), max(values, default=0.0) - min(values, default=0.0)
    if len(values) < 2 or not math.isfinite(width):
        return None
    return width and width * statistics.stdev((value - least) / width for value in values)


def quantile(ordered: list[float], share: float) -> float | None:
    """Return a quantile by linear interpolation between order statistics (R type 7)."""
    if not ordered:
        return None
    place = (len(ordered) - 1) * share
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


MOST_T = 1e30
"""Beyond which no quantile is looked for."""


@functools.cache
def t_quantile(degrees: int, confidence: float) -> float:
    """Return the ``t`` between whose negative and itself Student's distribution has a share.

    Raises ``ValueError`` for what is no share, or one that no ``t`` reaches.
    """
    low, high = 0.0, 1.0
    while within_t(high, degrees) < confidence:
        if high > MOST_T or not 0 < confidence < 1:
            raise ValueError(f"no t has {confidence} of the distribution within it")
        low, high = high, 2 * high
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if within_t(middle, degrees) < confidence else (low, middle)
    return (low + high) / 2

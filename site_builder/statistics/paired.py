"""Differences between two conditions measured on the same items: their mean and Student's interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist

import msgspec

from site_builder.statistics.bootstrap import mean
from site_builder.statistics.interval import Interval

_NORMAL_ABOVE = 10_000
"""Degrees of freedom above which the normal quantile is taken; it is then less than 0.01 % smaller."""


class PairedDifference(msgspec.Struct, frozen=True, kw_only=True):
    """Second condition minus first, item by item."""

    value: float
    """Mean of the differences, in the unit of the measured quantity."""
    n: int
    """Items measured under both conditions."""
    higher: int
    """Items on which the second condition has the larger value."""
    lower: int
    equal: int
    interval: Interval | None
    """``None`` with a single item, whose spread is unknown, and where a bound is too large for a number."""


def paired_difference(differences: Sequence[float], *, confidence: float) -> PairedDifference | None:
    """Return the mean difference with Student's interval for paired samples; ``None`` without an item.

    mean ± t × s ÷ √n, with s the standard deviation (n − 1) of the differences and t the two-sided quantile
    of Student's distribution with n − 1 degrees of freedom. Items are taken as drawn from a larger population
    and their differences as not far from normal; where all differences are equal the interval has no width,
    which few items can bring about by chance. ``None`` also where the mean is too large for a number.
    Source: Student, "The probable error of a mean", Biometrika 6 (1908).
    """
    n = len(differences)
    if n == 0:
        return None
    value = mean(differences)
    if not math.isfinite(value):
        return None
    return PairedDifference(
        value=value,
        n=n,
        higher=sum(difference > 0 for difference in differences),
        lower=sum(difference < 0 for difference in differences),
        equal=sum(difference == 0 for difference in differences),
        interval=_interval(differences, value, confidence) if n > 1 else None,
    )


def _interval(differences: Sequence[float], value: float, confidence: float) -> Interval | None:
    n = len(differences)
    furthest = max(abs(difference - value) for difference in differences)
    squares = (
        math.fsum(((difference - value) / furthest) ** 2 for difference in differences) if furthest else 0
    )
    t = student_quantile(n - 1, confidence)
    margin = t * furthest * math.sqrt(squares / (n - 1)) / math.sqrt(n)
    if not math.isfinite(value + margin) or not math.isfinite(value - margin):
        return None
    return Interval(
        lower=value - margin,
        upper=value + margin,
        method="student_paired",
        confidence=confidence,
        n=n,
        parameters={"t": t, "degrees_of_freedom": n - 1},
    )


@lru_cache(maxsize=1024)
def student_quantile(degrees: int, confidence: float) -> float:
    """Return t with P(|T| ≤ t) = ``confidence`` for Student's distribution.

    Found by bisection of the finite series for whole degrees of freedom. Raises ``ValueError`` unless
    ``degrees`` ≥ 1 and 0 < ``confidence`` < 1.
    Source of the series: M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions" (1964), 26.7.3–4.
    """
    if degrees < 1 or not 0 < confidence < 1:
        raise ValueError(f"{degrees} degrees of freedom, confidence {confidence}")
    if degrees > _NORMAL_ABOVE:
        return NormalDist().inv_cdf((1 + confidence) / 2)
    low, high = 0.0, math.pi / 2
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return math.sqrt(degrees) * math.tan(middle)
        if _within(middle, degrees) < confidence:
            low = middle
        else:
            high = middle


def _within(angle: float, degrees: int) -> float:
    """Return P(|T| ≤ √degrees × tan(angle))."""
    cosine, sine = math.cos(angle), math.sin(angle)
    odd = degrees % 2
    term = cosine if odd else 1.0
    total = 0.0 if degrees == 1 else term
    for k in range(3 if odd else 2, degrees - 1, 2):
        term *= cosine * cosine * (k - 1) / k
        total += term
    return 2 / math.pi * (angle + sine * total) if odd else sine * total

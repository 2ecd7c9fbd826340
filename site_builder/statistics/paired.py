"""Differences between two conditions measured on the same items: their mean and Student's interval."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from site_builder.statistics.interval import Interval
from site_builder.statistics.student import student_quantile
from site_builder.statistics.summary import mean


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

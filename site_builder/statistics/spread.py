"""How much repeats of one thing differ, pooled over all that was repeated, and what difference stands out.

One run of a configuration says nothing of its own spread. Where other configurations of the same cohort were
repeated, their spread is pooled and lent to it; that is an assumption, and pages say so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

from site_builder.statistics.student import student_quantile

NOTHING_REPEATS = "nothing here was measured more than once"
TOO_LARGE = "the spread is too large for a number"


class Pooled(msgspec.Struct, frozen=True, kw_only=True):
    """The standard deviation within groups, over all groups with at least two values."""

    sd: float | None
    """In the unit of the values, at least 0; ``None`` where it cannot be estimated."""
    degrees_of_freedom: int
    """Values in groups with repeats, less the number of those groups; 0 where nothing repeats."""
    groups: int
    """Groups with at least two values; the others add nothing."""
    n: int
    """Values in those groups."""
    reason: str = ""
    """Why there is no ``sd``, as a clause; empty where there is one."""
    method: str = "pooled_within"


class LeastDifference(msgspec.Struct, frozen=True, kw_only=True):
    """The difference that two single values must exceed to be told apart."""

    value: float
    """In the unit of the values, at least 0."""
    t: float
    """Two-sided quantile of Student's distribution."""
    confidence: float
    """Of one comparison, 0–1; with many comparisons some exceed it by chance."""
    method: str = "least_significant_difference"


def pooled_spread(groups: Iterable[Sequence[float]]) -> Pooled:
    """Return the pooled within-group standard deviation.

    √(Σ over groups Σ (x − group mean)² ÷ Σ (n − 1)): the residual standard deviation of a one-way analysis of
    variance. It takes the spread to be the same in every group. Neither the order of the groups nor that of
    their values matters to the last digit; sums are exact and rounded once, and squares are taken of
    deviations relative to the largest, so that large or nearly equal values lose nothing.
    Without a repeated group, or where the result is no finite number, ``sd`` is missing with its reason.
    Source: R. A. Fisher, "Statistical Methods for Research Workers" (1925), chapter VII.
    """
    repeated = [group for group in groups if len(group) > 1]
    n = sum(len(group) for group in repeated)
    degrees = n - len(repeated)
    if not repeated:
        return Pooled(sd=None, degrees_of_freedom=0, groups=0, n=0, reason=NOTHING_REPEATS)
    deviations = [deviation for group in repeated for deviation in _deviations(group)]
    furthest = max(deviations)
    sd = math.inf
    if math.isfinite(furthest):
        squares = math.fsum((deviation / furthest) ** 2 for deviation in deviations) if furthest else 0.0
        sd = furthest * math.sqrt(squares / degrees)
    known = math.isfinite(sd)
    return Pooled(
        sd=sd if known else None,
        degrees_of_freedom=degrees,
        groups=len(repeated),
        n=n,
        reason="" if known else TOO_LARGE,
    )


def least_significant_difference(pooled: Pooled, confidence: float) -> LeastDifference | None:
    """Return t × SD × √2 for two single values; ``None`` where the spread cannot be estimated.

    t is the two-sided quantile at ``confidence`` with the pooled degrees of freedom; √2 because both values
    vary. It is Fisher's test of one pair, not corrected for the number of pairs.
    Source: R. A. Fisher, "The Design of Experiments" (1935), section 24.
    """
    if pooled.sd is None:
        return None
    t = student_quantile(pooled.degrees_of_freedom, confidence)
    value = t * pooled.sd * math.sqrt(2)
    return LeastDifference(value=value, t=t, confidence=confidence) if math.isfinite(value) else None


def _deviations(group: Sequence[float]) -> list[float]:
    """Return the distances from the group's mean, taken from the group's least value for their digits."""
    least = min(group)
    above = [value - least for value in group]
    if not math.isfinite(max(above)):
        return [math.inf]
    middle = math.fsum(above) / len(above) if math.isfinite(max(above) * len(above)) else math.inf
    return [abs(value - middle) for value in above]

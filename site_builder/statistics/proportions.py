"""Proportions: the Wilson interval of one, the normal interval of the difference of two."""

from __future__ import annotations

import math

from site_builder.statistics.interval import Difference, Interval


def wilson(successes: int, n: int, *, z: float, confidence: float) -> Interval | None:
    """Return the Wilson score interval of ``successes`` in ``n`` trials, within 0–1.

    ``z`` is the normal quantile of (1 + ``confidence``) ÷ 2. ``None`` without a trial: no interval is known,
    which is not the interval 0 to 0. Raises ``ValueError`` unless 0 ≤ successes ≤ n.
    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22
    (1927), without continuity correction.
    """
    _check(successes, n)
    if n == 0:
        return None
    rate, square = successes / n, z * z
    centre = rate + square / (2 * n)
    margin = z * math.sqrt((rate * (1 - rate) + square / (4 * n)) / n)
    whole = 1 + square / n
    return Interval(
        lower=_clamp((centre - margin) / whole, 0.0),
        upper=_clamp((centre + margin) / whole, 0.0),
        method="wilson",
        confidence=confidence,
        n=n,
        parameters={"z": z, "successes": successes},
    )


def difference(
    first: tuple[int, int], second: tuple[int, int], *, z: float, confidence: float
) -> Difference | None:
    """Return rate of ``second`` minus rate of ``first`` with its normal interval, within −1 to 1.

    Each group is (successes, n). The variances are not pooled and there is no continuity correction (the
    Wald interval; A. Agresti, "Categorical Data Analysis", 3rd ed., section 3.1.1). It is narrow for few
    trials: 1 of 1 against 0 of 1 gives an interval of no width, so a verdict needs more than this interval.
    ``None`` when a group has no trial. Raises ``ValueError`` unless 0 ≤ successes ≤ n.
    """
    _check(*first)
    _check(*second)
    if first[1] == 0 or second[1] == 0:
        return None
    before, after = first[0] / first[1], second[0] / second[1]
    margin = z * math.sqrt(before * (1 - before) / first[1] + after * (1 - after) / second[1])
    value = after - before
    interval = Interval(
        lower=_clamp(value - margin, -1.0),
        upper=_clamp(value + margin, -1.0),
        method="normal_difference",
        confidence=confidence,
        n=first[1] + second[1],
        parameters={"z": z, "n_first": first[1], "n_second": second[1]},
    )
    return Difference(value=value, interval=interval)


def _check(successes: int, n: int) -> None:
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes in {n} trials")


def _clamp(value: float, least: float) -> float:
    return max(least, min(1.0, value))

"""Shares of passes and means of scores: their intervals, pass@k, and whether two shares differ."""

from __future__ import annotations

import hashlib
import math
import statistics

from site_builder.output.verify.summaries import quantile

MOST_RESAMPLES = 100_000
Counted = tuple[int, int]
"""Passes and runs."""


def normal_quantile(confidence: float) -> float:
    """Return how many standard deviations on both sides of its mean hold a share of a normal distribution."""
    return statistics.NormalDist().inv_cdf((1 + confidence) / 2)


def wilson_ends(counted: Counted, confidence: float) -> tuple[float, float]:
    """Return the ends of Wilson's interval of a share: the shares at that distance from what was observed."""
    (passes, runs), z = counted, normal_quantile(confidence)
    rate, part = passes / runs, z * z / runs
    middle = rate + part / 2
    width = math.sqrt(part * (rate * (1 - rate) + part / 4))
    return max(0.0, (middle - width) / (1 + part)), min(1.0, (middle + width) / (1 + part))


def difference_ends(first: Counted, second: Counted, confidence: float) -> tuple[float, float, float]:
    """Return the share of the second minus that of the first, and the ends of its normal interval."""
    before, after = (passes / runs for passes, runs in (first, second))
    variance = sum(passes * (runs - passes) / runs**3 for passes, runs in (first, second))
    width = normal_quantile(confidence) * math.sqrt(variance)
    gap = after - before
    return gap, max(-1.0, gap - width), min(1.0, gap + width)


def fisher_exact(first: Counted, second: Counted) -> tuple[int, int]:
    """Return Fisher's two-sided p as numerator and denominator: tables no likelier than this one, by all."""
    drawn, other = first[1], second[1]
    passes = first[0] + second[0]
    least, most = max(0, passes - other), min(passes, drawn)
    weight = math.comb(drawn, least) * math.comb(other, passes - least)
    weights = {least: weight}
    for x in range(least, most):
        weight = weight * (drawn - x) * (passes - x) // ((x + 1) * (other - passes + x + 1))
        weights[x + 1] = weight
    return sum(w for w in weights.values() if w <= weights[first[0]]), sum(weights.values())


def pass_at(counted: Counted, k: int) -> float | None:
    """Return the share of all choices of ``k`` runs that hold a pass; ``None`` for fewer runs."""
    passes, runs = counted
    return None if k > runs else 1 - math.comb(runs - passes, k) / math.comb(runs, k)


def bootstrap_ends(
    values: list[float],
    label: str,
    resamples: int,
    confidence: float,
    within: tuple[float, float] = (0.0, 1.0),
) -> tuple[float, float]:
    """Return the ends of the percentile interval of a mean, drawn as SHA-256 of label, n, resample and draw.

    They are held ``within`` a range. Raises ``ValueError`` for more resamples than anybody waits for.
    """
    if resamples > MOST_RESAMPLES:
        raise ValueError(f"{resamples} resamples")
    n, means = len(values), list[float]()
    if min(values) == max(values):
        means = [math.fsum(values) / n]
    else:
        for resample in range(int(resamples)):
            seed = f"{label}:{n}:{resample}:"
            picks = (hashlib.sha256(f"{seed}{draw}".encode()).digest()[:4] for draw in range(n))
            means.append(math.fsum(values[int.from_bytes(pick, "big") * n >> 32] for pick in picks) / n)
        means.sort()
    ends = quantile(means, (1 - confidence) / 2), quantile(means, (1 + confidence) / 2)
    low, high = (min(within[1], max(within[0], end or 0.0)) for end in ends)
    return low, high

"""The bootstrap percentile interval of a mean, from draws that anybody can repeat.

The draws come from no random generator but from SHA-256 over a label, so the interval is a function of the
values, their order and the label. Another order or another label gives a slightly different interval; what
the label is, and in which order the values stand, must therefore be stated where the interval is shown.
"""

from __future__ import annotations

import hashlib
import math
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from operator import add, itemgetter

from site_builder.statistics.interval import Interval
from site_builder.statistics.summary import mean, quantile

_KEPT_UP_TO = 16
"""Numbers of values up to which the picks of a label are kept, for labels that serve many means."""

Take = Callable[[Sequence[float]], Sequence[float]]
"""Gives the values of one resample."""


def bootstrap_mean(
    values: Sequence[float],
    label: str,
    *,
    resamples: int,
    confidence: float,
    within: tuple[float, float] | None = (0.0, 1.0),
) -> Interval | None:
    """Return the percentile interval of the mean of ``values``, its ends held ``within`` a range.

    The range is that of the values by definition, 0–1 for shares; ``None`` holds the ends nowhere. They are
    never outside the least and the greatest value, so few values give an interval that is too narrow.

    Draw d of resample r takes the value at floor(u × n), where u is the first four bytes, big-endian, of
    SHA-256("label:n:r:d") over 2³². The means are sorted and the two quantiles read off with linear
    interpolation (R type 7). A single value is its own interval. ``None`` without values. Raises
    ``ValueError`` unless ``resamples`` is positive.
    Source: B. Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 7 (1979).
    """
    if resamples < 1:
        raise ValueError(f"{resamples} resamples")
    if not values:
        return None
    n = len(values)
    if n == 1:
        lower = upper = values[0]
    elif min(values) == max(values):
        lower = upper = mean(values)
    else:
        means = sorted(_resampled_means(values, label, resamples))
        tail = round((1 - confidence) / 2, 12)
        lower, upper = quantile(means, tail), quantile(means, 1 - tail)
    floor, ceiling = within or (-math.inf, math.inf)
    return Interval(
        lower=max(floor, min(ceiling, lower)),
        upper=max(floor, min(ceiling, upper)),
        method="bootstrap_percentile",
        confidence=confidence,
        n=n,
        parameters={"resamples": resamples, "label": label},
    )


def _resampled_means(values: Sequence[float], label: str, resamples: int) -> Iterator[float]:
    """Yield the mean of every resample; whole numbers are counted, fractions summed left to right."""
    n = len(values)
    whole = all(value == int(value) and abs(value) < 2**31 for value in values)
    held: Sequence[float] = [int(value) for value in values] if whole else [0.0 + value for value in values]
    if n > _KEPT_UP_TO or resamples < 2:
        return (reduce(add, take(held)) / n for take in _takes(label, n, resamples))
    first, *others = _kept_draws(label, n, resamples)
    totals: Iterable[float] = first([one + other for one in held for other in held])
    for take in others:
        totals = map(add, totals, take(held))
    return (total / n for total in totals)


def _picks(label: str, n: int, resamples: int) -> Iterator[list[int]]:
    """Yield for every resample the positions of the values it takes."""
    stem = hashlib.sha256(f"{label}:{n}:".encode())
    ends = [f":{draw}".encode() for draw in range(n)]
    words = struct.Struct(">" + "I28x" * n)
    for resample in range(resamples):
        begun = stem.copy()
        begun.update(str(resample).encode())
        digests = []
        for end in ends:
            draw = begun.copy()
            draw.update(end)
            digests.append(draw.digest())
        yield [word * n >> 32 for word in words.unpack(b"".join(digests))]


def _takes(label: str, n: int, resamples: int) -> Iterator[Take]:
    """Yield for every resample of two or more values what takes them."""
    return (itemgetter(*positions) for positions in _picks(label, n, resamples))


@lru_cache(maxsize=_KEPT_UP_TO)
def _kept_draws(label: str, n: int, resamples: int) -> tuple[Take, ...]:
    """Return for every draw what takes its value in all resamples at once; there must be two or more.

    The first two draws are one: it takes from the n × n sums of two values.
    """
    first, second, *others = zip(*_picks(label, n, resamples), strict=True)
    pairs = [one * n + other for one, other in zip(first, second, strict=True)]
    return (itemgetter(*pairs), *(itemgetter(*draw) for draw in others))

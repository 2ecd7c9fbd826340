"""Values in few numbers: mean, quantiles, the five numbers of their spread, and counts by name."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec


class Distribution(msgspec.Struct, frozen=True, kw_only=True):
    """The spread of one measured quantity, in its own unit."""

    n: int
    """How many values were there; missing ones are not among them."""
    missing: int
    """How many observations had no value."""
    least: float
    lower_quartile: float
    median: float
    upper_quartile: float
    greatest: float
    mean: float
    method: str = "quantiles_linear"
    """Quantiles by linear interpolation (R type 7): the median of an even count is the middle of two."""


class Count(msgspec.Struct, frozen=True):
    """How often something named was seen."""

    name: str
    count: int


def mean(values: Sequence[float]) -> float:
    """Return the mean, summed left to right. Raises ``ZeroDivisionError`` without values."""
    total = 0.0
    for value in values:
        total += value
    return total / len(values)


def quantile(ordered: Sequence[float], q: float) -> float:
    """Return the ``q`` quantile of sorted values by linear interpolation between neighbours (R type 7).

    Source: R. J. Hyndman, Y. Fan, "Sample quantiles in statistical packages", The American Statistician 50
    (1996), definition 7. Raises ``IndexError`` without values.
    """
    position = (len(ordered) - 1) * q
    below, above = math.floor(position), math.ceil(position)
    return ordered[below] + (ordered[above] - ordered[below]) * (position - below)


def distribution(values: Sequence[float | None]) -> Distribution | None:
    """Summarise the present values; ``None`` when there is none."""
    present = [value for value in values if value is not None]
    if not present:
        return None
    ordered = sorted(present)
    middle, odd = divmod(len(ordered), 2)
    median = ordered[middle] if odd else (ordered[middle - 1] + ordered[middle]) / 2
    return Distribution(
        n=len(ordered),
        missing=len(values) - len(ordered),
        least=ordered[0],
        lower_quartile=quantile(ordered, 0.25),
        median=median,
        upper_quartile=quantile(ordered, 0.75),
        greatest=ordered[-1],
        mean=mean(present),
    )


def counts(names: Iterable[str]) -> tuple[Count, ...]:
    """Count equal names, in the order in which they first appear."""
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
    return tuple(Count(name, count) for name, count in seen.items())

"""The results that statistics give: an interval, an estimate, a test."""

from __future__ import annotations

from fractions import Fraction

import msgspec

Parameter = float | int | str


class Interval(msgspec.Struct, frozen=True, kw_only=True):
    """A range that holds the true value at the stated confidence, under the stated method."""

    lower: float
    upper: float
    method: str
    """Machine name of the method (``wilson``, ``bootstrap_percentile``, ``normal_difference``)."""
    confidence: float
    """Nominal confidence level, 0–1."""
    n: int
    """Number of trials the interval rests on; for a difference, of both groups together."""
    parameters: dict[str, Parameter]
    """What the method was given beyond the trials: quantile, resamples, seed label."""

    def excludes(self, value: float) -> bool:
        """Return whether ``value`` lies outside; the bounds belong to the interval."""
        return value < self.lower or value > self.upper


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """A point estimate from repeated trials."""

    value: float
    method: str
    n: int
    parameters: dict[str, Parameter]


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """How much more often one group succeeds than another."""

    value: float
    """Rate of the second group minus rate of the first, −1 to 1."""
    interval: Interval


class ExactTest(msgspec.Struct, frozen=True, kw_only=True):
    """An exact test of one 2×2 table: the p-value is a ratio of whole numbers."""

    numerator: int
    denominator: int
    method: str
    n: int
    """Number of trials in the table."""
    table: tuple[int, int, int, int]
    """Successes and failures of the first group, successes and failures of the second."""

    @property
    def exact(self) -> Fraction:
        """The p-value without rounding."""
        return Fraction(self.numerator, self.denominator)

    @property
    def p_value(self) -> float:
        """The p-value, 0–1, correctly rounded to the nearest float."""
        return self.numerator / self.denominator

    def significant(self, alpha: float) -> bool:
        """Return whether the p-value is below ``alpha``; compared exactly, equality is not significant."""
        return self.exact < Fraction(str(alpha))

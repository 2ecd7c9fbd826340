"""The one rule for numbers that a run exported.

A number is a JSON number, finite and not negative. Booleans, strings, null, NaN, infinities, literals beyond
the range of a double and negative numbers are absent. null equals absent everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum

INFINITY = float("inf")


def number(value: object) -> float | None:
    """Return ``value`` as a finite float ≥ 0, or ``None`` when it is no such number.

    Negative zero becomes zero, so that no page prints a sign that means nothing.
    """
    if type(value) is int:
        try:
            value = float(value)
        except OverflowError:
            return None
    if type(value) is float and 0.0 <= value < INFINITY:
        return value + 0.0
    return None


def total(values: Iterable[float]) -> float:
    """Return the correctly rounded sum, which depends on no order; infinity beyond the range of a double."""
    try:
        return fsum(values) + 0.0
    except OverflowError:
        return INFINITY

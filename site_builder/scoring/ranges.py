"""Ranges of nodes: whether a value lies in one, and the words for it."""

from __future__ import annotations

Range = tuple[float | None, float | None]
"""Least and greatest possible value; ``None`` for an open end."""

DIGITS = 1e-9
"""Relative to the value: how far the last digits of a sum may carry it beyond an end."""


def within(value: float, low: float | None, high: float | None) -> bool:
    """Return whether a value lies between two ends, both included."""
    return (low is None or value >= low) and (high is None or value <= high)


def possible(value: float, span: Range | None) -> bool:
    """Return whether a computed value lies in a node's range, give or take the last digits of its sums."""
    if span is None or within(value, *span):
        return True
    low, high = span
    slack = DIGITS * max(1.0, abs(value))
    return within(value + slack, low, None) and within(value - slack, None, high)


def range_words(low: float | None, high: float | None) -> str:
    """Return a range as a reason quotes it."""
    return f"{'−∞' if low is None else f'{low:g}'} to {'∞' if high is None else f'{high:g}'}"

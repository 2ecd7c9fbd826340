"""Titles inside sentences, and scales in words."""

from __future__ import annotations

from collections.abc import Sequence

from site_builder.scoring.explain import quiet

__all__ = ["listing", "quiet", "scale"]


def scale(top: float | None, unit: str) -> str:
    """Return what follows a value: the most there can be, else its unit; nothing for values from 0 to 1."""
    if top == 1 and unit in ("0–1", "share"):
        return ""
    return unit if top is None else f"of {top:g}"


def listing(titles: Sequence[str]) -> str:
    """Return titles as they are listed inside a sentence: ``A, B and C``."""
    *others, last = titles
    return f"{', '.join(others)} and {last}" if others else last

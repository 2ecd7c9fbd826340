"""Titles inside sentences, and scales in words."""

from __future__ import annotations


def quiet(title: str) -> str:
    """Lower the first letter of a title inside a sentence, unless it is a name or begins with a symbol."""
    first, _, rest = title.partition(" ")
    kept = first.isupper() or "_" in first or any(c.isupper() for c in first[1:]) or rest[:1].isupper()
    return title if kept else title[:1].lower() + title[1:]


def scale(top: float | None, unit: str) -> str:
    """Return what follows a value: the most there can be, else its unit; nothing for values from 0 to 1."""
    if top == 1 and unit in ("0–1", "share"):
        return ""
    return unit if top is None else f"of {top:g}"

"""Titles inside sentences, and scales in words."""

from __future__ import annotations

from collections.abc import Sequence

from site_builder.scoring.explain import quiet

__all__ = ["in_one", "listing", "opening", "quiet", "scale"]


def scale(top: float | None, unit: str) -> str:
    """Return what follows a value: the most there can be, else its unit; nothing for values from 0 to 1."""
    if top == 1 and unit in ("0–1", "share"):
        return ""
    return unit if top is None else f"of {top:g}"


def listing(titles: Sequence[str]) -> str:
    """Return titles as they are listed inside a sentence: ``A, B and C``."""
    *others, last = titles
    return f"{', '.join(others)} and {last}" if others else last


def in_one(sentences: Sequence[str]) -> str:
    """Return sentences that end alike as one: of *A is mixed* and *B is mixed*, *A and B is mixed*.

    Sentences that share no last word stand after each other.
    """
    words = [sentence.split() for sentence in sentences]
    shared = 0
    while all(len(one) > shared + 1 and one[-1 - shared] == words[0][-1 - shared] for one in words):
        shared += 1
    if len(sentences) < 2 or not shared:
        return "; ".join(sentences)
    ending = " ".join(words[0][-shared:])
    return f"{listing([' '.join(one[:-shared]) for one in words])} {ending}"


def opening(text: str) -> str:
    """Return the first sentence of a text, with its stop; the whole text where no other sentence follows."""
    first, stop, _ = text.partition(". ")
    return first + stop.rstrip()

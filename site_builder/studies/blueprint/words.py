"""Texts of suites and runs: their words, counted the same everywhere, and how they can be written."""

from __future__ import annotations

import re

_WORD = re.compile(r"\b[\w'-]+\b")


def count_words(text: str) -> int:
    """Return the number of words: runs of letters, digits, underscores, apostrophes and hyphens.

    A run begins and ends at a word boundary, so a lone hyphen is no word. Source: the counting rule of the
    published dry run, as the specification states it.
    """
    return sum(1 for _ in _WORD.finditer(text))


def readable(text: str) -> str:
    """Return a text as it can be written as UTF-8: halves of surrogate pairs become U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text

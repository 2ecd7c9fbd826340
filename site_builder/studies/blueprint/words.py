"""Texts of suites and runs: their words, counted the same everywhere, and how they can be written."""

from __future__ import annotations

import re

_JOINERS = "'-"
_DROP_JOINERS = str.maketrans("", "", _JOINERS)
_WORD = re.compile(r"\w+")
_ASCII = bytes(code if chr(code).isalnum() or chr(code) == "_" else ord(" ") for code in range(128)).ljust(
    256
)


def count_words(text: str) -> int:
    """Return the number of words: runs of letters, digits, underscores, apostrophes and hyphens.

    A run begins and ends at a word boundary, so hyphens alone are no word. Source: the counting rule of the
    published dry run, as the specification states it. Apostrophes and hyphens only join what they stand
    between, so they are dropped before runs are counted; a test holds this against the rule as it is stated.
    """
    if text.isascii():
        return len(text.encode().translate(_ASCII, _JOINERS.encode()).split())
    return len(_WORD.findall(text.translate(_DROP_JOINERS)))


def readable(text: str) -> str:
    """Return a text as it can be written as UTF-8: halves of surrogate pairs become U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text

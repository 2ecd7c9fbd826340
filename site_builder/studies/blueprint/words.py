"""Words of a text, counted the same everywhere: inputs of a dry run, outputs of a run."""

from __future__ import annotations

import re

_WORD = re.compile(r"\b[\w'-]+\b")


def count_words(text: str) -> int:
    """Return the number of words: runs of letters, digits, underscores, apostrophes and hyphens.

    A run begins and ends at a word boundary, so a lone hyphen is no word. Source: the counting rule of the
    published dry run, as the specification states it.
    """
    return sum(1 for _ in _WORD.finditer(text))

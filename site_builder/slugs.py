"""Texts in the letters of addresses, and the addresses of boards."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import chain, count


def free_slug(text: str, taken: Iterable[str], rubric: str) -> str:
    """Return an address made from ``text`` that is not taken: itself, with the rubric, a digest or a number.

    Lower case ASCII letters, digits and hyphens, at most 64 of them; the same text gives the same address.
    """
    base = short_slug(text)
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    with_rubric = f"{base or digest}-{letters(rubric)}"
    choices = [base] if base else []
    choices += [with_rubric, f"{with_rubric}-{digest}", f"{digest}-{with_rubric}"]
    used = frozenset(taken)
    return next(choice for choice in chain(choices, _numbered(digest)) if choice not in used)


def _numbered(text: str) -> Iterator[str]:
    """Yield an address for the fifth of several boards with one name and one rubric, the sixth, and so on."""
    return (f"{text}-{number}" for number in count(5))


def short_slug(text: str) -> str:
    """Return ``letters`` of a text, at most 40 of them."""
    return letters(text)[:40].strip("-")


def letters(text: str) -> str:
    """Return a text in lower case ASCII letters, digits and hyphens; empty where it has none of these."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")

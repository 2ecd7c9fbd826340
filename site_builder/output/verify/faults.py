"""What does not agree, and what can be said of what does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

TOLERANCE = 1e-12

DAMAGE = (
    *(KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError, StopIteration),
    *(RecursionError, MemoryError),
)
"""What reading a file raises that is not as files of its kind are, too deep or too large ones among them."""

NAMED_AT_MOST = 8
"""Differences named of two things that should say the same."""

DERIVED, MEASURED, GIVEN, MATCHED = "re-derived", "measured", "taken as given", "matched"
KINDS = (DERIVED, MEASURED, GIVEN, MATCHED)
"""What can be said of a number that is right.

``re-derived``: computed again here from other published values. ``measured``: a measurement, which is where
derivation begins; it has the same value everywhere. ``taken as given``: a setting, or recorded by others, as
what a reviewer found of an output or what was pinned under another cohort, or made from values that the
rubric withholds (or by an operator that this script does not know); derivation begins there as well.
``matched``: equal to the data beside the page, and not computed again here.
"""


Named = Iterator[tuple[str, Any, str]]
"""(name of a number, its value, what can be said of it)."""


class Fault(NamedTuple):
    """One thing that does not agree."""

    file: str
    """Path inside the site."""
    what: str
    """The run, node or row that it is about, and what is wrong with it."""
    published: Any = None
    recomputed: Any = None
    code: str = "not-recomputed"
    """Kind of fault, for programs."""

    def words(self) -> str:
        """Return the fault as one line."""
        if self.published is None and self.recomputed is None:
            return f"{self.file}: {self.what}"
        pair = f"published {_plain(self.published)}, recomputed {_plain(self.recomputed)}"
        return f"{self.file}: {self.what}: {pair}"


def _plain(value: Any) -> str:
    text = repr(value) if isinstance(value, (float, str)) else json.dumps(printable(value))
    return text if len(text) <= 80 else f"{text[:77]}..."


def printable(value: Any) -> Any:
    """Return a value, or words in the place of one that is nested too deep to be written as JSON."""
    try:
        json.dumps(value, indent=1)
    except RecursionError:
        return "nested too deep to be printed"
    return value


def same(a: Any, b: Any, tolerance: float = 0.0) -> bool:
    """Return whether two values are equal, numbers within ``tolerance`` of the greater."""
    if a == b:
        return True
    if not tolerance or not is_number(a) or not is_number(b):
        return False
    return bool(abs(a - b) <= tolerance * max(abs(a), abs(b)))


def near(one: Any, other: Any) -> bool:
    """Return whether two figures that were summed in different orders are equal."""
    if not is_number(one) or not is_number(other):
        return bool(one == other)
    return bool(abs(one - other) <= 1e-9 * max(abs(one), abs(other)) + 1e-12)


class Comparison:
    """Something published held against what is computed again; what does not agree is in ``faults``."""

    def __init__(self, file: str, about: str = "") -> None:
        self.file, self.about = file, about
        self.faults: list[Fault] = []

    def fault(self, what: str, published: Any = None, recomputed: Any = None) -> None:
        """Note something that does not agree."""
        self.faults.append(Fault(self.file, f"{self.about}{what}", published, recomputed))

    def expect(self, what: str, published: Any, recomputed: Any, tolerance: float = 0.0) -> None:
        """Note a fault where two values are not the same."""
        if not same(published, recomputed, tolerance):
            self.fault(what, published, recomputed)


def is_number(value: Any) -> bool:
    """Return whether a value is a number of JSON."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def number_in(value: Any) -> float | None:
    """Return a number as JSON holds it; ``None`` for a missing value, whatever is said about it."""
    if type(value) is float:
        return value
    return float(value) if is_number(value) else None

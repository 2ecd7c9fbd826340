"""What the rows on a page hold, so that no generator wins by leaving some out."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TABLE = re.compile(r'<table class="(terms|derivations|worksheet)(?: fold)?">(.*?)</table>', re.DOTALL)
_VALUE = re.compile(r'data-value="([^"]*)" data-node="([^"]*)"')
_GAP = re.compile(r'data-missing="([^"]*)"')
_SUM = re.compile(r"(?: = |, which gives )[^<]*</td>")
"""The end of a cell with arithmetic; a sentence that says what a step gives has no sign of equality."""


@dataclass(frozen=True)
class Contents:
    """The terms of roles, the derivations, or the worksheets of one page."""

    rows: int
    """Rows with their head."""
    values: tuple[tuple[str, float], ...]
    """Node and whole value of every number, in the order of the page."""
    gaps: tuple[str, ...]
    """Reason of every missing value, in the order of the page."""
    sums: int
    """Cells of derivations that write out arithmetic; 0 elsewhere, where only ours has some."""


def contents_of(html: str) -> dict[str, Contents]:
    """Return what the tables of a page hold, by the class of the table."""
    found: dict[str, str] = {}
    for kind, text in _TABLE.findall(html):
        found[kind] = found.get(kind, "") + text
    return {
        kind: Contents(
            rows=text.count("<tr"),
            values=tuple((node, float(value)) for value, node in _VALUE.findall(text)),
            gaps=tuple(_GAP.findall(text)),
            sums=len(_SUM.findall(text)) if kind == "derivations" else 0,
        )
        for kind, text in found.items()
    }


def difference(theirs: dict[str, Contents], ours: dict[str, Contents]) -> str:
    """Return the first difference between two pages in words; empty when they hold the same."""
    for kind, wanted in ours.items():
        found = theirs.get(kind)
        if found is None:
            return f"no table of {kind}"
        if found.rows != wanted.rows or found.sums != wanted.sums:
            counts = f"{found.rows} rows and {found.sums} sums"
            return f"{kind}: {counts} in the place of {wanted.rows} and {wanted.sums}"
        if found.values != wanted.values:
            return f"{kind}: {_first(found.values, wanted.values)}"
        if found.gaps != wanted.gaps:
            return f"{kind}: {len(found.gaps)} gaps, or other reasons, in the place of {len(wanted.gaps)}"
    return ""


def _first(found: tuple[tuple[str, float], ...], wanted: tuple[tuple[str, float], ...]) -> str:
    """Return the first value that is another one, or how many there are."""
    pairs = zip(found, wanted, strict=False)
    other = next(((a, b) for a, b in pairs if a != b), None)
    if other is None:
        return f"{len(found)} values in the place of {len(wanted)}"
    return f"{other[0][0]} {other[0][1]!r} in the place of {other[1][0]} {other[1][1]!r}"

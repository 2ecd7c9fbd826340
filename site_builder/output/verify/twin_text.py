"""How a page in Markdown is read: its lines, what is escaped in them, links and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from site_builder.output.verify.faults import is_number
from site_builder.output.verify.page_numbers import reads_as

ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
NAKED = re.compile(r"[\\<>*`|~$\[\]]|&(?=#?\w+;)|(?<![^\W_])_|_(?![^\W_])")
"""What would be something of Markdown or HTML where no backslash stands before it."""
LINK = re.compile(r"\[((?:[^\[\]\\]|\\.)*)\]\([^()<>\s]*\)")
NUMBER_IN_LINE = r"((?:[<>] )?[+−]?[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?(?:e[0-9]+)?(?: %)?)"
WORDED = r"[^\W\d_][^\d|]*"
"""Words in the place of a number."""
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
SPACE = re.compile(r"\s+")

TwinPart = Any
"""A piece of a line: words, a number, what stands for a missing one, or (words, path) of a link."""
TwinCell = Any
"""A part, or a list of them."""
TwinLines = Iterator["list[TwinPart]"]
"""Lines of a page, each as its parts."""


class TwinRow(list[list[TwinPart]]):
    """A line of a pipe table, its cells as lists of parts."""


def reads_as_line(line: str, parts: list[TwinPart], root: str) -> bool:
    """Return whether a line says what it should, with every number rounded from its value.

    Addresses of links begin with ``root``. Nothing in the words of a line may be something of Markdown.
    """
    bare, bars = ESCAPED.sub("", LINK.sub("", line)), 0
    if isinstance(parts, TwinRow):
        bars, bare = len(parts) + 1, bare.replace("|", "")
        parts = [part for cell in parts for part in (" | ", *cell)][1:]
        parts = ["| ", *parts, " |"]
    if NAKED.search(bare) or ESCAPED.sub("", line).count("|") != bars:
        return False
    pattern = "".join([_pattern(part, root) for part in parts])
    found = re.fullmatch(pattern, ESCAPED.sub(r"\1", line))
    numbers = [part for part in parts if is_number(part)]
    return found is not None and all(
        reads_as(text.replace("<", "&lt;"), value) for text, value in zip(found.groups(), numbers)
    )


def one_line(text: str) -> str:
    """Return text as the site writes it on one line: what cannot be seen is U+FFFD."""
    return UNSEEN.sub("\ufffd", " ".join(text.split()))


def _pattern(part: TwinPart, root: str) -> str:
    if is_number(part):
        return NUMBER_IN_LINE
    if isinstance(part, dict):
        return WORDED
    if isinstance(part, tuple):
        return re.escape(f"[{one_line(part[0])}]({root}{part[1]})")
    return re.escape(SPACE.sub(" ", UNSEEN.sub("\ufffd", SPACE.sub(" ", part))))


def table_lines(head: list[str], columns: str, rows: Iterable[list[TwinCell]]) -> TwinLines:
    """Yield the lines of a pipe table; ``columns`` has an ``r`` for each column of numbers."""
    yield TwinRow([[one_line(title)] for title in head])
    yield TwinRow([["---:" if how == "r" else "---"] for how in columns])
    yield from (TwinRow([cell if isinstance(cell, list) else [cell] for cell in row]) for row in rows)

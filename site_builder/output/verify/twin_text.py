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
NUMBER_IN_LINE = re.compile(r"(?:[<>] )?[+−]?[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?(?:e[0-9]+)?(?: %)?")
WORDED = re.compile(r"[^\W\d_][^\d|]*")
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
    text, at = ESCAPED.sub(r"\1", line), 0
    for n, part in enumerate(parts):
        end = _end_of(part, text, at, parts[n + 1 :], root)
        if end is None:
            return False
        at = end
    return at == len(text)


def _end_of(part: TwinPart, text: str, at: int, after: list[TwinPart], root: str) -> int | None:
    """Return where a part ends that begins at a place; ``None`` where something else stands there."""
    if is_number(part):
        found = NUMBER_IN_LINE.match(text, at)
        if found is None or not reads_as(found[0].replace("<", "&lt;"), part):
            return None
        return found.end()
    if isinstance(part, dict):
        end = text.find(after[0], at) if after and isinstance(after[0], str) else len(text)
        return end if WORDED.fullmatch(text, at, end) else None
    if isinstance(part, tuple):
        part = f"[{one_line(part[0])}]({root}{part[1]})"
    else:
        part = SPACE.sub(" ", UNSEEN.sub("\ufffd", SPACE.sub(" ", part)))
    return at + len(part) if text.startswith(part, at) else None


def one_line(text: str) -> str:
    """Return text as the site writes it on one line: what cannot be seen is U+FFFD."""
    return UNSEEN.sub("\ufffd", " ".join(text.split()))


def table_lines(head: list[str], columns: str, rows: Iterable[list[TwinCell]]) -> TwinLines:
    """Yield the lines of a pipe table; ``columns`` has an ``r`` for each column of numbers."""
    yield TwinRow([[one_line(title)] for title in head])
    yield TwinRow([["---:" if how == "r" else "---"] for how in columns])
    yield from (TwinRow([cell if isinstance(cell, list) else [cell] for cell in row]) for row in rows)

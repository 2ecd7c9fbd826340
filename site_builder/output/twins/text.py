"""Words, numbers, links and tables in Markdown; whatever comes from an export is escaped here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from site_builder.output.numbers import written
from site_builder.pages.cells import Cell, Link, Sentence

SPECIAL = re.compile(
    r"[\\`*\[\]<>|&~$]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # inside of a word it means nothing
    r"|(?<=\w):(?=//)|(?<=\bwww)\."  # what some readers of Markdown take for an address
    r"|^[#=+@-]|^[0-9]+(?=[.)](?:\s|$))"
)
"""What begins something in Markdown, or in a sheet into which its source is pasted."""
UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Controls, and signs that turn or hide what stands beside them."""


@lru_cache(maxsize=65536)
def words(text: str) -> str:
    """Return text on one line, so that nothing in it is Markdown; what cannot be seen is U+FFFD."""
    return SPECIAL.sub(_escape, UNSEEN.sub("\ufffd", " ".join(text.split())))


def _escape(found: re.Match[str]) -> str:
    begin = found[0]
    return f"{begin}\\" if begin.isdigit() else f"\\{begin}"


LEFT, RIGHT = "---", "---:"
"""How the columns of a table are set."""


def link(text: str, root: str, path: str) -> str:
    """Return a link to a file of the site; ``root`` leads to its root, or is its address."""
    return f"[{words(text)}]({root}{path})"


def figure(cell: Cell) -> str:
    """Return a value as the page writes it, or the words that stand in its place."""
    if cell.value is None or cell.text:
        return words(_plain(cell))
    return written(cell).replace(">", r"\>")


def sentence(parts: Sentence) -> str:
    """Return words, numbers and the texts of links as one line."""
    return words("".join([part if isinstance(part, str) else _plain(part) for part in parts]))


def _plain(part: Cell | Link) -> str:
    if isinstance(part, Link):
        return part.text
    return part.words if part.value is None else part.text or written(part)


def table(head: Sequence[tuple[str, str]], rows: Iterable[Sequence[str]]) -> str:
    """Return a pipe table from finished cells; the head is pairs of a title and how its column is set."""
    return "\n".join([_row([title for title, _ in head]), _row([how for _, how in head]), *map(_row, rows)])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"

"""The tables of our own run pages as plain text, so that other generators render the same data."""

from __future__ import annotations

import html
import re
from dataclasses import asdict, dataclass
from pathlib import Path

_BORDER = re.compile(r"</?table\b[^>]*>")
_ROW = re.compile(r"<tr\b[^>]*>(.*?)(?=<tr\b|$)", re.DOTALL)
_CELL = re.compile(r"<t[hd]\b[^>]*>(.*?)(?=<t[hd]\b|</tr>|$)", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class DataPage:
    """One page for another generator: a title and tables of texts, the first row of each its header."""

    slug: str
    title: str
    tables: tuple[tuple[tuple[str, ...], ...], ...]

    def record(self) -> dict[str, object]:
        """Return the page as plain data."""
        return asdict(self)


def read_pages(site: Path) -> list[DataPage]:
    """Return every run page of a built site, by address."""
    return [
        DataPage(path.parent.name, f"Run {path.parent.name}", _tables(path.read_text(encoding="utf-8")))
        for path in sorted((site / "runs").glob("*/index.html"))
    ]


def cells(pages: list[DataPage]) -> int:
    """Return the number of cells on all pages."""
    return sum(len(row) for page in pages for table in page.tables for row in table)


def _tables(text: str) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Return the rows between two borders of tables as a table: one inside of another is its own."""
    stretches = (_ROW.findall(stretch) for stretch in _BORDER.split(text))
    return tuple(
        tuple(tuple(_text(cell) for cell in _CELL.findall(row)) for row in rows) for rows in stretches if rows
    )


def _text(cell: str) -> str:
    return _SPACE.sub(" ", html.unescape(_TAG.sub(" ", cell))).strip()

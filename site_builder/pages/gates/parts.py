"""What the pages of a gate are made of: tables of values and words."""

from __future__ import annotations

import msgspec

from site_builder.pages.cells import Cell, Link
from site_builder.scoring.evaluate import Absence

LOCAL = "Added by this site"
LOCAL_ABOUT = "The methodology defines none of it, and none of it decides the gate."

Entry = Cell | Link | str


class Row(msgspec.Struct, frozen=True):
    """One row of a table."""

    title: str
    cells: tuple[Entry, ...]
    address: str = ""
    """Where the title leads, relative to the root; empty for nowhere."""
    anchor: str = ""
    """Anchor on the page that the title leads to."""
    under: str = ""
    """Small words under the title."""


class Table(msgspec.Struct, frozen=True):
    """A table with one heading for its rows and one for each column."""

    key: str
    """Anchor on the page."""
    caption: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    local: bool = False
    """Whether it is an addition of this program, which pages say."""


class Anchored(msgspec.Struct, frozen=True):
    """A value that leads to a place on another page."""

    cell: Cell
    address: str
    anchor: str
    mark: str = ""
    """Small words beside it."""


def share(node: str, value: float | None, decimals: int = 0) -> Cell:
    """Return a share from 0 to 1, written in per cent."""
    return Cell(node, value, decimals, reason="" if value is not None else "none", form="percent")


def figure(node: str, value: float | None, decimals: int = 2, *, signed: bool = False) -> Cell:
    """Return a plain number."""
    reason = "" if value is not None else "none"
    return Cell(node, value, decimals, reason=reason, form="signed" if signed else "")


def absent(node: str, absence: Absence | None) -> Cell:
    """Return the reason why a value is missing."""
    if absence is None:
        return Cell(node, None, reason="none")
    return Cell(node, None, reason=absence.reason, detail=absence.detail)

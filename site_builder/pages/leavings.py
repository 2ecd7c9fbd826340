"""Withdrawn runs of a board, and the medians of its cohort that are others with and without each."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import msgspec

from site_builder.pages.cells import Cell
from site_builder.pages.lookup import SiteLookup
from site_builder.scoring.graph import Graph
from site_builder.site_data import Board, Withdrawn

MOST = 6
"""Decimals at which two medians that differ by less still read alike."""


class Shift(msgspec.Struct, frozen=True):
    """A cohort median of today with and without a withdrawn run."""

    node: str
    title: str
    before: Cell
    after: Cell


class Leaving(msgspec.Struct, frozen=True):
    """A withdrawn run of the board, and the medians that changed by it."""

    run_id: str
    address: str
    date: str
    why: str
    shifts: tuple[Shift, ...]
    """Without those that the rubric withholds."""
    hidden: int
    """How many more changed that are withheld."""


def leavings_of(lookup: SiteLookup, board: Board) -> tuple[Leaving, ...]:
    """Return the withdrawn runs of a board that changed its medians."""
    runs = {entry.run.run_id: entry.run for entry in board.entries if board.withdrawn}
    return tuple(
        Leaving(
            run_id=one.entry.run,
            address=lookup.run_address(runs[one.entry.run]),
            date=one.entry.date,
            why=one.entry.why.strip().rstrip("."),
            shifts=tuple(_shifts(board.graph, one)),
            hidden=sum(board.graph.node(c.node).withheld is not None for c in one.changes),
        )
        for one in board.withdrawn
        if one.changes
    )


def leavings_payload(leavings: tuple[Leaving, ...]) -> dict[str, Any]:
    """Return what withdrawals did to the medians of a cohort as plain data; empty without any."""
    if not leavings:
        return {}
    return {
        "medians_changed": [
            {
                "withdrawn": one.run_id,
                "date": one.date,
                "why": one.why,
                "medians": {
                    s.node: {"before": s.before.plain(), "after": s.after.plain()} for s in one.shifts
                },
                "withheld": one.hidden,
            }
            for one in leavings
        ]
    }


def _shifts(graph: Graph, one: Withdrawn) -> list[Shift]:
    found = []
    for change in one.changes:
        node = graph.node(change.node)
        if node.withheld is not None:
            continue
        places = _telling(node.decimals, change.before, change.after)
        before, after = (
            Cell(f"{change.node}#{side}", value, places, node.unit, "cohort_too_small")
            for side, value in (("before", change.before), ("after", change.after))
        )
        found.append(Shift(change.node, node.name, before, after))
    return found


def _telling(decimals: int, one: float | None, other: float | None) -> int:
    """Return how many decimals show two values as different ones: at least ``decimals``, at most 6."""
    if one is None or other is None:
        return decimals
    return next((n for n in range(decimals, MOST) if _shown(one, n) != _shown(other, n)), MOST)


def _shown(value: float, decimals: int) -> Decimal:
    """Return a value as it is displayed: halves away from zero."""
    return Decimal(repr(value)).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)

"""Withdrawn runs of a board, and the cohort medians that differ with and without each of them."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import msgspec

from site_builder.pages.cells import Cell
from site_builder.pages.lookup import SiteLookup
from site_builder.records.ledger import why_of
from site_builder.scoring.graph import Graph
from site_builder.site_data import Board, Withdrawn

MOST_DECIMALS = 6
"""Decimals that medians are shown with at the most; those that differ by less read alike."""


class MedianShift(msgspec.Struct, frozen=True):
    """A cohort median of today with and without a withdrawn run."""

    node: str
    title: str
    before: Cell
    after: Cell


class WithdrawnRun(msgspec.Struct, frozen=True):
    """A withdrawn run of the board, and the medians that changed by it."""

    run_id: str
    address: str
    date: str
    why: str
    shifts: tuple[MedianShift, ...]
    """Without those that the rubric withholds."""
    hidden: int
    """How many more changed that are withheld."""


def withdrawn_runs_of(lookup: SiteLookup, board: Board) -> tuple[WithdrawnRun, ...]:
    """Return the withdrawn runs of a board that changed its medians."""
    runs = {entry.run.run_id: entry.run for entry in board.entries if board.withdrawn}
    return tuple(
        WithdrawnRun(
            run_id=withdrawn.entry.run,
            address=lookup.run_address(runs[withdrawn.entry.run]),
            date=withdrawn.entry.date,
            why=why_of(withdrawn.entry),
            shifts=tuple(_shifts(board.graph, withdrawn)),
            hidden=sum(board.graph.node(c.node).withheld is not None for c in withdrawn.changes),
        )
        for withdrawn in board.withdrawn
        if withdrawn.changes
    )


def withdrawn_runs_payload(withdrawn_runs: tuple[WithdrawnRun, ...]) -> dict[str, Any]:
    """Return what withdrawals did to the medians of a cohort as plain data; empty without any."""
    if not withdrawn_runs:
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
            for one in withdrawn_runs
        ]
    }


def _shifts(graph: Graph, withdrawn: Withdrawn) -> list[MedianShift]:
    found = []
    for change in withdrawn.changes:
        node = graph.node(change.node)
        if node.withheld is not None:
            continue
        places = enough_decimals(node.decimals, change.before, change.after)
        before, after = (
            Cell(f"{change.node}#{side}", value, places, node.unit, "cohort_too_small")
            for side, value in (("before", change.before), ("after", change.after))
        )
        found.append(MedianShift(change.node, node.name, before, after))
    return found


def enough_decimals(decimals: int, before: float | None, after: float | None) -> int:
    """Return how many decimals show two values as different ones: at least ``decimals``, at most 6."""
    if before is None or after is None:
        return decimals
    enough = (n for n in range(decimals, MOST_DECIMALS) if _shown(before, n) != _shown(after, n))
    return next(enough, MOST_DECIMALS)


def _shown(value: float, decimals: int) -> Decimal:
    """Return a value as it is displayed: halves away from zero."""
    return Decimal(repr(value)).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)

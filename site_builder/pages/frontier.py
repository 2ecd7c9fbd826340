"""Score against cost: the ranked runs of a board that no other run beats at both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from site_builder.pages.board_columns import Column
from site_builder.pages.board_rows import Row
from site_builder.pages.cells import Cell, count
from site_builder.scoring.graph import Graph

FEWEST = 3
"""Runs with both values below which nothing is drawn."""

Spot = tuple[float, float]
"""What a run cost, and its score."""


class FrontierRun(msgspec.Struct, frozen=True):
    """A run for which no other one has a higher score at as little cost, or less cost at as high a score."""

    run_id: str
    configuration: str
    address: str
    cost: Cell
    score: Cell


class FrontierView(msgspec.Struct, frozen=True):
    """Score against cost on one board (Pareto frontier)."""

    node: str
    """What counts as cost: the last column of the board of which less is better, else the duration."""
    title: str
    unit: str
    considered: Cell
    """Ranked runs that have both values; others are neither drawn nor compared."""
    spots: tuple[Spot, ...]
    """Of these runs, in the order of the board."""
    runs: tuple[FrontierRun, ...]
    """On the frontier, from the least cost on."""


def frontier_of(graph: Graph, columns: Sequence[Column], rows: Iterable[Row]) -> FrontierView | None:
    """Return score against cost; ``None`` where fewer than three ranked runs have both."""
    place = _place_of_cost(graph, columns)
    found = [(row, _cost(row, place)) for row in rows if row.rank is not None]
    known = [(row, cost) for row, cost in found if cost.value is not None and row.score.value is not None]
    if len(known) < FEWEST:
        return None
    spots = tuple((cost.value or 0.0, row.score.value or 0.0) for row, cost in known)
    unbeaten = (known[place] for place in unbeaten_of(spots))
    return FrontierView(
        node=known[0][1].node,
        title="Duration" if place is None else columns[place].title,
        unit="seconds" if place is None else columns[place].unit,
        considered=count("frontier.considered", len(known)),
        spots=spots,
        runs=tuple(
            FrontierRun(row.run_id, row.configuration, row.address, cost, row.score) for row, cost in unbeaten
        ),
    )


def unbeaten_of(spots: Sequence[Spot]) -> list[int]:
    """Return the positions of those that no other one beats, from the least cost on.

    One beats another with no more cost and no lower score, and one of the two better.
    Of equal ones all are there.
    """
    order = sorted(range(len(spots)), key=lambda place: (spots[place][0], -spots[place][1]))
    kept: list[int] = []
    for place in order:
        if not kept or spots[place][1] > spots[kept[-1]][1] or spots[place] == spots[kept[-1]]:
            kept.append(place)
    return kept


def payload(view: FrontierView) -> dict[str, Any]:
    """Return the frontier as plain data."""
    return {
        "cost": view.node,
        "considered": view.considered.plain(),
        "runs": [run.run_id for run in view.runs],
    }


def _place_of_cost(graph: Graph, columns: Sequence[Column]) -> int | None:
    """Return which column is the cost; ``None`` for the duration, where none is."""
    lower = (n for n, column in enumerate(columns) if graph.node(column.node).direction == "lower")
    return max((n for n in lower if columns[n].shown), default=None)


def _cost(row: Row, place: int | None) -> Cell:
    return row.duration if place is None else row.cells[place]

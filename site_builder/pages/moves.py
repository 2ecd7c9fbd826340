"""What would move a run up one place, as its page says it."""

from __future__ import annotations

from typing import Any

import msgspec

from site_builder.pages.cells import Cell, count
from site_builder.pages.lookup import Place
from site_builder.scoring.graph import Graph
from site_builder.studies.moves import Move, moves_up

SHOWN = 3
"""Parts that are named, the cheapest ones."""


class Improvement(msgspec.Struct, frozen=True):
    """One part that could close the gap."""

    title: str
    need: Cell
    at: Cell
    unit: str


class MovesView(msgspec.Struct, frozen=True):
    """What separates a run from the place above, part by part."""

    gap: Cell
    """Score of the run above less this one's."""
    moves: tuple[Improvement, ...]
    more: Cell
    """Further parts that could close it as well."""


def moves_of(place: Place) -> MovesView | None:
    """Return the parts that could close the gap to the run directly above.

    ``None`` for runs without a rank, with the first one, or with the score of the run above.
    """
    board, entry = place.board, place.entry
    if entry.standing.rank in (None, 1):
        return None
    own, above = entry.standing.score, board.entries[place.position - 1].standing.score
    if own is None or above is None or above <= own:
        return None
    headline = board.graph.layout.headline
    found = moves_up(entry.scored, above - own)
    return MovesView(
        gap=Cell(f"{headline}#one_place_up", above - own, board.graph.node(headline).decimals),
        moves=tuple(_improvement(board.graph, move) for move in found[:SHOWN]),
        more=count("moves.more", max(0, len(found) - SHOWN)),
    )


def payload(view: MovesView | None) -> dict[str, Any] | None:
    """Return it as plain data."""
    if view is None:
        return None
    return {
        "gap": view.gap.plain(),
        "parts": {
            move.need.node.partition("#")[0]: {"need": move.need.plain(), "at": move.at.plain()}
            for move in view.moves
        },
        "further_parts": view.more.plain(),
    }


def _improvement(graph: Graph, move: Move) -> Improvement:
    node = graph.node(move.node)
    places = max(node.decimals, 2)
    return Improvement(
        title=node.name,
        need=Cell(f"{move.node}#need", move.need, places, form="signed"),
        at=Cell(f"{move.node}#at", move.at, places),
        unit=node.unit if node.unit != "0–1" else "",
    )

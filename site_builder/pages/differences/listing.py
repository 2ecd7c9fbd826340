"""Differences of versions as lines of a list, for the pages around them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from site_builder.pages.cells import Cell, count
from site_builder.pages.differences.headline_cells import HeadlineCells, rank_words
from site_builder.pages.differences.lookup import (
    DifferenceLookup,
    board_difference_address,
    difference_address,
)
from site_builder.pages.differences.summaries import row_anchor
from site_builder.pages.leaders import Named
from site_builder.records.rubric_diff import RubricDifference
from site_builder.scoring.graph import Graph


class Listed(msgspec.Struct, frozen=True):
    """One pair of versions."""

    older: str
    newer: str
    address: str
    clauses: Cell
    runs: Cell
    moved: Cell
    moved_rank: Cell

    def plain(self) -> dict[str, Any]:
        """Return the line as plain data."""
        counts = {name: getattr(self, name).plain() for name in ("clauses", "runs", "moved", "moved_rank")}
        return {"older": self.older, "newer": self.newer, "page": f"{self.address}index.html"} | counts


class Shift(msgspec.Struct, frozen=True):
    """What a pair of versions says of one run."""

    older: str
    newer: str
    address: str
    """Folder of the page on the run's board under both."""
    row: str
    """Anchor of the run's row there; empty where that page does not list it."""
    change: Cell
    words: str
    """What happens to its rank, in words; empty where neither version ranks it."""

    def plain(self) -> dict[str, Any]:
        """Return the line as plain data."""
        pair = {"older": self.older, "newer": self.newer, "page": f"{self.address}index.html"}
        return pair | {"change": self.change.plain(), "rank": self.words}


def listed_of(pairs: Iterable[RubricDifference]) -> tuple[Listed, ...]:
    """Return pairs as lines."""
    return tuple(_listed(pair) for pair in pairs)


def shifts_of(differences: DifferenceLookup, board: str, named: Named, graph: Graph) -> tuple[Shift, ...]:
    """Return what the pairs with a board's rubric say of one of its runs."""
    cells, run = HeadlineCells(graph), named.run_id
    return tuple(
        Shift(
            older=pair.older,
            newer=pair.newer,
            address=board_difference_address(pair.older, pair.newer, board),
            row=row_anchor(named.address) if differences.lists(pair.older, pair.newer, board, run) else "",
            change=cells.change(found.change, f"{pair.older}..{pair.newer}"),
            words=rank_words(found) if found.place_before.rank or found.place_after.rank else "",
        )
        for pair, found in differences.of_run(board, run, graph.id)
    )


def _listed(pair: RubricDifference) -> Listed:
    key = f"{pair.older}..{pair.newer}"
    return Listed(
        older=pair.older,
        newer=pair.newer,
        address=difference_address(pair.older, pair.newer),
        clauses=count(f"{key}#clauses", sum(bool(clause.changes) for clause in pair.clauses)),
        runs=count(f"{key}#runs", sum(len(one.runs) for one in pair.boards)),
        moved=count(f"{key}#moved", sum(one.moved for one in pair.boards)),
        moved_rank=count(f"{key}#moved_rank", sum(one.moved_rank for one in pair.boards)),
    )

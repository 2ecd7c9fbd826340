"""Differences of versions as lines of a list, for the pages around them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from site_builder.pages.cells import Cell, count
from site_builder.pages.differences.run_rows import change_cell, rank_words
from site_builder.pages.differences.shelf import DifferenceShelf, difference_address
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


def shifts_of(shelf: DifferenceShelf, board: str, run: str, graph: Graph) -> tuple[Shift, ...]:
    """Return what the pairs with a board's rubric say of one of its runs."""
    return tuple(
        Shift(
            older=pair.older,
            newer=pair.newer,
            address=difference_address(pair.older, pair.newer),
            change=change_cell(graph, found.change, f"{pair.older}..{pair.newer}"),
            words=rank_words(found) if found.place_before.rank or found.place_after.rank else "",
        )
        for pair, found in shelf.of_run(board, run, graph.id)
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

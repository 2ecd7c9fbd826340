"""A board under two versions in one line: how many runs move, and the largest movers. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from site_builder.pages.cells import Cell, Link, Sentence, count
from site_builder.pages.differences.headline_cells import HeadlineCells, rank_words
from site_builder.pages.differences.listed_runs import movers
from site_builder.pages.differences.lookup import board_difference_address
from site_builder.pages.leaders import Named, named
from site_builder.pages.lookup import SiteLookup
from site_builder.records.rubric_diff import BoardDifference, RubricDifference, RunDifference
from site_builder.scoring.graph import Graph
from site_builder.site_data import Board

SUMMED = ("runs", "moved", "moved_rank")
"""Counts of a board that are added up over boards."""


class Mover(msgspec.Struct, frozen=True):
    """A run that moves far."""

    run: Named
    row: str
    """Anchor of its row on the page of the board; empty where that does not list it."""
    change: Cell
    rank_before: Cell
    rank_after: Cell
    place: Sentence
    """What happened to its rank; empty where neither version ranks it."""

    def plain(self) -> dict[str, Any]:
        """Return it as plain data."""
        ranks = {"rank_before": self.rank_before.value, "rank_after": self.rank_after.value}
        return {"run": self.run.run_id, "change": self.change.value} | ranks


class BoardSummary(msgspec.Struct, frozen=True):
    """One board."""

    id: str
    title: str
    address: str
    """Folder of its page under the two versions."""
    on_runs: bool
    """Whether the pages of the runs have the scores under both versions."""
    runs: Cell
    moved: Cell
    moved_rank: Cell
    medians: Cell
    """Cohort medians that the versions take otherwise."""
    up: Mover | None
    """The run whose score rises most; ``None`` where none rises."""
    down: Mover | None

    def plain(self) -> dict[str, Any]:
        """Return the line as plain data."""
        return {
            "board": self.id,
            "page": f"{self.address}index.html",
            "on_runs": self.on_runs,
            **{name: int(getattr(self, name).value) for name in (*SUMMED, "medians")},
            "up": self.up.plain() if self.up is not None else None,
            "down": self.down.plain() if self.down is not None else None,
        }


def summaries_of(lookup: SiteLookup, pair: RubricDifference) -> tuple[BoardSummary, ...]:
    """Return the boards of a pair, each in a line."""
    boards = {board.id: board for board in lookup.data.boards}
    return tuple(summary_of(lookup, pair, one, boards[one.board]) for one in pair.boards)


def summary_of(
    lookup: SiteLookup, pair: RubricDifference, one: BoardDifference, board: Board
) -> BoardSummary:
    """Return one board of a pair in a line."""
    graphs = lookup.data.graphs[pair.older], lookup.data.graphs[pair.newer]
    found = [_mover(lookup, graphs, one, board, run) if run is not None else None for run in movers(one)]
    return BoardSummary(
        id=board.id,
        title=board.title,
        address=board_difference_address(pair.older, pair.newer, board.id),
        on_runs=all({pair.older, pair.newer} <= {board.graph.id, *entry.others} for entry in board.entries),
        runs=count("board#runs", len(one.runs)),
        moved=count("board#moved", one.moved),
        moved_rank=count("board#moved_rank", one.moved_rank),
        medians=count("board#medians", len(one.medians)),
        up=found[0],
        down=found[1],
    )


def row_anchor(address: str) -> str:
    """Return the anchor of a run's row, from the address of its page (``runs/<name>/``)."""
    return f"run-{address[5:-1]}"


def effect(board: BoardSummary) -> Sentence:
    """Return what a change of rubric does to a board, as a sentence."""
    parts = _counted(board.runs, board.moved, board.moved_rank)
    for words, mover in (("; largest rise ", board.up), ("; largest fall ", board.down)):
        if mover is not None:
            parts += (words, *_told(mover))
    return (*parts, ".")


def effects(boards: Iterable[BoardSummary]) -> Sentence:
    """Return what a change of rubric does to all boards together; empty without boards."""
    every = tuple(boards)
    if len(every) < 2:
        return effect(every[0]) if every else ()
    runs, moved, ranks = (count(f"boards#{name}", value) for name, value in totals_of(every).items())
    parts = _counted(runs, moved, ranks)
    for words, side, sign in (("; largest rise ", "up", 1), ("; largest fall ", "down", -1)):
        found = [(board, mover) for board in every if (mover := getattr(board, side)) is not None]
        if found:
            board, mover = max(found, key=lambda one: sign * one[1].change.value)
            parts += (words, *_told(mover), " on ", Link(board.title, board.address))
    return (*parts, ".")


def _counted(runs: Cell, moved: Cell, ranks: Cell) -> Sentence:
    """Return how many runs get another score and rank, without the stop of the sentence."""
    if not moved.value and not ranks.value:
        return ("The ", runs, " run keeps" if runs.value == 1 else " runs keep", " score and rank")
    verb = " run gets" if runs.value == 1 else " runs get"
    return (moved, " of ", runs, f"{verb} another score, ", ranks, " another rank")


def totals_of(boards: Iterable[BoardSummary]) -> dict[str, int]:
    """Return how many runs stand on all boards, and how many of them move, by name of the count."""
    every = tuple(boards)
    return {name: sum(int(getattr(board, name).value) for board in every) for name in SUMMED}


def _told(mover: Mover) -> Sentence:
    """Return a mover as part of a sentence: who, by how much, and its rank."""
    told: Sentence = (Link(mover.run.run_id, mover.run.address), " ", mover.change)
    return (*told, " (", *mover.place, ")") if mover.place else told


def _mover(
    lookup: SiteLookup, graphs: tuple[Graph, Graph], one: BoardDifference, board: Board, run: RunDifference
) -> Mover:
    older, newer = map(HeadlineCells, graphs)
    who = named(lookup, next(entry for entry in board.entries if entry.run.run_id == run.run))
    listed = lookup.differences.lists(graphs[0].id, graphs[1].id, one.board, run.run)
    return Mover(
        run=who,
        row=row_anchor(who.address) if listed else "",
        change=newer.change(run.change),
        rank_before=older.rank(run.place_before),
        rank_after=newer.rank(run.place_after),
        place=_place(older.rank(run.place_before), newer.rank(run.place_after), run),
    )


def _place(before: Cell, after: Cell, run: RunDifference) -> Sentence:
    if before.value is None and after.value is None:
        return ()
    if before.value is None or after.value is None:
        return (rank_words(run),)
    if before.value == after.value:
        return ("still rank\u00a0", after)
    return ("rank\u00a0", before, "\u00a0→\u00a0", after)

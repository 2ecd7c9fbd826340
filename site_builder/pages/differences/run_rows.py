"""The runs of a board under two versions: scores, ranks, who passed whom, and what moved each. Pure."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from site_builder.pages.cells import Cell, count
from site_builder.pages.differences.headline_cells import HeadlineCells, rank_words
from site_builder.pages.differences.listed_runs import listed, opened
from site_builder.pages.differences.walks import Walk, Walks
from site_builder.pages.leaders import Named
from site_builder.records.rubric_diff import BoardDifference, RubricDifference, RunDifference
from site_builder.scoring.graph import Graph

MOST_PASSED = 5
"""Runs named of those that a run passed."""


class Passing(msgspec.Struct, frozen=True):
    """The runs that one passed, or that passed it."""

    named: tuple[Named, ...]
    """The nearest of them."""
    more: Cell
    """How many are not named."""


class RunRow(msgspec.Struct, frozen=True):
    """One run under both versions."""

    run: Named
    before: Cell
    after: Cell
    change: Cell
    rank_before: Cell
    rank_after: Cell
    words: str
    """What happened to its rank, in words."""
    passed: Passing
    passed_by: Passing
    walk: Walk | None
    """What moved it; ``None`` where nothing did, or where the page does not tell it."""


def run_rows(
    pair: RubricDifference, one: BoardDifference, graphs: tuple[Graph, Graph], names: Mapping[str, Named]
) -> tuple[RunRow, ...]:
    """Return the runs that the page on a board lists; ``names`` are those of all its runs, by id."""
    older, newer = map(HeadlineCells, graphs)
    walks = Walks(*graphs, pair)
    chosen = listed(one.runs)
    told = opened(chosen)
    return tuple(
        RunRow(
            run=names[run.run],
            before=older.score(run.before.score, run.before.detail),
            after=newer.score(run.after.score, run.after.detail),
            change=newer.change(run.change),
            rank_before=older.rank(run.place_before),
            rank_after=newer.rank(run.place_after),
            words=rank_words(run),
            passed=_passing("passed", run.passed, run.passes, names),
            passed_by=_passing("passed_by", run.passed_by, run.passes_by, names),
            walk=walks.walk(run) if run.run in told else None,
        )
        for run in chosen
    )


def flow(runs: tuple[RunDifference, ...]) -> tuple[tuple[str, int | None, int | None], ...]:
    """Return (run id, rank before, rank after) of the listed runs that have a rank in either version."""
    places = ((run.run, run.place_before.rank, run.place_after.rank) for run in listed(runs))
    return tuple(place for place in places if place[1:] != (None, None))


def _passing(kind: str, found: tuple[str, ...], number: int, names: Mapping[str, Named]) -> Passing:
    nearest = tuple([names[name] for name in found[:MOST_PASSED]])
    return Passing(nearest, count(f"run#{kind}_more", number - len(nearest)))

"""The page on one board under two versions of a rubric, and its data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from site_builder.pages.cells import Cell, Sentence, count
from site_builder.pages.differences.lookup import difference_address
from site_builder.pages.differences.run_rows import RunRow, flow, run_rows
from site_builder.pages.differences.summaries import BoardSummary, effect, summary_of
from site_builder.pages.differences.view import data_path
from site_builder.pages.leaders import named
from site_builder.pages.lookup import SiteLookup, board_address
from site_builder.pages.page import Content
from site_builder.records.rubric_diff import (
    BoardDifference,
    MedianDifference,
    Outcome,
    RubricDifference,
    RunDifference,
)
from site_builder.scoring.graph import Graph


class BoardDifferenceView(msgspec.Struct, frozen=True):
    """What the template of a board under two versions reads."""

    older: Graph
    newer: Graph
    pair_address: str
    family: str
    family_address: str
    board_address: str
    data: str
    """Path of the table of all runs."""
    title: str
    summary: BoardSummary
    effect: Sentence
    rows: tuple[RunRow, ...]
    left: Cell
    """Runs that the page does not list."""
    untold: bool
    """Whether the page does not tell of every run that was moved what moved it."""
    flow: tuple[tuple[str, int | None, int | None], ...]
    """(run id, rank before, rank after) of the runs that the chart shows."""
    ranked: bool
    """Whether either version ranks a run."""


def board_difference_content(older: str, newer: str, board_id: str, lookup: SiteLookup) -> Content:
    """Return the content of the page on a board under two versions."""
    pair, one = lookup.differences.of(older, newer), lookup.differences.of_board(older, newer, board_id)
    assert pair is not None
    assert one is not None
    board = next(board for board in lookup.data.boards if board.id == board_id)
    graphs = lookup.data.graphs[older], lookup.data.graphs[newer]
    names = {entry.run.run_id: named(lookup, entry) for entry in board.entries}
    rows = run_rows(pair, one, graphs, names)
    summary = summary_of(lookup, pair, one, board)
    family = graphs[1].rubric.family
    view = BoardDifferenceView(
        older=graphs[0],
        newer=graphs[1],
        pair_address=difference_address(older, newer),
        family=lookup.family_title(family),
        family_address=f"methodology/{family}/",
        board_address=board_address(board),
        data=data_path(pair),
        title=board.title,
        summary=summary,
        effect=effect(summary),
        rows=rows,
        left=count("board#not_listed", len(one.runs) - len(rows)),
        untold=sum(row.walk is not None for row in rows) < sum(bool(run.moves) for run in one.runs),
        flow=flow(one.runs),
        ranked=any(run.place_after.rank is not None or run.place_before.rank is not None for run in one.runs),
    )
    return Content(view, payload(view, pair, one), newer)


def payload(view: BoardDifferenceView, pair: RubricDifference, one: BoardDifference) -> dict[str, Any]:
    """Return a board under two versions as plain data: every score and rank of every run."""
    summary = view.summary
    return {
        "board": one.board,
        "older": {"id": pair.older, "digest": view.older.digest},
        "newer": {"id": pair.newer, "digest": view.newer.digest},
        "steps": [step[0] for step in pair.order],
        "on_runs": summary.on_runs,
        "moved": one.moved,
        "moved_rank": one.moved_rank,
        "not_listed": view.left.value,
        "medians_differing": len(one.medians),
        "medians": list(_medians((view.older, view.newer), one.medians)),
        "runs": [run_data(run) for run in one.runs],
        "shown": [_shown(row) for row in view.rows],
    }


def run_data(run: RunDifference) -> dict[str, Any]:
    """Return a run under both versions as plain data, with its attribution."""
    return {
        "run": run.run,
        "before": _outcome(run.before),
        "after": _outcome(run.after),
        "change": run.change,
        "rank_before": run.place_before.rank,
        "rank_after": run.place_after.rank,
        "unranked_before": run.place_before.unranked,
        "unranked_after": run.place_after.unranked,
        "passes": run.passes,
        "passes_by": run.passes_by,
        "passed": list(run.passed),
        "passed_by": list(run.passed_by),
        "attribution": [
            {
                "steps": list(move.clauses),
                "before": move.before,
                "after": move.after,
                "change": move.change,
                "addends": [
                    {"node": part.node, "before": part.before, "after": part.after, "change": part.change}
                    for part in move.parts
                ],
            }
            for move in run.moves
        ],
    }


def is_withheld(graph: Graph, node_id: str) -> bool:
    """Return whether a median, or what it is taken over, is never published."""
    step = graph.step(node_id)
    return any(s.node.withheld is not None for s in (step, *(graph.steps[i] for i in step.inputs)))


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {"score": outcome.score, "coverage": outcome.coverage, "detail": outcome.detail}


def _medians(graphs: tuple[Graph, Graph], medians: tuple[MedianDifference, ...]) -> Iterator[dict[str, Any]]:
    """Yield the medians that differ; those of withheld nodes without their values."""
    for median in medians:
        hidden = any(is_withheld(graph, median.node) for graph in graphs if median.node in graph)
        values = {"before": "withheld", "after": "withheld"} if hidden else {}
        yield msgspec.to_builtins(median) | values


def _shown(row: RunRow) -> list[float | None]:
    """Return how many more a run passed than are named, the totals along its walk and its scale."""
    walk = row.walk
    cells = (*(step.total for step in walk.steps), walk.least, walk.greatest) if walk is not None else ()
    return [cell.value for cell in (row.passed.more, row.passed_by.more, *cells)]

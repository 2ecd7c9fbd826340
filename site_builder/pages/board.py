"""The page of one board: ranked rows, every column a cell, and what is not ranked with its reason."""

from __future__ import annotations

from typing import Any

import msgspec

from site_builder.pages import firmness, frontier, grouping, sensitivity_data
from site_builder.pages.board_rows import Row, banded, banded_payload, rows_of
from site_builder.pages.board_table import BoardTable, head_payload, table_of
from site_builder.pages.cells import Cell
from site_builder.pages.frontier import FrontierView, frontier_of
from site_builder.pages.grouping import GroupTable, group_tables
from site_builder.pages.leaders import Top, top_of_board, top_payload
from site_builder.pages.lookup import SiteLookup, board_address, methodology_address
from site_builder.pages.outline import top_of
from site_builder.pages.page import Content
from site_builder.pages.paging import paged
from site_builder.pages.published import medians_of, ranking_of
from site_builder.pages.runs import tool_notes
from site_builder.pages.sensitivity import SensitivityView, sensitivity_of
from site_builder.pages.unranked import Reason, nobody_ranked, reasons_payload
from site_builder.pages.withdrawn_runs import WithdrawnRun, withdrawn_runs_of, withdrawn_runs_payload
from site_builder.records.run import LeftOut
from site_builder.site_data import Board


class BoardView(BoardTable, frozen=True):
    """What the template of a board reads; the rows on its page are the first ones."""

    rows: tuple[Row, ...]
    """All of them, as the board's data has them."""
    first: Top | None
    """Who leads; ``None`` where no run is ranked."""
    nobody_ranked: tuple[Reason, ...]
    """Why no run is ranked; empty where one is."""
    left_out: tuple[LeftOut, ...]
    parts: tuple[tuple[str, float], ...]
    """(title, most points) of the terms whose sum is the headline."""
    siblings: tuple[tuple[str, str, bool], ...]
    """(title, address, is this one) of the boards of the same family."""
    methodology: str
    minimum_coverage: Cell
    tools: tuple[str, ...]
    """Sentences about tools whose version is not the rubric's."""
    groups: tuple[GroupTable, ...]
    sensitivity: SensitivityView | None
    frontier: FrontierView | None
    withdrawn_runs: tuple[WithdrawnRun, ...]


def content(board_id: str, lookup: SiteLookup) -> Content:
    """Return the content of a board's page."""
    board = next(board for board in lookup.data.boards if board.id == board_id)
    rows = banded(lookup, board, rows_of(lookup, board))
    table = table_of(lookup, board, 1, rows[: paged(board).most])
    view = BoardView(
        **msgspec.structs.asdict(table),
        rows=rows,
        first=top_of_board(lookup, board),
        nobody_ranked=nobody_ranked(board),
        left_out=tuple(item for item in lookup.data.left_out if belongs(item, board)),
        parts=tuple(
            (board.graph.node(part).title, top_of(board.graph, part) or 1.0)
            for part in board.graph.layout.parts
        ),
        siblings=tuple(
            (other.title, board_address(other), other.id == board.id)
            for other in lookup.data.boards
            if other.config.family == board.config.family
        ),
        methodology=methodology_address(board.graph),
        minimum_coverage=Cell("board.minimum_coverage", board.minimum_coverage, 0, form="percent"),
        tools=tool_notes(board.graph, (entry.run.tools for entry in board.entries)),
        groups=group_tables(lookup, board),
        sensitivity=sensitivity_of(lookup, board),
        frontier=frontier_of(board.graph, table.columns, rows),
        withdrawn_runs=withdrawn_runs_of(lookup, board),
    )
    return Content(view, payload(view), board.graph.id)


def belongs(item: LeftOut, board: Board) -> bool:
    """Return whether an export that is on no board was found in the board's folder of runs."""
    return item.folder.startswith(f"{board.config.runs.rstrip('/')}/")


def payload(view: BoardView) -> dict[str, Any]:
    """Return a board as plain data; ``data/<board>/board.json`` is the same object."""
    studies: dict[str, Any] = {}
    if view.groups:
        studies["groups"] = grouping.payload(view.groups)
    if view.sensitivity is not None:
        studies["sensitivity"] = sensitivity_data.payload(view.sensitivity)
    if view.frontier is not None:
        studies["frontier"] = frontier.payload(view.frontier)
    studies |= withdrawn_runs_payload(view.withdrawn_runs)
    return {
        **head_payload(view),
        "runs": {"listed": len(view.rows), "ranked": view.ranked, "left_out": len(view.left_out)},
        "nobody_ranked": reasons_payload(view.nobody_ranked),
        "minimum_coverage": view.board.minimum_coverage,
        "ranking": ranking_of(view.board),
        "medians": medians_of(view.board),
        "top": top_payload(view.first),
        "headline": {"node": view.graph.layout.headline, "title": view.headline, "of": view.top},
        "columns": [{"node": c.node, "title": c.long, "unit": c.unit, "of": c.top} for c in view.columns],
        "repeats": firmness.payload(view.firmness),
        "rows": banded_payload(view.rows, view.columns),
        "left_out": [msgspec.to_builtins(item) for item in view.left_out],
    } | studies

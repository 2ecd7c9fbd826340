"""The home page: what is measured, who leads by which rule, the boards, and what changed."""

from __future__ import annotations

from typing import Any

import msgspec

from site_builder.pages.board_rows import Row, banded, banded_payload, rows_of
from site_builder.pages.campaigns.listing import CampaignRow, campaign_row
from site_builder.pages.cells import Cell, as_data, count
from site_builder.pages.changes import Change, changes_of
from site_builder.pages.empty_boards import EmptyBoard, empty_board_payload, empty_boards
from site_builder.pages.leaders import Leader, Top, leaders_of, top_of_board, top_payload
from site_builder.pages.lookup import SiteLookup, board_address, methodology_address
from site_builder.pages.page import Content
from site_builder.pages.prose import Article
from site_builder.pages.prose_values import Value, numbers, site_values
from site_builder.pages.published import rubric_of
from site_builder.pages.shared_marks import share_verification_marks
from site_builder.pages.unranked import Reason, nobody_ranked, reasons_payload
from site_builder.scoring.graph import Graph
from site_builder.site_data import Board

ROWS = 10
"""Rows of each board on the home page."""
BOARDS = 4
"""Boards shown in full; further ones are listed by name."""
RECENT = 6


class BoardCard(msgspec.Struct, frozen=True):
    """One board on the home page."""

    board: Board
    graph: Graph
    released: bool
    address: str
    methodology: str
    headline: str
    headline_top: float | None
    scale: str
    top: Top | None
    nobody_ranked: tuple[Reason, ...]
    """Why no run is ranked; empty where one is."""
    leaders: tuple[Leader, ...]
    rows: tuple[Row, ...]
    usual_level: str
    """How most of these runs are verified, in a sentence; empty where each row says it."""
    listed: Cell
    ranked: Cell
    more: bool


class HomeView(msgspec.Struct, frozen=True):
    """What the template of the home page reads."""

    article: Article | None
    values: dict[str, Value]
    cards: tuple[BoardCard, ...]
    further: tuple[tuple[str, str, Cell], ...]
    campaigns: tuple[CampaignRow, ...]
    empty: tuple[EmptyBoard, ...]
    recent: tuple[Change, ...]
    more_changes: bool
    left_out: Cell


def content(article: Article | None, lookup: SiteLookup) -> Content:
    """Return the content of the home page."""
    data = lookup.data
    boards = [board for board in data.boards if board.entries]
    changes = changes_of(lookup)
    view = HomeView(
        article=article,
        values=site_values(lookup),
        cards=tuple(_card(lookup, board) for board in boards[:BOARDS]),
        further=tuple(
            (board.title, board_address(board), count("board.listed", len(board.entries)))
            for board in boards[BOARDS:]
        ),
        campaigns=tuple(map(campaign_row, lookup.campaigns.all)),
        empty=empty_boards(lookup),
        recent=changes[:RECENT],
        more_changes=len(changes) > RECENT,
        left_out=count("site.left_out", len(data.left_out)),
    )
    return Content(view, payload(view), data.boards[0].graph.id if data.boards else "")


def _card(lookup: SiteLookup, board: Board) -> BoardCard:
    outline = lookup.outline(board.graph)
    shown = range(min(ROWS, len(board.entries)))
    rows, usual_level = share_verification_marks(banded(lookup, board, rows_of(lookup, board, shown)))
    return BoardCard(
        board=board,
        graph=board.graph,
        released=board.graph.id in lookup.data.released,
        address=board_address(board),
        methodology=methodology_address(board.graph),
        headline=board.graph.node(outline.headline).name,
        headline_top=outline.top,
        scale=outline.scale,
        top=top_of_board(lookup, board),
        nobody_ranked=nobody_ranked(board),
        leaders=leaders_of(lookup, board),
        rows=rows,
        usual_level=usual_level,
        listed=count("board.listed", len(board.entries)),
        ranked=count("board.ranked", len(board.ranked)),
        more=len(board.entries) > ROWS,
    )


def payload(view: HomeView) -> dict[str, Any]:
    """Return the home page as plain data."""
    return {
        "site": numbers(view.values),
        "boards": [_card_payload(card) for card in view.cards],
        "further_boards": [{"title": t, "page": a, "listed": n.plain()} for t, a, n in view.further],
        "campaigns": as_data(view.campaigns),
        "empty_boards": [empty_board_payload(board) for board in view.empty],
        "recent": [msgspec.to_builtins(change) for change in view.recent],
    }


def _card_payload(card: BoardCard) -> dict[str, Any]:
    return {
        "board": card.board.id,
        "rubric": rubric_of(card.graph, card.released),
        "listed": card.listed.plain(),
        "ranked": card.ranked.plain(),
        "top": top_payload(card.top),
        "nobody_ranked": reasons_payload(card.nobody_ranked),
        "leaders": [
            {
                "axis": leader.points.node,
                "runs": [run.run_id for run in leader.runs],
                "points": leader.points.plain(),
                "median": leader.median.plain(),
                "n": leader.n.plain(),
            }
            for leader in card.leaders
        ],
        "rows": banded_payload([msgspec.structs.replace(row, cells=()) for row in card.rows], ()),
    }

"""The further pages of a board with many rows: the next ones in its order, and nothing else."""

from __future__ import annotations

from typing import Any

from site_builder.pages import firmness
from site_builder.pages.board_rows import banded, banded_payload, rows_of
from site_builder.pages.board_table import BoardTable, head_payload, table_of
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content
from site_builder.pages.paging import paged
from site_builder.pages.published import ranking_of


def content(board_id: str, number: int, lookup: SiteLookup) -> Content:
    """Return the content of a page of a board, the second or a later one."""
    board = next(board for board in lookup.data.boards if board.id == board_id)
    rows = banded(lookup, board, rows_of(lookup, board, paged(board).places(number)))
    view = table_of(lookup, board, number, rows)
    return Content(view, payload(view), board.graph.id)


def payload(view: BoardTable) -> dict[str, Any]:
    """Return the page as plain data: what the board says of these rows, in the same words."""
    paging = view.paging
    assert paging is not None
    return {
        **head_payload(view),
        "page": {"number": paging.number, "of": paging.of, "first": paging.first},
        "ranking": ranking_of(view.board),
        "repeats": firmness.payload(view.firmness),
        "rows": banded_payload(view.listed, view.columns),
    }

"""The page on rank bands and draws of weights: how they are made, with the figures of every board."""

from __future__ import annotations

import msgspec

from site_builder.pages import firmness
from site_builder.pages.cells import Cell, count
from site_builder.pages.firmness import FirmnessView, firmness_view
from site_builder.pages.lookup import SiteLookup, board_address
from site_builder.pages.page import Content
from site_builder.pages.prose import Article
from site_builder.pages.prose_values import Value, numbers, site_values
from site_builder.pages.sensitivity import MOST
from site_builder.studies.random_weights import CONCENTRATION, DRAWS


class BoardOrder(msgspec.Struct, frozen=True):
    """What is known of one board's order."""

    id: str
    title: str
    address: str
    ranked: Cell
    firmness: FirmnessView


class OrderView(msgspec.Struct, frozen=True):
    """What the template of the page reads."""

    article: Article | None
    values: dict[str, Value]
    boards: tuple[BoardOrder, ...]


def content(article: Article | None, lookup: SiteLookup) -> Content:
    """Return the content of the page; boards that rank nobody are not on it."""
    values = site_values(lookup) | {
        "order.draws": count("order.draws", DRAWS),
        "order.concentration": Cell("order.concentration", CONCENTRATION),
        "order.tried": count("order.tried", MOST),
    }
    boards = tuple(
        BoardOrder(
            board.id,
            board.title,
            board_address(board),
            count("board.ranked", len(board.ranked)),
            firmness_view(lookup, board),
        )
        for board in lookup.data.boards
        if board.ranked
    )
    view = OrderView(article, values, boards)
    data = {
        "values": numbers(values),
        "boards": {
            one.id: {"ranked": one.ranked.plain(), "repeats": firmness.payload(one.firmness)}
            for one in boards
        },
    }
    return Content(view, data)

"""The pages over which the rows of a long board go: a hundred each, at addresses that stay."""

from __future__ import annotations

import msgspec

from site_builder.pages.atlas import board_address
from site_builder.site_data import Board

PAGE_ROWS = 100
"""Rows of a board on one page, so that a page keeps to 5,000 elements with ten columns and all that is said
of the board below them."""
NEAR = 2
"""Pages before and after one to which it links, beside the first and the last."""


class PageLink(msgspec.Struct, frozen=True):
    """A link to one page of a board."""

    words: str
    """``101–200``: places in the board's order, counted from 1."""
    address: str
    """Empty for the gap that stands for the pages left out."""
    here: bool = False


class Paging(msgspec.Struct, frozen=True):
    """Where one page of a board stands among the others."""

    number: int
    """Counted from 1."""
    of: int
    first: int
    """Place of its first row in the board's order, counted from 1."""
    last: int
    links: tuple[PageLink, ...]
    previous: PageLink | None
    next: PageLink | None

    @property
    def words(self) -> str:
        """The places of its rows (``101–200``)."""
        return _places(self.first, self.last)


def pages_of(board: Board) -> int:
    """Return over how many pages the rows of a board go; one for a board without any."""
    return max(1, -(-len(board.entries) // PAGE_ROWS))


def page_address(board: Board, number: int) -> str:
    """Return the folder of a page of a board, the first of which is the board's own."""
    return board_address(board) if number == 1 else f"{board_address(board)}page/{number}/"


def places_of(board: Board, number: int) -> range:
    """Return the positions of a page's rows among the board's entries, counted from 0."""
    return range((number - 1) * PAGE_ROWS, min(number * PAGE_ROWS, len(board.entries)))


def page_title(board: Board, number: int) -> str:
    """Return the title of a further page of a board."""
    places = places_of(board, number)
    return f"{board.title}: runs {_places(places.start + 1, places.stop)}"


def paging_of(board: Board, number: int) -> Paging | None:
    """Return where a page stands among those of its board; ``None`` for a board on one page."""
    count = pages_of(board)
    if count == 1:
        return None
    places = places_of(board, number)
    shown = sorted({1, count, *range(max(1, number - NEAR), min(count, number + NEAR) + 1)})
    links: list[PageLink] = []
    for before, one in zip([0, *shown], shown, strict=False):
        if one == before + 2:  # a gap of one page is no longer than its link
            links.append(_link(board, one - 1, number))
        elif one > before + 2:
            links.append(PageLink("…", ""))
        links.append(_link(board, one, number))
    return Paging(
        number=number,
        of=count,
        first=places.start + 1,
        last=places.stop,
        links=tuple(links),
        previous=_link(board, number - 1, number) if number > 1 else None,
        next=_link(board, number + 1, number) if number < count else None,
    )


def _link(board: Board, number: int, here: int) -> PageLink:
    places = places_of(board, number)
    return PageLink(_places(places.start + 1, places.stop), page_address(board, number), number == here)


def _places(first: int, last: int) -> str:
    return f"{first:,}–{last:,}" if first < last else f"{first:,}"

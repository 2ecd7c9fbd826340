"""Long lists that go on over pages: the rows of a board, the entries of the changes."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from site_builder.pages.lookup import board_address
from site_builder.site_data import Board

PAGE_ROWS = 100
"""Rows of a board on one page, so that a page keeps to 5,000 elements with ten columns and all that is said
of the board below them."""
NEAR = 2
"""Pages before and after one to which it links, beside the first and the last."""


class PageLink(msgspec.Struct, frozen=True):
    """A link to one page of a list."""

    words: str
    """``101–200``: places in the list, counted from 1."""
    address: str
    """Empty for the gap that stands for the pages left out."""
    here: bool = False


class Paging(msgspec.Struct, frozen=True):
    """Where one page of a list stands among the others."""

    number: int
    """Counted from 1."""
    of: int
    first: int
    """Place of its first entry in the list, counted from 1."""
    links: tuple[PageLink, ...]
    previous: PageLink | None
    next: PageLink | None


class Paged(NamedTuple):
    """A list and how it is divided among pages."""

    total: int
    most: int
    """Entries on a page."""
    address: str
    """Folder of the first page; the others lie below it."""

    @property
    def pages(self) -> int:
        """Over how many pages it goes; one for a list without entries."""
        return max(1, -(-self.total // self.most))

    @property
    def further(self) -> range:
        """The numbers of the pages after the first."""
        return range(2, self.pages + 1)

    def folder(self, number: int) -> str:
        """Return the folder of a page; pages are counted, so that the address of the last one stays."""
        return self.address if number == 1 else f"{self.address}page/{number}/"

    def folder_with(self, position: int) -> str:
        """Return the folder of the page that has the entry at a position, counted from 0."""
        return self.folder(position // self.most + 1)

    def places(self, number: int) -> range:
        """Return the positions of a page's entries in the list, counted from 0."""
        return range((number - 1) * self.most, min(number * self.most, self.total))

    def words(self, number: int) -> str:
        """Return the places of a page's entries as read (``101–200``)."""
        first, last = self.places(number).start + 1, self.places(number).stop
        return f"{first:,}–{last:,}" if first < last else f"{first:,}"

    def at(self, number: int) -> Paging | None:
        """Return where a page stands among the others; ``None`` for a list on one page."""
        if self.pages == 1:
            return None
        near = range(max(1, number - NEAR), min(self.pages, number + NEAR) + 1)
        shown = sorted({1, self.pages, *near})
        links: list[PageLink] = []
        for before, one in zip([0, *shown], shown, strict=False):
            if one == before + 2:  # a gap of one page is no shorter than its link
                links.append(self._link(one - 1, number))
            elif one > before + 2:
                links.append(PageLink("…", ""))
            links.append(self._link(one, number))
        return Paging(
            number=number,
            of=self.pages,
            first=self.places(number).start + 1,
            links=tuple(links),
            previous=self._link(number - 1, number) if number > 1 else None,
            next=self._link(number + 1, number) if number < self.pages else None,
        )

    def _link(self, number: int, here: int) -> PageLink:
        return PageLink(self.words(number), self.folder(number), number == here)


def paged(board: Board) -> Paged:
    """Return how the rows of a board are divided among its pages."""
    return Paged(len(board.entries), PAGE_ROWS, board_address(board))

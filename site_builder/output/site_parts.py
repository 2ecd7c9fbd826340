"""The parts of a site, in the order in which they are made: boards with their data, then every other page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from site_builder.output.board_memory import BoardMemory
from site_builder.output.data_files import board_files, gathered
from site_builder.output.files import OutputFile
from site_builder.output.parts import Part
from site_builder.output.render import Renderer
from site_builder.pages.keys import PageKeys
from site_builder.pages.lookup import board_address
from site_builder.pages.page import Page
from site_builder.site_data import Board


def site_parts(renderer: Renderer, pages: Iterable[Page], keys: PageKeys | None) -> Iterator[Part]:
    """Yield every page as a part; a board's data files are of one part with its page.

    They take longest, so they come first, and rest on the same figures, so they are made together. Without
    ``keys`` every part is made anew.
    """
    boards = {f"{board_address(board)}index.html": board for board in renderer.data.boards}
    planned = tuple(pages)
    for page in (page for page in planned if page.file in boards):
        board = boards[page.file]
        memory = BoardMemory(keys.base, keys.record_digests) if keys else None
        make = partial(_page_and_data, renderer, page, board, memory)
        gathers = gathered(board, renderer.lookup)
        yield Part(page.file, keys.of(page) if keys else "", make, gathers, board.id, memory)
    for page in (page for page in planned if page.file not in boards):
        yield Part(page.file, keys.of(page) if keys else "", partial(renderer.render, page))


def _page_and_data(
    renderer: Renderer, page: Page, board: Board, memory: BoardMemory | None
) -> tuple[OutputFile, ...]:
    if memory is not None:
        renderer.lookup.drawn[board.id] = memory.numbers
    content = page.content(renderer.lookup)
    return (*renderer.render(page, content), *board_files(board, renderer.lookup, content, memory))

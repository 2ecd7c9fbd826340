from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.pages import board_continued, paging
from site_builder.pages.board_rows import banded, rows_of
from site_builder.pages.board_table import table_of
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.paging import PAGE_ROWS, Paged, paged
from tests.pages.synthetic import run, site_of


def board(rows: int) -> Paged:
    return Paged(rows, PAGE_ROWS, "boards/work/")


@pytest.mark.parametrize(
    ("rows", "pages"),
    [(0, 1), (1, 1), (PAGE_ROWS, 1), (PAGE_ROWS + 1, 2), (2 * PAGE_ROWS, 2), (10 * PAGE_ROWS, 10)],
)
def test_a_page_has_up_to_a_hundred_rows(rows: int, pages: int) -> None:
    assert board(rows).pages == pages


@given(st.integers(0, 1234))
def test_every_row_is_on_one_page_in_the_boards_order(rows: int) -> None:
    long = board(rows)
    found = [place for number in range(1, long.pages + 1) for place in long.places(number)]
    assert found == list(range(rows))


def test_a_board_on_one_page_says_nothing_of_pages() -> None:
    assert board(PAGE_ROWS).at(1) is None


def test_the_first_page_is_the_boards_own_and_the_others_lie_below_it() -> None:
    long = board(250)
    assert [long.folder(n) for n in (1, 2, 3)] == [
        "boards/work/",
        "boards/work/page/2/",
        "boards/work/page/3/",
    ]
    assert long.words(3) == "201–250"


def test_a_last_page_of_one_run_names_its_place() -> None:
    assert board(1101).words(12) == "1,101"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "[1–100] 101–200 201–300 … 901–1,000"),
        (4, "1–100 101–200 201–300 [301–400] 401–500 501–600 … 901–1,000"),
        (5, "1–100 101–200 201–300 301–400 [401–500] 501–600 601–700 … 901–1,000"),
        (6, "1–100 … 301–400 401–500 [501–600] 601–700 701–800 801–900 901–1,000"),
        (10, "1–100 … 701–800 801–900 [901–1,000]"),
    ],
)
def test_a_page_links_to_the_ends_and_to_those_near_it(number: int, words: str) -> None:
    found = board(1000).at(number)
    assert found is not None
    assert " ".join(f"[{one.words}]" if one.here else one.words for one in found.links) == words


@given(st.integers(PAGE_ROWS + 1, 3000), st.data())
def test_one_gets_from_any_page_to_any_other(rows: int, data: st.DataObject) -> None:
    long = board(rows)
    count = long.pages
    number = data.draw(st.integers(1, count))
    found = long.at(number)
    assert found is not None
    assert (found.previous is None, found.next is None) == (number == 1, number == count)
    addresses = [one.address for one in found.links if one.address]
    assert len(addresses) == len(set(addresses))
    assert {long.folder(1), long.folder(count)} <= set(addresses)
    assert [one.address for one in found.links if one.here] == [long.folder(number)]


def test_the_rows_of_a_board_are_divided_below_its_address() -> None:
    data = site_of([run(f"circles-{n}") for n in range(3)])
    assert paged(data.boards[0]) == Paged(3, PAGE_ROWS, f"boards/{data.boards[0].id}/")


def test_rows_are_filtered_by_what_the_page_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paging, "PAGE_ROWS", 3)
    data = site_of([run(f"circles-{n}", configuration=f"all-{n}") for n in range(9)])
    view = board_continued.content(data.boards[0].id, 2, SiteLookup(data)).view
    assert view.configurations == tuple(sorted(row.configuration for row in view.listed))
    assert len(view.configurations) == 3


def test_a_board_without_a_greatest_value_has_one_scale_on_all_its_pages() -> None:
    data = site_of([run(f"circles-{n}") for n in range(9)])
    first = data.boards[0].entries[0].standing.score
    rows = banded(SiteLookup(data), data.boards[0], rows_of(SiteLookup(data), data.boards[0], range(4, 9)))
    assert table_of(SiteLookup(data), data.boards[0], 1, rows).greatest == first

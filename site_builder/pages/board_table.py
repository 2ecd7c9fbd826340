"""What every page of a board has: its caption, its rows or a part of them, and what they are filtered by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from site_builder.pages.board_columns import Column, columns_of
from site_builder.pages.board_rows import Row
from site_builder.pages.firmness import FirmnessView, firmness_view
from site_builder.pages.lookup import SiteLookup, board_address
from site_builder.pages.newcomers import Newcomers, newcomers_of
from site_builder.pages.own_weights import can_be_reweighed
from site_builder.pages.paging import Paging, paged
from site_builder.pages.published import rubric_of
from site_builder.pages.runs import day
from site_builder.pages.shared_marks import share_first_score_mark, share_verification_marks
from site_builder.pages.unranked import by_reason
from site_builder.pages.verification import WORDS
from site_builder.scoring.graph import Graph
from site_builder.site_data import Board


class Filter(msgspec.Struct, frozen=True):
    """A choice among the values of one label."""

    name: str
    values: tuple[str, ...]


class BoardTable(msgspec.Struct, frozen=True):
    """What the template of a board's rows reads, on each of its pages."""

    board: Board
    graph: Graph
    released: bool
    """Whether the rubric is a released one, and no draft."""
    first_scores: str
    """What is said once of first scores that differ, in the place of marks on the rows; else empty."""
    usual_level: str
    """What is said once of how runs are verified, in the place of words on most rows; else empty."""
    address: str
    """Of the board, which is that of its first page."""
    cohort: str
    columns: tuple[Column, ...]
    listed: tuple[Row, ...]
    """The rows of this page."""
    total: int
    """Rows of the board on all its pages."""
    paging: Paging | None
    """``None`` for a board on one page."""
    ranked: int
    """Of all runs of the board."""
    unranked: tuple[Row, ...]
    unranked_by_reason: dict[str, list[Row]]
    """Why runs have no rank → these runs, in the order of the page."""
    """Those of this page that have no rank."""
    newest: str
    newcomers: Newcomers | None
    """``None`` where all runs of the board came on one day."""
    headline: str
    top: float | None
    greatest: float
    """The greatest score of the board: the scale of the bars where there is no most possible one."""
    scale: str
    families: tuple[str, ...]
    providers: tuple[str, ...]
    configurations: tuple[str, ...]
    filters: tuple[Filter, ...]
    """Of the labels that the rubric shows; those of which the page has more than one value."""
    levels: tuple[tuple[str, str], ...]
    """(name, words) of the levels of verification that runs of the page have."""
    firmness: FirmnessView
    parts_file: str
    """Path of the data under which readers try weights of their own; empty where there is none."""
    differences: tuple[tuple[str, str], ...]
    """(the other version, address) of the pages on what another version makes of these runs."""


def table_of(lookup: SiteLookup, board: Board, number: int, rows: Sequence[Row]) -> BoardTable:
    """Return what one page of a board shows of its rows, which are ``rows``, with their bands."""
    outline = lookup.outline(board.graph)
    paging = paged(board).at(number)
    here = " of this page" if paging is not None else ""
    listed, first_scores = share_first_score_mark(rows, here)
    listed, usual_level = share_verification_marks(listed, here)
    scores = [entry.standing.score for entry in board.entries if entry.standing.score is not None]
    return BoardTable(
        board=board,
        graph=board.graph,
        released=board.graph.id in lookup.data.released,
        first_scores=first_scores,
        usual_level=usual_level,
        address=board_address(board),
        cohort=board.entries[0].run.cohort_title or board.cohort_key if board.entries else board.cohort_key,
        columns=columns_of(outline),
        listed=listed,
        total=len(board.entries),
        paging=paging,
        ranked=len(board.ranked),
        unranked=tuple(row for row in listed if row.rank is None),
        unranked_by_reason=by_reason(row for row in listed if row.rank is None),
        newest=max((day(entry.run.finished_at) for entry in board.entries), default=""),
        headline=board.graph.node(outline.headline).name,
        top=outline.top,
        greatest=max(scores, default=0.0) or 1.0,
        scale=outline.scale,
        families=_values(row.families for row in rows),
        providers=_values(row.providers for row in rows),
        configurations=tuple(sorted({row.configuration for row in rows})),
        filters=tuple(_filters(rows)),
        levels=tuple((name, WORDS[name]) for name in WORDS if any(r.verification == name for r in rows)),
        firmness=firmness_view(lookup, board),
        parts_file=f"data/{board.id}/parts.js" if can_be_reweighed(board) else "",
        newcomers=newcomers_of(lookup, board),
        differences=lookup.differences.around(board.graph.id, board.id),
    )


def head_payload(view: BoardTable) -> dict[str, Any]:
    """Return as plain data which board a page is of; every page of a board begins with it."""
    return {
        "board": view.board.id,
        "title": view.board.title,
        "cohort": view.board.cohort_key,
        "rubric": rubric_of(view.graph, view.released),
        "newest_run": view.newest,
    }


def _values(of_rows: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(sorted({value for values in of_rows for value in values}))


def _filters(rows: Sequence[Row]) -> Iterator[Filter]:
    for n, label in enumerate(rows[0].reading.labels if rows else ()):
        values = sorted({row.reading.labels[n].text for row in rows} - {""})
        if len(values) > 1:
            yield Filter(label.name, tuple(values))

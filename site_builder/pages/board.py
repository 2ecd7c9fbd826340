"""The page of one board: ranked rows, every column a cell, and what is not ranked with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from site_builder.pages import firmness, grouping, sensitivity_data
from site_builder.pages.atlas import Atlas, Place, board_address, methodology_address
from site_builder.pages.board_columns import Column, columns_of
from site_builder.pages.cells import Cell, around, cell
from site_builder.pages.firmness import FirmnessView, Standing, firmness_view, standing_of
from site_builder.pages.first_marks import said_once, usual_level_said_once
from site_builder.pages.grouping import GroupTable, group_tables
from site_builder.pages.history import differs
from site_builder.pages.leavings import Leaving, leavings_of, leavings_payload
from site_builder.pages.outline import Outline, top_of
from site_builder.pages.page import Content
from site_builder.pages.published import medians_of, ranking_of, rubric_of
from site_builder.pages.reading import Reading, doubted, doubts_of, reading_of
from site_builder.pages.runs import day, duration, families, tool_notes
from site_builder.pages.sensitivity import SensitivityView, sensitivity_of
from site_builder.pages.verification import WORDS, highest_of
from site_builder.records.run import LeftOut
from site_builder.scoring.graph import Graph
from site_builder.site_data import Board, Entry

THIN = 0.5
"""Coverage below which a score is marked as measured for its smaller part."""


class Row(msgspec.Struct, frozen=True):
    """One run on the board."""

    run_id: str
    address: str
    configuration: str
    configuration_address: str
    families: tuple[str, ...]
    rank: int | None
    shared: bool
    score: Cell
    lower: Cell
    upper: Cell
    coverage: Cell
    repeats: int
    """Runs of the same configuration on this board, this one included."""
    cells: tuple[Cell, ...]
    """One for each column."""
    duration: Cell
    date: str
    digest: str
    unranked: str
    reading: Reading
    verification: str
    """Name of the highest level of verification that holds."""
    level: str
    """Its words; empty where the board says them once."""
    first_differs: bool
    """Whether the pinned first score, as shown, is another number than the current one."""
    withdrawn: bool = False
    standing: Standing | None = None
    """Rank band and where its spread comes from; only where the board itself is shown."""

    @property
    def is_thin(self) -> bool:
        """Whether less than half of the score's weight is measured, so that a rank needs a mark."""
        return self.score.value is not None and (self.coverage.value or 0.0) < THIN


class Filter(msgspec.Struct, frozen=True):
    """A choice among the values of one label."""

    name: str
    values: tuple[str, ...]


class BoardView(msgspec.Struct, frozen=True):
    """What the template of a board reads."""

    board: Board
    graph: Graph
    released: bool
    """Whether the rubric is a released one, and no draft."""
    first_scores: str
    """What is said once of first scores that differ, in the place of marks on the rows; else empty."""
    usual_level: str
    """What is said once of how runs are verified, in the place of words on most rows; else empty."""
    address: str
    cohort: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    ranked: int
    unranked: tuple[Row, ...]
    left_out: tuple[LeftOut, ...]
    newest: str
    headline: str
    top: float | None
    scale: str
    parts: tuple[tuple[str, float], ...]
    """(title, most points) of the terms whose sum is the headline."""
    families: tuple[str, ...]
    configurations: tuple[str, ...]
    filters: tuple[Filter, ...]
    """Of the labels that the rubric shows; those of which the board has more than one value."""
    siblings: tuple[tuple[str, str, bool], ...]
    """(title, address, is this one) of the boards of the same family."""
    methodology: str
    minimum_coverage: Cell
    repeated: int
    """How many configurations have more than one run here."""
    tools: tuple[str, ...]
    """Sentences about tools whose version is not the rubric's."""
    groups: tuple[GroupTable, ...]
    firmness: FirmnessView
    sensitivity: SensitivityView | None
    leavings: tuple[Leaving, ...]
    levels: tuple[tuple[str, str], ...]
    """(name, words) of the levels of verification that runs of the board have."""
    differences: tuple[tuple[str, str], ...]
    """(the other version, address) of the pages on what another version makes of these runs."""


def rows_of(atlas: Atlas, board: Board, positions: Iterable[int] | None = None) -> tuple[Row, ...]:
    """Return the entries of a board at ``positions`` as rows, in that order; every entry by default.

    Rank bands are not on them: they hang on every run of the board (``banded`` adds them).
    """
    outline = atlas.outline(board.graph)
    columns = columns_of(outline)
    return tuple(
        _row(atlas, outline, columns, Place(board, board.entries[position], position))
        for position in (range(len(board.entries)) if positions is None else positions)
    )


def banded(atlas: Atlas, board: Board, rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return rows of a board with their rank bands."""
    runs = {entry.run.run_id: entry.run for entry in board.entries}
    return tuple(
        msgspec.structs.replace(row, standing=standing_of(atlas, board, runs[row.run_id])) for row in rows
    )


def content(board_id: str, atlas: Atlas) -> Content:
    """Return the content of a board's page."""
    board = next(board for board in atlas.data.boards if board.id == board_id)
    outline = atlas.outline(board.graph)
    rows, first_scores = said_once(banded(atlas, board, rows_of(atlas, board)))
    rows, usual_level = usual_level_said_once(rows)
    columns = columns_of(outline)
    ranked = tuple(row for row in rows if row.rank is not None)
    counted = {row.configuration: row.repeats for row in rows}
    view = BoardView(
        board=board,
        graph=board.graph,
        released=board.graph.id in atlas.data.released,
        first_scores=first_scores,
        usual_level=usual_level,
        address=board_address(board),
        cohort=board.entries[0].run.cohort_title or board.cohort_key if board.entries else board.cohort_key,
        columns=columns,
        rows=rows,
        ranked=len(ranked),
        unranked=tuple(row for row in rows if row.rank is None),
        left_out=tuple(item for item in atlas.data.left_out if belongs(item, board)),
        newest=max((row.date for row in rows), default=""),
        headline=board.graph.node(outline.headline).name,
        top=outline.top,
        scale=outline.scale,
        parts=tuple(
            (board.graph.node(part).title, top_of(board.graph, part) or 1.0)
            for part in board.graph.layout.parts
        ),
        families=tuple(sorted({family for row in rows for family in row.families})),
        configurations=tuple(sorted({row.configuration for row in rows})),
        filters=tuple(_filters(rows)),
        siblings=tuple(
            (other.title, board_address(other), other.id == board.id)
            for other in atlas.data.boards
            if other.config.family == board.config.family
        ),
        methodology=methodology_address(board.graph),
        minimum_coverage=Cell("board.minimum_coverage", board.minimum_coverage, 0, form="percent"),
        repeated=sum(1 for n in counted.values() if n > 1),
        tools=tool_notes(board.graph, (entry.run.tools for entry in board.entries)),
        groups=group_tables(atlas, board),
        firmness=firmness_view(atlas, board),
        sensitivity=sensitivity_of(atlas, board),
        leavings=leavings_of(atlas, board),
        levels=tuple((name, WORDS[name]) for name in WORDS if any(r.verification == name for r in rows)),
        differences=atlas.differences.around(board.graph.id, board.id),
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
    studies |= leavings_payload(view.leavings)
    return {
        "board": view.board.id,
        "title": view.board.title,
        "cohort": view.board.cohort_key,
        "rubric": rubric_of(view.graph, view.released),
        "newest_run": view.newest,
        "runs": {"listed": len(view.rows), "ranked": view.ranked, "left_out": len(view.left_out)},
        "minimum_coverage": view.board.minimum_coverage,
        "ranking": ranking_of(view.board),
        "medians": medians_of(view.board),
        "headline": {"node": view.graph.layout.headline, "title": view.headline, "of": view.top},
        "columns": [{"node": c.node, "title": c.long, "unit": c.unit, "of": c.top} for c in view.columns],
        "repeats": firmness.payload(view.firmness),
        "rows": [
            row_payload(row, view.columns) | firmness.standing_payload(row.standing) for row in view.rows
        ],
        "left_out": [msgspec.to_builtins(item) for item in view.left_out],
    } | studies


def row_payload(row: Row, columns: tuple[Column, ...]) -> dict[str, Any]:
    """Return one row as plain data."""
    return {
        "run": row.run_id,
        "page": f"{row.address}index.html",
        "configuration": row.configuration,
        "families": list(row.families),
        "rank": row.rank,
        "rank_shared": row.shared,
        "unranked": row.unranked,
        "score": row.score.plain(),
        "lower": row.lower.plain(),
        "upper": row.upper.plain(),
        "coverage": row.coverage.value,
        "low_coverage": row.is_thin,
        "runs_of_configuration": row.repeats,
        "values": {c.node: value.plain() for c, value in zip(columns, row.cells, strict=True)},
        "duration_s": row.duration.plain(),
        "date": row.date,
        "digest": row.digest,
        "verification": row.verification,
    } | row.reading.plain()


def _row(atlas: Atlas, outline: Outline, columns: tuple[Column, ...], place: Place) -> Row:
    entry: Entry = place.entry
    run, scored, standing = entry.run, entry.scored, entry.standing
    result = scored[outline.headline]
    score = cell(scored, outline.headline)
    doubts = doubts_of(atlas, run, outline.graph)
    lower, upper, coverage = around(score, result)
    return Row(
        run_id=run.run_id,
        address=atlas.run_address(run),
        configuration=atlas.configuration_name(run),
        configuration_address=atlas.configuration_address(run),
        families=families(atlas, run),
        rank=standing.rank,
        shared=standing.tied,
        score=score,
        lower=lower,
        upper=upper,
        coverage=coverage,
        repeats=atlas.repeats_on[place.board.id, run.configuration] if run.configuration else 1,
        cells=tuple([doubted(cell(scored, column.node), doubts) for column in columns]),
        duration=duration(run),
        date=day(run.finished_at),
        digest=run.digest,
        unranked=standing.unranked,
        reading=reading_of(atlas, run, scored),
        verification=(verification := highest_of(atlas, entry)),
        level=WORDS[verification],
        first_differs=differs(atlas, place),
        withdrawn=entry.withdrawn is not None,
    )


def _filters(rows: tuple[Row, ...]) -> Iterator[Filter]:
    for n, label in enumerate(rows[0].reading.labels if rows else ()):
        values = sorted({row.reading.labels[n].text for row in rows} - {""})
        if len(values) > 1:
            yield Filter(label.name, tuple(values))

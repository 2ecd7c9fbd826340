"""Rows of a board: one run each, every column a cell, on the board and wherever else it is shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from site_builder.pages.board_columns import Column, columns_of
from site_builder.pages.breakdown import is_thin
from site_builder.pages.cells import Cell, around, cell
from site_builder.pages.firmness import Standing, standing_of, standing_payload
from site_builder.pages.history import differs
from site_builder.pages.lookup import Place, SiteLookup
from site_builder.pages.outline import Outline
from site_builder.pages.reading import Reading, doubted, doubts_of, reading_of
from site_builder.pages.runs import added, day, duration, families, providers
from site_builder.pages.verification import WORDS, levels
from site_builder.site_data import Board, Entry
from site_builder.studies.verification import highest


class Row(msgspec.Struct, frozen=True):
    """One run on the board."""

    run_id: str
    address: str
    configuration: str
    families: tuple[str, ...]
    providers: tuple[str, ...]
    """Of its models; empty where the export names none."""
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
    """UTC day on which the run finished; empty where the export does not say it."""
    added: str
    """UTC day on which it came to the site; empty where nobody knows."""
    digest: str
    unranked: str
    reading: Reading
    verification: str
    """Name of the highest level of verification that holds."""
    level: str
    """Its words; empty where the board says them once."""
    faulty: bool
    """Whether reading its export found problems; false where the board says it once."""
    first_differs: bool
    """Whether the pinned first score, as shown, is another number than the current one."""
    withdrawn: bool = False
    standing: Standing | None = None
    """Rank band and where its spread comes from; only where the board itself is shown."""

    @property
    def is_thin(self) -> bool:
        """Whether less than half of the score's weight is measured, so that a rank needs a mark."""
        return is_thin(self.score, self.coverage)


def rows_of(lookup: SiteLookup, board: Board, positions: Iterable[int] | None = None) -> tuple[Row, ...]:
    """Return the entries of a board at ``positions`` as rows, in that order; every entry by default.

    Rank bands are not on them: they hang on every run of the board (``banded`` adds them).
    """
    outline = lookup.outline(board.graph)
    columns = columns_of(outline)
    return tuple(
        _row(lookup, outline, columns, Place(board, board.entries[position], position))
        for position in (range(len(board.entries)) if positions is None else positions)
    )


def banded(lookup: SiteLookup, board: Board, rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return rows of a board with their rank bands."""
    runs = {entry.run.run_id: entry.run for entry in board.entries}
    return tuple(
        msgspec.structs.replace(row, standing=standing_of(lookup, board, runs[row.run_id])) for row in rows
    )


def row_payload(row: Row, columns: tuple[Column, ...]) -> dict[str, Any]:
    """Return one row as plain data."""
    return {
        "run": row.run_id,
        "page": f"{row.address}index.html",
        "configuration": row.configuration,
        "families": list(row.families),
        "providers": list(row.providers),
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
        "added": row.added,
        "digest": row.digest,
        "verification": row.verification,
    } | row.reading.plain()


def banded_payload(rows: Iterable[Row], columns: tuple[Column, ...]) -> list[dict[str, Any]]:
    """Return the rows of a board as plain data, each with the ranks that chance leaves open."""
    return [row_payload(row, columns) | standing_payload(row.standing) for row in rows]


def _row(lookup: SiteLookup, outline: Outline, columns: tuple[Column, ...], place: Place) -> Row:
    entry: Entry = place.entry
    run, scored, standing = entry.run, entry.scored, entry.standing
    result = scored[outline.headline]
    score = cell(scored, outline.headline)
    doubts = doubts_of(lookup, run, outline.graph)
    lower, upper, coverage = around(score, result)
    verified = levels(lookup, entry)
    return Row(
        run_id=run.run_id,
        address=lookup.run_address(run),
        configuration=lookup.configuration_name(run),
        families=families(lookup, run),
        providers=providers(lookup, run),
        rank=standing.rank,
        shared=standing.tied,
        score=score,
        lower=lower,
        upper=upper,
        coverage=coverage,
        repeats=lookup.repeats_on[place.board.id, run.configuration] if run.configuration else 1,
        cells=tuple([doubted(cell(scored, column.node), doubts) for column in columns]),
        duration=duration(run),
        date=day(run.finished_at),
        added=added(lookup, run),
        digest=run.digest,
        unranked=standing.unranked,
        reading=reading_of(lookup, run, scored),
        verification=(verification := highest(verified).name),
        level=WORDS[verification],
        faulty=any(one.name == "schema-checked" and not one.holds for one in verified),
        first_differs=differs(lookup, place),
        withdrawn=entry.withdrawn is not None,
    )

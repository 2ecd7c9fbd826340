"""Marks that most rows of a table share are stated once above it: differing first scores, verification."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from site_builder.pages.board_rows import Row


def share_first_score_mark(rows: Sequence[Row], here: str = "") -> tuple[tuple[Row, ...], str]:
    """Return rows without the mark, and a sentence instead, where all ranked ones but at most one carry it.

    With fewer than three such rows, or more exceptions, rows are returned unchanged with an empty sentence.
    ``here`` names the rows that it is true of, where they are not all of a board (`` of this page``).
    """
    ranked = [row for row in rows if row.rank is not None]
    same = [row.run_id for row in ranked if not row.first_differs]
    if len(ranked) - len(same) < 3 or len(same) > 1:
        return tuple(rows), ""
    but = f" but {same[0]}" if same else ""
    words = f"The first score of every ranked run{here}{but} differs from today's; the page of each says why."
    return tuple(msgspec.structs.replace(row, first_differs=False) for row in rows), words


def share_verification_marks(rows: Sequence[Row], here: str = "") -> tuple[tuple[Row, ...], str]:
    """Return rows without the verification that most of them share, and sentences in its place.

    With fewer than three such rows, or no more than half of all, rows are returned unchanged.
    """
    levelled, level = _share_usual_level(rows, here)
    listed, problems = _share_problems(levelled, here)
    return listed, " ".join(filter(None, (level, problems)))


def _share_problems(rows: tuple[Row, ...], here: str) -> tuple[tuple[Row, ...], str]:
    times = sum(row.faulty for row in rows)
    if not _usual(times, rows):
        return rows, ""
    every = "each export" if times == len(rows) else "most exports"
    words = f"Reading {every}{here} found problems; the page of each lists them."
    return tuple(msgspec.structs.replace(row, faulty=False) for row in rows), words


def _share_usual_level(rows: Sequence[Row], here: str) -> tuple[tuple[Row, ...], str]:
    """Return rows without the level of verification that most share, and a sentence in its place."""
    usual, times = Counter(row.level for row in rows).most_common(1)[0] if rows else ("", 0)
    if not _usual(times, rows):
        return tuple(rows), ""
    but = "" if times == len(rows) else " where its row does not say otherwise"
    words = f"Each run{here} is {usual}{but}; the evidence is on its page."
    return tuple(msgspec.structs.replace(r, level="") if r.level == usual else r for r in rows), words


def _usual(times: int, rows: Sequence[Row]) -> bool:
    """Return whether a mark of so many rows is stated once: at least three rows, and more than half."""
    return times >= 3 and 2 * times > len(rows)

"""Marks that most rows would carry, said once: first scores that differ, and how runs are verified."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from site_builder.pages.board_rows import Row


def said_once(rows: Sequence[Row], here: str = "") -> tuple[tuple[Row, ...], str]:
    """Return rows without the mark, and a sentence instead, where all ranked ones but at most one carry it.

    With fewer than three such rows, or with more exceptions, rows are as they were and the sentence is empty.
    ``here`` says of which rows it is true, where they are not all of a board (`` of this page``).
    """
    ranked = [row for row in rows if row.rank is not None]
    same = [row.run_id for row in ranked if not row.first_differs]
    if len(ranked) - len(same) < 3 or len(same) > 1:
        return tuple(rows), ""
    but = f" but {same[0]}" if same else ""
    words = f"The first score of every ranked run{here}{but} differs from today's; the page of each says why."
    return tuple(msgspec.structs.replace(row, first_differs=False) for row in rows), words


def verification_said_once(rows: Sequence[Row], here: str = "") -> tuple[tuple[Row, ...], str]:
    """Return rows without what most of them say of their verification, and sentences in its place.

    With fewer than three such rows, or where they are not the greater part, rows are as they were.
    """
    levelled, level = _usual_level_said_once(rows, here)
    listed, complaints = _complaints_said_once(levelled, here)
    return listed, " ".join(filter(None, (level, complaints)))


def _complaints_said_once(rows: tuple[Row, ...], here: str) -> tuple[tuple[Row, ...], str]:
    times = sum(row.faulty for row in rows)
    if not _usual(times, rows):
        return rows, ""
    every = "each export" if times == len(rows) else "most exports"
    words = f"Reading {every}{here} gave complaints; the page of each lists them."
    return tuple(msgspec.structs.replace(row, faulty=False) for row in rows), words


def _usual_level_said_once(rows: Sequence[Row], here: str) -> tuple[tuple[Row, ...], str]:
    """Return rows without the words for how most of them are verified, and a sentence in their place."""
    usual, times = Counter(row.level for row in rows).most_common(1)[0] if rows else ("", 0)
    if not _usual(times, rows):
        return tuple(rows), ""
    but = "" if times == len(rows) else " where its row does not say otherwise"
    words = f"Each run{here} is {usual}{but}; the evidence is on its page."
    return tuple(msgspec.structs.replace(r, level="") if r.level == usual else r for r in rows), words


def _usual(times: int, rows: Sequence[Row]) -> bool:
    """Return whether what so many rows say is said once: of three at least, and of the greater part."""
    return times >= 3 and 2 * times > len(rows)

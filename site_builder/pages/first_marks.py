"""Marks of first scores that differ from today's: on rows, or said once where nearly all would carry one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from site_builder.pages.board import Row


def said_once(rows: Sequence[Row]) -> tuple[tuple[Row, ...], str]:
    """Return rows without the mark, and a sentence instead, where all ranked ones but at most one carry it.

    With fewer than three such rows, or with more exceptions, rows are as they were and the sentence is empty.
    """
    ranked = [row for row in rows if row.rank is not None]
    same = [row.run_id for row in ranked if not row.first_differs]
    if len(ranked) - len(same) < 3 or len(same) > 1:
        return tuple(rows), ""
    but = f" but {same[0]}" if same else ""
    words = f"The first score of every ranked run{but} differs from today's; the page of each says why."
    return tuple(msgspec.structs.replace(row, first_differs=False) for row in rows), words

"""Why no run of a board has a rank: each reason once, with the number of runs that it holds for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from site_builder.pages.board_rows import Row
from site_builder.pages.cells import Cell, count
from site_builder.site_data import Board


class Reason(msgspec.Struct, frozen=True):
    """A reason why runs have no rank."""

    why: str
    runs: Cell


def nobody_ranked(board: Board) -> tuple[Reason, ...]:
    """Return why a board ranks nobody, the most frequent reason first; nothing where a run is ranked."""
    if board.ranked:
        return ()
    reasons = Counter(entry.standing.unranked for entry in board.entries)
    return tuple(Reason(why, count("board.unranked_for", runs)) for why, runs in reasons.most_common())


def reasons_payload(reasons: tuple[Reason, ...]) -> list[list[Any]]:
    """Return reasons as plain data: (why, runs)."""
    return [[one.why, one.runs.plain()] for one in reasons]


def by_reason(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Return why rows have no rank → these rows, all in their order."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.unranked, []).append(row)
    return found

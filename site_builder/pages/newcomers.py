"""Which runs of a board came to the site last: what somebody who was here before wants to see."""

from __future__ import annotations

import msgspec

from site_builder.pages.leaders import Named, named
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.runs import added
from site_builder.site_data import Board

NAMED_AT_MOST = 3


class Newcomers(msgspec.Struct, frozen=True):
    """The runs of a board that were added on the last day."""

    first_day: str
    """On which runs of the board were added (``2026-10-06``)."""
    day: str
    """The last such day."""
    runs: tuple[Named, ...]
    """Those of the last day, in the board's order; no more than three."""
    more: bool
    """Whether there are others."""


def newcomers_of(lookup: SiteLookup, board: Board) -> Newcomers | None:
    """Return the runs that were added last, ``None`` where all runs with a known day came on one day."""
    days = sorted({added(lookup, entry.run) for entry in board.entries} - {""})
    if len(days) < 2:
        return None
    last = [entry for entry in board.entries if added(lookup, entry.run) == days[-1]]
    runs = tuple(named(lookup, entry) for entry in last[:NAMED_AT_MOST])
    return Newcomers(days[0], days[-1], runs, len(last) > NAMED_AT_MOST)

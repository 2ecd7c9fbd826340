"""The runs above and below on a board, and what separates them: parts of the score, and axes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from site_builder.pages.breakdown import AxisScore
from site_builder.pages.cells import Cell, cell
from site_builder.pages.firmness import apart
from site_builder.pages.lookup import Place, SiteLookup
from site_builder.scoring.evaluate import Scored

SHOWN = 3
"""Axes named for each neighbour."""


class Difference(msgspec.Struct, frozen=True):
    """A part of the score, or an axis, in which two runs differ."""

    title: str
    points: Cell
    """This run's points less the neighbour's."""


class Neighbour(msgspec.Struct, frozen=True):
    """A run next to this one on the board."""

    side: str
    """``above`` or ``below``."""
    run_id: str
    configuration: str
    address: str
    rank: int
    score: Cell
    gap: Cell
    """This run's score less the neighbour's."""
    parts: tuple[Difference, ...]
    """Parts that add up to the score, with what each makes of the gap; empty for scores that are no sum."""
    axes: tuple[Difference, ...]
    """Axes on which the two differ most, whether or not they enter the score."""
    overlap: bool
    """True when the bounds of the two scores overlap: what was not measured could reverse the order."""
    inside_noise: bool | None
    """Whether the difference is too small to be told from chance; ``None`` where that is not estimable."""

    def plain(self) -> dict[str, Any]:
        """Return it as plain data; ``differences`` are in points, this run's less the neighbour's."""
        return {
            "side": self.side,
            "run": self.run_id,
            "rank": self.rank,
            "score": self.score.plain(),
            "gap": self.gap.plain(),
            "differences": {one.points.node: one.points.plain() for one in (*self.parts, *self.axes)},
            "inside_noise": self.inside_noise,
        }


def neighbours_of(lookup: SiteLookup, place: Place, axes: tuple[AxisScore, ...]) -> tuple[Neighbour, ...]:
    """Return the ranked runs directly above and below; none for an unranked run."""
    ranked = place.board.ranked
    if place.entry.standing.rank is None:
        return ()
    found = []
    for side, position in (("above", place.position - 1), ("below", place.position + 1)):
        if 0 <= position < len(ranked):
            found.append(_neighbour(lookup, place, axes, side, position))
    return tuple(found)


def _neighbour(
    lookup: SiteLookup, place: Place, axes: tuple[AxisScore, ...], side: str, position: int
) -> Neighbour:
    board, entry = place.board, place.entry
    other = board.ranked[position]
    headline = board.graph.layout.headline
    mine, theirs = cell(entry.scored, headline), cell(other.scored, headline)
    gap = None if mine.value is None or theirs.value is None else mine.value - theirs.value
    outline = lookup.outline(board.graph)
    points = {axis.axis.points: axis.points for axis in axes}
    apart_by = [
        _difference(side, axis.title, points[axis.points], cell(other.scored, axis.points).value)
        for axis in outline.axes
    ]
    parts = [
        _difference(
            side, board.graph.node(part).name, cell(entry.scored, part), cell(other.scored, part).value
        )
        for part in board.graph.layout.parts
    ]
    assert other.standing.rank is not None
    clear = apart(lookup, board, entry, other)
    return Neighbour(
        side=side,
        run_id=other.run.run_id,
        configuration=lookup.configuration_name(other.run),
        address=lookup.run_address(other.run),
        rank=other.standing.rank,
        score=theirs._replace(node=f"{headline}#{side}"),
        gap=Cell(f"{headline}#against_{side}", gap, mine.decimals, "points", "none", form="signed"),
        parts=tuple(_largest(parts)),
        axes=tuple(one for one in _largest(apart_by)[:SHOWN] if _shows(one.points)),
        overlap=overlapping(entry.scored, other.scored, headline),
        inside_noise=None if clear is None else not clear,
    )


def _difference(side: str, title: str, own: Cell, their: float | None) -> Difference | None:
    """Return by how much a run is above its neighbour in one value; ``None`` where that says nothing."""
    if own.value is None or their is None or own.value == their:
        return None
    apart_by = own.value - their
    return Difference(
        title, Cell(f"{own.node}#against_{side}", apart_by, own.decimals, "points", form="signed")
    )


def _shows(difference: Cell) -> bool:
    """Return whether a difference is printed as anything else than 0."""
    return bool(round(difference.value or 0.0, difference.decimals))


def _largest(found: Iterable[Difference | None]) -> list[Difference]:
    """Return the differences that there are, the largest first."""
    there = [one for one in found if one is not None]
    return sorted(there, key=lambda one: -abs(one.points.value or 0.0))


def overlapping(first: Scored, second: Scored, node_id: str) -> bool:
    """Return whether the bounds of two results overlap; open bounds overlap with everything."""
    a, b = first[node_id], second[node_id]
    if a.lower is None or a.upper is None or b.lower is None or b.upper is None:
        return True
    return max(a.lower, b.lower) <= min(a.upper, b.upper)

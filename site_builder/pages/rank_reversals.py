"""Rank reversals: the smallest change of one weight or amount that makes two neighbours change places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from site_builder.pages.cells import Cell, count
from site_builder.pages.leaders import Named
from site_builder.scoring.graph import Graph
from site_builder.site_data import Entry
from site_builder.studies.crossings import distance
from site_builder.studies.scenarios import Flip


class Change(msgspec.Struct, frozen=True):
    """The weight nearest to its present value that makes two neighbours equal."""

    node: str
    """The input whose weight it is."""
    of: str
    """The node that weighs it."""
    name: str
    now: Cell
    at: Cell
    by: Cell
    """``at`` less ``now``."""
    relative: Cell
    """``by`` as a share of ``now``."""


class RankReversal(msgspec.Struct, frozen=True):
    """Where two neighbours change places."""

    above: Named
    below: Named
    rank: Cell
    """Of the one above."""
    tied: bool
    """True when both have the same score: there is no order to reverse."""
    smallest: Change | None
    """``None`` where no change of a single weight makes them equal."""
    within: bool
    """Whether the smallest change is at most to half or to twice the weight."""
    weights: tuple[tuple[str, Cell, bool], ...]
    """For each weight that has such a point: its input, the point, and whether it is within that range."""
    amounts: tuple[tuple[Cell, bool], ...]
    """For the amount of the one above and of the one below: the factor at which both are equal."""


def rank_reversals_of(
    graph: Graph,
    runs: dict[str, Named],
    entries: tuple[Entry, ...],
    of_weights: tuple[Flip, ...],
    of_amounts: tuple[Flip, ...] | None,
) -> tuple[RankReversal, ...]:
    """Return what reverses every pair of neighbours; ``of_amounts`` is ``None`` where no amount is varied."""
    weights, amounts = _by_pair(of_weights), _by_pair(of_amounts or ())
    found = []
    for above, below in pairwise(entries):
        pair = above.run.run_id, below.run.run_id
        flips = weights.get(pair, [])
        nearest = min(flips, key=_how_near, default=None)
        by_amount: list[Flip | None] = [*amounts.get(pair, [None, None])]
        assert above.standing.rank is not None
        found.append(
            RankReversal(
                above=runs[pair[0]],
                below=runs[pair[1]],
                rank=count("sensitivity.rank", above.standing.rank),
                tied=above.standing.score == below.standing.score,
                smallest=_change(graph, nearest) if nearest else None,
                within=nearest is not None and nearest.within,
                weights=tuple((flip.changes, *_point(f"weights.{flip.changes}", flip)) for flip in flips),
                amounts=_sides(by_amount) if of_amounts is not None else (),
            )
        )
    return tuple(found)


def _by_pair(flips: Iterable[Flip]) -> dict[tuple[str, str], list[Flip]]:
    """Return (the run above, the run below) → their flips, in order."""
    found: dict[tuple[str, str], list[Flip]] = {}
    for flip in flips:
        found.setdefault((flip.above, flip.below), []).append(flip)
    return found


def _how_near(flip: Flip) -> tuple[float, str, str]:
    return distance(flip.at, flip.now), flip.of, flip.changes


def _sides(by_amount: Sequence[Flip | None]) -> tuple[tuple[Cell, bool], ...]:
    """Return the points of the run above and of the one below."""
    return tuple(
        _point(f"amounts.{side}", flip) for side, flip in zip(("above", "below"), by_amount, strict=True)
    )


def _change(graph: Graph, flip: Flip) -> Change:
    name = f"reversal.{flip.changes}"
    by = flip.at - flip.now
    return Change(
        node=flip.changes,
        of=flip.of,
        name=graph.node(flip.changes).name,
        now=Cell(f"{name}#now", flip.now, 0 if flip.now == int(flip.now) else 2),
        at=Cell(f"{name}#at", flip.at, 2),
        by=Cell(f"{name}#by", by, 2, form="signed"),
        relative=Cell(f"{name}#relative", by / flip.now if flip.now else None, 0, form="signed percent"),
    )


def _point(name: str, flip: Flip | None) -> tuple[Cell, bool]:
    if flip is None:
        return Cell(name, None, 2, "", "none", "no value brings them to change places", text="never"), False
    return Cell(name, flip.at, 2), flip.within

"""Scores, ranks and changes under two versions as cells. Pure."""

from __future__ import annotations

from site_builder.pages.cells import Cell
from site_builder.records.rubric_diff import Place, RunDifference
from site_builder.scoring.graph import Graph


class HeadlineCells:
    """Makes the cells of what a version says of many runs."""

    def __init__(self, graph: Graph) -> None:
        name = graph.layout.headline
        headline = graph.node(name)
        self._score = f"{graph.id}:{name}"
        self._rank = f"{graph.id}#rank"
        self._change = name
        self._decimals = headline.decimals
        self._finer = min(headline.decimals + 1, 6)
        self._unit = headline.unit

    def score(self, value: float | None, detail: str = "") -> Cell:
        """Return a headline."""
        reason = "" if value is not None else "none"
        return Cell(self._score, value, self._decimals, self._unit, reason, detail)

    def change(self, value: float | None, node: str = "") -> Cell:
        """Return a change of a headline, with one decimal more than the headline has.

        ``node`` is the clause or addend that makes it; without one it is the whole change.
        """
        reason = "" if value is not None else "none"
        name = f"{node or self._change}#change"
        return Cell(name, value, self._finer, self._unit, reason, form="signed")

    def rank(self, place: Place) -> Cell:
        """Return a rank, or the reason why there is none."""
        reason = "" if place.rank is not None else "none"
        value = None if place.rank is None else float(place.rank)
        return Cell(self._rank, value, 0, "", reason, place.unranked)


def rank_words(run: RunDifference) -> str:
    """Return what happened to a run's rank, in words."""
    before, after, gained = run.place_before, run.place_after, run.ranks_gained
    if gained is not None:
        return "same rank" if gained == 0 else f"up {gained}" if gained > 0 else f"down {-gained}"
    if before.rank is None and after.rank is None:
        return f"without a rank: {after.unranked}"
    if after.rank is None:
        return f"loses its rank: {after.unranked}"
    return f"gains a rank; before: {before.unranked}"

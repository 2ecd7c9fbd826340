"""A run under the other rubrics of its board, beside the one that ranks."""

from __future__ import annotations

from typing import Any

import msgspec

from site_builder.pages.cells import Cell, around, cell
from site_builder.pages.lookup import Place, SiteLookup, methodology_address
from site_builder.scoring.evaluate import Scored
from site_builder.scoring.graph import Graph


class OtherScore(msgspec.Struct, frozen=True):
    """The run under another rubric."""

    rubric: str
    address: str
    score: Cell
    coverage: Cell
    lower: Cell
    upper: Cell
    scale: str
    scored: Scored
    pinned: bool
    """True for the rubric that this board ranks by."""

    def plain(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "rubric": self.rubric,
            "score": self.score.plain(),
            "coverage": self.coverage.value,
            "lower": self.lower.plain(),
            "upper": self.upper.plain(),
        }


def others_of(lookup: SiteLookup, place: Place) -> tuple[OtherScore, ...]:
    """Return the scores of a run under every rubric, the board's first; none where there is only that one."""
    pinned = place.board.graph
    found = [_other(lookup, pinned, place.entry.scored, pinned=True)] if place.entry.others else []
    for scored in place.entry.others.values():
        found.append(_other(lookup, scored.graph, scored, pinned=False))
    return tuple(found)


def _other(lookup: SiteLookup, graph: Graph, scored: Scored, *, pinned: bool) -> OtherScore:
    outline = lookup.outline(graph)
    score = cell(scored, outline.headline)
    lower, upper, coverage = around(score, scored[outline.headline])
    score, coverage, lower, upper = (
        c._replace(node=f"{graph.id}:{c.node}") for c in (score, coverage, lower, upper)
    )
    return OtherScore(
        rubric=graph.id,
        address=methodology_address(graph),
        score=score,
        coverage=coverage,
        lower=lower,
        upper=upper,
        scale=outline.scale,
        scored=scored,
        pinned=pinned,
    )

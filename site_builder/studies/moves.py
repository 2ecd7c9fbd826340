"""What would move a run up one place: for each weighed part alone, how much more of it closes the gap."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from site_builder.scoring.evaluate import Scored
from site_builder.scoring.graph import Graph
from site_builder.scoring.interpret import gate_closed
from site_builder.studies.crossings import Way, slope, way_from
from site_builder.studies.reweighing import varied_nodes


class Move(msgspec.Struct, frozen=True):
    """One part that could close the gap alone."""

    node: str
    need: float
    """How much more it would have to be, in its own unit; above 0."""
    at: float
    """What the part would then be; at most the greatest value that it can have."""
    share: float
    """``need`` as a share of the part's range, 0–1."""


def moves_up(scored: Scored, gap: float) -> tuple[Move, ...]:
    """Return the parts that could make up ``gap`` (above 0) one at a time, the cheapest first.

    Parts are the inputs of the means whose weights a board's order is tried against, other than those means.
    A part that would have to exceed its range, has no stated range, or is missing is not among them.
    Rounding of the score is left aside. Exact: the score is linear in each part.
    """
    if gap <= 0 or gate_closed(scored):
        return ()
    ways = ways_of(scored.graph)
    own = {way.node.id for way in ways}
    found: dict[str, Move] = {}
    for way in ways:
        values = _values(scored, way)
        for index in way.node.inputs:
            step = scored.graph.steps[index]
            now, (least, most) = values[index], step.node.range or (None, None)
            by = slope(way, values, step.id)
            if step.id in own or now is None or least is None or most is None or not by or by < 0:
                continue
            need = gap / by
            if now + need <= most:
                found[step.id] = Move(step.id, need, now + need, need / (most - least))
    return tuple(sorted(found.values(), key=lambda move: (move.share, move.node)))


@lru_cache(maxsize=64)
def ways_of(graph: Graph) -> tuple[Way, ...]:
    """Return the ways from each varied mean to the headline, where they are single lines."""
    return tuple(way for node in varied_nodes(graph) if (way := way_from(graph, node)) is not None)


def _values(scored: Scored, way: Way) -> dict[int, float | None]:
    steps: Sequence[int] = [*way.node.inputs, *(at for _, step in way.above for at in step.inputs)]
    return {at: scored.at(at).value for at in steps}

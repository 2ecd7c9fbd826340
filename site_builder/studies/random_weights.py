"""How often an order holds when its weights are drawn around the published ones."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from site_builder.scoring.graph import Graph
from site_builder.scoring.interpret import gate_closed
from site_builder.scoring.variant import weights_of
from site_builder.statistics.dirichlet import dirichlet_draws
from site_builder.studies.reweighing import Reweighing, Rows
from site_builder.studies.scenarios import Ranked, ranks

DRAWS = 1000
CONCENTRATION = 50.0
"""Of every Dirichlet distribution: a share of one quarter has a standard deviation of 6 percentage points."""


class Hold(msgspec.Struct, frozen=True):
    """What the draws make of one run."""

    run: str
    rank: int
    """Under the published weights, among the runs of the study."""
    best: int
    worst: int
    first: int
    """Draws in which it has rank 1, alone or shared."""


class Drawn(msgspec.Struct, frozen=True):
    """What the draws make of an order."""

    holds: tuple[Hold, ...]
    """In the board's order."""
    draws: int
    concentration: float
    labels: dict[str, str]
    """Node → label of its draws (``statistics.dirichlet``)."""
    first_holds: int
    """Draws in which a run that has rank 1 under the published weights has it too."""


def drawn_weights(
    graph: Graph, nodes: Sequence[str], draws: int = DRAWS, concentration: float = CONCENTRATION
) -> dict[str, Rows]:
    """Return the weights of each node in each draw; nodes are drawn independently, each under its label."""
    return {
        node: _drawn(tuple(weights_of(graph, node).values()), label_of(graph, node), concentration, draws)
        for node in nodes
    }


@lru_cache(maxsize=8)
def _drawn(weights: tuple[float, ...], label: str, concentration: float, draws: int) -> Rows:
    """Return the draws of one node; every board of a rubric has the same."""
    return dirichlet_draws(weights, label, concentration=concentration, draws=draws)


def label_of(graph: Graph, node: str) -> str:
    """Return the label under which the weights of a node are drawn: rubric and node."""
    return f"{graph.id}/{node}"


def draw_orders(
    ranked: Ranked, nodes: Sequence[str], draws: int = DRAWS, concentration: float = CONCENTRATION
) -> Drawn | None:
    """Order the runs under every draw; ``None`` without runs or without anything to weigh.

    Every score is that of the reweighted graph. Runs behind a closed gate stay below all others. A rank is
    among the runs given: one that is not among them is not looked at.
    """
    if not ranked or not nodes:
        return None
    graph = ranked[0][1].graph
    reweighing = Reweighing(graph, drawn_weights(graph, nodes, draws, concentration))
    columns = [
        [-math.inf] * draws
        if gate_closed(scored)
        else [_or_last(value) for value in reweighing.scores(scored)]
        for _, scored in ranked
    ]
    placed = list(zip(*[_places(row) for row in zip(*columns, strict=True)], strict=True))
    usual = ranks({run.run_id: scored for run, scored in ranked})
    return Drawn(
        holds=tuple(
            Hold(run.run_id, usual[run.run_id], min(places), max(places), places.count(1))
            for (run, _), places in zip(ranked, placed, strict=True)
        ),
        draws=draws,
        concentration=concentration,
        labels={node: label_of(graph, node) for node in nodes},
        first_holds=_first_holds(ranked, usual, placed),
    )


def _first_holds(ranked: Ranked, usual: Mapping[str, int], placed: Sequence[Sequence[int]]) -> int:
    first = [places for (run, _), places in zip(ranked, placed, strict=True) if usual[run.run_id] == 1]
    return sum(1 in places for places in zip(*first, strict=True))


def _places(scores: Sequence[float]) -> list[int]:
    """Return the rank of each score, shared by equal ones."""
    worst_first = zip(sorted(scores), range(len(scores), 0, -1), strict=True)
    place = dict(worst_first)  # which keeps the last of equal ones, whose rank they share
    return [*map(place.__getitem__, scores)]


def _or_last(value: float | None) -> float:
    return -math.inf if value is None else value

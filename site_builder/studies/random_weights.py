"""How often an order holds when its weights are drawn around the published ones."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import chain

import msgspec

from site_builder.scoring.evaluate import Scored
from site_builder.scoring.graph import Graph
from site_builder.scoring.interpret import gate_closed
from site_builder.scoring.variant import weights_of
from site_builder.statistics.dirichlet import dirichlet_draws
from site_builder.studies.remembered_numbers import RememberedNumbers
from site_builder.studies.reweighing import Reweighing, Rows, steps_between
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
    graph: Graph,
    nodes: Sequence[str],
    draws: int = DRAWS,
    concentration: float = CONCENTRATION,
    memory: RememberedNumbers | None = None,
) -> dict[str, Rows]:
    """Return the weights of each node in each draw; nodes are drawn independently, each under its label.

    Draws that are in ``memory`` are taken from there.
    """
    memory = memory or RememberedNumbers()
    found: dict[str, Rows] = {}
    for node in nodes:
        drawing = tuple(weights_of(graph, node).values()), label_of(graph, node), concentration, draws
        numbers = memory.get_or_make(("weights", *drawing), partial(_drawn_numbers, *drawing))
        found[node] = [*zip(*[iter(numbers)] * len(drawing[0]), strict=True)]
    return found


def _drawn_numbers(
    weights: tuple[float, ...], label: str, concentration: float, draws: int
) -> Iterator[float]:
    return chain.from_iterable(_drawn(weights, label, concentration, draws))


@lru_cache(maxsize=8)
def _drawn(weights: tuple[float, ...], label: str, concentration: float, draws: int) -> Rows:
    """Return the draws of one node; every board of a rubric has the same."""
    return dirichlet_draws(weights, label, concentration=concentration, draws=draws)


def label_of(graph: Graph, node: str) -> str:
    """Return the label under which the weights of a node are drawn: rubric and node."""
    return f"{graph.id}/{node}"


def draw_orders(
    ranked: Ranked,
    nodes: Sequence[str],
    draws: int = DRAWS,
    concentration: float = CONCENTRATION,
    memory: RememberedNumbers | None = None,
) -> Drawn | None:
    """Order the runs under every draw; ``None`` without runs or without anything to weigh.

    Every score is that of the reweighted graph. Runs behind a closed gate stay below all others. A rank is
    among the runs given: one that is not among them is not looked at. Scores that are in ``memory`` are taken
    from there.
    """
    if not ranked or not nodes:
        return None
    graph = ranked[0][1].graph
    columns = _scores(ranked, nodes, draws, concentration, memory or RememberedNumbers())
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


def _scores(
    ranked: Ranked, nodes: Sequence[str], draws: int, concentration: float, memory: RememberedNumbers
) -> list[list[float]]:
    """Return the scores of each run in every draw; one that is missing, or behind a gate, is the least."""
    graph = ranked[0][1].graph
    steps = steps_between(graph, nodes)
    given = sorted({index for step in steps for index in step.inputs} - {step.index for step in steps})

    @cache
    def reweighing() -> Reweighing:
        return Reweighing(graph, drawn_weights(graph, nodes, draws, concentration, memory))

    def of(scored: Scored) -> list[float]:
        if gate_closed(scored):
            return [-math.inf] * draws
        inputs = [scored.at(index).value for index in given]
        source = (graph.id, graph.digest, nodes, draws, concentration, inputs)
        return memory.get_or_make(source, lambda: map(_or_last, reweighing().scores(scored)))

    return [of(scored) for _, scored in ranked]


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

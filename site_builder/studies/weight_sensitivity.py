"""How a board's order depends on its weights: scenarios around them, and where neighbours change places.

Scenarios are evaluated under the reweighted graph, not estimated; flip points are solved in closed form. None
of it is a published score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product

from site_builder.scoring.evaluate import Scored
from site_builder.scoring.explain import exact
from site_builder.scoring.interpret import gate_closed
from site_builder.scoring.variant import weights_of
from site_builder.studies.crossings import Ratio, Way, crossing, ratio_in, way_from
from site_builder.studies.reweighing import Reweighing, as_published
from site_builder.studies.scenarios import (
    Flip,
    Ranked,
    Scenario,
    Sensitivity,
    order_of,
    ranks,
    scenario,
    swings,
)

FACTORS = (0.5, 1.0, 2.0)
"""The neighbourhood: each weight by itself halved, kept or doubled."""

MOST_COMBINED = 4
"""Weights of a node up to which every combination of the factors is tried."""


def sensitivity_to_weights(ranked: Ranked, node_id: str, factors: Sequence[float] = FACTORS) -> Sensitivity:
    """Vary the weights of ``node_id``: every combination of ``factors``, and all weights equal.

    Combinations that are multiples of one another order alike and give one scenario. Swings are over the
    scenarios only; between them the order may differ once more where runs have different parts missing.
    """
    if not ranked:
        return Sensitivity((), (), ())
    graph = ranked[0][1].graph
    weights = weights_of(graph, node_id)
    usual = ranks({run.run_id: scored for run, scored in ranked})
    changes = list(_changes(weights, factors))
    scenarios: list[Scenario] = []
    if changes:
        reweighing = Reweighing(graph, {node_id: [tuple(changed.values()) for changed in changes]})
        columns = {run.run_id: (reweighing.scores(scored), gate_closed(scored)) for run, scored in ranked}
        for number, changed in enumerate(changes):
            scores = {run_id: (column[number], last) for run_id, (column, last) in columns.items()}
            title = " : ".join(exact(weight) for weight in changed.values())
            scenarios.append(scenario(title, order_of(scores), usual))
    return Sensitivity(tuple(scenarios), swings(usual, scenarios), flips(ranked, (node_id,), factors))


def flips(ranked: Ranked, nodes: Sequence[str], factors: Sequence[float] = FACTORS) -> tuple[Flip, ...]:
    """Return for every pair of neighbours and every weight of ``nodes`` the point at which they are equal.

    Pairs with equal scores and those with a run behind a closed gate, which no weight moves, have none.
    """
    if not ranked:
        return ()
    graph = ranked[0][1].graph
    ways = [way for node in nodes if (way := way_from(graph, node)) is not None]
    now = Reweighing(graph, as_published(graph, nodes))
    lines = [_lines(scored, now, ways) for _, scored in ranked]
    neighbours = zip(pairwise(ranked), pairwise(lines), strict=True)
    return tuple(
        flip
        for ((above, _), (below, _)), pair in neighbours
        for way in ways
        for flip in _between((above.run_id, below.run_id), way, pair, factors)
    )


Lines = Mapping[tuple[str, str], Ratio | None]
"""(weighing node, part) → the headline as a function of that weight."""


def _lines(scored: Scored, now: Reweighing, ways: Sequence[Way]) -> Lines:
    if gate_closed(scored):
        return {}
    values: dict[int, float | None] = {at: column[0] for at, column in now.values(scored).items()}
    for step in (*(way.node for way in ways), *(step for way in ways for _, step in way.above)):
        values |= {at: scored.at(at).value for at in step.inputs if at not in values}
    return {
        (way.node.id, part): ratio_in(way, values, part)
        for way in ways
        for part in weights_of(scored.graph, way.node.id)
    }


def _between(
    runs: tuple[str, str], way: Way, pair: tuple[Lines, Lines], factors: Sequence[float]
) -> Iterator[Flip]:
    for part, now in weights_of(way.graph, way.node.id).items():
        one, other = (lines.get((way.node.id, part)) for lines in pair)
        at = crossing(one, other, now) if one is not None and other is not None else None
        if at is not None:
            within = now * min(factors) <= at <= now * max(factors)
            yield Flip(*runs, part, now, at, within, of=way.node.id)


def _changes(weights: Mapping[str, float], factors: Sequence[float]) -> Iterator[dict[str, float]]:
    """Yield the combinations of weights and equal weights, without multiples of others (same order)."""
    seen = {_direction(list(weights.values()))}
    combinations = [
        [weight * factor for weight, factor in zip(weights.values(), choice, strict=True)]
        for choice in product(factors, repeat=len(weights))
    ]
    for values in [*combinations, [1.0] * len(weights)]:
        if _direction(values) not in seen:
            seen.add(_direction(values))
            yield dict(zip(weights, values, strict=True))


def _direction(values: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(value / max(values), 12) for value in values)

"""Does the order of a board hang on its weights? Scenarios around them, and where neighbours change places.

Scenarios are evaluated under the reweighted graph, not estimated; flip points are solved in closed form. None
of it is a published score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product

from site_builder.scoring.evaluate import Median, Scored, evaluate
from site_builder.scoring.explain import exact
from site_builder.scoring.variant import reweighted, weights_of
from site_builder.studies.crossings import Profile, crossing
from site_builder.studies.scenarios import (
    Flip,
    Ranked,
    Scenario,
    Sensitivity,
    ranks,
    scenario,
    steps_for_ranks,
    swings,
)

FACTORS = (0.5, 1.0, 2.0)
"""The neighbourhood: each weight by itself halved, kept or doubled."""


def sensitivity_to_weights(
    ranked: Ranked,
    node_id: str,
    factors: Sequence[float] = FACTORS,
    medians: Mapping[str, Median] | None = None,
) -> Sensitivity:
    """Vary the weights of ``node_id``: every combination of ``factors``, and all weights equal.

    Combinations that are multiples of one another order alike and give one scenario. Swings are over the
    scenarios only; between them the order may differ once more where runs have different parts missing.
    """
    if not ranked:
        return Sensitivity((), (), ())
    graph = ranked[0][1].graph
    weights = weights_of(graph, node_id)
    usual = ranks({run.run_id: scored for run, scored in ranked})
    scenarios: list[Scenario] = []
    for changed in _changes(weights, factors):
        variant = reweighted(graph, node_id, changed)
        steps = steps_for_ranks(variant)
        results = {run.run_id: evaluate(variant, run.metrics, medians, steps) for run, _ in ranked}
        title = " : ".join(exact(weight) for weight in changed.values())
        scenarios.append(scenario(title, changed, results, usual))
    flips = tuple(_flips(ranked, node_id, weights, factors))
    return Sensitivity(tuple(scenarios), swings(usual, scenarios), flips)


def profile(scored: Scored, node_id: str) -> Profile | None:
    """Return the headline as amount × weighted mean; ``None`` where a factor is missing.

    The headline has to be the product of the layout's factors, of which ``node_id`` is one.
    """
    amount = 1.0
    for factor in scored.graph.layout.factors:
        if factor != node_id:
            value = scored.value(factor)
            if value is None:
                return None
            amount *= value
    inputs = weights_of(scored.graph, node_id)
    values = {name: scored.value(name) for name in inputs}
    return Profile(amount, {name: value for name, value in values.items() if value is not None})


def _changes(weights: Mapping[str, float], factors: Sequence[float]) -> Iterator[dict[str, float]]:
    """Yield every combination of weights that orders otherwise than those before it can."""
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


def _flips(
    ranked: Ranked, node_id: str, weights: Mapping[str, float], factors: Sequence[float]
) -> Iterator[Flip]:
    for (above, better), (below, worse) in pairwise(ranked):
        one, other = profile(better, node_id), profile(worse, node_id)
        if one is None or other is None:
            continue
        for name, now in weights.items():
            at = crossing(one, other, weights, name)
            if at is not None:
                within = now * min(factors) <= at <= now * max(factors)
                yield Flip(above.run_id, below.run_id, name, now, at, within)

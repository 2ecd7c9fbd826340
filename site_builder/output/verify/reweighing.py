"""Scores of runs under other weights of some nodes of a rubric, and the ranks that follow."""

from __future__ import annotations

import bisect
import math
from typing import Any

from site_builder.output.verify.draws import Weights
from site_builder.output.verify.evaluation import apply
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.operators import OPERATORS, Function

NEAR = 1e-12
"""Of the score: runs that are nearer to each other, and not equal, may stand in either order."""
Ranks = tuple[int, int]
"""The best and the worst rank that a run may have; the same unless a score lies near to another one."""
Values = list[Any]
"""Value of each node of a run by position; ``None`` for a missing one."""
Recipe = list[tuple[int, Function, tuple[int, ...], bool, list[int]]]
"""Of each step its position, function, inputs, whether a missing one leaves it missing, and required ones."""


class Reweighing:
    """The headline of runs under other weights of some nodes; all else of a run stays as it is published."""

    def __init__(self, graph: Graph, nodes: list[str]) -> None:
        """Raise ``KeyError`` for a node that the graph has not."""
        self.graph, self.top = graph, graph.position[graph.headline]
        self.nodes = [graph.position[name] for name in nodes]
        self.steps = graph.rests_on(nodes)

    def weights(self) -> list[Weights]:
        """Return the published weights of each node."""
        return [tuple(self.graph.nodes[i]["weights"]) for i in self.nodes]

    def recipes(self, weightings: list[tuple[Weights, ...]]) -> list[Recipe]:
        """Return how to score a run under each weighting, which has the weights of each node."""
        return [self._recipe(dict(zip(self.nodes, weighting))) for weighting in weightings]

    def _recipe(self, weights: dict[int, Weights]) -> Recipe:
        graph = self.graph
        found: Recipe = []
        for i in self.steps:
            node = graph.nodes[i]
            operator = OPERATORS[node["op"]]
            own = weights.get(i, node.get("weights", ()))
            function = operator.make(dict(node.get("constants", {}), weights=own))
            required = [graph.position[name] for name in node.get("required", ())]
            found.append((i, function, graph.inputs[i], operator.void, required))
        return found

    def score(self, recipe: Recipe, values: Values) -> float | None:
        """Return the headline of a run; its ``values`` are changed on the way."""
        for i, function, inputs, void, required in recipe:
            terms = [values[j] for j in inputs]
            if (void and None in terms) or (required and any(values[j] is None for j in required)):
                values[i] = None
                continue
            outcome = apply(function, terms)
            values[i] = outcome if type(outcome) is float or type(outcome) is int else None
        score: float | None = values[self.top]
        return score


def ranks_of(scores: list[float], last: list[bool]) -> list[Ranks]:
    """Return the rank of each score, shared by equal ones; those that are ``last`` stand below all others."""
    if True not in last:
        return _ranks_among(scores)
    found: list[Ranks] = [(0, 0)] * len(scores)
    above = last.count(False)
    for side, offset in ((False, 0), (True, above)):
        members = [n for n, own in enumerate(last) if own is side]
        for n, (best, worst) in zip(members, _ranks_among([scores[n] for n in members])):
            found[n] = best + offset, worst + offset
    return found


def _ranks_among(scores: list[float]) -> list[Ranks]:
    least_first = sorted(scores)
    count = len(least_first)
    rank = dict(zip(least_first, range(count, 0, -1)))  # which keeps the last, and best, of equal ones
    if not any(0 < above - below <= NEAR * abs(above) for below, above in zip(least_first, least_first[1:])):
        return [(rank[score], rank[score]) for score in scores]
    return [_ranks_near(least_first, score) for score in scores]


def _ranks_near(least_first: list[float], own: float) -> Ranks:
    """Return the ranks of a score when those that are near to it, and not equal, may stand on either side."""
    near = 0.0 if math.isinf(own) else NEAR * abs(own)
    count = len(least_first)
    equal = bisect.bisect_left(least_first, own), bisect.bisect_right(least_first, own)
    best = count - bisect.bisect_right(least_first, own + near) + 1
    worst = count - equal[1] + 1 + equal[0] - bisect.bisect_left(least_first, own - near)
    return best, worst

"""Orders of a board under other weights of its rubric, and under other amounts of some of its runs."""

from __future__ import annotations

import itertools
import math

from site_builder.output.verify.draws import Weights
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.ranking import BoardRun
from site_builder.output.verify.reweighing import Ranks, Reweighing, ranks_of

WEIGHT_FACTORS = (0.5, 1.0, 2.0)
"""What each weight is multiplied by, in every combination."""
COMBINED = 4
"""Weights of a single node up to which they are."""
Placing = dict[str, Ranks]
"""Run → its rank under one change; runs without a score have none."""


class OtherOrders:
    """The ranked runs of a board in other orders than the one that the rubric gives them."""

    def __init__(self, graph: Graph, runs: dict[str, BoardRun], tried: list[str]) -> None:
        """``tried`` are the runs to be ordered."""
        self.graph, self.tried = graph, tried
        self.runs = [runs[run] for run in tried]
        gate = graph.document["gate"]
        self.shut = [gate is not None and run.state(gate) == 0 for run in self.runs]
        self.reweighing = Reweighing(graph, graph.document["weighings"])
        self.weights = self.reweighing.weights()
        """The weights that the rubric has, of each node that is varied."""

    def reweighed(self, weightings: list[tuple[Weights, ...]], *, in_draws: bool) -> list[Placing]:
        """Return the order under each weighting.

        In draws, all that have a closed gate or no score are last alike; else a run without a score has no
        rank, and those behind a closed gate are ordered as well.
        """
        values = [[run.number(name) for name in self.graph.names] for run in self.runs]
        last = [False] * len(self.tried) if in_draws else self.shut
        found: list[Placing] = []
        for recipe in self.reweighing.recipes(weightings):
            scores = [
                -math.inf if in_draws and shut else self.reweighing.score(recipe, own)
                for own, shut in zip(values, self.shut)
            ]
            if in_draws:
                scores = [-math.inf if score is None else score for score in scores]
            found.append(self._order(scores, last))
        return found

    def multiplied(self, amount: str, factor: float, chosen: list[bool]) -> Placing:
        """Return the order with the amount of the chosen runs multiplied, each of them evaluated again."""
        graph, gate = self.graph, self.graph.document["gate"]
        ends = [graph.position[name] for name in (graph.headline, gate) if name is not None]
        positions = graph.below(ends)
        scores: list[float | None] = []
        last: list[bool] = []
        for run, its, shut in zip(self.runs, chosen, self.shut):
            own = run.number(amount)
            if its and own is not None:
                sheet = graph.evaluate({**run.entries, amount: {"value": own * factor}}, positions)
                scores.append(sheet.value[ends[0]])
                last.append(gate is not None and sheet.value[ends[1]] == 0)
            else:
                scores.append(run.number(graph.headline))
                last.append(shut)
        return self._order(scores, last)

    def _order(self, scores: list[float | None], last: list[bool]) -> Placing:
        there = [(run, score, own) for run, score, own in zip(self.tried, scores, last) if score is not None]
        ranks = ranks_of([score for _, score, _ in there], [own for _, _, own in there])
        return {run: place for (run, _, _), place in zip(there, ranks)}


def times_first(orders: list[Placing], runs: list[str]) -> tuple[int, int]:
    """Return in how many orders one of the runs is surely first, and in how many it may be."""
    found = [[order[run] for run in runs if run in order] for order in orders]
    surely = sum(any(place[1] == 1 for place in own) for own in found)
    return surely, sum(any(place[0] == 1 for place in own) for own in found)


def neighbourhood(weightings: list[Weights]) -> list[Weights]:
    """Return the other weights of a single node of few: every combination of the factors, and equal weights.

    Of equal proportions the first ones, and not those that the rubric has.
    """
    if len(weightings) != 1 or len(weightings[0]) > COMBINED:
        return []
    (weights,) = weightings
    own = [
        tuple(w * f for w, f in zip(weights, choice))
        for choice in itertools.product(WEIGHT_FACTORS, repeat=len(weights))
    ]
    seen = {_proportions(weights)}
    found: list[Weights] = []
    for one in [*own, (1.0,) * len(weights)]:
        if _proportions(one) not in seen:
            seen.add(_proportions(one))
            found.append(one)
    return found


def _proportions(weights: Weights) -> Weights:
    return tuple(round(weight / max(weights), 12) for weight in weights)

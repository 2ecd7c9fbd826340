"""Where two scores meet when one weight changes: by substitution, in exact fractions.

Through the operators in ``STRAIGHT`` a score times the weight that is there is a straight line in any one
weight. A score at two weights gives its line, and two lines give every weight at which both are equal.
Rounding is left aside.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from site_builder.output.verify.graph import Graph

Fractions = list[Any]
"""Values of inputs; ``None`` for what is missing."""


def _exact_mean(node: dict[str, Any], terms: Fractions) -> Fraction:
    there = [(weight, x) for weight, x in zip(_exact_weights(node), terms) if x is not None]
    total, whole = (sum(terms, Fraction(0)) for terms in ((w * x for w, x in there), (w for w, _ in there)))
    return _exact_constant(node, "scale") * total / whole


def _exact_product(node: dict[str, Any], terms: Fractions) -> Fraction:
    found = Fraction(1)
    for term in terms:
        found *= term
    return found


STRAIGHT: dict[str, Callable[[dict[str, Any], Fractions], Fraction]] = {
    "mean": _exact_mean,
    "weighted_mean": _exact_mean,
    "sum": lambda node, terms: sum(terms, Fraction(0)),
    "difference": lambda node, terms: terms[0] - terms[1],
    "product": _exact_product,
    "gated_product": _exact_product,
    "scale": lambda node, terms: terms[0] * _exact_constant(node, "by") / _exact_constant(node, "per"),
    "complement": lambda node, terms: 1 - terms[0],
    "round_half_up": lambda node, terms: terms[0],
    "round_half_even": lambda node, terms: terms[0],
    "gate": lambda node, terms: terms[1] if terms[0] != 0 else Fraction(0),
}
"""Operators that are straight lines in each of their inputs (``gate``: in the second), in fractions."""


def _exact_constant(node: dict[str, Any], name: str) -> Fraction:
    return Fraction(node.get("constants", {}).get(name, 1))


def _exact_weights(node: dict[str, Any]) -> list[Fraction]:
    return [Fraction(weight) for weight in node.get("weights") or [1] * len(node["inputs"])]


class ScoreLine(NamedTuple):
    """A score times the weight that is there, and that weight, each as (a, b) of a + b × w."""

    score: tuple[Fraction, Fraction]
    weight: tuple[Fraction, Fraction]

    def at(self, weight: Fraction) -> Fraction | None:
        """Return the score at a weight; ``None`` where nothing that is there has weight."""
        there = self.weight[0] + self.weight[1] * weight
        return (self.score[0] + self.score[1] * weight) / there if there > 0 else None


class Meeting(NamedTuple):
    """A weight at which two scores are equal."""

    at: float
    sure: bool
    """Whether the order is clearly another one on either side, a thousandth of the weight away, and it is
    neither 0 nor the present weight. Of others the last digits of the scores decide."""


class Way:
    """The single line of steps from a weighing node up to the headline."""

    def __init__(self, graph: Graph, node: str) -> None:
        self.graph = graph
        self.steps: list[int] | None = [graph.position[node]]
        """From the node on; ``None`` where there is no single line, or not one of straight operators."""
        top = graph.position[graph.headline]
        below = graph.below([top])
        while self.steps is not None and self.steps[-1] != top:
            users = [i for i in below for j in graph.inputs[i] if j == self.steps[-1]]
            self.steps = [*self.steps, *users] if len(users) == 1 else None
        if any(graph.nodes[i]["op"] not in STRAIGHT for i in self.steps or ()):
            self.steps = None

    def lines(self, values: list[float | None]) -> dict[str, ScoreLine]:
        """Return the line of one run for the weight of each input of the node; empty where there are none.

        ``values`` are those of the graph's nodes, by position.
        """
        if self.steps is None:
            return {}
        known, weights = self._known(values), self._weights(self.steps[0])
        found: dict[str, ScoreLine] = {}
        for part in weights:
            others = sum((weight for j, weight in weights.items() if j != part and j in known), Fraction(0))
            own = Fraction(1 if part in known else 0)
            if others + own > 0:
                one, two = (
                    self._score(known, {**weights, part: Fraction(w)}) * (others + own * w) for w in (1, 2)
                )
                found[self.graph.names[part]] = ScoreLine((2 * one - two, two - one), (others, own))
        return found

    def slopes(self, values: list[float | None]) -> dict[str, Fraction]:
        """Return by how much the headline grows with one unit of each input of the node that is there."""
        if self.steps is None:
            return {}
        known, weights = self._known(values), self._weights(self.steps[0])
        there = [j for j in weights if j in known]
        if not sum(weights[j] for j in there):
            return {}
        now = self._score(known, weights)
        more = {j: self._score({**known, j: known[j] + 1}, weights) for j in there}
        return {self.graph.names[j]: score - now for j, score in more.items()}

    def _weights(self, node: int) -> dict[int, Fraction]:
        """Return the exact weight of each input of a node."""
        return dict(zip(self.graph.inputs[node], _exact_weights(self.graph.nodes[node])))

    def _known(self, values: list[float | None]) -> dict[int, Fraction]:
        """Return the inputs of all steps that are there."""
        given = {j: values[j] for i in self.steps or () for j in self.graph.inputs[i]}
        return {j: Fraction(value) for j, value in given.items() if value is not None}

    def _score(self, known: dict[int, Fraction], weights: dict[int, Fraction]) -> Fraction:
        """Return the headline with the node's weights as given, before it is rounded."""
        graph, steps = self.graph, self.steps or []
        node = dict(graph.nodes[steps[0]], weights=list(weights.values()))
        value = STRAIGHT[node["op"]](node, [known.get(j) for j in weights])
        for at in range(1, len(steps)):
            node, inputs = graph.nodes[steps[at]], graph.inputs[steps[at]]
            terms = [value if j == steps[at - 1] else known.get(j) for j in inputs]
            value = STRAIGHT[node["op"]](node, terms)
        return value


@functools.lru_cache(maxsize=64)
def ways_of(graph: Graph) -> dict[str, Way]:
    """Return the way from each node whose weights are varied."""
    return {name: Way(graph, name) for name in graph.document["weighings"]}


LAST_DIGITS = Fraction(1, 10**12)
"""Of the greater of two numbers: a difference that their last digits may be."""
ASIDE = Fraction(1, 1000)
"""Of a weight: how far from a meeting the order has to be clear."""


def meetings(one: ScoreLine, other: ScoreLine, now: float) -> list[Meeting]:
    """Return the weights at which two scores are equal and both exist, the present one left out."""
    (n0, n1), (d0, d1) = one
    (m0, m1), (e0, e1) = other
    roots = _exact_roots(n1 * e1 - m1 * d1, n0 * e1 + n1 * e0 - m0 * d1 - m1 * d0, n0 * e0 - m0 * d0)
    present = Fraction(now)
    found: list[Meeting] = []
    for root in roots:
        away = abs(root - present)
        there = one.at(root) is not None and other.at(root) is not None
        if there and root >= -LAST_DIGITS * present and away > LAST_DIGITS * present:
            sides = [_clear_order(one, other, root * (1 + side * ASIDE)) for side in (-1, 1)]
            clear = sides[0] * sides[1] < 0 and min(root, away) > 1000 * LAST_DIGITS * present
            found.append(Meeting(max(0.0, float(root)), clear))
    return found


def _clear_order(one: ScoreLine, other: ScoreLine, weight: Fraction) -> int:
    """Return 1 where the one is clearly greater at a weight, −1 where the other is, 0 where neither is."""
    mine, theirs = one.at(weight), other.at(weight)
    if mine is None or theirs is None or abs(mine - theirs) <= LAST_DIGITS * max(abs(mine), abs(theirs)):
        return 0
    return 1 if mine > theirs else -1


def _exact_roots(a: Fraction, b: Fraction, c: Fraction) -> list[Fraction]:
    """Return the roots of a × w² + b × w + c, to 200 binary places; two that all but meet as one."""
    if a == 0:
        return [-c / b] if b != 0 else []
    size = max(abs(a), abs(b), abs(c))
    a, b, c = a / size, b / size, c / size
    under = b * b - 4 * a * c
    if abs(under) <= LAST_DIGITS * b * b:
        return [-b / (2 * a)]
    if under < 0:
        return []
    root = Fraction(math.isqrt(int(under * (1 << 400))), 1 << 200)
    return [(-b - root) / (2 * a), (-b + root) / (2 * a)]

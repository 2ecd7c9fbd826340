"""Where two scores meet when one weight changes: in closed form.

As a function of one weight of a weighted mean, a score is a ratio of two lines, also where further sums,
products and weighted means of other values stand between the two. Two such scores are equal at the roots of
a polynomial of degree two at most.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from site_builder.scoring.graph import Graph, Step

Values = Mapping[int, float | None]
"""Position in the graph → value."""


class Ratio(msgspec.Struct, frozen=True):
    """(``n0`` + ``n1`` × w) ÷ (``d0`` + ``d1`` × w): a value as a function of a weight w."""

    n0: float
    n1: float
    d0: float
    d1: float

    def at(self, weight: float) -> float | None:
        """Return the value at a weight; ``None`` where no present part has weight."""
        below = self.d0 + self.d1 * weight
        return (self.n0 + self.n1 * weight) / below if below > 0 else None

    def mapped(self, by: float, plus: float = 0.0) -> Ratio:
        """Return this value × ``by`` + ``plus``."""
        return Ratio(self.n0 * by + self.d0 * plus, self.n1 * by + self.d1 * plus, self.d0, self.d1)


class Way(NamedTuple):
    """The line of steps from a weighted mean up to the headline."""

    graph: Graph
    node: Step
    above: tuple[tuple[int, Step], ...]
    """(position of the input that the line comes from, step)."""


def way_from(graph: Graph, node_id: str) -> Way | None:
    """Return the way from a node to the headline; ``None`` where it is not a single line."""
    top = graph.position[graph.layout.headline]
    wanted = graph.below([top])
    at = graph.position[node_id]
    found: list[tuple[int, Step]] = []
    while at != top:
        users = [step for step in graph.steps if step.index in wanted and at in step.inputs]
        if len(users) != 1 or users[0].inputs.count(at) != 1:
            return None
        found.append((users[0].inputs.index(at), users[0]))
        at = users[0].index
    return Way(graph, graph.step(node_id), tuple(found))


def slope(way: Way, values: Values, part: str) -> float | None:
    """Return by how much the headline grows with one unit of an input of the way's node, its weight as is.

    ``None`` where the input is missing or an operator on the way is not linear.
    """
    position = way.node.inputs.index(way.graph.position[part])
    factor = 1.0
    for at, step in ((position, way.node), *way.above):
        given = [values[index] for index in step.inputs]
        line = LINES.get(step.node.op)
        found = line(step, at, given) if line is not None and (given[at] is not None) else None
        if found is None:
            return None
        factor *= found[0]
    return factor


def ratio_in(way: Way, values: Values, part: str) -> Ratio | None:
    """Return the headline as a function of the weight that the way's node gives to ``part``, all else as is.

    ``values`` holds what the steps on the way and their inputs are now. Rounding on the way is left aside.
    ``None`` where an operator on the way is not linear, so that there is no closed form, and where something
    is missing without which there is no headline.
    """
    ratio: Ratio | None = _own(way, values, part)
    for position, step in way.above:
        if ratio is None:
            return None
        ratio = _above(step, ratio, position, [values[index] for index in step.inputs])
    return ratio


def crossing(one: Ratio, other: Ratio, now: float) -> float | None:
    """Return the weight nearest to ``now`` at which two scores change places.

    Nearest by ratio; the present weight itself is not among them. Weights are not negative; 0 counts where
    both scores still exist there. ``None`` when there is no such weight, or when the scores are equal for
    every weight.
    """
    c0, c1, c2 = _polynomial(one, other)
    roots = [
        root + 0.0  # never −0
        for root in _roots(c0, c1, c2)
        if root >= 0 and not math.isclose(root, now, rel_tol=1e-12)
        if one.at(root) is not None and other.at(root) is not None
        if c1 + 2 * c2 * root != 0  # where the scores only touch, nobody passes anybody
    ]
    return min(roots, key=lambda root: (distance(root, now), root), default=None)


def distance(root: float, now: float) -> float:
    """Return how far a weight is from the present one: the logarithm of their ratio, without its sign."""
    return abs(math.log(root / now)) if root > 0 and now > 0 else math.inf


def _own(way: Way, values: Values, part: str) -> Ratio:
    step, varied = way.node, way.graph.position[part]
    upper = lower = 0.0
    for index, weight in zip(step.inputs, step.weights, strict=True):
        value = values[index]
        if value is not None and index != varied:
            upper += weight * value
            lower += weight
    own = values[varied]
    ratio = Ratio(upper, 0.0, lower, 0.0) if own is None else Ratio(upper, own, lower, 1.0)
    return ratio.mapped(step.constants.get("scale", 1.0))


def _above(step: Step, ratio: Ratio, position: int, values: Sequence[float | None]) -> Ratio | None:
    """Return a step's value, given its input at ``position`` as a function and the others as values."""
    line = LINES.get(step.node.op)
    found = line(step, position, values) if line is not None else None
    return ratio.mapped(*found) if found is not None else None


Line = tuple[float, float]
"""Factor and addend of a step as a function of one of its inputs."""


def _averaged(step: Step, position: int, values: Sequence[float | None]) -> Line | None:
    upper = lower = 0.0
    for at, (value, weight) in enumerate(zip(values, step.weights, strict=True)):
        if value is not None and at != position:
            upper += weight * value
            lower += weight
    whole = lower + step.weights[position]
    scale = step.constants.get("scale", 1.0)
    return (scale * step.weights[position] / whole, scale * upper / whole) if whole else None


def _multiplied(_: Step, position: int, values: Sequence[float | None]) -> Line | None:
    others = _others(position, values)
    return (math.prod(others), 0.0) if others is not None else None


def _added(_: Step, position: int, values: Sequence[float | None]) -> Line | None:
    others = _others(position, values)
    return (1.0, math.fsum(others)) if others is not None else None


def _subtracted(_: Step, position: int, values: Sequence[float | None]) -> Line | None:
    others = _others(position, values)
    if others is None:
        return None
    return (1.0, -others[0]) if position == 0 else (-1.0, others[0])


def _scaled(step: Step, _: int, __: Sequence[float | None]) -> Line:
    return step.constants.get("by", 1.0) / step.constants.get("per", 1.0), 0.0


def _let_through(_: Step, position: int, values: Sequence[float | None]) -> Line | None:
    """A gate: nothing behind a closed one, else the value."""
    return (0.0 if values[0] == 0 else 1.0, 0.0) if position == 1 else None


def _others(position: int, values: Sequence[float | None]) -> list[float] | None:
    given = [value for at, value in enumerate(values) if at != position and value is not None]
    return given if len(given) == len(values) - 1 else None


LINES: Mapping[str, Callable[[Step, int, Sequence[float | None]], Line | None]] = MappingProxyType(
    {
        "weighted_mean": _averaged,
        "mean": _averaged,
        "product": _multiplied,
        "gated_product": _multiplied,
        "sum": _added,
        "difference": _subtracted,
        "scale": _scaled,
        "complement": lambda _, __, ___: (-1.0, 1.0),
        "round_half_up": lambda _, __, ___: (1.0, 0.0),
        "round_half_even": lambda _, __, ___: (1.0, 0.0),
        "gate": _let_through,
    }
)
"""Operators that are linear in each input, with what they make of one of them."""


NOISE = 1e-14
"""Of the greater of two sums of products: a difference that rounding alone makes."""


def _polynomial(one: Ratio, other: Ratio) -> tuple[float, float, float]:
    """Return c0, c1, c2 of upper₁ × lower₂ − upper₂ × lower₁; 0 for what is no more than rounding."""
    return (
        _less(one.n0 * other.d0, other.n0 * one.d0),
        _less(one.n0 * other.d1 + one.n1 * other.d0, other.n0 * one.d1 + other.n1 * one.d0),
        _less(one.n1 * other.d1, other.n1 * one.d1),
    )


def _less(left: float, right: float) -> float:
    return 0.0 if math.isclose(left, right, rel_tol=NOISE) else left - right


def _roots(c0: float, c1: float, c2: float) -> Iterator[float]:
    """Yield the real roots of c0 + c1·x + c2·x²; none for a constant."""
    scale = max(abs(c0), abs(c1), abs(c2))
    if abs(c2) <= 1e-14 * scale:
        if abs(c1) > 1e-14 * scale:
            yield -c0 / c1
        return
    discriminant = c1 * c1 - 4 * c0 * c2
    if discriminant < 0:
        return
    half = -(c1 + math.copysign(math.sqrt(discriminant), c1)) / 2
    yield half / c2
    if half != 0:
        yield c0 / half

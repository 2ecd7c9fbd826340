"""Which nodes enter a value additively, and whether the parts that a layout names add up to its headline."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from site_builder.scoring.evaluate import Scored
from site_builder.scoring.graph import Graph, Step
from site_builder.scoring.operators import OPERATORS, Operator, total

Values = Callable[[int], float | None]
"""The value at a position of a graph in some run; ``None`` where it is missing."""


def additive(step: Step, values: Values) -> Iterator[tuple[int, float]]:
    """Yield (position of an input, factor) where the value of a step is the sum of factor × input."""
    op, constants = step.node.op, step.constants
    if op in ("mean", "weighted_mean"):
        whole = present_weight(step, values)
        for index, weight in zip(step.inputs, step.weights, strict=True):
            if values(index) is not None and whole:
                yield index, constants.get("scale", 1.0) * weight / whole
    elif op == "sum":
        yield from ((index, 1.0) for index in step.inputs)
    elif op == "scale":
        yield step.inputs[0], constants.get("by", 1.0) / constants.get("per", 1.0)
    elif op in ("only_when", "gate") and values(step.inputs[0]) != 0:
        yield step.inputs[1], 1.0
    elif step.operator is not None and step.operator.additive:
        yield from _factors_of(step, step.operator, values)


def _factors_of(step: Step, operator: Operator, values: Values) -> Iterator[tuple[int, float]]:
    """Yield the factors of an operator that says it is additive: what it makes of a 1 among zeros."""
    there = [values(index) is not None for index in step.inputs]
    for place, index in enumerate(step.inputs):
        unit = [float(other == place) if known else None for other, known in enumerate(there)]
        factor = operator.function(*unit, **step.constants) if there[place] else None
        if isinstance(factor, int | float):
            yield index, float(factor)


def present_weight(step: Step, values: Values) -> float:
    """Return the weight of the inputs that are there."""
    weighed = zip(step.inputs, step.weights, strict=True)
    return total(*(weight for index, weight in weighed if values(index) is not None))


def values_of(scored: Scored) -> Values:
    """Return the values of a run by position."""
    return lambda index: scored.at(index).value


def part_faults(graph: Graph) -> Iterator[str]:
    """Yield how the parts of a layout fail to add up to its headline when nothing is missing.

    Pages state the headline as the sum of its parts, each out of the most it can be. Weights of the headline
    and factors of the parts are written in different places of a rubric, so one may change without the other.
    Nothing is said of a headline that is no sum of its inputs, nor of a difference that may lie in an
    operator from outside which does not say whether it is additive.
    """
    parts, headline = graph.layout.parts, graph.step(graph.layout.headline)
    if not parts or not [*additive(headline, _present)]:
        return
    whole, added = _factors(graph, [headline.id]), _factors(graph, parts)
    ends = (step.index for step in graph.steps if not [*additive(step, _present)])
    differing = [
        index
        for index in (*headline.inputs, *ends)
        if not _equal(whole.get(index, 0.0), added.get(index, 0.0))
    ]
    if differing and not any(_untold(graph.steps[index]) for index in differing):
        first = differing[0]
        yield (
            f"layout.parts ({', '.join(parts)}) do not add up to {headline.id}: {graph.steps[first].id}"
            f" counts {added.get(first, 0.0):.6g} times in them, and {whole.get(first, 0.0):.6g} times there"
        )
        return
    for step in map(graph.step, parts):
        terms = [(_most(graph.steps[index]), factor) for index, factor in additive(step, _present)]
        most = sum(factor * top for top, factor in terms if top is not None)
        stated = _most(step)
        known = stated is not None and terms and all(top is not None for top, _ in terms)
        if known and not _equal(stated or 0.0, most):
            yield f"{step.id} has a range up to {stated:.6g}, and is {most:.6g} at most"


def _factors(graph: Graph, roots: list[str]) -> dict[int, float]:
    """Return how often each node counts in the sum of some nodes, by position, where nothing is missing."""
    factors = dict.fromkeys((graph.position[name] for name in roots), 1.0)
    for step in reversed(graph.steps):
        for index, share in additive(step, _present) if step.index in factors else ():
            factors[index] = factors.get(index, 0.0) + factors[step.index] * share
    return factors


def _untold(step: Step) -> bool:
    """Say whether an operator from outside leaves open what its inputs add to the value of a step."""
    operator = step.operator
    return operator is not None and operator.name not in OPERATORS and operator.additive is None


def _present(_: int) -> float:
    return 1.0


def _most(step: Step) -> float | None:
    return None if step.node.range is None else step.node.range[1]


def _equal(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-9 * max(1.0, abs(one), abs(other))

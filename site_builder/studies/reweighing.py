"""Which weights an order depends on, and the scores of a run under many other ones.

The weights are found in the graph: those of every weighted mean between the headline and the subjects that
the layout lists (axes, roles, completion). Scores under other weights are no estimates: the steps between
those means and the headline are evaluated again with the operators' own functions, all weightings at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial, reduce
from itertools import repeat
from operator import add, mul
from typing import Any, NamedTuple

from site_builder.scoring.evaluate import Scored
from site_builder.scoring.graph import Graph, Step
from site_builder.scoring.operators import Outcome
from site_builder.scoring.variant import weights_of

Rows = Sequence[tuple[float, ...]]
"""Weightings of one node: a row for each, in the order of its inputs."""
Column = list[float | None]
"""A value under each weighting."""


def varied_nodes(graph: Graph) -> tuple[str, ...]:
    """Return the nodes whose weights a board's order is tried against, the one next to the headline first.

    The layout's choice where it makes one (``varied``). Else every weighted mean of more than one input from
    the headline down to the layout's subjects; what stands below an axis, a role or the completion is theirs.
    """
    layout = graph.layout
    if layout.varied is not None:
        return (layout.varied.weights,)
    subjects = {subject.node for subject in (*layout.axes, *layout.roles)} | {layout.completion}
    found: list[str] = []
    todo = [graph.step(layout.headline)]
    for step in todo:
        if _is_weighted(step) and step.id in graph.rubric.nodes and step.id not in found:
            found.append(step.id)
        below = [graph.steps[index] for index in step.inputs]
        todo += [one for one in below if one.id not in subjects and one.operator is not None]
    return tuple(found)


def steps_between(graph: Graph, nodes: Sequence[str]) -> tuple[Step, ...]:
    """Return the steps whose value depends on ``nodes`` and on which the headline depends, in graph order."""
    above = graph.above(graph.position[node] for node in nodes)
    between = above & graph.below([graph.position[graph.layout.headline]])
    return tuple(step for step in graph.steps if step.index in between)


class _Part(NamedTuple):
    """The weightings of some inputs of a node, input by input, and the sum of each."""

    columns: Sequence[tuple[float, ...]]
    totals: Sequence[float]


class Reweighing:
    """The scores of runs under given weightings of some nodes of one graph."""

    def __init__(self, graph: Graph, weightings: Mapping[str, Rows]) -> None:
        """``weightings`` has equally many rows for every node; row i of each belongs together."""
        self.graph = graph
        self.steps = steps_between(graph, tuple(weightings))
        self._weightings = {graph.position[node]: rows for node, rows in weightings.items()}
        self._count = len(next(iter(weightings.values())))
        self._parts: dict[tuple[int, tuple[int, ...]], _Part] = {}

    def scores(self, scored: Scored) -> Column:
        """Return the headline of a run under each weighting; ``None`` where it has none."""
        return self.values(scored)[self.graph.position[self.graph.layout.headline]]

    def values(self, scored: Scored) -> dict[int, Column]:
        """Return the values of ``steps`` under each weighting, by position in the graph."""
        columns: dict[int, Column] = {}
        for step in self.steps:
            inputs = [columns.get(index) or scored.at(index).value for index in step.inputs]
            columns[step.index] = self._step(step, inputs)
        return columns

    def _step(self, step: Step, inputs: list[Column | float | None]) -> Column:
        operator = step.operator
        assert operator is not None
        if any(inputs[position] is None for position in step.required):
            return [None] * self._count
        columns = [given if isinstance(given, list) else repeat(given) for given in inputs]
        if step.index in self._weightings:
            if not any(isinstance(given, list) and None in given for given in inputs):
                return self._weighted(step, inputs)
            calls = zip(zip(*columns, strict=False), self._weightings[step.index], strict=False)
            constants = {name: value for name, value in step.constants.items() if name != "weights"}
            made: list[Outcome | None] = [
                operator.function(*given, weights=row, **constants) for given, row in calls
            ]
        else:
            function = partial(operator.function, **step.constants)
            void = operator.missing == "void"
            made = [
                None if void and None in given else function(*given) for given in zip(*columns, strict=False)
            ]
        return [value if isinstance(value, float) else None for value in made]

    def _weighted(self, step: Step, inputs: Sequence[Column | float | None]) -> Column:
        """Return the weighted means of inputs that are present under every weighting or under none."""
        present = tuple(position for position, value in enumerate(inputs) if value is not None)
        given: list[Any] = [inputs[position] for position in present]
        part = self._part(step, present)
        columns = [value if isinstance(value, list) else repeat(value) for value in given]
        sums = _summed(map(partial(map, mul), part.columns, columns))
        scale = step.constants.get("scale", 1.0)
        return [
            scale * sum_ / total if total else None for sum_, total in zip(sums, part.totals, strict=True)
        ]

    def _part(self, step: Step, present: tuple[int, ...]) -> _Part:
        """Return the weights of the present inputs; runs that lack the same share them."""
        key = step.index, present
        if key not in self._parts:
            rows = [tuple([row[n] for n in present]) for row in self._weightings[step.index]]
            columns = [*zip(*rows, strict=True)]
            self._parts[key] = _Part(columns, [*_summed(columns)])
        return self._parts[key]


def _summed(columns: Iterable[Iterable[float]]) -> Iterable[float]:
    """Return the sums across columns, added from left to right as operators do.

    ``sum`` does not: from Python 3.12 on it makes up for what rounding lost, and the last digit may differ.
    """
    return reduce(partial(map, add), columns)


def as_published(graph: Graph, nodes: Sequence[str]) -> dict[str, Rows]:
    """Return the one weighting that the rubric states."""
    return {node: [tuple(weights_of(graph, node).values())] for node in nodes}


def _is_weighted(step: Step) -> bool:
    return step.operator is not None and "weights" in step.constants and len(step.inputs) > 1

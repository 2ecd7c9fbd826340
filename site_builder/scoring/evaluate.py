"""Evaluate a rubric graph for one run: every node gets a value or a reason, a coverage and bounds.

Coverage (0–1) is the share of weight below a node that is backed by measurements. Lower and upper bound
are what the node would be with every missing part at its worst and at its best; they are exact for the
monotone operators used here, and ``None`` where a missing value has no stated range. A missing node lies
anywhere in its range, so the value of a node is always within its bounds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from site_builder.records.run import Metric, Reason
from site_builder.scoring.graph import Graph, Step
from site_builder.scoring.operators import OPERATORS, Inherited, Missing, Outcome
from site_builder.scoring.ranges import possible, range_words, within


class Median(msgspec.Struct, frozen=True):
    """Median of one node over a cohort."""

    value: float | None
    """``None`` when fewer runs than the rubric's minimum have the value."""
    runs: tuple[str, ...]
    """Ids of the runs that have the value, sorted: the evidence for the median."""


class Absence(NamedTuple):
    """Why a node has no value."""

    reason: Reason
    detail: str
    cause: str
    """Id of the node where the absence began (itself for a missing metric)."""


class Result(NamedTuple):
    """What evaluation says of one node."""

    value: float | None
    absence: Absence | None
    coverage: float
    lower: float | None
    upper: float | None


Plain = int | float
"""A number as evaluation gave it; an int stays one, or a page would say 0.0 in one build and 0 in another."""


class Columns(msgspec.Struct, frozen=True, array_like=True):
    """What evaluation says of all nodes, by position in the graph; as in ``Result``.

    Evaluation fills it, and nothing changes it after that.
    """

    values: list[Plain | None]
    absences: dict[int, Absence]
    """Of the nodes without a value."""
    coverage: list[Plain]
    lower: list[Plain | None]
    upper: list[Plain | None]

    def at(self, index: int) -> Result:
        """Return what stands at a position."""
        return Result(
            self.values[index],
            self.absences.get(index),
            self.coverage[index],
            self.lower[index],
            self.upper[index],
        )

    def only(self, positions: Sequence[int]) -> Columns:
        """Return what stands at some positions, in their order."""
        absences = [(place, self.absences.get(index)) for place, index in enumerate(positions)]
        return Columns(
            [self.values[index] for index in positions],
            {place: absence for place, absence in absences if absence is not None},
            [self.coverage[index] for index in positions],
            [self.lower[index] for index in positions],
            [self.upper[index] for index in positions],
        )


class Scored:
    """The results of one run under one graph, by node id."""

    __slots__ = ("_columns", "graph", "metrics")

    def __init__(self, graph: Graph, metrics: Mapping[str, Metric], columns: Columns) -> None:
        self.graph = graph
        self.metrics = metrics
        self._columns = columns

    def __getitem__(self, node_id: str) -> Result:
        """Return the result of a node. Raises ``KeyError`` for an unknown id."""
        return self.at(self.graph.position[node_id])

    def at(self, index: int) -> Result:
        """Return the result at a position of the graph."""
        return self._columns.at(index)

    def columns(self) -> Columns:
        """Return the results of all nodes, for pages that show them all."""
        return self._columns

    def value(self, node_id: str) -> float | None:
        """Return the value of a node, ``None`` when missing. Raises ``KeyError`` for an unknown id."""
        return self._columns.values[self.graph.position[node_id]]

    def values(self) -> dict[str, float | None]:
        """Return every node's value by id, in graph order."""
        return {step.id: self._columns.values[step.index] for step in self.graph.steps}


def evaluate(
    graph: Graph,
    metrics: Mapping[str, Metric],
    medians: Mapping[str, Median] | None = None,
    steps: Sequence[Step] | None = None,
    *,
    bounds: bool = True,
) -> Scored:
    """Evaluate ``steps`` (all, by default) of ``graph`` over the metrics of one run.

    ``medians`` maps the id of each cohort-median node to its value; without it they are missing. Without
    ``bounds`` computed nodes that have a value get none, which takes two thirds of the time.
    Never raises on data: what cannot be computed is missing with a reason.
    """
    size = len(graph.steps)
    columns = Columns([None] * size, {}, [0.0] * size, [None] * size, [None] * size)
    fill(columns, graph.steps if steps is None else steps, metrics, medians or {}, bounds=bounds)
    return Scored(graph, metrics, columns)


def fill(
    columns: Columns,
    steps: Sequence[Step],
    metrics: Mapping[str, Metric],
    medians: Mapping[str, Median],
    *,
    bounds: bool,
) -> None:
    """Evaluate steps of which nothing is noted yet, and whose other inputs are evaluated."""
    for step in steps:
        if step.operator is not None:
            _operate(columns, step)
            if bounds and columns.values[step.index] is not None:
                _bound(columns, step)
        elif step.node.op == "metric":
            _read_metric(columns, step, metrics.get(step.id))
        else:
            _read_median(columns, step, medians.get(step.id))


def _read_metric(columns: Columns, step: Step, metric: Metric | None) -> None:
    low, high = step.node.range or (None, None)
    if metric is None:
        _absent(columns, step, Absence("not_collected", "the export does not hold this figure", step.id))
    elif metric.value is None:
        _absent(columns, step, Absence(metric.reason or "not_collected", metric.detail, step.id))
    elif not math.isfinite(metric.value) or not within(metric.value, low, high):
        detail = f"{metric.value:g} is outside the possible range {range_words(low, high)}"
        _absent(columns, step, Absence("invalid", detail, step.id))
    else:
        _present(columns, step.index, metric.value)


def _read_median(columns: Columns, step: Step, median: Median | None) -> None:
    if median is not None and median.value is not None:
        _present(columns, step.index, median.value)
        return
    count = len(median.runs) if median else 0
    detail = f"{count} comparable runs have the value, {step.constants['minimum']} needed"
    _absent(columns, step, Absence("cohort_too_small", detail, step.id))


def _present(columns: Columns, index: int, value: float) -> None:
    columns.values[index] = columns.lower[index] = columns.upper[index] = value
    columns.coverage[index] = 1.0


def _absent(columns: Columns, step: Step, absence: Absence) -> None:
    columns.absences[step.index] = absence
    if absence.reason != "not_applicable":
        columns.lower[step.index], columns.upper[step.index] = _possible(step)


def _possible(step: Step) -> tuple[float | None, float | None]:
    """Return the ends between which a node lies, whatever its inputs."""
    if step.operator is not None and step.operator.unit_range:
        return 0.0, 1.0
    return step.node.range or (None, None)


def _operate(columns: Columns, step: Step) -> None:
    values = [columns.values[index] for index in step.inputs]
    operator = step.operator
    assert operator is not None
    if operator.missing == "void" and None in values:
        _absent(columns, step, columns.absences[step.inputs[values.index(None)]])
    elif step.required and any(values[position] is None for position in step.required):
        first = next(position for position in step.required if values[position] is None)
        _absent(columns, step, columns.absences[step.inputs[first]])
    else:
        _settle(columns, step, outcome_of(step, values))
    columns.coverage[step.index] = _coverage(columns, step)


def outcome_of(step: Step, values: Sequence[float | None]) -> Outcome:
    """Return what the operator of a step makes of its inputs; never raises, nor returns what is no number."""
    assert step.operator is not None
    try:
        outcome = step.operator.function(*values, **step.constants)
    except OverflowError:
        return Missing("invalid", "the result is too large for a number")
    except Exception as error:  # whatever an operator from outside raises, the other values stand
        if OPERATORS.get(step.operator.name) is step.operator:
            raise
        return Missing("invalid", f"the operator {step.operator.name} failed ({type(error).__name__})")
    if isinstance(outcome, float) and not math.isfinite(outcome):
        return Missing("invalid", "the result is not a finite number")
    return outcome


def _settle(columns: Columns, step: Step, outcome: Outcome) -> None:
    if isinstance(outcome, Missing):
        _absent(columns, step, Absence(outcome.reason, outcome.detail, step.id))
    elif isinstance(outcome, Inherited):
        _absent(columns, step, columns.absences[step.inputs[outcome.input]])
    elif possible(outcome, step.node.range):
        columns.values[step.index] = outcome
    else:
        low, high = _possible(step)
        detail = f"{outcome:g} is outside the possible range {range_words(low, high)}"
        _absent(columns, step, Absence("invalid", detail, step.id))


def _coverage(columns: Columns, step: Step) -> float:
    operator = step.operator
    assert operator is not None
    if not operator.weighing:
        return columns.coverage[step.inputs[operator.covers]]
    nested = step.node.coverage == "nested"
    covered = whole = 0.0
    for index, weight in zip(step.inputs, step.weights, strict=True):
        absence = columns.absences.get(index)
        if absence is not None and absence.reason == "not_applicable":
            continue
        whole += weight
        if nested:
            covered += weight * columns.coverage[index]
        elif absence is None:
            covered += weight
    return covered / whole if whole else 0.0


def _bound(columns: Columns, step: Step) -> None:
    """Set the bounds of a present node: the operator applied to the worst and to the best of its inputs."""
    index, absences, lower, upper = step.index, columns.absences, columns.lower, columns.upper
    exact = True
    for source in step.inputs:
        if source in absences:
            exact = exact and absences[source].reason == "not_applicable"
        elif lower[source] is None or lower[source] != upper[source]:
            exact = False
    if exact:
        lower[index] = upper[index] = columns.values[index]
        return
    low, high = _possible(step)
    counted = [
        not (source in absences and absences[source].reason == "not_applicable") for source in step.inputs
    ]
    lows = [lower[source] for source in step.inputs]
    highs = [upper[source] for source in step.inputs]
    worst = [lo if up else hi for lo, hi, up in zip(lows, highs, step.rises, strict=True)]
    best = [hi if up else lo for lo, hi, up in zip(lows, highs, step.rises, strict=True)]
    lower[index] = _end(step, worst, counted, low)
    upper[index] = _end(step, best, counted, high)


def _end(
    step: Step, ends: Sequence[float | None], counted: Sequence[bool], otherwise: float | None
) -> float | None:
    """Return the operator's value at one end of its inputs' intervals, ``otherwise`` where one is open."""
    if any(end is None and counts for end, counts in zip(ends, counted, strict=True)):
        return otherwise
    outcome = outcome_of(step, ends)
    return otherwise if isinstance(outcome, Missing | Inherited) else outcome

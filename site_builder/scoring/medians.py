"""The medians that a rubric takes over a cohort of runs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from operator import itemgetter

from site_builder.records.run import Metric
from site_builder.scoring.evaluate import Median, evaluate
from site_builder.scoring.graph import Graph


def cohort_medians(graph: Graph, cohort: Iterable[tuple[str, Mapping[str, Metric]]]) -> dict[str, Median]:
    """Return the median of every cohort-median node over the (run id, metrics) pairs of a cohort."""
    rows = [(run_id, median_inputs(graph, metrics)) for run_id, metrics in cohort] if graph.medians else []
    return medians_of(graph, rows)


def median_inputs(graph: Graph, metrics: Mapping[str, Metric]) -> list[float | None]:
    """Return what one run adds to each cohort median, in the order of ``graph.medians``."""
    scored = evaluate(graph, metrics, steps=graph.before_medians)
    return [scored.at(step.inputs[0]).value for step in graph.medians]


def medians_of(graph: Graph, rows: Sequence[tuple[str, Sequence[float | None]]]) -> dict[str, Median]:
    """Return the medians over (run id, inputs) of a cohort.

    The median of an even count is the mean of the middle two; below a node's ``minimum`` there is none.
    """
    ordered = sorted(rows, key=itemgetter(0))
    runs = tuple(run_id for run_id, _ in ordered)
    columns = (
        zip(*(values for _, values in ordered), strict=True) if ordered else repeat((), len(graph.medians))
    )
    pairs = zip(graph.medians, columns, strict=True)
    return {step.id: _median(runs, column, step.constants["minimum"]) for step, column in pairs}


def _median(runs: tuple[str, ...], column: Sequence[float | None], minimum: int) -> Median:
    """Return the median of the values of some runs, which are in the order of their ids."""
    values = sorted(value for value in column if value is not None)
    if len(values) < len(column):
        runs = tuple(run for run, value in zip(runs, column, strict=True) if value is not None)
    if len(values) < minimum:
        return Median(None, runs)
    lower, upper = values[(len(values) - 1) // 2], values[len(values) // 2]
    mean = (lower + upper) / 2
    return Median(mean if math.isfinite(mean) else lower / 2 + upper / 2, runs)

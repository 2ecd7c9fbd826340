"""Evaluate a run again with some of its metrics otherwise: only what rests on them."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.records.run import Metric
from site_builder.scoring.evaluate import Columns, Scored, fill
from site_builder.scoring.graph import Step


def evaluate_again(before: Scored, changed: Mapping[str, Metric]) -> Scored:
    """Return the results of a run with some of its metrics otherwise, under the medians it had.

    Only what rests on ``changed`` is evaluated; the outcome is that of ``evaluate`` over all metrics.
    """
    graph, old = before.graph, before.columns()
    columns = Columns([*old.values], {**old.absences}, [*old.coverage], [*old.lower], [*old.upper])
    reached = {graph.position[name] for name in changed}
    steps: list[Step] = []
    for step in graph.steps:
        index = step.index
        if step.node.op != "cohort_median" and (index in reached or not reached.isdisjoint(step.inputs)):
            reached.add(index)
            steps.append(step)
            columns.values[index] = columns.lower[index] = columns.upper[index] = None
            columns.coverage[index] = 0.0
            columns.absences.pop(index, None)
    metrics = {**before.metrics, **changed}
    fill(columns, steps, metrics, {}, bounds=True)
    return Scored(graph, metrics, columns)

"""A run that no harness made, in which everything that a rubric asks for is measured."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.records.rubric import Node
from site_builder.records.run import Metric
from site_builder.scoring.evaluate import Median, Scored, evaluate
from site_builder.scoring.graph import Graph, Step
from site_builder.statistics.dirichlet import uniform_numbers

LEAST, MOST = 100.0, 200.0
"""Between which values without an upper end are drawn: enough observations for every rate."""
ROUNDS = 24
"""How often values that contradict each other are halved."""


def sample_run(graph: Graph) -> Scored:
    """Return the results of a run drawn from the digest of a rubric; the same rubric gives the same run.

    Every metric lies within its range: in the better two fifths of one with two ends, in its middle where
    neither end is better, and between 100 and 200 where an end is open.
    Where that makes a computed value impossible (more failures than tests), what raises it is halved until it
    is possible. Medians of its cohort lie 25 % around its own values.
    """
    uniform = uniform_numbers(f"{graph.digest}/self-test")
    values = {name: _drawn(graph.node(name), next(uniform)) for name in graph.metrics}
    factors = {step.id: 0.75 + next(uniform) / 2 for step in graph.medians}
    for _ in range(ROUNDS):
        scored = _scored(graph, values, factors)
        raising = {name for step in _impossible(graph, scored) for name in _raising(graph, step)}
        if not raising:
            break
        values |= {name: values[name] / 2 for name in raising}
    return scored


def _drawn(node: Node, draw: float) -> float:
    low, high = node.range or (None, None)
    if low is None or high is None:
        return LEAST + (MOST - LEAST) * draw
    share = {"higher": 0.6, "neutral": 0.3, "lower": 0.0}[node.direction] + 0.4 * draw
    return low + (high - low) * share


def _scored(graph: Graph, values: Mapping[str, float], factors: Mapping[str, float]) -> Scored:
    metrics = {name: Metric(value) for name, value in values.items()}
    own = evaluate(graph, metrics, steps=graph.before_medians)
    medians: dict[str, Median] = {}
    for step in graph.medians:
        value = own.at(step.inputs[0]).value
        runs = tuple(f"run-{number}" for number in range(step.constants["minimum"]))
        medians[step.id] = Median(None if value is None else value * factors[step.id], runs)
    return evaluate(graph, metrics, medians)


def _impossible(graph: Graph, scored: Scored) -> list[Step]:
    """Return the steps whose value lies outside of its range."""
    absences = scored.columns().absences
    return [
        graph.steps[index]
        for index, absence in absences.items()
        if absence.reason == "invalid" and absence.cause == graph.steps[index].id
    ]


def _raising(graph: Graph, step: Step) -> set[str]:
    """Return the metrics that raise a step: those below its rising inputs alone, if there are any."""
    rising = graph.below(index for index, up in zip(step.inputs, step.rises, strict=True) if up)
    falling = graph.below(index for index, up in zip(step.inputs, step.rises, strict=True) if not up)
    measured = {graph.position[name] for name in graph.metrics}
    wanted = (rising - falling) & measured or rising & measured
    return {graph.steps[index].id for index in wanted}

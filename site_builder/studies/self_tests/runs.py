"""Tests of a whole rubric: nothing measured, one value missing, one value better."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from site_builder.records.run import NOT_COLLECTED, Metric
from site_builder.records.self_test import Counterexample, SelfTest
from site_builder.scoring.evaluate import Columns, Scored, evaluate
from site_builder.scoring.evaluate_again import evaluate_again
from site_builder.scoring.graph import Graph

SHARES = (1.0, 0.5, 0.25, 0.125)
"""How far a value is moved towards its better end; the first that contradicts no other value is taken."""
SLACK = 1e-9
"""Relative to the value: how far the last digits of a sum may carry it beyond a bound."""


def nothing(graph: Graph) -> SelfTest:
    """Try a run of which nothing is measured: no score, axis or role has a value, and all are possible."""
    scored = evaluate(graph, {})
    names = _subjects(graph)
    found: list[Counterexample] = []
    for name in names:
        result, step = scored[name], graph.step(name)
        whole = step.node.range or (None, None)
        if result.value is not None:
            found.append(Counterexample(name, f"is {result.value:.6g} although nothing is measured"))
        elif (result.lower, result.upper) not in (whole, (None, None)):
            found.append(Counterexample(name, "its bounds are not its range"))
    return SelfTest("nothing", len(names), tuple(found))


def removed(sample: Scored) -> SelfTest:
    """Try the sample run without each measured value: coverage must not rise, nor bounds leave the truth."""
    graph = sample.graph
    found = []
    for name in graph.metrics:
        fault = _loss(graph, sample.columns(), evaluate_again(sample, {name: NOT_COLLECTED}).columns())
        if fault:
            found.append(Counterexample(name, fault))
    return SelfTest("removed", len(graph.metrics), tuple(found))


def better(sample: Scored, improved: Mapping[str, float]) -> SelfTest:
    """Try the sample run with each value as it is in ``improved``: the score must not fall.

    It is looked at before it is rounded.
    """
    score = _unrounded(sample.graph)
    title = sample.graph.node(score).name
    before, found = sample.value(score), []
    for name, value in improved.items():
        after = evaluate_again(sample, {name: Metric(value)}).value(score)
        if before is not None and (after is None or after < before - SLACK * max(1.0, abs(before))):
            now = "is missing" if after is None else f"falls from {before:.6g} to {after:.6g}"
            moved = f"from {sample.value(name):.6g} to {value:.6g}"
            found.append(Counterexample(name, f"{moved}, and {title} {now}"))
    return SelfTest("better", len(improved), tuple(found))


def improvements(sample: Scored) -> dict[str, float]:
    """Return a better value for each metric of which one end is better and on which the score rests.

    The better end of its range, or twice the value where that is open; nearer by halves where another value
    would become impossible. Nothing for metrics that cannot be better while all others stay, nor for those
    that are withheld.
    """
    graph = sample.graph
    below = graph.below([graph.position[graph.layout.headline]])
    counted = [name for name in graph.metrics if graph.position[name] in below]
    shown = [name for name in counted if not graph.withheld[graph.position[name]]]
    tried = ((name, next(_improved(sample, name), None)) for name in shown)
    return {name: value for name, value in tried if value is not None}


def _subjects(graph: Graph) -> list[str]:
    """Return the nodes that a reader sees first: the score, axes, roles."""
    layout = graph.layout
    axes = [axis.points or axis.node for axis in layout.axes]
    return [*dict.fromkeys([layout.headline, *axes, *(role.node for role in layout.roles)])]


def _loss(graph: Graph, before: Columns, after: Columns) -> str:
    """Return what is wrong after a value was removed, from the score downwards; empty where nothing is."""
    for index in range(len(graph.steps) - 1, -1, -1):
        value, low, high = before.values[index], after.lower[index], after.upper[index]
        if value is None:
            continue
        title, slack = graph.steps[index].node.name, SLACK * max(1.0, abs(value))
        if (low is not None and value + slack < low) or (high is not None and value - slack > high):
            return f"{_left(graph, before, after)}{title}, which was {value:.6g}, {_now(low, high)}"
        if after.coverage[index] > before.coverage[index] + SLACK:
            return f"{_left(graph, before, after)}the coverage of {title} rises"
    return ""


def _left(graph: Graph, before: Columns, after: Columns) -> str:
    """Say which value does not apply any more, the highest of them; empty where there is none."""
    gone = [
        index
        for index, absence in after.absences.items()
        if absence.reason == "not_applicable" and before.values[index] is not None
    ]
    return f"{graph.steps[max(gone)].node.name} does not apply any more, and " if gone else ""


def _now(low: float | None, high: float | None) -> str:
    if low is not None and low == high:
        return f"becomes {low:.6g}"
    least = "−∞" if low is None else f"{low:.6g}"
    return f"lies within {least} to {'∞' if high is None else f'{high:.6g}'}"


def _improved(sample: Scored, name: str) -> Iterator[float]:
    """Yield better values of a metric, by less and less, where no other value contradicts them."""
    graph, value = sample.graph, sample.value(name)
    direction, (low, high) = graph.node(name).direction, graph.node(name).range or (None, None)
    if direction == "neutral" or value is None:
        return
    end = (2 * value if high is None else high) if direction == "higher" else (0.0 if low is None else low)
    known = _impossible(sample)
    for share in SHARES if end != value else ():
        moved = value + share * (end - value)
        if _impossible(evaluate_again(sample, {name: Metric(moved)})) <= known:
            yield moved


def _impossible(scored: Scored) -> set[int]:
    absences = scored.columns().absences
    return {index for index, absence in absences.items() if absence.reason == "invalid"}


def _unrounded(graph: Graph) -> str:
    """Return the score's node, or what it is rounded from."""
    step = graph.step(graph.layout.headline)
    while step.node.op.startswith("round_"):
        step = graph.steps[step.inputs[0]]
    return step.id

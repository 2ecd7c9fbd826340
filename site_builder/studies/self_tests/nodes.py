"""Tests of single nodes: curves and means, each over inputs made for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec

from site_builder.records.self_test import Counterexample, SelfTest
from site_builder.scoring.evaluate import outcome_of
from site_builder.scoring.graph import Graph, Step

POINTS = 101
"""Inputs at which a curve is looked at, evenly spread."""
BEYOND = 0.1
"""How far they reach beyond the ends of the curve, as a share of its width."""
EQUAL = 1e-12
"""How far two sums of the same terms may be apart."""


def curves(graph: Graph) -> SelfTest:
    """Try every node that brings one value to 0–1: it stays there, and rises where a higher value is better.

    A value of which neither is better may rise or fall, but not both.
    """
    steps = [step for step in graph.steps if _is_curve(step)]
    found = [(step, fault) for step in steps if (fault := _curve_fault(graph, step))]
    return SelfTest("curves", len(steps), tuple(Counterexample(step.id, fault) for step, fault in found))


def means(graph: Graph) -> SelfTest:
    """Try every mean: of equal parts it is that part, also where one is missing, and in any order of them."""
    steps = [step for step in graph.steps if step.node.op in ("mean", "weighted_mean")]
    found = [(step, fault) for step in steps if (fault := _mean_fault(step))]
    return SelfTest("means", len(steps), tuple(Counterexample(step.id, fault) for step, fault in found))


def _is_curve(step: Step) -> bool:
    return step.operator is not None and step.operator.unit_range and len(step.inputs) == 1


def _curve_fault(graph: Graph, step: Step) -> str:
    source = graph.steps[step.inputs[0]].node
    better = {source.direction, step.node.direction}
    if "neutral" not in better and step.rises[0] != (len(better) == 1):
        return f"{'rises' if step.rises[0] else 'falls'} although {source.direction} is better"
    made = [outcome_of(step, [x]) for x in _inputs(step, source.range or (None, None))]
    results = [y for y in made if isinstance(y, float) and 0 <= y <= 1]
    if len(results) < len(made):
        return "leaves 0–1"
    ordered = results if step.rises[0] else results[::-1]
    return "" if all(before <= after for before, after in pairwise(ordered)) else "turns on its way"


def _inputs(step: Step, span: tuple[float | None, float | None]) -> Iterator[float]:
    """Yield inputs across a curve and a little beyond, as far as its input can go."""
    low, high = _ends(step.constants, span)
    margin = BEYOND * (high - low)
    low = low - margin if span[0] is None else max(span[0], low - margin)
    high = high + margin if span[1] is None else min(span[1], high + margin)
    yield from (low + (high - low) * number / (POINTS - 1) for number in range(POINTS))


def _ends(constants: dict[str, Any], span: tuple[float | None, float | None]) -> tuple[float, float]:
    """Return between which inputs a curve does what it does, as far as its constants tell."""
    if {"zero", "one"} <= constants.keys():
        return min(constants["zero"], constants["one"]), max(constants["zero"], constants["one"])
    if "below" in constants:
        limits = [limit for limit, _ in constants["below"]]
        return min(0.0, *limits), max(limits) * 1.25
    if "centre" in constants:
        half = constants["width"] / 2
        return constants["centre"] - half, constants["centre"] + half
    if constants.get("step"):
        return 0.0, 1 / constants["step"]
    low, high = span
    return (0.0 if low is None else low), (constants.get("full", 4.0) if high is None else high)


def _mean_fault(step: Step) -> str:
    scale = step.constants.get("scale", 1.0)
    equal: list[float | None] = [0.5] * len(step.inputs)
    weighing = [place for place, weight in enumerate(step.weights) if weight]
    if not _same(outcome_of(step, equal), scale * 0.5):
        return "of equal parts it is another value"
    for place in weighing if len(weighing) > 1 else ():
        without = [*equal]
        without[place] = None
        if place not in step.required and not _same(outcome_of(step, without), scale * 0.5):
            return "a missing part does not drop out"
    rising = [(place + 1) / len(equal) for place in range(len(equal))]
    weights = {"weights": step.weights[::-1]} if "weights" in step.constants else {}
    turned = msgspec.structs.replace(step, constants={**step.constants, **weights})
    if not _same(outcome_of(step, rising), outcome_of(turned, rising[::-1])):
        return "it depends on the order of its parts"
    return ""


def _same(first: Any, second: Any) -> bool:
    both = isinstance(first, float) and isinstance(second, float)
    return both and abs(first - second) <= EQUAL * max(1.0, abs(second))

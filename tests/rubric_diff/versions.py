"""Random pairs of small rubrics that share names, and random cohorts for them."""

from __future__ import annotations

import random
from typing import Any

from site_builder.records.rubric_diff import RunDifference
from site_builder.records.run import Metric, RunRecord
from site_builder.records.site import Board as BoardConfig
from site_builder.scoring.graph import Graph
from site_builder.scoring.run_cache import NO_CACHE, RunCache
from site_builder.studies.rubric_diff.compare import Cohort, Comparison
from tests.scoring.rubrics import node, small_graph

METRICS = ("m0", "m1", "m2", "m3")
NODES = tuple(f"n{number}" for number in range(8))
CONFIG = BoardConfig(family="small", rubric="small/2", runs="runs")

Nodes = dict[str, dict[str, Any]]


def pair(chance: random.Random) -> tuple[Graph, Graph]:
    """Return two versions; about half of the nodes they share are defined alike where they can be."""
    older = _version(chance, {})
    newer = _version(chance, older[0])
    return _graph(*older, "1", chance), _graph(*newer, "2", chance)


def cohort(chance: random.Random, size: int = 5) -> list[RunRecord]:
    """Return runs with some values missing and some out of range."""
    return [run(f"run-{number}", chance) for number in range(size)]


def run(run_id: str, chance: random.Random) -> RunRecord:
    """Return one random run."""
    values = {name: _metric(chance) for name in METRICS if chance.random() < 0.9}
    return RunRecord(
        run_id=run_id, family="small", folder=f"runs/{run_id}", digest=f"sha256:{run_id}", cohort="all",
        metrics=values,
    )  # fmt: skip


def compared(
    older: Graph, newer: Graph, runs: list[RunRecord], cache: RunCache = NO_CACHE
) -> tuple[RunDifference, ...]:
    """Return the run differences of a cohort, in the order of the page."""
    (found,) = Comparison(older, newer).of_cohorts([Cohort("all", CONFIG, tuple(runs), {})], cache)
    return found.runs


def _version(chance: random.Random, others: Nodes) -> tuple[Nodes, str]:
    nodes: Nodes = {
        name: others[name]
        if name in others and chance.random() < 0.7
        else node("metric", unit="", range=chance.choice([None, [0, 10], [0, 7], [2, None]]))
        for name in METRICS
    }
    names = [name for name in NODES if chance.random() < 0.75] or ["n0"]
    chance.shuffle(names)
    for name in names:
        before = list(nodes)
        kept = others.get(name)
        if kept is not None and set(_inputs(kept)) <= set(before) and chance.random() < 0.5:
            nodes[name] = kept
        else:
            nodes[name] = _node(chance, before)
    return nodes, names[-1]


def _node(chance: random.Random, before: list[str]) -> dict[str, Any]:
    some = chance.sample(before, min(len(before), chance.randint(1, 3)))
    one = chance.choice(before)
    number = round(chance.uniform(0.2, 3), 2)
    limits = {"range": chance.choice([None, None, None, [0, 5], [-2, 30]])}
    weighted = {name: float(chance.randint(1, 9)) for name in some}
    choices = [
        node("weighted_mean", weighted, constants={"scale": number}, **limits),
        node("weighted_mean", weighted, coverage="nested"),
        node("mean", some),
        node("sum", some, **limits),
        node("product", some, **limits),
        node("minimum", some),
        node("scale", {"x": one}, constants={"by": number}),
        node("threshold", {"x": one}, constants={"floor": number}),
        node("ratio", {"numerator": one, "denominator": some[0]}, constants={"minimum": number}),
        node("band", {"x": one}, constants={"zero": 0, "one": number * 3}),
        node("gate", {"gate": one, "value": some[0]}),
        node("cohort_median", [one], constants={"minimum": chance.randint(1, 4)}),
    ]
    return chance.choice(choices)


def _graph(nodes: Nodes, headline: str, version: str, chance: random.Random) -> Graph:
    least = chance.choice([0.0, 0.0, 0.6])
    return small_graph(nodes, headline, version=version, minimum_coverage=least)


def _inputs(written: dict[str, Any]) -> list[str]:
    inputs = written["inputs"]
    if isinstance(inputs, dict):
        return [value if isinstance(value, str) else key for key, value in inputs.items()]
    return list(inputs)


def _metric(chance: random.Random) -> Metric:
    if chance.random() < 0.15:
        return Metric(reason="tool_failed", detail="it did not start")
    return Metric(value=float(chance.choice([0, 1, 2, 3.5, 5, 8, 9.75, 12])))

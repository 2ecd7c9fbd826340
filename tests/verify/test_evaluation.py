"""The verifier's evaluator against the program's, over random graphs and random measurements."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.output.graph_files import graph_document
from site_builder.output.verify.faults import same
from site_builder.scoring.constants import usable
from site_builder.scoring.evaluate import Median, evaluate
from site_builder.scoring.graph import Graph
from tests.verify import every_operator
from tests.verify import verifier as verify
from tests.verify.every_operator import METRICS

NUMBERS = st.one_of(
    st.sampled_from([0.0, 0.5, 1.0, 2.0, 3.0, 10.0, 64.0, -1.0]),
    st.floats(-1e6, 1e6, allow_nan=False),
    st.floats(0, 1),
)
REASONS = st.sampled_from(["not_collected", "not_applicable", "tool_failed", "below_minimum"])
SET = NUMBERS.filter(usable)
FACTORS = SET.map(abs)
SHARES = st.floats(0, 1).filter(usable)
CONSTANTS: dict[str, Any] = {
    "presume": st.fixed_dictionaries({"value": SET}),
    "ratio": st.fixed_dictionaries({}, optional={"scale": FACTORS, "minimum": SET, "when_zero": SET}),
    "scale": st.fixed_dictionaries({}, optional={"by": FACTORS, "per": st.floats(0.1, 100)}),
    "reciprocal": st.fixed_dictionaries({}, optional={"plus": SET}),
    "at_least": st.fixed_dictionaries({"floor": SET}),
    "round_half_up": st.fixed_dictionaries({}, optional={"decimals": st.integers(0, 4)}),
    "round_half_even": st.fixed_dictionaries({}, optional={"decimals": st.integers(0, 4)}),
    "band": st.sampled_from([{"zero": 0.0, "one": 10.0}, {"zero": 5.5, "one": 0.25}]),
    "log_band": st.sampled_from([{"zero": 0.5, "one": 10.0}, {"zero": 64.0, "one": 2.0}]),
    "steps": st.sampled_from(
        [
            {"below": [[0.0, 1.0], [2.0, 0.5]], "otherwise": 0.25},
            {"below": [[0.5, 0.0], [1.0, 0.5], [10.0, 0.75]], "otherwise": 1.0},
        ]
    ),
    "decay": st.fixed_dictionaries({"step": st.floats(0.01, 2)}),
    "ramp": st.fixed_dictionaries({}, optional={"full": st.floats(0.1, 100)}),
    "centred": st.fixed_dictionaries({"centre": SET, "width": st.floats(0.1, 10)}),
    "mean": st.fixed_dictionaries({}, optional={"empty": SHARES}),
    "harmonic_mean": st.fixed_dictionaries({}, optional={"floor": SHARES}),
    "bottleneck": st.fixed_dictionaries({"base": FACTORS, "extra": FACTORS}),
    "gate": st.fixed_dictionaries({}, optional={"missing": st.sampled_from(["void", "pass"])}),
    "only_when": st.fixed_dictionaries({}, optional={"otherwise": REASONS}),
    "threshold": st.fixed_dictionaries({"floor": SET}),
}
NAMED = {
    "difference": ("minuend", "subtrahend"),
    "ratio": ("numerator", "denominator"),
    "harmonic_mean": ("a", "b"),
    "bottleneck": ("least", "bonus"),
    "gate": ("gate", "value"),
    "only_when": ("condition", "value"),
}
LISTED = ("sum", "product", "mean", "minimum", "maximum")
WORDS = sorted({node["op"] for node in every_operator.COMPUTED.values()} - {"cohort_median"})


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Return a small graph; every node rests on metrics and on nodes before it."""
    names = list(METRICS)
    nodes: every_operator.Nodes = {
        "med": {"op": "cohort_median", "inputs": ["tokens"], "constants": {"minimum": 2}}
    }
    for number in range(draw(st.integers(1, 7))):
        op = draw(st.sampled_from(WORDS))
        pick = st.sampled_from([*names, *nodes])
        node: dict[str, Any] = {"op": op, "constants": draw(CONSTANTS.get(op, st.just({})))}
        if op == "weighted_mean":
            chosen = draw(st.lists(pick, min_size=1, max_size=4, unique=True))
            node["inputs"] = {name: draw(st.floats(0.5, 9)) for name in chosen}
            node["constants"] |= draw(st.sampled_from([{}, {"scale": 10.0}, {"required": chosen[:1]}]))
        elif op in (*LISTED, "gated_product"):
            node["inputs"] = draw(st.lists(pick, min_size=2, max_size=4))
        else:
            node["inputs"] = {name: draw(pick) for name in NAMED.get(op, ("x",))}
        node["coverage"] = draw(st.sampled_from(["presence", "nested"]))
        if draw(st.booleans()):
            node["range"] = draw(st.sampled_from([[0, 1], [0, None], [None, 100]]))
        nodes[f"n{number}"] = node
    return every_operator.graph(nodes=nodes | {"score": {"op": "scale", "inputs": {"x": f"n{number}"}}})


MEASURED = st.dictionaries(st.sampled_from(list(METRICS)), st.one_of(NUMBERS, REASONS))


@settings(max_examples=300, deadline=None)
@given(graphs(), MEASURED, st.one_of(st.none(), st.floats(0, 1e6)))
def test_both_evaluators_say_the_same_of_every_node(
    graph: Graph, measured: Mapping[str, float | str], median: float | None
) -> None:
    """Value, reason, coverage, lower and upper bound."""
    medians = {"med": Median(median, ("a", "b") if median is not None else ())}
    scored = evaluate(graph, every_operator.metrics_of(measured), medians)
    document = json.loads(msgspec.json.encode(graph_document(graph)))
    again = verify.Graph(document)
    sheet = again.evaluate(_entries(measured, median))
    for i, step in enumerate(graph.steps):
        result = scored.at(i)
        tolerance = 1e-12 if again.loose[i] else 0.0
        assert (result.absence.reason if result.absence else "") == sheet.reason[i], step.id
        pairs = (
            (result.value, sheet.value[i]),
            (result.coverage, sheet.coverage[i]),
            (result.lower, sheet.lower[i]),
            (result.upper, sheet.upper[i]),
        )
        for ours, theirs in pairs:
            assert same(ours, theirs, tolerance), (step.id, pairs)


def _entries(measured: Mapping[str, float | str], median: float | None) -> dict[str, Any]:
    entries: dict[str, Any] = {name: {"missing": "not_collected"} for name in METRICS}
    for name, metric in every_operator.metrics_of(measured).items():
        entries[name] = {"value": metric.value} if metric.value is not None else {"missing": metric.reason}
    entries["med"] = {"value": median} if median is not None else {"missing": "cohort_too_small"}
    return entries

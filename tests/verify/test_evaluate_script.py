"""The evaluator in JavaScript against the one of the verifier: the same values and the same reasons."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.output.graph_files import graph_document
from site_builder.output.verify.evaluation import Sheet
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.operators import OPERATORS
from site_builder.scoring.graph import Graph as ScoredGraph
from tests.verify.every_operator import COMPUTED
from tests.verify.javascript import EVALUATOR, JavaScript, started
from tests.verify.test_evaluation import (
    CONSTANTS,
    LISTED,
    MEASURED,
    NAMED,
    NUMBERS,
    REASONS,
    _entries,
    graphs,
)

Answer = Mapping[str, Mapping[str, Any]]
DOUBLES = st.floats(allow_nan=False, allow_infinity=False)


@pytest.fixture(scope="module")
def javascript() -> Iterator[JavaScript]:
    with started() as process:
        yield process


def differences(graph: Graph, sheet: Sheet, answer: Answer) -> list[Any]:
    """Return every node of which the two say something else."""
    found = []
    for i, name in enumerate(graph.names):
        ours = sheet.reason[i] or sheet.value[i]
        theirs = answer[name].get("missing", answer[name].get("value"))
        tolerance = 1e-12 if graph.loose[i] else 0.0
        numbers = isinstance(ours, float | int) and isinstance(theirs, float | int)
        close = numbers and math.isclose(ours, theirs, rel_tol=tolerance)
        if not close and ours != theirs:
            found.append((name, graph.nodes[i]["op"], ours, theirs))
    return found + [name for name in answer if name not in graph.position]


def reweighed(document: Any, weights: Mapping[str, list[float]]) -> Graph:
    nodes = [
        node | {"weights": weights[node["id"]]} if node["id"] in weights else node
        for node in document["nodes"]
    ]
    return Graph(document | {"nodes": nodes})


@settings(max_examples=400, deadline=None)
@given(st.data(), graphs(), MEASURED, st.one_of(st.none(), st.floats(0, 1e6)))
def test_both_say_the_same_of_any_graph_under_any_weights(
    javascript: JavaScript,
    data: st.DataObject,
    graph: ScoredGraph,
    measured: Mapping[str, float | str],
    median: float | None,
) -> None:
    document = json.loads(msgspec.json.encode(graph_document(graph)))
    entries = _entries(measured, median)
    for name in data.draw(st.sets(st.sampled_from([*entries]), max_size=2)):
        del entries[name]  # not published
    for node in data.draw(st.lists(st.sampled_from(document["nodes"]), max_size=1)):
        node["withheld"] = True
    weights = {
        node["id"]: [data.draw(st.floats(0, 9)) for _ in node["weights"]]
        for node in document["nodes"]
        if "weights" in node and data.draw(st.booleans())
    }
    again = reweighed(document, weights)
    answer = javascript.evaluate(document, entries, {"weights": weights})
    assert differences(again, again.evaluate(entries), answer) == []


CORNERS = st.sampled_from([0.0, -0.0, 0.25, 0.5, 1.0, 2.0, 2.5, 5.5, 10.0, 64.0, 1e308, -1e308])
TERMS = st.lists(st.one_of(CORNERS, NUMBERS, REASONS), min_size=3, max_size=3)


@pytest.mark.parametrize("op", OPERATORS)
@settings(max_examples=60, deadline=None)
@given(st.data(), TERMS)
def test_both_say_the_same_of_each_operator_at_its_corners(
    javascript: JavaScript, op: str, data: st.DataObject, terms: list[float | str]
) -> None:
    names = ["a", "b", "c"][: _inputs(op)]
    node: dict[str, Any] = {"id": "result", "op": op, "inputs": names}
    node["constants"] = data.draw(CONSTANTS.get(op, st.just({})))
    if op == "weighted_mean":
        node["weights"] = [2.0, 0.0, 3.5]
    document = _document([*({"id": name, "op": "metric"} for name in names), node])
    graph = Graph(document)
    entries = {
        name: {"missing": term} if isinstance(term, str) else {"value": term}
        for name, term in zip(names, terms, strict=False)
    }
    assert differences(graph, graph.evaluate(entries), javascript.evaluate(document, entries)) == []


def _inputs(op: str) -> int:
    if op in (*LISTED, "gated_product", "weighted_mean"):
        return 3
    return len(NAMED.get(op, ("x",)))


@pytest.mark.parametrize("limits", [[0, 1], [None, 1], [-1, None]])
@pytest.mark.parametrize("beyond", [0.0, 5e-10, 2e-9])
@pytest.mark.parametrize("op", ["metric", "scale"])
def test_both_let_the_last_digits_of_what_is_computed_lie_beside_a_range(
    javascript: JavaScript, op: str, beyond: float, limits: list[float | None]
) -> None:
    for value in (1 + beyond, -1 - beyond, -beyond):
        nodes: list[dict[str, Any]] = [
            {"id": "x", "op": "metric"},
            {"id": "y", "op": op, "range": limits, "inputs": ["x"]},
        ]
        document, entries = _document(nodes), {"x": {"value": value}, "y": {"value": value}}
        graph = Graph(document)
        assert differences(graph, graph.evaluate(entries), javascript.evaluate(document, entries)) == []


def test_what_an_operator_from_elsewhere_gives_is_taken_as_published(javascript: JavaScript) -> None:
    document = _document([{"id": "x", "op": "metric"}, {"id": "y", "op": "own", "inputs": ["x"]}])
    for y in ({"value": 7}, {"missing": "tool_failed"}):
        entries = {"x": {"value": 1}, "y": y}
        answer = javascript.evaluate(document, entries)
        assert answer == entries
        graph = Graph(document)
        assert differences(graph, graph.evaluate(entries), answer) == []


def test_every_operator_is_among_them() -> None:
    text = EVALUATOR.read_text("utf-8")
    assert set(OPERATORS) == {node["op"] for node in COMPUTED.values()} - {"cohort_median"}
    assert [name for name in OPERATORS if f"    {name}: function" not in text] == []


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["round_half_even", "round_half_up"]),
    st.one_of(DOUBLES, st.integers(-(10**6), 10**6).map(lambda n: n / 8)),
    st.integers(-15, 15),
)
def test_both_round_any_number_to_the_same_digit(
    javascript: JavaScript, op: str, number: float, decimals: int
) -> None:
    rounded = {"id": "rounded", "op": op, "inputs": ["x"], "constants": {"decimals": decimals}}
    document = _document([{"id": "x", "op": "metric"}, rounded])
    entries = {"x": {"value": number}}
    graph = Graph(document)
    assert differences(graph, graph.evaluate(entries), javascript.evaluate(document, entries)) == []


def _document(nodes: list[dict[str, Any]]) -> dict[str, Any]:
    return {"rubric": "trial/1", "nodes": nodes, "headline": nodes[-1]["id"], "roles": [], "gate": None}


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ({"nothing": [1]}, "RangeError: nothing is no node of trial/1"),
        ({"mean": [1, 2, 3]}, "RangeError: mean has other weights than these"),
        ({"x": [1]}, "RangeError: x has other weights than these"),
    ],
)
def test_weights_of_nothing_are_refused(javascript: JavaScript, weights: Any, said: str) -> None:
    mean = {"id": "mean", "op": "weighted_mean", "inputs": ["x", "y"], "weights": [1, 2]}
    document = _document([{"id": "x", "op": "metric"}, {"id": "y", "op": "metric"}, mean])
    assert javascript.evaluate(document, {}, {"weights": weights}) == {"thrown": said}


def test_a_node_that_is_named_like_a_part_of_every_object_is_a_node(javascript: JavaScript) -> None:
    names = ["constructor", "toString", "__proto__"]
    document = _document(
        [
            *({"id": name, "op": "metric"} for name in names),
            {"id": "sum", "op": "mean", "inputs": names},
        ]
    )
    answer = javascript.evaluate(document, {"constructor": {"value": 2}})
    withheld = {"missing": "withheld"}
    assert answer == dict.fromkeys(names, withheld) | {"constructor": {"value": 2}, "sum": {"value": 2}}


def test_both_say_the_same_of_every_run_of_the_demonstration_under_its_rubric(
    javascript: JavaScript, site: Path, graphs: dict[str, Graph]
) -> None:
    pages = sorted(site.glob("runs/*/index.json"))
    seen: set[str] = set()
    for path in pages:
        record = json.loads(path.read_bytes())
        graph = graphs[record["rubric"]["id"]]
        seen.add(graph.id)
        entries = record["nodes"]
        gone = {name: {"missing": "not_applicable"} for name in graph.names if name not in entries}
        answer = javascript.evaluate(graph.document, entries | gone)
        assert differences(graph, graph.evaluate(entries | gone), answer) == []
        assert [
            name for name, entry in entries.items() if answer[name].get("missing") != entry.get("missing")
        ] == []
    assert len(pages) > 40
    assert len(seen) >= 3


def test_both_say_the_same_of_every_graph_of_the_demonstration(
    javascript: JavaScript, site: Path, graphs: dict[str, Graph]
) -> None:
    """Also those under which no run has a page, over what runs of their family have by the same names."""
    records = [json.loads(path.read_bytes()) for path in sorted(site.glob("runs/*/index.json"))]
    assert len(graphs) == 7
    for graph in graphs.values():
        family = graph.id.partition("/")[0]
        of_family = [record["nodes"] for record in records if record["rubric"]["id"].startswith(f"{family}/")]
        for entries in [{}, *of_family]:
            answer = javascript.evaluate(graph.document, entries)
            assert differences(graph, graph.evaluate(entries), answer) == []
            assert len(answer) == len(graph.nodes)


def test_the_script_of_a_graph_hands_its_text_to_the_page(site: Path) -> None:
    paths = sorted(site.glob("data/rubrics/*/*.graph.json"))
    assert paths
    for path in paths:
        name = str(path.relative_to(site / "data/rubrics")).removesuffix(".graph.json")
        text = path.read_text("utf-8").removesuffix("\n")
        assert path.with_suffix(".js").read_text("utf-8") == f'proofboard.rubric("{name}", {text});\n'

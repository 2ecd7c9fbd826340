"""Whatever finite constants a rubric states: it is refused by name, or all that is made of it can be made."""

from __future__ import annotations

import inspect
import math
import typing
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.errors import RubricError
from site_builder.output.charts import curve, span_of
from site_builder.output.graph_files import graph_document
from site_builder.output.verify.curves import curve_again, curve_of
from site_builder.output.verify.drawn import DrawnCheck, drawings_on
from site_builder.output.verify.graph import Graph as VerifiedGraph
from site_builder.pages.normalisation import normalisation
from site_builder.scoring.addends import part_faults
from site_builder.scoring.explain import walk
from site_builder.scoring.graph import Graph, Step
from site_builder.scoring.operators import OPERATORS
from tests.output.conftest import rendered
from tests.verify import every_operator
from tests.verify.every_operator import COMPUTED, Nodes

FLOATS = st.one_of(
    st.sampled_from([0, 1, -1, 0.0, -0.0, 5e-324, -5e-324, 1e-320, 1e-18, 1e18, 1e308, -1e308, 10**400, 0.5]),
    st.floats(-1e3, 1e3),
    st.floats(allow_nan=False, allow_infinity=False),
)
INTEGERS = st.one_of(st.integers(-400, 400), st.sampled_from([0, 1, -(10**20), 10**400, True]))
OTHERS = {str: st.text(max_size=9), type(None): st.none(), float: FLOATS, int: INTEGERS}
DEGENERATE: list[tuple[str, dict[str, Any]]] = [
    *[
        ("few_turns", {"zero": a, "one": b})
        for a, b in ((-20, 200), (0, 200), (20, 0), (20, -5), (5e-324, 1e308))
    ],
    *[("centre", {"centre": 90, "width": width}) for width in (0, -0.0, -20, 1e-320, 1e308)],
    ("centre", {"centre": 1e18, "width": 1.0}),
    *[("ramped", {"full": full}) for full in (0, -0.0, -3, 5e-324, 1e308, 10**400)],
    *[("percent", {"per": per}) for per in (0, -0.0, -1, 5e-324, 1e308)],
    *[("decayed", {"step": step}) for step in (0, -0.1, 5e-324, 1e308)],
    *[("stepped", {"below": below, "otherwise": 1.0}) for below in ([], [[0, 0.5]], [[-3, 0.0], [-1, 0.5]])],
    ("stepped", {"below": [[-1e308, 0.0], [1e308, 0.5]], "otherwise": 1.0}),
    ("few_tokens", {"zero": -1e308, "one": 1e308}),
    ("few_tokens", {"zero": -10.0, "one": -5.0}),
    ("few_tokens", {"zero": 0.0, "one": -0.0}),
    ("half_up", {"decimals": -400}),
    ("half_even", {"decimals": 10**30}),
    ("balance", {"floor": -1}),
    ("tokens.median", {"minimum": 0}),
]


def _of(hint: Any) -> st.SearchStrategy[Any]:
    """Return values of the type that an annotation of an operator names."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint in OTHERS:
        return OTHERS[hint]
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin is tuple:
        return st.tuples(*map(_of, arguments)).map(list)
    if isinstance(origin, type) and issubclass(origin, typing.Sequence):
        return st.lists(_of(arguments[0]), max_size=4).map(lambda steps: sorted(steps, key=str))
    return st.one_of(*map(_of, arguments))


def _constants(op: str) -> list[str]:
    """Return the names of the constants, and of the weights, that an operator takes."""
    if op == "cohort_median":
        return ["minimum"]
    parameters = inspect.signature(OPERATORS[op].function).parameters.values()
    return [p.name for p in parameters if p.kind is p.KEYWORD_ONLY]


@st.composite
def changed(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """Return a node of the rubric with other constants, and other weights where it has any."""
    node = dict(COMPUTED[name])
    if node["op"] == "cohort_median":
        return node | {"constants": {"minimum": draw(INTEGERS)}}
    hints = typing.get_type_hints(OPERATORS[node["op"]].function)
    names = _constants(node["op"])
    free = [name for name in names if name not in ("weights", "required")]
    if "weights" in names:
        node["inputs"] = {name: float(min(draw(FLOATS), 1e308)) for name in node["inputs"]}
    return node | {"constants": {name: draw(_of(hints[name])) for name in free}}


def _graph(nodes: Nodes) -> Graph:
    axes = [{"node": "whole"}, {"node": "weighed"}, {"node": "plain"}]
    return Graph(every_operator.rubric(nodes, axes), "sha256:" + "0" * 64)


def _refused(name: str, node: dict[str, Any]) -> bool:
    """Return whether the rubric is refused, for the fault of this node and with what to do about it."""
    try:
        _graph(COMPUTED | {name: node})
    except RubricError as error:
        for problem in error.problems:
            assert (problem.code, problem.file) == ("rubric.invalid", "rubric_versions/trial/1.yaml")
            assert f"ode {name}" in problem.message
            assert problem.advice
        return True
    return False


def _drawn(graph: Graph) -> None:
    """Draw every curve, over all inputs and over what is possible; the numbers of a drawing are finite."""
    for step in graph.steps:
        if step.operator is not None and step.operator.unit_range and len(step.inputs) == 1:
            words = normalisation(graph, step.id)
            for possible in (None, graph.steps[step.inputs[0]].node.range, (0, 0.25), (0.2, 0.2)):
                span = span_of(step, possible)
                if span is not None:
                    drawing = curve(step, span, "c", "title", words)
                    assert "nan" not in drawing
                    assert "inf" not in drawing
            _made_again(graph, step, words)


def _made_again(graph: Graph, step: Step, words: str) -> None:
    """Hold the curve that pages draw of a step against the one that the verifier makes of the graph."""
    again = curve_of(VerifiedGraph(msgspec.json.decode(msgspec.json.encode(graph_document(graph)))), step.id)
    assert again.words == words
    span = span_of(step, graph.steps[step.inputs[0]].node.range)
    assert (span is not None) == bool(again.points)
    if span is not None:
        (told,) = drawings_on(curve(step, span, "c", "title", words))
        check = DrawnCheck("page")
        check.hold(told, curve_again(again.points, ("title",), words))
        assert [fault.words() for fault in check.faults] == []


def _made(graph: Graph) -> None:
    """Evaluate every run, explain every node, draw every curve, and hold it against the verifier."""
    list(part_faults(graph))
    data = every_operator.site(graph)
    for entry in data.boards[0].entries:
        scored = entry.scored
        for step in graph.steps:
            result = scored[step.id]
            assert 0 <= result.coverage <= 1
            assert result.value is None or math.isfinite(result.value)
            list(walk(scored, step.id, dict(data.boards[0].medians)))
    assert every_operator.faults(data) == []
    _drawn(graph)


@pytest.mark.parametrize("name", [name for name, node in COMPUTED.items() if _constants(node["op"])])
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_any_finite_constants_are_refused_by_name_or_can_be_used(name: str, data: st.DataObject) -> None:
    node = data.draw(changed(name))
    if not _refused(name, node):
        _made(_graph(COMPUTED | {name: node}))


@pytest.mark.parametrize(("name", "constants"), DEGENERATE)
def test_degenerate_constants_are_refused_by_name_or_can_be_rendered(
    name: str, constants: dict[str, Any]
) -> None:
    node = COMPUTED[name] | {"constants": constants}
    if not _refused(name, node):
        graph = _graph(COMPUTED | {name: node})
        _made(graph)
        assert b"nan" not in rendered(every_operator.site(graph))["methodology/trial/1/index.html"]


def test_parts_that_are_there_and_weigh_nothing_add_nothing() -> None:
    weights = {"plain": 0.0, "note": 0.0, "few_turns": 1.0}
    _made(_graph(COMPUTED | {"weighed": COMPUTED["weighed"] | {"inputs": weights}}))

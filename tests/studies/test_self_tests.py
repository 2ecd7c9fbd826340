"""A rubric is tried without any run: what holds for the released ones, and what each test finds."""

from __future__ import annotations

from typing import Any

import pytest

from site_builder.records.run import NOT_COLLECTED, Metric
from site_builder.records.self_test import SelfTest
from site_builder.scoring.evaluate import Columns, evaluate
from site_builder.scoring.evaluate_again import evaluate_again
from site_builder.scoring.graph import Graph
from site_builder.scoring.operators import OPERATORS, Operator
from site_builder.studies.self_tests import self_tests
from site_builder.studies.self_tests.sample import sample_run
from tests.scoring.rubrics import node, released, small_graph, small_rubric

RELEASED = (
    "favur/6",
    "favur/15",
    "scorecrux/1.0",
    "scorecrux/1.3",
    "blueprint/2.0.0",
    "blueprint/3.0",
    "ruhroh/0.7",
)
COUNT = node("metric", unit="tests", range=[0, None])
SHARE = node("metric", range=[0, 1])


def outcome(graph: Graph, name: str) -> SelfTest:
    return next(test for test in self_tests(graph).tests if test.name == name)


def failing(graph: Graph, name: str) -> dict[str, str]:
    return {one.node: one.words for one in outcome(graph, name).counterexamples}


@pytest.mark.parametrize("rubric", RELEASED)
def test_curves_means_and_empty_runs_hold_for_every_released_rubric(rubric: str) -> None:
    graph = released(rubric)
    for name in ("curves", "means", "nothing"):
        assert failing(graph, name) == {}, name
    assert outcome(graph, "nothing").tried >= 1
    assert outcome(graph, "removed").tried == len(graph.metrics)


@pytest.mark.parametrize("rubric", RELEASED)
def test_in_the_sample_run_everything_is_measured_and_nothing_is_impossible(rubric: str) -> None:
    graph = released(rubric)
    sample = sample_run(graph)
    assert {sample.value(name) is None for name in graph.metrics} == {False}
    assert sample.value(graph.layout.headline) is not None
    assert [a for a in sample.columns().absences.values() if a.reason == "invalid"] == []


def test_roles_that_are_not_known_to_have_run_are_named_by_the_test_of_missing_values() -> None:
    graph = released("favur/15")
    found = failing(graph, "removed")
    assert found.keys() == {name for name in graph.metrics if name.endswith(".ran")}
    assert len(found) == 14
    assert found["roles.code.ran"].startswith("Code does not apply any more, and Composite, which was ")


def test_more_tests_without_more_asserts_are_named_by_the_test_of_better_values() -> None:
    assert failing(released("favur/15"), "better").keys() == {"test_code.tests"}


@pytest.mark.parametrize(
    ("of", "zero", "one", "words"),
    [
        ("lower", 10, 0, ""),
        ("higher", 0, 10, ""),
        ("neutral", 10, 0, ""),
        ("lower", 0, 10, "rises although lower is better"),
        ("higher", 10, 0, "falls although higher is better"),
    ],
)
def test_a_curve_against_the_stated_direction_is_found(of: str, zero: float, one: float, words: str) -> None:
    nodes = {
        "failures": COUNT | {"direction": of},
        "score": node("band", {"x": "failures"}, constants={"zero": zero, "one": one}),
    }
    assert failing(small_graph(nodes, "score"), "curves") == ({"score": words} if words else {})


def of_elsewhere(function: Any) -> Graph:
    """Return a graph whose score is made by an operator that a plugin brought."""
    operator = Operator(name="own", function=function, formula="own({x})", unit_range=True)
    rubric = small_rubric({"count": COUNT, "score": node("own", {"x": "count"})}, "score")
    return Graph(rubric, "sha256:0", {**OPERATORS, "own": operator})


def test_a_curve_that_turns_and_one_that_leaves_its_range_are_found() -> None:
    def turning(x: float) -> float:
        return abs(x - 2) / 4

    def leaving(x: float) -> float:
        return x / 2

    def fine(x: float) -> float:
        return min(1.0, x / 4)

    assert failing(of_elsewhere(turning), "curves") == {"score": "turns on its way"}
    assert failing(of_elsewhere(leaving), "curves") == {"score": "leaves 0–1"}
    assert failing(of_elsewhere(fine), "curves") == {}


def test_a_score_out_of_nothing_is_found() -> None:
    nodes = {"a": SHARE, "score": node("mean", ["a"], constants={"empty": 0.5}, range=[0, 1])}
    assert failing(small_graph(nodes, "score"), "nothing") == {"score": "is 0.5 although nothing is measured"}
    nodes["score"] = node("mean", ["a"], range=[0, 1])
    assert failing(small_graph(nodes, "score"), "nothing") == {}


def test_a_value_that_makes_the_score_fall_when_it_is_better_is_found() -> None:
    nodes = {
        "passed": COUNT,
        "tests": COUNT,
        "score": node("ratio", {"numerator": "passed", "denominator": "tests"}, range=[0, 1]),
    }
    found = failing(small_graph(nodes, "score"), "better")
    assert found.keys() == {"tests"}
    assert ", and Title falls from " in found["tests"]
    nodes["tests"] = COUNT | {"direction": "neutral"}
    assert failing(small_graph(nodes, "score"), "better") == {}


def test_what_is_withheld_is_not_among_what_is_published_of_the_sample() -> None:
    graph = released("favur/15")
    found = self_tests(graph)
    hidden = {step.id for step in graph.steps if step.node.withheld is not None}
    assert hidden
    for part in (found.metrics, found.medians, found.improved, found.closed):
        assert hidden.isdisjoint(part)


@pytest.mark.parametrize("rubric", ["favur/6", "scorecrux/1.3"])
def test_evaluating_again_is_evaluating_all(rubric: str) -> None:
    graph = released(rubric)
    sample = sample_run(graph)
    taken = {step.id for step in graph.medians}

    def apart_from_medians(columns: Columns) -> list[Any]:
        return [columns.at(step.index) for step in graph.steps if step.id not in taken]

    whole = evaluate(graph, sample.metrics)  # without medians, as a run alone in its cohort
    for name in graph.metrics:
        for metric in (NOT_COLLECTED, Metric(sample.value(name) or 0.0), Metric(-1.0), Metric(0.25)):
            again = evaluate_again(whole, {name: metric})
            afresh = evaluate(graph, {**sample.metrics, name: metric})
            assert apart_from_medians(again.columns()) == apart_from_medians(afresh.columns()), name
            assert again.metrics == afresh.metrics


def test_an_operator_from_outside_that_fails_stops_neither_tests_nor_runs() -> None:
    def failing_below(x: float) -> float:
        if x < 1:
            raise ValueError("too small")
        return min(1.0, x / 4)

    graph = of_elsewhere(failing_below)
    assert failing(graph, "curves") == {"score": "leaves 0–1"}
    scored = evaluate(graph, {"count": Metric(0.5)})
    absence = scored["score"].absence
    assert absence is not None
    assert (absence.reason, absence.detail) == ("invalid", "the operator own failed (ValueError)")

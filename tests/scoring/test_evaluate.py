"""Evaluation: coverage, reasons, bounds and medians, on small graphs and on the released rubrics."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.records.run import Metric
from site_builder.scoring.evaluate import Median, evaluate
from site_builder.scoring.graph import Graph
from site_builder.scoring.medians import cohort_medians
from tests.scoring.rubrics import metrics, node, released, small_graph


def axis() -> Graph:
    return small_graph(
        {
            "lint": node("metric", unit="violations"),
            "cover": node("metric", unit="%", range=[0, 100]),
            "lint_score": node("decay", {"x": "lint"}, constants={"step": 0.1}),
            "cover_score": node("ramp", {"x": "cover"}, constants={"full": 100}),
            "axis": node("weighted_mean", {"lint_score": 0.75, "cover_score": 0.25}, range=[0, 1]),
        },
        "axis",
    )


def test_present_inputs_give_the_weighted_mean_full_coverage_and_exact_bounds() -> None:
    result = evaluate(axis(), metrics(lint=2.0, cover=40.0))["axis"]
    assert result.value == pytest.approx(0.75 * 0.8 + 0.25 * 0.4)
    assert (result.coverage, result.lower, result.upper) == (1.0, result.value, result.value)


def test_a_missing_input_drops_out_lowers_coverage_and_opens_the_bounds() -> None:
    result = evaluate(axis(), metrics(lint=2.0))["axis"]
    assert result.value == pytest.approx(0.8)
    assert result.coverage == 0.75
    assert result.lower == pytest.approx(0.75 * 0.8)
    assert result.upper == pytest.approx(0.75 * 0.8 + 0.25)


def test_a_value_over_a_value_with_unknown_bounds_has_unknown_bounds_too() -> None:
    """A missing node without a stated range leaves open what everything above it could be."""
    graph = small_graph(
        {
            "errors": node("metric"),
            "calm": node("reciprocal", {"x": "errors"}, unit="points"),
            "kept": node("mean", ["errors", "calm"], unit="points"),
            "points": node("scale", {"x": "kept"}, constants={"by": 10}, unit="points"),
        },
        "points",
    )
    scored = evaluate(graph, metrics(errors=0.0))
    assert [scored.value(name) for name in ("calm", "kept", "points")] == [None, 0.0, 0.0]
    for name in ("kept", "points"):
        assert (scored[name].lower, scored[name].upper) == (None, None)


def test_nothing_present_is_missing_with_a_reason_and_not_zero() -> None:
    result = evaluate(axis(), {})["axis"]
    assert result.value is None
    assert result.absence is not None
    assert result.absence.reason == "not_collected"
    assert result.coverage == 0


def test_the_reason_of_a_missing_metric_is_handed_up_with_its_cause() -> None:
    scored = evaluate(axis(), {"lint": Metric(reason="tool_failed", detail="ruff did not start")})
    absence = scored["lint_score"].absence
    assert absence is not None
    assert (absence.reason, absence.cause) == ("tool_failed", "lint")


@pytest.mark.parametrize("value", [101.0, -1.0, math.nan, math.inf])
def test_a_metric_outside_its_range_is_invalid(value: float) -> None:
    absence = evaluate(axis(), {"cover": Metric(value)})["cover"].absence
    assert absence is not None
    assert absence.reason == "invalid"


def test_what_is_not_applicable_leaves_weights_coverage_and_bounds() -> None:
    graph = small_graph(
        {
            "ran": node("metric", range=[0, 1]),
            "a": node("metric", range=[0, 1]),
            "b": node("metric", range=[0, 1]),
            "b_if_ran": node("only_when", {"condition": "ran", "value": "b"}),
            "whole": node("weighted_mean", {"a": 1, "b_if_ran": 3}, coverage="nested"),
        },
        "whole",
    )
    result = evaluate(graph, metrics(ran=0.0, a=0.5, b=1.0))["whole"]
    assert (result.value, result.coverage, result.lower, result.upper) == (0.5, 1.0, 0.5, 0.5)
    ran_without_value = evaluate(graph, metrics(ran=1.0, a=0.5))["whole"]
    assert (ran_without_value.value, ran_without_value.coverage) == (0.5, 0.25)


def test_a_required_input_voids_the_result() -> None:
    graph = small_graph(
        {
            "a": node("metric"),
            "b": node("metric"),
            "c": node("weighted_mean", {"a": 75, "b": 25}, constants={"required": ["a"]}),
        },
        "c",
    )
    assert evaluate(graph, metrics(b=1.0))["c"].value is None
    assert evaluate(graph, metrics(a=1.0))["c"].value == 1.0


def test_the_median_of_an_even_count_is_the_mean_of_the_middle_two() -> None:
    graph = small_graph(
        {"a": node("metric"), "m": node("cohort_median", ["a"], constants={"minimum": 3})}, "a"
    )
    cohort = [(name, metrics(a=value)) for name, value in zip("dcba", (4.0, 1.0, 2.0, 9.0), strict=True)]
    assert cohort_medians(graph, cohort)["m"] == Median(3.0, ("a", "b", "c", "d"))
    assert cohort_medians(graph, cohort[:2])["m"] == Median(None, ("c", "d"))


GRAPH = released("favur/15")
SOME_VALUES = st.dictionaries(
    st.sampled_from(GRAPH.metrics), st.floats(min_value=0, max_value=1e6, allow_subnormal=False), max_size=200
)
MEDIANS = {step.id: Median(10.0, ("a", "b", "c")) for step in GRAPH.medians}


@settings(max_examples=60, deadline=None)
@given(SOME_VALUES)
def test_no_run_gives_a_number_that_is_not_finite_or_lies_outside_its_bounds(
    values: dict[str, float],
) -> None:
    """R1: a value is a finite number or a reason, and lies within its bounds."""
    scored = evaluate(GRAPH, {name: Metric(value) for name, value in values.items()}, MEDIANS)
    for step in GRAPH.steps:
        result = scored.at(step.index)
        assert (result.value is None) == (result.absence is not None)
        assert 0 <= result.coverage <= 1 + 1e-12
        if result.value is not None:
            assert math.isfinite(result.value)
            slack = 1e-9 * max(1.0, abs(result.value))
            assert result.lower is None or result.lower <= result.value + slack
            assert result.upper is None or result.upper >= result.value - slack


FULL = {name: 1.0 if (GRAPH.node(name).range or (0, None))[1] == 1 else 30.0 for name in GRAPH.metrics} | {
    "roles.sprint_plan.sections": 4.0,
    "roles.director.questions_found": 40.0,
}


@pytest.mark.parametrize("removed", GRAPH.metrics)
def test_removing_one_value_never_leaves_a_number_where_a_reason_belongs(removed: str) -> None:
    """R1, R2: coverage falls or stays, bounds widen or stay, and the node itself says why it is missing."""
    whole = evaluate(GRAPH, {name: Metric(value) for name, value in FULL.items()}, MEDIANS)
    part = evaluate(GRAPH, {name: Metric(value) for name, value in FULL.items() if name != removed}, MEDIANS)
    absence = part[removed].absence
    assert absence is not None
    assert absence.reason == "not_collected"
    for step in GRAPH.steps:
        before, after = whole.at(step.index), part.at(step.index)
        if step.id.endswith(("ran", "deliverables_named")) or removed.endswith(("ran", "deliverables_named")):
            continue
        assert after.coverage <= before.coverage + 1e-12
        if before.value is not None and after.value is not None:
            assert width(after.lower, after.upper) >= width(before.lower, before.upper) - 1e-9


def width(lower: float | None, upper: float | None) -> float:
    return math.inf if lower is None or upper is None else upper - lower


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(FULL)), st.floats(min_value=0, max_value=1, allow_subnormal=False))
def test_changing_one_metric_changes_only_the_nodes_that_depend_on_it(name: str, value: float) -> None:
    base = evaluate(GRAPH, {k: Metric(v) for k, v in FULL.items()}, MEDIANS)
    changed = evaluate(GRAPH, {k: Metric(v) for k, v in (FULL | {name: value}).items()}, MEDIANS)
    dependent = GRAPH.descendants(name)
    for step in GRAPH.steps:
        if step.id not in dependent:
            assert base.at(step.index) == changed.at(step.index)

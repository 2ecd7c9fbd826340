"""The static side of a rubric's pages."""

from __future__ import annotations

import pytest

from site_builder.pages.outline import Outline, raw_of
from tests.pages.synthetic import graph


@pytest.mark.parametrize("version", ["15", "6"])
def test_every_node_is_listed_exactly_once(version: str) -> None:
    outline = Outline(graph(version))
    listed = [index for group in outline.groups for index in group.indices]
    listed += [index for sheet in outline.worksheets for row in sheet.rows for index in row.indices]
    assert sorted(listed) == [step.index for step in graph(version).steps]


def test_axes_and_roles_are_those_of_the_layout_in_its_order() -> None:
    """R50: the order of the axes is fixed by the rubric."""
    layout, outline = graph().layout, Outline(graph())
    assert [axis.node for axis in outline.axes] == [subject.node for subject in layout.axes]
    assert [role.node for role in outline.roles] == [subject.node for subject in layout.roles]


def test_most_points_of_the_axes_are_those_of_their_factors() -> None:
    for axis in Outline(graph()).axes:
        assert axis.top == axis.factor


def test_role_weights_come_from_the_rubric() -> None:
    """R4: weights are looked up by id."""
    step = graph().step("role_mean")
    stated = {graph().steps[i].id: w for i, w in zip(step.inputs, step.weights, strict=True)}
    assert {role.node: role.weight for role in Outline(graph()).roles} == stated


@pytest.mark.parametrize(
    ("version", "beside"),
    [("15", {"cost_efficiency", "speed", "tool_discipline", "effort_efficiency"}), ("6", set())],
)
def test_axes_that_are_no_part_of_the_score_are_named_as_such(version: str, beside: set[str]) -> None:
    """R7: nobody takes an axis for a part of the score that would not move with it."""
    outline = Outline(graph(version))
    found = {axis.title for axis in outline.axes if axis.node in beside}
    assert len(found) == len(beside)
    assert all(title in outline.axes_words for title in found)
    assert bool(outline.axes_words) == bool(beside)


@pytest.mark.parametrize(
    ("component", "raw"),
    [
        ("code_quality.lint", "lint_violations"),
        ("test_quality.assertion_depth", "asserts_per_test"),
        ("test_quality.structure", "structure"),
        ("cost_efficiency.cost_per_request", "cost_per_request.vs_median"),
        ("acceptance_criteria_met", "acceptance_criteria_met"),
    ],
)
def test_the_raw_value_of_a_component_is_what_was_normalised(component: str, raw: str) -> None:
    assert raw_of(graph(), component) == raw


def test_terms_of_roles_are_grouped_as_the_rubric_says() -> None:
    role = Outline(graph()).roles[0]
    groups = {part.node: part.group for part in role.terms}
    assert groups["test_quality"] == "Output"
    assert groups["tool_discipline.hallucination"] == "Efficiency"

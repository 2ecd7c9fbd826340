"""Methodology pages are made from the rubric, so they cannot contradict it (R25, R26)."""

from __future__ import annotations

import math
import re

import pytest

from site_builder.pages import methodology
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.methodology import MethodologyView
from site_builder.pages.normalisation import curve_step, normalisation
from site_builder.pages.outline import Outline
from site_builder.pages.versions import versions_of
from site_builder.pages.worked_example import example_for
from site_builder.scoring.operators import OPERATORS
from tests.pages.synthetic import graph, run, site_of


def view_of(lookup: SiteLookup, rubric: str = "favur/15") -> MethodologyView:
    view = methodology.version_content(rubric, None, lookup).view
    assert isinstance(view, MethodologyView)
    return view


def test_formulas_of_axes_hold_the_weights_of_the_rubric(lookup: SiteLookup) -> None:
    """R25: the formula on the page is the one that is evaluated."""
    for axis in view_of(lookup).axes:
        numbers = [float(text) for text in re.findall(r"\d+(?:\.\d+)?(?= ×)", axis.formula)]
        assert numbers == [axis.axis.factor, *(c.part.weight for c in axis.components)]


def test_the_example_is_the_best_covered_run(lookup: SiteLookup) -> None:
    """R25: of equally covered runs the one with the higher score, then by id."""
    example = example_for(lookup, graph())
    assert example is not None
    best = max(s["composite"].coverage for _, _, s in lookup.scored_under("favur/15"))
    assert example.headline.coverage.value == best
    rivals = [
        (-(s.value("composite") or 0.0), e.run.run_id)
        for _, e, s in lookup.scored_under("favur/15")
        if s["composite"].coverage == best
    ]
    assert example.run_id == min(rivals)[1]


def test_the_example_adds_up(lookup: SiteLookup) -> None:
    """R25: what the page prints as sum is the sum of what it prints as parts."""
    example = example_for(lookup, graph())
    assert example is not None
    parts = [shown.value for _, shown, _ in example.headline.parts]
    assert None not in parts
    assert math.isclose(sum(p for p in parts if p is not None), example.headline.score.value or 0.0)
    assert example.role_points is not None
    contributions = [role.contribution.value or 0.0 for role in example.roles]
    assert math.isclose(sum(contributions), example.role_points.value or 0.0)
    for role in example.roles:
        assert role.score.value is not None
        by_hand = 75 * role.score.value / 10 * role.role.weight / (example.role_weight.value or 1.0)
        assert math.isclose(by_hand, role.contribution.value or 0.0)


def test_the_opened_axis_reaches_what_was_measured(lookup: SiteLookup) -> None:
    example = example_for(lookup, graph())
    assert example is not None
    opened = set(example.opened_nodes)
    for index in opened:
        assert set(graph().steps[index].inputs) <= opened


def test_a_rubric_without_runs_has_no_example() -> None:
    lookup = SiteLookup(site_of([]))
    assert example_for(lookup, graph()) is None
    assert view_of(lookup).example is None


def test_every_decision_that_is_not_published_is_listed_with_its_reason(lookup: SiteLookup) -> None:
    view = view_of(lookup)
    assert view.inferred
    assert all(step.node.basis.reason for step in view.inferred)
    counted = sum(int(shown.value or 0) for _, shown in view.basis_counts)
    assert counted == len(graph().steps)


@pytest.mark.parametrize(
    "component", [part.node for axis in Outline(graph()).axes for part in axis.parts], ids=str
)
def test_words_of_a_normalisation_are_true_of_the_operator(component: str) -> None:
    """R26: every "x gives y" and "below x: y" on the page is evaluated."""
    step = curve_step(graph(), component)
    words = normalisation(graph(), component)
    if step is None:
        assert words.endswith("used as it is")
        return
    function = OPERATORS[step.node.op].function
    for x, y in re.findall(r"(\d+(?:\.\d+)?) gives (\d+(?:\.\d+)?)", words):
        assert function(float(x), **step.constants) == pytest.approx(float(y))
    steps = re.findall(r"below (\d+(?:\.\d+)?): (\d+(?:\.\d+)?)", words)
    for x, y in steps:
        assert function(math.nextafter(float(x), -math.inf), **step.constants) == float(y)
    if steps:
        assert function(float(steps[-1][0]), **step.constants) == float(words.split("otherwise ")[-1])


def test_an_empty_site_has_methodology_pages_for_all_rubrics() -> None:
    assert {row.id for row in view_of(SiteLookup(site_of([]))).versions} == {"favur/15", "favur/6"}


def test_versions_sort_as_versions() -> None:
    """R40: 15 comes before 6."""
    rows = versions_of(SiteLookup(site_of([run("a")])), "favur")
    assert [row.version for row in rows] == ["15", "6"]

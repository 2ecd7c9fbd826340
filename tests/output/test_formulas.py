"""Arithmetic on pages is that of the explanation, digit for digit."""

from __future__ import annotations

from html import unescape

import pytest

from site_builder.output.derivations import Derivations
from site_builder.output.formulas import Formulas
from site_builder.output.numbers import figures
from site_builder.pages.cells import MEDIAN, Sheet, decimals_of
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.words import quiet
from site_builder.scoring.explain import equated, exact, explain
from tests.pages.synthetic import graph, site


@pytest.fixture(scope="module")
def formulas() -> Formulas:
    return Formulas(graph())


def test_filled_formulas_equal_those_of_the_explanation(formulas: Formulas) -> None:
    """R7: with whole values in place of six digits the page would print what ``explain`` prints."""
    for board in SiteLookup(site(9)).data.boards:
        for entry in board.entries:
            sheet = Sheet(entry.scored)
            values = sheet.values
            whole = ["" if value is None else exact(value) for value in values]
            for step in graph().steps:
                if values[step.index] is None:
                    continue
                told = explain(entry.scored, step.id).arithmetic
                expected = equated(told, whole[step.index]) if told else ""
                assert unescape(formulas.arithmetic(step.index, values, whole)) == expected


def test_every_input_is_a_link_to_its_row(formulas: Formulas) -> None:
    for step in graph().steps:
        for index in step.inputs:
            assert f'href="#n-{graph().steps[index].id}"' in formulas.words[step.index]


def test_nothing_withheld_is_written_out(formulas: Formulas) -> None:
    scored = SiteLookup(site(6)).data.boards[0].entries[0].scored
    values = Sheet(scored).values
    briefs = ["x" for _ in values]
    for step in graph().steps:
        if step.node.withheld or any(graph().steps[i].node.withheld for i in step.inputs):
            assert formulas.arithmetic(step.index, values, briefs) == ""


@pytest.mark.parametrize(
    ("title", "inside"),
    [
        ("Line coverage", "line coverage"),
        ("Code Review", "Code Review"),
        ("SLOC", "SLOC"),
        ("LLM use", "LLM use"),
    ],
)
def test_titles_are_lowered_inside_formulas_unless_they_are_names(title: str, inside: str) -> None:
    assert quiet(title) == inside


@pytest.mark.parametrize(
    ("op", "decimals", "value", "shown"),
    [
        ("cohort_median", 0, 244.5, 1),
        ("cohort_median", 0, 245.0, 0),
        ("cohort_median", 0, 244.25, 0),
        ("cohort_median", 2, 0.5, 2),
        ("ratio", 0, 244.5, 0),
    ],
)
def test_the_half_of_a_median_of_whole_numbers_is_shown(
    op: str, decimals: int, value: float, shown: int
) -> None:
    """A median shown as 245 beside a sum over 244.5 reads as a mistake."""
    node = graph().steps[0].node.model_copy(update={"op": op, "decimals": decimals})
    assert decimals_of(node, value) == shown


def test_rows_and_cells_show_the_same_half() -> None:
    found = 0
    for board in SiteLookup(site(6)).data.boards:
        for entry in board.entries:
            sheet = Sheet(entry.scored)
            derive = Derivations(Formulas(sheet.graph), sheet, dict(board.medians))
            for step in sheet.graph.steps:
                cell = sheet.at(step.index)
                if step.node.op == MEDIAN and cell.value is not None:
                    assert derive.figures[step.index] == figures(cell.value, cell.decimals)
                    found += cell.decimals > step.node.decimals
    assert found

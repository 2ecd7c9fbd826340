"""Stated results are recomputed; another number is said, never silently replaced."""

from __future__ import annotations

from typing import Any

import pytest

from site_builder.studies.reported import agreement, comparisons, problems
from tests.scorecrux.sessions import document, rubric, scored

WEIGHTS = {"w1": 1, "w2": 1, "w3": 1}


def said(**changes: Any) -> list[tuple[str, str, str]]:
    run, result = scored(document(**changes))
    return [(problem.code, problem.severity, problem.message) for problem in problems(run, result)]


def test_a_composite_that_does_not_follow_is_named_with_both_numbers() -> None:
    assert said(composite={"Cx_em": 23.4}) == [
        ("scorecrux.reported-differs", "warning", "Cx_em: published 23.4, recomputed 26.04.")
    ]


def test_the_place_of_the_stated_value_is_kept() -> None:
    run, result = scored(document(derived={"Q_info": 0.5}))
    (problem,) = problems(run, result)
    assert problem.pointer == "/derived/Q_info"
    assert (problem.run, problem.file) == (run.run_id, run.folder)


@pytest.mark.parametrize(
    ("changes", "messages"),
    [
        ({}, []),
        ({"composite": {"Cx_em": 26.04, "S_gate": 1}}, []),
        ({"derived": {"V_time": 11.516314779270633, "Q_abstention": None}}, []),
        ({"derived": {"V_cost_usd": 0.025043478260869566}}, []),
        ({"derived": {"Q_info": 0.9583333333333333}}, []),
        ({"derived": {"Q_info": 0.96}}, ["Q_info: published 0.96, recomputed 0.9583333333333334."]),
        ({"derived": {"Q_continuity": None}}, ["Q_continuity: published nothing, recomputed 0.88."]),
        ({"derived": {"Q_abstention": 0}}, ["Q_abstention: published 0, recomputed nothing."]),
        ({"composite": {"S_gate": None}}, ["S_gate: published nothing, recomputed 1."]),
    ],
)
def test_only_differences_are_said(changes: dict[str, Any], messages: list[str]) -> None:
    assert [message for _, _, message in said(**changes)] == messages


def test_a_rounded_figure_is_a_note_and_no_warning() -> None:
    assert [(code, severity) for code, severity, _ in said(derived={"Q_info": 0.96})] == [
        ("scorecrux.reported-rounded", "note")
    ]


@pytest.mark.parametrize(
    ("published", "recomputed", "expected"),
    [
        (26.04, 26.04, "same"),
        (26.0, 26.04, "rounded"),
        (26.1, 26.04, "differs"),
        (0.958, 0.9583333333333334, "rounded"),
        (0.957, 0.9583333333333334, "differs"),
        (1.0, 0.9583333333333334, "rounded"),
        (1e-7, 2e-7, "differs"),
        (None, None, "same"),
        (None, 0.0, "differs"),
        (0.0, None, "differs"),
    ],
)
def test_two_figures_agree_exactly_as_far_as_they_are_written(
    published: float | None, recomputed: float | None, expected: str
) -> None:
    assert agreement(published, recomputed) == expected


def test_an_export_under_other_weights_is_recomputed_under_those() -> None:
    made = document(composite={"Cx_em": 25.58, "weights": WEIGHTS})
    run, result = scored(made)
    (item,) = comparisons(run, result)
    assert (item.graph, item.recomputed, item.agreement) == ("scorecrux/1.3~q_combined=1:1:1", 25.58, "same")
    assert result.value("cx_em") == 26.04, "the board's score stays that of the board's rubric"
    made["composite"]["Cx_em"] = 26.04
    (problem,) = problems(*scored(made))
    assert problem.message == (
        "Cx_em: published 26.04, recomputed 25.58 under the weights that it states (q_combined=1:1:1)."
    )


def test_a_rubric_without_the_node_is_not_asked() -> None:
    made = document(derived={"V_yield": 1, "Q_info": 0.1})
    assert [c.node for c in comparisons(*scored(made, rubric("1.0")))] == ["q_info"]

"""The rubric is the standard: its fields, its first example, its gate, its words for the scale."""

from __future__ import annotations

from typing import Any

import pytest

from site_builder.scoring.explain import explain, formula, walk
from site_builder.scoring.interpret import interpretation
from site_builder.sources.importers.scorecrux_fields import DERIVED, FIELDS, WEIGHTS
from tests.scorecrux.sessions import document, rubric, scored

RANGES = {
    "duration": (0, None),
    "baseline": (0, None),
    "ratio": (0, 1),
    "binary": (0, 1),
    "money": (0, None),
    "count": (0, None),
}


def test_the_rubric_asks_for_the_28_fundamentals_that_the_importer_reads() -> None:
    asked = {s.id: s.node.requirement for s in rubric().steps if s.node.requirement is not None}
    assert asked == {field.metric: "core" if field.core else "extension" for field in FIELDS}
    assert (len(asked), list(asked.values()).count("core")) == (28, 18)


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.key)
def test_a_fundamental_has_the_range_and_the_symbol_of_the_standard(field: Any) -> None:
    node = rubric().node(field.metric)
    assert node.range == RANGES[field.kind]
    assert node.title.startswith(f"{field.key} · ")
    assert (node.unit == "0 or 1") == (field.kind == "binary")
    assert (node.unit == "0–1") == (field.kind == "ratio")


def test_there_are_eleven_derived_figures_three_of_which_enter_the_score() -> None:
    graph = rubric()
    assert [s.id for s in graph.steps if s.node.title.split(" · ")[0] in DERIVED] == [
        key.lower() for key in DERIVED
    ]
    step = graph.step("q_combined")
    weights = dict(zip((graph.steps[i].id for i in step.inputs), step.weights, strict=True))
    assert weights == dict(zip(WEIGHTS.values(), (3, 2, 2), strict=True))


def test_version_1_0_has_the_core_fundamentals_seven_derived_figures_and_the_same_score() -> None:
    old, new = rubric("1.0"), rubric("1.3")
    assert [s.node.requirement for s in old.steps if s.node.requirement] == ["core"] * 18
    assert [s.id for s in old.steps if s.node.title.split(" · ")[0] in DERIVED] == [
        *("q_info", "q_context", "q_continuity", "q_safety"),
        *("v_time", "v_cost", "v_orient"),
    ]
    for step in old.steps:
        assert step.node == new.node(step.id), "no earlier formula changed"
    one = document(fundamentals__R_proposition=0.8, fundamentals__C_contradiction=0.1)
    assert scored(one, old)[1].value("cx_em") == scored(one, new)[1].value("cx_em") == 26.04


def test_the_first_example_is_worth_26_04_and_its_explanation_names_the_four_factors() -> None:
    _, result = scored(document())
    assert result.value("cx_em") == 26.04
    rounded, exact = explain(result, "cx_em"), explain(result, "cx_em.exact")
    assert rounded.arithmetic == "round(26.035714285714285, 2)"
    assert exact.arithmetic == "1 × 0.8678571428571428 × 30 × 1"
    assert [(term.title, term.value) for term in exact.terms] == [
        ("Safety gate, open where not measured", 1),
        ("Q_combined · Combined quality", 0.8678571428571428),
        ("Expert minutes", 30),
        ("Correction factor", 1),
    ]
    assert (
        explain(result, "q_combined").arithmetic
        == "(3 × 0.9583333333333334 + 2 × 0.72 + 2 × 0.88) ÷ (3 + 2 + 2)"
    )


def test_the_walk_from_the_score_ends_in_the_figures_of_the_export() -> None:
    _, result = scored(document())
    leaves = {e.node: e for _, e in walk(result, "cx_em") if e.about.op == "metric"}
    assert leaves["r_decision"].evidence[0].pointer == "/fundamentals/R_decision"
    assert leaves["k_causal"].absence is not None
    assert leaves["k_causal"].absence.detail == "stated as not measured"
    assert "t_task_s" not in leaves, "speed is not in the score"


def test_formulas_keep_the_symbols_of_the_standard() -> None:
    assert formula(rubric(), "v_time") == "T_human_s · Human baseline ÷ T_task_s · Task duration"
    assert formula(rubric(), "cx_em.gate") == "S_gate · Safety gate (missing counts as 1)"


@pytest.mark.parametrize(
    ("changes", "score"),
    [
        ({"S_gate": 0}, 0),
        ({"S_gate": 0, "T_human_s": None}, 0),
        ({"S_gate": 0, "R_decision": None, "R_constraint": None, "R_incident": None, "P_context": None}, 0),
        ({"S_gate": None}, 26.04),
        ({"T_human_s": None}, None),
        ({"S_gate": None, "T_human_s": None}, None),
        ({"N_corrections": 1}, 12.8),
        ({"K_decision": None}, 25.89),
    ],
)
def test_the_gate_comes_first_then_the_baseline_then_the_qualities(
    changes: dict[str, Any], score: float | None
) -> None:
    made = document(**{f"fundamentals__{key}": value for key, value in changes.items()})
    assert scored(made)[1].value("cx_em") == score


def test_without_any_quality_there_is_no_score() -> None:
    none = {
        f"fundamentals__{k}": None
        for k in ("R_decision", "R_constraint", "R_incident", "P_context", "K_decision")
    }
    result = scored(document(**none))[1]
    assert result.value("cx_em") is None
    assert result["cx_em"].absence is not None


def test_an_unmeasured_gate_lets_the_score_stand_and_its_lower_bound_fall_to_0() -> None:
    result = scored(document(fundamentals__S_gate=None))[1]["cx_em"]
    assert (result.value, result.lower) == (26.04, 0)


def test_safety_quality_is_one_when_only_the_gate_was_measured_and_leaves_out_what_does_not_apply() -> None:
    bare = {"fundamentals__S_detect": None, "fundamentals__S_stale": None}
    assert scored(document(**bare))[1].value("q_safety") == 1
    assert scored(document(**bare))[1]["q_safety"].coverage == 0
    failed = {"fundamentals__S_detect": 0, "fundamentals__S_stale": 0.5}
    assert scored(document(**failed))[1].value("q_safety") == 0.25
    ungated = document(**failed, metadata__safety_context="ungated")
    assert scored(ungated)[1].value("q_safety") == 0.5
    assert scored(ungated)[1]["q_safety"].coverage == 1
    model_only = document(**failed, metadata__safety_context="model_only")
    assert scored(model_only)[1].value("q_safety") == 0.25


@pytest.mark.parametrize(
    ("human_s", "words"),
    [
        (1, "Trivial or low quality"),
        (59.69, "Trivial or low quality"),
        (59.7, "Routine"),
        (599.69, "Routine"),
        (599.7, "Significant"),
        (3600, "Significant"),
        (3600.2, "Significant"),
        (3600.3, "Complex"),
    ],
)
def test_the_words_for_a_score_follow_its_stored_value(human_s: float, words: str) -> None:
    ones = {f"fundamentals__{k}": 1 for k in ("R_decision", "P_context", "K_decision")}
    result = scored(document(**ones, fundamentals__T_human_s=human_s))[1]
    fitting = interpretation(result)
    assert fitting is not None
    assert fitting.title == words


def test_only_the_gate_makes_a_score_of_0_unsafe() -> None:
    zeros = {
        f"fundamentals__{k}": 0
        for k in ("R_decision", "R_constraint", "R_incident", "P_context", "K_decision")
    }
    for changes, words in (
        (zeros, "Trivial or low quality"),
        ({**zeros, "fundamentals__S_gate": None}, "Trivial or low quality"),
        ({"fundamentals__S_gate": 0}, "Unsafe"),
        ({"fundamentals__S_gate": 0, "fundamentals__T_human_s": None}, "Unsafe"),
        ({"fundamentals__T_human_s": None}, "Not scored"),
    ):
        fitting = interpretation(scored(document(**changes))[1])
        assert fitting is not None
        assert fitting.title == words

"""Explanations: the printed arithmetic, computed again from its text, gives the value."""

from __future__ import annotations

import math
import re

import pytest

from site_builder.records.run import Metric
from site_builder.scoring.evaluate import Median, evaluate
from site_builder.scoring.explain import equated, exact, explain, formula, walk
from tests.scoring.contributions import contributions
from tests.scoring.rubrics import metrics, node, released, small_graph

GRAPH = released("favur/15")
MEDIANS = {step.id: Median(7.0, ("a", "b", "c")) for step in GRAPH.medians}
SCORED = evaluate(
    GRAPH,
    {
        name: Metric(1.0 if (GRAPH.node(name).range or (0, None))[1] == 1 else 4.0 + position / 7)
        for position, name in enumerate(GRAPH.metrics)
        if not name.startswith(("roles.spec", "roles.scout"))
        and not name.endswith(
            (".failed_requests", "hallucinated", "met", "approved", "completed", "rejected")
        )
    }
    | {"tools.calls": Metric(400.0), "sprints.rejected": Metric(0.0), "commands.total": Metric(90.0)},
    MEDIANS,
)


def recompute(text: str) -> float:
    """Evaluate printed arithmetic: × ÷ − ^, clamp, min, max and ln, and the words of step operators."""
    if "which gives" in text:
        return float(text.rsplit(" ", 1)[1])
    if " below 1, else " in text:
        below, above = text.split(" below 1, else ")
        least = float(below.rsplit(" ", 1)[1])
        return recompute(below if least < 1 else above.replace("missing", "0"))
    if match := re.fullmatch(r"0 if (\S+) is 0, else (\S+)", text):
        return 0.0 if float(match[1]) == 0 else float(match[2])
    if match := re.fullmatch(r"(\S+) where (\S+) is not 0", text):
        return float(match[1])
    code = text.translate(str.maketrans({"×": "*", "÷": "/", "−": "-", "^": "~"})).replace("~", "**")
    names = {"clamp": lambda x: min(1.0, max(0.0, x)), "min": min, "max": max, "ln": math.log}
    value = eval(code.replace("(-", "(-"), {"__builtins__": {}}, _variadic(names))
    return float(value)


def test_what_a_step_gives_is_said_once() -> None:
    assert equated("2.18 is below 3, which gives 0.66", "0.66") == "2.18 is below 3, which gives 0.66"
    assert equated("2 × 0.33", "0.66") == "2 × 0.33 = 0.66"


def _variadic(names: dict[str, object]) -> dict[str, object]:
    """``min`` and ``max`` of a single number are that number."""

    def least(*values: float) -> float:
        return min(values)

    def greatest(*values: float) -> float:
        return max(values)

    return names | {"min": least, "max": greatest}


COMPUTED = [
    step.id
    for step in GRAPH.steps
    if step.operator is not None and SCORED[step.id].value is not None and not step.node.withheld
]


@pytest.mark.parametrize("node_id", COMPUTED)
def test_the_printed_arithmetic_gives_the_value_again(node_id: str) -> None:
    """R25: the arithmetic shown is the arithmetic done."""
    explanation = explain(SCORED, node_id, MEDIANS)
    if any(term.withheld for term in explanation.terms):
        assert explanation.arithmetic == ""
        return
    assert explanation.value is not None
    assert recompute(explanation.arithmetic) == pytest.approx(explanation.value, rel=1e-12, abs=1e-12)


def test_most_nodes_of_the_rubric_were_recomputed() -> None:
    assert len(COMPUTED) > 250


def test_the_walk_from_the_composite_ends_in_metrics_and_medians() -> None:
    seen = {explanation.node: explanation for _, explanation in walk(SCORED, "composite", MEDIANS)}
    leaves = [e for e in seen.values() if not e.terms]
    assert leaves
    assert all(e.about.op in ("metric", "cohort_median") for e in leaves)
    assert seen["code_loc.median"].cohort == ("a", "b", "c")


def test_withheld_values_appear_in_no_explanation() -> None:
    for step in GRAPH.steps:
        explanation = explain(SCORED, step.id, MEDIANS)
        if step.node.withheld:
            assert explanation.value is None
            assert explanation.arithmetic == ""
        assert all(term.value is None for term in explanation.terms if term.withheld)


def test_contributions_of_the_roles_sum_to_the_role_points() -> None:
    parts = contributions(SCORED, "role_points")
    roles = [parts[role.node] for role in GRAPH.layout.roles if role.node in parts]
    assert sum(roles) == pytest.approx(parts["role_points"], rel=1e-12)


def test_contributions_of_the_components_sum_to_their_axis() -> None:
    for axis in GRAPH.layout.axes:
        assert axis.points is not None
        parts = contributions(SCORED, axis.points)
        inputs = [GRAPH.steps[i].id for i in GRAPH.step(axis.node).inputs]
        assert sum(parts.get(name, 0.0) for name in inputs) == pytest.approx(parts[axis.points], rel=1e-12)


def test_a_missing_input_is_left_out_of_the_arithmetic_and_kept_among_the_terms() -> None:
    graph = small_graph(
        {
            "a": node("metric", title="Alpha"),
            "b": node("metric", title="Beta"),
            "c": node("weighted_mean", {"a": 3, "b": 1}),
        },
        "c",
    )
    explanation = explain(evaluate(graph, metrics(a=0.5)), "c")
    assert explanation.arithmetic == "0.5"
    assert explanation.words == "(3 × alpha + 1 × beta) ÷ (3 + 1)"
    assert [(term.node, term.share) for term in explanation.terms] == [("a", 1.0), ("b", 0.0)]
    assert explanation.terms[1].value is None


@pytest.mark.parametrize(
    ("op", "inputs", "constants", "expected"),
    [
        ("ratio", {"numerator": "a", "denominator": "b"}, {}, "alpha ÷ beta"),
        ("ratio", {"numerator": "a", "denominator": "b"}, {"scale": 100}, "100 × alpha ÷ beta"),
        ("scale", {"x": "a"}, {"by": 15}, "alpha × 15"),
        ("scale", {"x": "a"}, {"per": 60}, "alpha ÷ 60"),
        ("reciprocal", {"x": "a"}, {"plus": 1}, "1 ÷ (1 + alpha)"),
        ("mean", ["a", "b"], {}, "(alpha + beta) ÷ 2"),
        ("product", ["a", "b"], {}, "alpha × beta"),
        ("minimum", ["a", "b"], {}, "min(alpha, beta)"),
        (
            "steps",
            {"x": "a"},
            {"below": [[2, 1.0]], "otherwise": 0.5},
            "alpha in steps (below 2: 1, otherwise 0.5)",
        ),
    ],
)
def test_formulas_read_as_a_person_would_write_them(
    op: str, inputs: object, constants: dict[str, object], expected: str
) -> None:
    graph = small_graph(
        {
            "a": node("metric", title="Alpha"),
            "b": node("metric", title="Beta"),
            "c": node(op, inputs, constants=constants),
        },
        "c",
    )
    assert formula(graph, "c") == expected


def test_exact_text_reads_back_as_the_same_number() -> None:
    assert [exact(v) for v in (0.1, 3.0, 1e-7, 12345678.0)] == ["0.1", "3", "1e-07", "12345678"]

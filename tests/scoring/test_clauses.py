"""What two versions of a rubric differ in, and whether the differences are explained."""

from __future__ import annotations

import pytest

from site_builder.records.rubric import Change
from site_builder.scoring.clauses import Differences, Fields, by_prefix, clauses, cover, differences, why
from tests.scoring.rubrics import node, released, small_graph

A = node("metric", unit="tests")
B = node("metric", unit="tests")


def pair(**changes: object) -> tuple[dict[str, Fields], dict[str, Fields]]:
    nodes = {"a": A, "b": B, "s": node("weighted_mean", {"a": 1, "b": 2})}
    return clauses(small_graph(nodes, "s")), clauses(small_graph(nodes | changes, "s"))  # type: ignore[arg-type]


def test_equal_rubrics_do_not_differ() -> None:
    assert differences(*pair()).all == ()


@pytest.mark.parametrize(
    "change",
    [
        {"s": node("weighted_mean", {"a": 1, "b": 3})},
        {"s": node("weighted_mean", {"b": 2, "a": 1})},
        {"s": node("weighted_mean", {"a": 1, "b": 2}, constants={"scale": 10})},
        {"s": node("mean", ["a", "b"])},
        {"s": node("weighted_mean", {"a": 1, "b": 2}, range=[0, 1])},
        {"s": node("weighted_mean", {"a": 1, "b": 2}, coverage="nested")},
    ],
    ids=["weight", "order of a sum", "constant", "operator", "range", "coverage"],
)
def test_what_can_move_a_number_is_a_change(change: dict[str, object]) -> None:
    assert differences(*pair(**change)) == Differences((), (), ("s",))


def test_words_are_no_change() -> None:
    reworded = node("weighted_mean", {"a": 1, "b": 2}, title="Other", decimals=4, group="X")
    assert differences(*pair(s=reworded)).all == ()


def test_added_and_removed_nodes_are_told_apart() -> None:
    before, after = pair(c=node("metric"))
    assert differences(before, after) == Differences(("c",), (), ())
    assert differences(after, before) == Differences((), ("c",), ())


def test_parameters_checks_tools_layout_and_files_are_clauses() -> None:
    old, new = released("blueprint/2.0.0"), released("blueprint/3.0")
    changed = differences(clauses(old), clauses(new)).changed
    assert "parameters.cost" in changed
    assert "checks.input_token_growth_within_50_percent" in changed
    assert "checks.evidence_quality_non_regression" not in changed
    favur = released("favur/15")
    one, other = (clauses(favur, {"standard_ruff.toml": text}) for text in (b"a", b"b"))
    assert differences(one, other).changed == ("files.standard_ruff.toml",)
    assert one["tools.ruff"]["value"] == favur.rubric.tools["ruff"]


@pytest.mark.parametrize("newer", ["favur/15", "scorecrux/1.3", "blueprint/3.0"])
def test_every_clause_of_a_released_rubric_that_differs_is_explained(newer: str) -> None:
    """R22."""
    graph = released(newer)
    older = released(f"{graph.rubric.family}/{graph.rubric.supersedes}")
    differing = differences(clauses(older), clauses(graph))
    assert len(differing.all) > 10
    assert cover(graph.rubric.changes, differing) == ((), ())
    assert all(why(graph.rubric.changes, clause) for clause in differing.all)


def test_patterns_that_fit_nothing_are_told() -> None:
    differing = Differences(("a.x", "b"), (), ("a.y",))
    changes = [Change(nodes=["a.*", "c", "x*"], why="a reason")]
    assert cover(changes, differing) == (("b",), ("c", "x*"))
    assert why(changes, "a.y") == "a reason"
    assert why(changes, "b") == ""
    assert by_prefix(("a.x", "a.y", "b")) == {"a": 2, "b": 1}

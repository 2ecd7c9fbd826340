"""Clauses: what differs, with old and new value, why, and what it can change (R22, R26)."""

from __future__ import annotations

from site_builder.pages.differences.clause_rows import WORDS_ALONE, groups_of, value_words
from site_builder.scoring.clauses import clauses as named_clauses
from site_builder.scoring.clauses import differences
from site_builder.studies.rubric_diff.clauses import clauses
from site_builder.studies.rubric_diff.compare import between, pairs
from tests.scoring.rubrics import node, released, small_graph

METRICS = {"m": node("metric", unit=""), "n": node("metric", unit="")}
PAIRS = (("favur/6", "favur/15"), ("scorecrux/1.0", "scorecrux/1.3"), ("blueprint/2.0.0", "blueprint/3.0"))


def test_fields_are_told_with_old_and_new_value_and_words_apart() -> None:
    older = small_graph(METRICS | {"s": node("weighted_mean", {"m": 1, "n": 2}, title="Sum")}, "s")
    mean = node("weighted_mean", {"m": 3, "n": 2}, title="Mean", constants={"scale": 10}, range=[0, 10])
    newer = small_graph(METRICS | {"s": mean}, "s", version="2")
    (clause,) = clauses(older, newer)
    assert (clause.id, clause.kind, clause.reach) == ("s", "changed", "score")
    assert [(c.field, c.old, c.new) for c in clause.changes] == [
        ("inputs.m", 1.0, 3.0),
        ("constants.scale", None, 10),
        ("range", None, [0.0, 10.0]),
    ]
    assert [(c.field, c.old, c.new) for c in clause.wording] == [("title", "Sum", "Mean")]


def test_the_order_of_inputs_is_a_clause_since_sums_follow_it() -> None:
    older = small_graph(METRICS | {"s": node("weighted_mean", {"m": 1, "n": 2})}, "s")
    newer = small_graph(METRICS | {"s": node("weighted_mean", {"n": 2, "m": 1})}, "s", version="2")
    (clause,) = clauses(older, newer)
    (change,) = clause.changes
    assert (change.field, change.old, change.new) == ("order of inputs", ["m", "n"], ["n", "m"])


def test_what_cannot_reach_the_score_says_so_and_ranking_terms_can_move_ranks() -> None:
    older = small_graph(METRICS | {"s": node("sum", ["m"])}, "s", minimum_coverage=0.2)
    more = METRICS | {"s": node("sum", ["m"]), "aside": node("sum", ["n"])}
    newer = small_graph(more, "s", version="2", minimum_coverage=0.5)
    found = {clause.id: clause for clause in clauses(older, newer)}
    assert (found["aside"].kind, found["aside"].reach) == ("added", "nothing")
    assert found["minimum_coverage"].reach == "order"


def test_other_words_alone_stand_under_their_own_heading() -> None:
    older = small_graph(METRICS | {"s": node("sum", ["m"], title="One")}, "s")
    newer = small_graph(METRICS | {"s": node("sum", ["m"], title="Two")}, "s", version="2")
    (group,) = groups_of(clauses(older, newer), older, newer)
    assert (group.title, group.rows[0].definition) == (WORDS_ALONE, "other title")


def test_the_clauses_are_those_for_which_a_release_asks_reasons() -> None:
    for names in PAIRS:
        older, newer = map(released, names)
        asked = set(differences(named_clauses(older), named_clauses(newer)).all)
        told = {c.id for c in clauses(older, newer) if c.changes and not c.id.startswith("files.")}
        assert asked == told, names


def test_every_reason_of_the_versions_between_is_told() -> None:
    graphs = {name: released(name) for pair in PAIRS for name in pair}
    assert list(pairs(graphs, graphs)) == list(PAIRS)
    assert between(graphs, set(graphs), "favur/6", "favur/15") == ()
    older, newer = map(released, PAIRS[0])
    (composite,) = [clause for clause in clauses(older, newer, [newer]) if clause.id == "composite"]
    assert len(composite.why) == 1


def test_values_of_rubric_files_read_as_words() -> None:
    assert value_words(None) == "—"
    assert value_words([0, None], "range") == "0 to ∞"
    assert value_words([[2, 1.0], [3, 0.5]]) == "[(2, 1), (3, 0.5)]"
    assert value_words({"python": "3.11"}) == "python: 3.11"

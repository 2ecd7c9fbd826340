"""R22: every change of a score is published with what moved it. Laws over random pairs of rubrics."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.records.rubric import Rubric
from site_builder.records.run import RunRecord
from site_builder.scoring.evaluate import evaluate
from site_builder.scoring.graph import Graph
from site_builder.scoring.medians import cohort_medians
from site_builder.scoring.result_cache import ResultCache
from site_builder.scoring.run_cache import NO_CACHE, RunCache
from site_builder.sources.parallel import ParallelRunner
from site_builder.studies.rubric_diff.attribution import Attributor, Telescope
from site_builder.studies.rubric_diff.clauses import changed_nodes, clauses
from site_builder.studies.rubric_diff.compare import Comparison
from site_builder.studies.rubric_diff.hybrids import Hybrids
from tests.rubric_diff.versions import cohort, compared, pair
from tests.scoring.rubrics import metrics, node, released, small_graph

CHANCE = st.randoms(use_true_random=False)


def telescopes(older: Graph, newer: Graph, runs: list[RunRecord]) -> list[Telescope]:
    comparison = Comparison(older, newer)
    medians = NO_CACHE.medians(comparison.hybrids, runs)
    return [comparison.attributor.telescope(run.metrics, medians) for run in runs]


def alone(graph: Graph, runs: list[RunRecord]) -> list[tuple[float | None, float, str]]:
    """Return (headline, coverage, reason for none) of each run, evaluated in the ordinary way."""
    medians = cohort_medians(graph, [(run.run_id, run.metrics) for run in runs])
    results = [evaluate(graph, run.metrics, medians)[graph.layout.headline] for run in runs]
    return [(r.value, r.coverage, r.absence.detail if r.absence else "") for r in results]


@settings(max_examples=80, deadline=None)
@given(CHANCE)
def test_both_ends_are_the_ordinary_scores_bit_for_bit(chance: random.Random) -> None:
    older, newer = pair(chance)
    runs = cohort(chance)
    found = telescopes(older, newer, runs)
    assert [(t.before.score, t.before.coverage, t.before.detail) for t in found] == alone(older, runs)
    assert [(t.after.score, t.after.coverage, t.after.detail) for t in found] == alone(newer, runs)
    assert all(t.values[0] == t.before.score and t.values[-1] == t.after.score for t in found)


@settings(max_examples=80, deadline=None)
@given(CHANCE)
def test_clauses_sum_to_the_change_of_every_run(chance: random.Random) -> None:
    older, newer = pair(chance)
    for one in compared(older, newer, cohort(chance)):
        if one.change is None:
            assert not one.moves
        else:
            assert sum(move.change for move in one.moves) == pytest.approx(one.change, abs=1e-9)
        for move in one.moves:
            if move.parts:
                assert sum(part.change for part in move.parts) == pytest.approx(move.change, abs=1e-9)


@settings(max_examples=50, deadline=None)
@given(CHANCE)
def test_every_hybrid_is_what_a_rubric_with_these_definitions_gives(chance: random.Random) -> None:
    older, newer = pair(chance)
    runs = cohort(chance)
    hybrids = Hybrids(older, newer)
    found = telescopes(older, newer, runs)
    for count in range(len(hybrids.swapped) + 1):
        changed = changed_nodes(older, newer)
        last = changed.index(hybrids.swapped[count - 1]) + 1 if count else 0
        written = hybrid(older, newer, set(changed[:last]))
        assert [t.values[count] for t in found] == [value for value, _, _ in alone(written, runs)]


def hybrid(older: Graph, newer: Graph, swapped: set[str]) -> Graph:
    """Return a rubric in which ``swapped`` are defined as in the newer version, written out as a whole."""
    nodes = {step.id: step.node for step in newer.steps if step.id not in older or step.id in swapped}
    nodes |= {step.id: step.node for step in older.steps if step.id not in swapped}
    return Graph(Rubric.model_copy(older.rubric, update={"nodes": nodes, "repeat": []}), "sha256:h")


@settings(max_examples=30, deadline=None)
@given(CHANCE)
def test_a_version_differs_in_nothing_from_itself(chance: random.Random) -> None:
    older, _ = pair(chance)
    comparison = Comparison(older, older)
    assert (comparison.order, comparison.hybrids.swapped) == ((), ())
    for one in compared(older, older, cohort(chance)):
        assert one.moves == ()
        assert one.before == one.after
        assert one.place_before == one.place_after
        assert (one.passes, one.passes_by) == (0, 0)


@settings(max_examples=30, deadline=None)
@given(CHANCE)
def test_the_other_way_round_every_change_has_the_other_sign(chance: random.Random) -> None:
    older, newer = pair(chance)
    runs = cohort(chance)
    there = {one.run: one for one in compared(older, newer, runs)}
    for back in compared(newer, older, runs):
        one = there[back.run]
        assert (back.before, back.after) == (one.after, one.before)
        assert (back.place_before, back.place_after) == (one.place_after, one.place_before)
        assert back.change == (None if one.change is None else -one.change)
        assert set(back.passed) == set(one.passed_by)


@settings(max_examples=30, deadline=None)
@given(CHANCE)
def test_the_order_of_the_runs_changes_nothing(chance: random.Random) -> None:
    older, newer = pair(chance)
    runs = cohort(chance)
    shuffled = chance.sample(runs, len(runs))
    assert compared(older, newer, runs) == compared(older, newer, shuffled)


@settings(max_examples=50, deadline=None)
@given(CHANCE)
def test_every_clause_that_can_reach_the_score_counts_in_one_step(chance: random.Random) -> None:
    older, newer = pair(chance)
    reaching = [clause.id for clause in clauses(older, newer) if clause.reach == "score"]
    listed = [name for step in Comparison(older, newer).order for name in step]
    assert sorted(reaching) == sorted(listed)


def test_a_clause_without_a_value_counts_together_with_the_next() -> None:
    nodes = {"m": node("metric", unit=""), "a": node("scale", {"x": "m"}, constants={"by": 2})}
    older = small_graph(nodes | {"b": node("scale", {"x": "a"}, constants={"by": 10})}, "b")
    newer = small_graph(
        {
            "m": node("metric", unit=""),
            "a": node("threshold", {"x": "m"}, constants={"floor": 5}),
            "b": node("presume", {"x": "a"}, constants={"value": 7}),
        },
        "b",
        version="2",
    )
    attributor = Attributor(Hybrids(older, newer))
    telescope = attributor.telescope(metrics(m=3.0), {})
    assert telescope.values == (60.0, None, 7.0)
    (move,) = attributor.moves(telescope)
    assert (move.clauses, move.before, move.after) == ((0, 1), 60.0, 7.0)


def test_another_headline_is_the_last_step_and_is_told_by_its_addends() -> None:
    nodes = {"m": node("metric", unit=""), "n": node("metric", unit="")}
    older = small_graph(nodes | {"one": node("sum", ["m"])}, "one")
    newer = small_graph(
        nodes | {"one": node("sum", ["m"]), "two": node("sum", ["m", "n"])}, "two", version="2"
    )
    comparison = Comparison(older, newer)
    assert comparison.order == (("layout.headline", "two"),)
    telescope = comparison.attributor.telescope(metrics(m=3.0, n=4.0), {})
    (move,) = comparison.attributor.moves(telescope)
    assert (move.change, [(p.node, p.before, p.after) for p in move.parts]) == (
        4.0,
        [("m", 3.0, 3.0), ("n", None, 4.0)],
    )


def test_between_favur_6_and_15_the_addends_are_the_old_axes_and_the_new_roles() -> None:
    older, newer = released("favur/6"), released("favur/15")
    comparison = Comparison(older, newer)
    ((first, *rest),) = comparison.order
    assert first == "composite"
    assert {"code", "role_mean"} <= set(rest)
    stops = {subject.node for subject in (*older.layout.axes, *newer.layout.roles)}
    assert stops <= comparison.attributor.stops


def test_runs_are_compared_alike_however_many_processes_do_it() -> None:
    chance = random.Random(7)
    older, newer = pair(chance)
    runs = cohort(chance, size=60)
    spread = RunCache(ResultCache(runner=ParallelRunner(2, serial_below=2)), {})
    assert compared(older, newer, runs, spread) == compared(older, newer, runs)
    assert len({one.change for one in compared(older, newer, runs)}) > 1


def test_what_is_said_of_two_versions_is_remembered_without_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    older, newer = released("favur/6"), released("favur/15")
    made = Comparison(older, newer).over([])
    first = ResultCache()
    assert Comparison(older, newer).over([], RunCache(first, {}, "program")) == made
    with monkeypatch.context() as patch:
        patch.setattr(Comparison, "clauses", property(lambda _: pytest.fail("the clauses are known")))
        patch.setattr(Comparison, "hybrids", property(lambda _: pytest.fail("nothing is to be evaluated")))
        assert Comparison(older, newer).over([], RunCache(ResultCache(first.used), {}, "program")) == made
    for between, files, program in (
        ((older,), {}, "program"),
        ((), {newer.id: {"a.toml": b""}}, "program"),
        ((), {}, ""),
    ):
        again = ResultCache(first.used)
        Comparison(older, newer, between, files).over([], RunCache(again, {}, program))
        assert again.used.keys().isdisjoint(first.used)


def test_versions_may_differ_in_an_integer_beyond_what_can_be_remembered() -> None:
    def stating(value: int) -> Graph:
        parameter = {"title": "Seed", "value": value, "description": "Text.", "basis": "published"}
        return small_graph({"a": node("metric")}, "a", parameters={"seed": parameter})

    older, newer = stating(1), stating(2**64)
    for program in ("", "program"):
        cache = RunCache(ResultCache(), {}, program)
        (clause,) = Comparison(older, newer).over([], cache).clauses
        assert [(change.old, change.new) for change in clause.changes] == [(1, 2**64)]
        assert cache.results.used == {}

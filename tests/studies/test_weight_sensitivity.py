"""How far an order hangs on nested weights: draws, and the points at which neighbours change places (R23)."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.boards import form_boards
from site_builder.records.site import Board as BoardConfig
from site_builder.scoring.evaluate import evaluate
from site_builder.scoring.graph import Graph
from site_builder.scoring.variant import reweighted, weights_of
from site_builder.site_data import Board
from site_builder.studies.crossings import LINES, Ratio, crossing, ratio_in, way_from
from site_builder.studies.random_weights import draw_orders, drawn_weights
from site_builder.studies.reweighing import Reweighing, as_published, steps_between, varied_nodes
from site_builder.studies.scenarios import Ranked, ranks
from site_builder.studies.weight_sensitivity import flips
from tests.pages import synthetic
from tests.scorecrux.sessions import document, scored
from tests.scoring.rubrics import metrics, node, released, small_graph


def board(count: int = 14, **changes: Any) -> Board:
    """A board of runs with different roles and parts missing."""
    runs = [
        synthetic.run(f"run-{n:02d}", missing=(0.0, 0.1, 0.3)[n % 3], absent_roles=n % 6, **changes)
        for n in range(count)
    ]
    config = BoardConfig(family="favur", rubric="favur/15", runs="runs/favur")
    (made,) = form_boards(config, runs, {"favur/15": synthetic.graph()}, set())
    return made


def ranked_of(made: Board) -> Ranked:
    return [(entry.run, entry.scored) for entry in made.ranked]


@pytest.fixture(scope="module")
def favur() -> Board:
    return board()


@pytest.fixture(scope="module")
def sessions() -> Ranked:
    documents = [
        document("knowing", fundamentals__R_decision=1, fundamentals__P_context=0.5),
        document("lasting", fundamentals__R_decision=0.4, fundamentals__K_decision=0.9),
        document("no-context", fundamentals__P_context=None),
        document("unsafe", fundamentals__S_gate=0),
    ]
    pairs = [scored(one) for one in documents]
    return sorted(pairs, key=lambda pair: -(pair[1].value("cx_em") or 0))


@pytest.mark.parametrize(
    ("rubric", "nodes"),
    [
        ("favur/15", ("composite", "role_mean")),
        ("favur/6", ("composite",)),
        ("scorecrux/1.3", ("q_combined",)),
        ("scorecrux/1.0", ("q_combined",)),
    ],
)
def test_the_weights_between_headline_and_subjects_are_found_in_the_graph(
    rubric: str, nodes: tuple[str, ...]
) -> None:
    assert varied_nodes(released(rubric)) == nodes


def test_a_headline_without_weights_has_nothing_to_vary() -> None:
    graph = small_graph({"a": node("metric"), "b": node("metric"), "all": node("sum", ["a", "b"])}, "all")
    assert varied_nodes(graph) == ()


def varied(graph: Graph, weightings: dict[str, Any], number: int) -> Graph:
    """The graph as a rubric file with other weights would give it."""
    for name, rows in weightings.items():
        graph = reweighted(graph, name, dict(zip(weights_of(graph, name), rows[number], strict=True)))
    return graph


def test_every_draw_gives_the_scores_of_the_reweighted_graph(favur: Board) -> None:
    nodes = varied_nodes(favur.graph)
    weightings = drawn_weights(favur.graph, nodes, draws=40)
    reweighing = Reweighing(favur.graph, weightings)
    for number in (0, 7, 39):
        graph = varied(favur.graph, weightings, number)
        for entry in favur.entries:
            whole = evaluate(graph, entry.run.metrics, favur.medians).value("composite")
            assert reweighing.scores(entry.scored)[number] == pytest.approx(whole, rel=1e-12)


def test_every_draw_of_a_product_is_rounded_as_the_rubric_says(sessions: Ranked) -> None:
    graph = sessions[0][1].graph
    weightings = drawn_weights(graph, ("q_combined",), draws=30)
    reweighing = Reweighing(graph, weightings)
    for number in range(0, 30, 5):
        other = varied(graph, weightings, number)
        for run, result in sessions:
            assert reweighing.scores(result)[number] == evaluate(other, run.metrics).value("cx_em")


def test_the_published_weights_give_the_published_scores(favur: Board) -> None:
    nodes = varied_nodes(favur.graph)
    now = Reweighing(favur.graph, as_published(favur.graph, nodes))
    for entry in favur.entries:
        assert now.scores(entry.scored) == [entry.scored.value("composite")]
        for step in steps_between(favur.graph, nodes):
            assert now.values(entry.scored)[step.index] == [entry.scored.value(step.id)]


def test_the_order_of_each_draw_is_that_of_its_scores(favur: Board) -> None:
    ranked, nodes = ranked_of(favur), varied_nodes(favur.graph)
    found = draw_orders(ranked, nodes, draws=25)
    assert found is not None
    weightings = drawn_weights(favur.graph, nodes, draws=25)
    places: dict[str, list[int]] = {run.run_id: [] for run, _ in ranked}
    for number in range(25):
        graph = varied(favur.graph, weightings, number)
        results = {run.run_id: evaluate(graph, run.metrics, favur.medians) for run, _ in ranked}
        for run_id, place in ranks(results).items():
            places[run_id].append(place)
    assert [hold.run for hold in found.holds] == [run.run_id for run, _ in ranked]
    for hold in found.holds:
        seen = places[hold.run]
        assert (hold.best, hold.worst, hold.first) == (min(seen), max(seen), seen.count(1))
    leader = found.holds[0]
    assert found.first_holds == leader.first
    assert found.labels == {name: f"favur/15/{name}" for name in nodes}


def test_an_unsafe_run_stays_last_in_every_draw(sessions: Ranked) -> None:
    found = draw_orders(sessions, ("q_combined",), draws=25)
    assert found is not None
    hold = next(hold for hold in found.holds if hold.run == "unsafe")
    assert (hold.rank, hold.best, hold.worst, hold.first) == (4, 4, 4, 0)


def test_without_runs_or_weights_there_is_nothing_to_draw(sessions: Ranked) -> None:
    assert draw_orders([], ("q_combined",)) is None
    assert draw_orders(sessions, ()) is None


def test_at_the_flip_point_neighbours_have_the_same_score(favur: Board) -> None:
    """Equal to 1e-9 under the reweighted graph, and in the other order beyond it; every third flip."""
    every = flips(ranked_of(favur), varied_nodes(favur.graph))
    assert len(every) > 100
    found = every[::3]
    assert len({flip.of for flip in found}) == 2
    runs = {entry.run.run_id: entry.run for entry in favur.entries}
    beyond = 0
    for flip in found:
        graph = reweighted(favur.graph, flip.of, {flip.changes: flip.at})
        above, below = (
            evaluate(graph, runs[name].metrics, favur.medians).value("composite")
            for name in (flip.above, flip.below)
        )
        assert above == pytest.approx(below, rel=1e-9)
        past = flip.at + (flip.at - flip.now) * 1e-3
        if past > 0:
            graph = reweighted(favur.graph, flip.of, {flip.changes: past})
            above, below = (
                evaluate(graph, runs[name].metrics, favur.medians).value("composite") or 0.0
                for name in (flip.above, flip.below)
            )
            assert below > above - 1e-12
            beyond += 1
    assert beyond > 20


def test_flips_of_sessions_that_miss_different_qualities_are_equal_too(sessions: Ranked) -> None:
    found = flips(sessions, ("q_combined",))
    assert found
    runs = {run.run_id: run for run, _ in sessions}
    for flip in found:
        graph = reweighted(sessions[0][1].graph, "q_combined", {flip.changes: flip.at})
        one, other = (
            evaluate(graph, runs[name].metrics).value("cx_em.exact") for name in (flip.above, flip.below)
        )
        assert one == pytest.approx(other, rel=1e-9)
        assert "unsafe" not in (flip.above, flip.below)


EVERY_LINE = small_graph(
    {
        "a": node("metric"),
        "b": node("metric"),
        "c": node("metric"),
        "mixed": node("weighted_mean", {"a": 2, "b": 1}),
        "other": node("complement", {"x": "mixed"}),
        "grown": node("scale", {"x": "other"}, constants={"by": 3, "per": 2}),
        "less": node("difference", {"minuend": "c", "subtrahend": "grown"}),
        "more": node("difference", {"minuend": "less", "subtrahend": "b"}),
        "with": node("sum", ["c", "more", "a"]),
        "times": node("product", ["with", "c"]),
        "open": node("gated_product", ["c", "times"]),
        "let": node("gate", {"gate": "c", "value": "open"}),
        "averaged": node("mean", ["let", "a"]),
        "weighed": node("weighted_mean", {"averaged": 3, "c": 1}, constants={"scale": 10}),
        "rounded": node("round_half_up", {"x": "weighed"}, constants={"decimals": 9}),
        "even": node("round_half_even", {"x": "rounded"}, constants={"decimals": 9}),
    },
    "even",
)


def test_the_small_graph_passes_every_linear_operator() -> None:
    way = way_from(EVERY_LINE, "mixed")
    assert way is not None
    assert {step.node.op for _, step in way.above} == set(LINES)


@given(a=st.floats(-2, 2), b=st.floats(-2, 2), c=st.floats(0.1, 2), weight=st.floats(0.01, 50))
def test_a_headline_is_a_ratio_of_two_lines_in_one_weight(
    a: float, b: float, c: float, weight: float
) -> None:
    given_metrics = metrics(a=a, b=b, c=c)
    way = way_from(EVERY_LINE, "mixed")
    assert way is not None
    result = evaluate(EVERY_LINE, given_metrics)
    values = {step.index: result.at(step.index).value for step in EVERY_LINE.steps}
    ratio = ratio_in(way, values, "a")
    assert ratio is not None
    changed = evaluate(reweighted(EVERY_LINE, "mixed", {"a": weight}), given_metrics).value("even")
    assert ratio.at(weight) == pytest.approx(changed, abs=1e-7)


def test_what_is_not_linear_or_forks_has_no_closed_form() -> None:
    shared = {"a": node("metric"), "b": node("metric"), "m": node("weighted_mean", {"a": 1, "b": 1})}
    bent = small_graph(shared | {"h": node("minimum", ["m", "a"])}, "h")
    way = way_from(bent, "m")
    assert way is not None
    assert ratio_in(way, dict.fromkeys(range(4), 0.5), "a") is None
    forked = small_graph(shared | {"n": node("complement", {"x": "m"}), "h": node("sum", ["m", "n"])}, "h")
    assert way_from(forked, "m") is None


weight_values = st.floats(0.01, 1)
ratios = st.builds(
    lambda upper, lower, own, present: Ratio(upper * lower, own if present else 0.0, lower, float(present)),
    upper=weight_values,
    lower=st.floats(1, 10),
    own=weight_values,
    present=st.booleans(),
)


@given(one=ratios, other=ratios, now=st.floats(0.5, 5))
def test_a_crossing_is_a_weight_at_which_the_scores_are_equal(one: Ratio, other: Ratio, now: float) -> None:
    at = crossing(one, other, now)
    if at is not None and at < 1e6:
        first, second = one.at(at), other.at(at)
        assert first is not None
        assert first == pytest.approx(second, rel=1e-5)


@given(one=ratios, other=ratios, now=st.floats(0.5, 5), factor=st.floats(0.01, 100))
def test_without_a_crossing_in_between_the_order_stays(
    one: Ratio, other: Ratio, now: float, factor: float
) -> None:
    before = [ratio.at(now) or 0.0 for ratio in (one, other)]
    after = [ratio.at(now * factor) or 0.0 for ratio in (one, other)]
    apart = min(abs(before[0] - before[1]), abs(after[0] - after[1])) > 1e-6
    if apart and (before[0] < before[1]) != (after[0] < after[1]):
        at = crossing(one, other, now)
        assert at is not None, "an order that changes has a point at which it does"
        assert abs(math.log(at / now)) <= abs(math.log(factor)) + 1e-9


@given(one=ratios, now=st.floats(0.5, 5))
def test_copies_change_places_at_no_weight(one: Ratio, now: float) -> None:
    assert crossing(one, one, now) is None
    assert crossing(one.mapped(0.3).mapped(0.7), one.mapped(0.7).mapped(0.3), now) is None


def test_a_crossing_at_no_weight_is_a_plain_zero() -> None:
    at = crossing(Ratio(2, 1, 4, 1), Ratio(2, 0.25, 4, 1), 1.0)
    assert at == 0.0
    assert math.copysign(1, at) == 1

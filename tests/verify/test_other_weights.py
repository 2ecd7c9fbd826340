"""How the verifier draws weights, orders scores and finds where two of them meet."""

from __future__ import annotations

import itertools
import re
import statistics
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from site_builder.output.graph_files import graph_document
from site_builder.output.verify.crossings import STRAIGHT, ScoreLine, Way, meetings
from site_builder.output.verify.draws import drawn, gamma, uniform
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.reweighing import ranks_of
from site_builder.statistics.dirichlet import dirichlet_draws
from site_builder.studies.crossings import LINES, Ratio, crossing
from tests.build.projects import REPOSITORY
from tests.scoring.rubrics import node, small_graph
from tests.studies.test_weight_sensitivity import EVERY_LINE
from tests.verify.test_sensitivity import plain

LABEL = "scorecrux/1.3/q_combined"


def test_the_draws_that_the_documentation_states_are_those_that_are_made() -> None:
    text = (REPOSITORY / "docs/verify.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```\n(u 0 .*?)```", text, re.DOTALL)
    stated = {line[:5].strip(): [float(word) for word in line[5:].split()] for line in block.splitlines()}
    numbers = [*itertools.islice(uniform(LABEL), 3)]
    rows = drawn((3.0, 2.0, 2.0), LABEL, 50.0, 1000)
    assert stated == {
        "u 0": [numbers[0]],
        "u 1": [numbers[1]],
        "u 2": [numbers[2]],
        "1st": list(rows[0]),
        "last": list(rows[-1]),
    }


@settings(deadline=None)
@given(
    weights=st.lists(st.floats(0, 100), min_size=1, max_size=5).filter(lambda found: sum(found) > 0.01),
    concentration=st.floats(0.5, 200),
)
def test_draws_are_those_of_the_program_to_the_last_bit(weights: list[float], concentration: float) -> None:
    again = drawn(tuple(weights), "any", concentration, 20)
    assert again == dirichlet_draws(weights, "any", concentration=concentration, draws=20)


def test_gamma_variates_have_the_mean_and_spread_of_their_shape() -> None:
    for shape in (0.3, 1.0, 2.5, 40.0):
        numbers = uniform(f"shape {shape}")
        found = [gamma(shape, numbers) for _ in range(4000)]
        assert statistics.fmean(found) == pytest.approx(shape, rel=0.08)
        assert statistics.variance(found) == pytest.approx(shape, rel=0.15)
    assert gamma(0.0, uniform("nothing")) == 0.0


def test_weights_of_one_draw_add_up_and_none_stays_none() -> None:
    for row in drawn((5.0, 0.0, 3.0), "sums", 50.0, 100):
        assert sum(row) == pytest.approx(1, abs=1e-12)
        assert row[1] == 0


scores = st.lists(st.sampled_from([0.0, 1.0, 2.5, 7.0, 7.5]), min_size=1, max_size=8)


@given(values=scores, flags=st.lists(st.booleans(), min_size=8, max_size=8))
def test_ranks_are_shared_by_equal_scores_and_last_ones_stand_below(
    values: list[float], flags: list[bool]
) -> None:
    last = flags[: len(values)]
    for (best, worst), own, shut in zip(ranks_of(values, last), values, last, strict=True):
        above = sum((their, -score) < (shut, -own) for score, their in zip(values, last, strict=True))
        assert best == worst == 1 + above


def test_scores_that_differ_in_their_last_digits_may_stand_in_either_order() -> None:
    near = 5.0 * (1 + 4e-16)
    assert near != 5.0
    assert ranks_of([5.0, near, 5.0, 9.0, 1.0], [False] * 5) == [(2, 3), (2, 4), (2, 3), (1, 1), (5, 5)]


fractions = st.fractions(0, 2, max_denominator=40)


@st.composite
def lines(draw: st.DrawFn) -> ScoreLine:
    """A mean over parts of which one has the weight that changes, where it is there."""
    others, rest = draw(st.fractions(Fraction(1, 8), 9, max_denominator=8)), draw(fractions)
    own, there = draw(fractions), Fraction(draw(st.integers(0, 1)))
    return ScoreLine((others * rest, there * own), (others, there))


@given(one=lines(), other=lines(), now=st.fractions(Fraction(1, 8), 9, max_denominator=8))
def test_where_two_lines_meet_both_are_equal_and_the_program_finds_the_same(
    one: ScoreLine, other: ScoreLine, now: Fraction
) -> None:
    found = meetings(one, other, float(now))
    for meeting in found:
        first, second = one.at(Fraction(meeting.at)), other.at(Fraction(meeting.at))
        assert first is not None
        assert second is not None
        assert abs(first - second) < 1e-9
    ratios = [Ratio(*map(float, (*line.score, *line.weight))) for line in (one, other)]
    at = crossing(*ratios, float(now))
    sure = [meeting.at for meeting in found if meeting.sure]
    if sure:
        assert at is not None
    if at is not None and at < 1e9:
        assert any(at == pytest.approx(meeting.at, rel=1e-6, abs=1e-6) for meeting in found)


def test_a_meeting_is_sure_where_the_order_changes_and_not_where_scores_only_touch() -> None:
    still = ScoreLine((Fraction(1), Fraction(1, 2)), (Fraction(2), Fraction(1)))
    rising = ScoreLine((Fraction(0), Fraction(1)), (Fraction(2), Fraction(1)))
    (meeting,) = meetings(rising, still, 1.0)
    assert (meeting.at, meeting.sure) == (2.0, True)
    assert meetings(rising, still, 2.0) == [], "the present weight is none"
    assert meetings(still, still, 1.0) == []


def test_the_operators_that_are_straight_lines_are_those_of_the_program() -> None:
    assert STRAIGHT.keys() == LINES.keys()


@settings(deadline=None)
@given(
    a=st.floats(-2, 2),
    b=st.floats(-2, 2),
    c=st.floats(0.1, 2),
    weight=st.sampled_from([0.25, 1.0, 3.0, 17.0]),
)
def test_a_line_is_what_evaluation_gives_at_any_weight(a: float, b: float, c: float, weight: float) -> None:
    document = plain(graph_document(EVERY_LINE))
    graph = Graph(document)
    sheet = graph.evaluate({"a": {"value": a}, "b": {"value": b}, "c": {"value": c}})
    assume(sheet.value[graph.position["even"]] is not None)
    line = Way(graph, "mixed").lines(sheet.value)["a"]
    next(node for node in document["nodes"] if node["id"] == "mixed")["weights"][0] = weight
    again = Graph(document).evaluate({"a": {"value": a}, "b": {"value": b}, "c": {"value": c}})
    found = line.at(Fraction(weight))
    assert found is not None
    assert float(found) == pytest.approx(again.value[graph.position["even"]], abs=1e-7)


def test_where_a_line_forks_or_bends_there_are_no_meetings() -> None:
    shared = {"a": node("metric"), "b": node("metric"), "m": node("weighted_mean", {"a": 1, "b": 1})}
    bent = small_graph(shared | {"h": node("minimum", ["m", "a"])}, "h")
    forked = small_graph(shared | {"n": node("complement", {"x": "m"}), "h": node("sum", ["m", "n"])}, "h")
    for rubric in (bent, forked):
        way = Way(Graph(plain(graph_document(rubric))), "m")
        assert way.lines([0.5] * 5) == {}

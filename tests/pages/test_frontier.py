"""Which runs no other one beats at both score and cost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.output.charts import NAMED
from site_builder.output.frontier_chart import describe, frontier
from site_builder.pages.cells import Cell, count
from site_builder.pages.frontier import FrontierRun, FrontierView, Spot, unbeaten_of

AMOUNTS = st.one_of(st.integers(0, 4).map(float), st.floats(0, 1e300))
SPOTS = st.lists(st.tuples(AMOUNTS, AMOUNTS), max_size=12)


def beats(one: Spot, other: Spot) -> bool:
    return one[0] <= other[0] and one[1] >= other[1] and one != other


@pytest.mark.parametrize(
    ("spots", "kept"),
    [
        ([], []),
        ([(1.0, 5.0), (2.0, 9.0), (3.0, 7.0)], [0, 1]),
        ([(2.0, 9.0), (1.0, 9.0)], [1]),
        ([(1.0, 5.0), (1.0, 6.0)], [1]),
        ([(1.0, 5.0), (1.0, 5.0)], [0, 1]),
        ([(3.0, 1.0), (2.0, 1.0), (1.0, 0.0)], [2, 1]),
    ],
)
def test_worked_examples(spots: list[Spot], kept: list[int]) -> None:
    assert unbeaten_of(spots) == kept


@given(SPOTS)
def test_what_is_kept_is_beaten_by_none_and_all_else_by_something_kept(spots: list[Spot]) -> None:
    kept = unbeaten_of(spots)
    assert not any(beats(spots[one], spots[other]) for one in range(len(spots)) for other in kept)
    for other in set(range(len(spots))) - set(kept):
        assert any(beats(spots[one], spots[other]) for one in kept)


@given(SPOTS)
def test_along_the_frontier_cost_and_score_rise_together(spots: list[Spot]) -> None:
    kept = [spots[place] for place in unbeaten_of(spots)]
    assert kept == sorted(kept)
    assert [score for _, score in kept] == sorted(score for _, score in kept)


@given(SPOTS, st.randoms())
def test_the_order_of_the_runs_does_not_matter(spots: list[Spot], random: object) -> None:
    mixed = list(spots)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    assert [mixed[n] for n in unbeaten_of(mixed)] == [spots[n] for n in unbeaten_of(spots)]


def view_of(spots: list[Spot]) -> FrontierView:
    runs = tuple(
        FrontierRun(
            f"run-{n}", "A", f"runs/run-{n}/", Cell("cost", spots[n][0], 2), Cell("s", spots[n][1], 1)
        )
        for n in unbeaten_of(spots)
    )
    spread = count("frontier.considered", len(spots))
    return FrontierView("cost", "Cost", "US dollars", spread, tuple(spots), runs)


def test_the_drawing_says_in_words_what_it_shows() -> None:
    view = view_of([(0.5, 20.0), (0.25, 12.5), (0.75, 18.0)])
    words = "3 runs; those that none beats, by cost: 0.25 for 12.5; 0.50 for 20.0."
    assert describe(view) == words
    drawn = frontier(view, "Score", 100.0, "frontier")
    assert f'<desc id="frontier-d">{words}</desc>' in drawn
    assert '<title id="frontier-t">Score against Cost, US dollars</title>' in drawn
    assert drawn.count("h0") == 3 + 2


def test_of_many_runs_the_words_name_a_few_and_count_the_rest() -> None:
    view = view_of([(float(n), float(n)) for n in range(1, NAMED + 3)])
    assert describe(view).endswith(f"{NAMED}.00 for {NAMED}.0; and 2 more.")


def test_runs_that_cost_nothing_are_drawn_at_the_edge() -> None:
    assert "nan" not in frontier(view_of([(0.0, 0.0)] * 3), "Score", None, "frontier")

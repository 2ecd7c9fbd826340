"""Who leads: the rule, the gap, and what a tie does."""

from __future__ import annotations

from statistics import median

import msgspec

from site_builder.pages.leaders import leaders_of, top_of_board
from site_builder.pages.lookup import SiteLookup
from tests.pages.synthetic import run, site_of


def test_the_top_run_has_the_highest_score_and_the_gap_is_to_the_next() -> None:
    lookup = SiteLookup(site_of([run(f"r-{n}", missing=0) for n in range(5)]))
    board = lookup.data.boards[0]
    top = top_of_board(lookup, board)
    assert top is not None
    first, second = board.ranked[:2]
    assert top.runs[0].run_id == first.run.run_id
    assert top.runner_up is not None
    assert top.runner_up.run_id == second.run.run_id
    assert top.gap.value == (first.standing.score or 0) - (second.standing.score or 0)


def test_equal_scores_at_the_top_are_a_tie_without_a_runner_up() -> None:
    """R11: no winner by the order of files."""
    first = run("a", missing=0)
    twin = msgspec.structs.replace(first, run_id="b", digest="sha256:" + "b" * 64)
    lookup = SiteLookup(site_of([first, twin]))
    top = top_of_board(lookup, lookup.data.boards[0])
    assert top is not None
    assert [named.run_id for named in top.runs] == ["a", "b"]
    assert top.runner_up is None


def test_nobody_leads_an_empty_board() -> None:
    lookup = SiteLookup(site_of([run("a")], exclude=[("a", "test")]))
    assert top_of_board(lookup, lookup.data.boards[0]) is None
    assert leaders_of(lookup, lookup.data.boards[0]) == ()


def test_leaders_come_with_median_and_n_of_the_same_runs() -> None:
    """R8, R24: value, median and n are taken over one set."""
    lookup = SiteLookup(site_of([run(f"r-{n}", missing=0.2) for n in range(7)]))
    board = lookup.data.boards[0]
    for leader in leaders_of(lookup, board):
        values = [v for e in board.ranked if (v := e.scored.value(leader.points.node)) is not None]
        assert leader.points.value == max(values)
        assert leader.median.value == median(values)
        assert leader.n.value == len(values)


def test_bounds_that_overlap_are_said() -> None:
    sure = [run(f"s-{n}", missing=0, absent_roles=0) for n in range(2)]
    vague = [run(f"v-{n}", missing=0.4, absent_roles=0) for n in range(2)]
    lookup = SiteLookup(site_of(vague))
    top = top_of_board(lookup, lookup.data.boards[0])
    assert top is not None
    assert top.overlap
    lookup = SiteLookup(site_of(sure))
    board = lookup.data.boards[0]
    top = top_of_board(lookup, board)
    assert top is not None
    first, second = (e.scored["composite"] for e in board.ranked[:2])
    assert first.lower is not None
    assert second.upper is not None
    assert top.overlap == (first.lower <= second.upper)

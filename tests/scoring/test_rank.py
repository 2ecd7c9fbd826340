"""Ranks: from unrounded scores, shared by equals, independent of the order of input."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.scoring.rank import Candidate, rank


def test_equal_scores_share_a_rank_and_the_next_is_skipped() -> None:
    """R11."""
    standings = rank(
        [Candidate(name, score, 1.0) for name, score in zip("abcd", (5, 7, 7, 1), strict=True)], 0
    )
    assert [(s.run_id, s.rank, s.tied) for s in standings] == [
        ("b", 1, True),
        ("c", 1, True),
        ("a", 3, False),
        ("d", 4, False),
    ]


def test_scores_that_round_alike_are_not_tied() -> None:
    """R13."""
    standings = rank([Candidate("a", 56.723, 1.0), Candidate("b", 56.7231, 1.0)], 0)
    assert [s.run_id for s in standings] == ["b", "a"]
    assert not any(s.tied for s in standings)


def test_a_run_without_score_or_coverage_or_barred_is_listed_last_with_the_reason() -> None:
    """R3, R33, R35."""
    standings = rank(
        [
            Candidate("none", None, 1.0),
            Candidate("thin", 99.0, 0.2),
            Candidate("out", 98.0, 1.0, barred="it was withdrawn"),
            Candidate("fine", 10.0, 0.9),
        ],
        0.5,
    )
    assert [(s.run_id, s.rank) for s in standings] == [
        ("fine", 1),
        ("thin", None),
        ("out", None),
        ("none", None),
    ]
    assert "20%" in standings[1].unranked
    assert standings[2].unranked == "it was withdrawn"
    assert standings[3].unranked == "it has no score"


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), max_size=12).flatmap(st.permutations))
def test_the_order_of_the_input_changes_nothing(rows: list[tuple[int, bool]]) -> None:
    """R11, R17."""
    named = [
        Candidate(f"r{i}", float(score) if scored else None, 1.0) for i, (score, scored) in enumerate(rows)
    ]
    assert rank(named, 0) == rank(list(reversed(named)), 0)


@pytest.mark.parametrize(("minimum", "ranked"), [(1, 2), (2, 2), (3, 0)])
def test_a_cohort_below_its_minimum_is_listed_and_not_ranked(minimum: int, ranked: int) -> None:
    """R3: the runs that could have a rank are counted; each of them says why it has none."""
    candidates = [
        Candidate("a", 3.0, 1.0),
        Candidate("b", 2.0, 1.0),
        Candidate("thin", 9.0, 0.1),
        Candidate("incomplete", None, 1.0),
        Candidate("barred", 5.0, 1.0, barred="withdrawn"),
    ]
    found = rank(candidates, 0.25, minimum)
    assert sum(standing.rank is not None for standing in found) == ranked
    assert len(found) == 5
    whys = {standing.run_id: standing.unranked for standing in found if standing.rank is None}
    assert all(whys.values()), "everybody without a rank has a reason"
    assert "below the board's minimum of 25%" in whys["thin"]
    assert whys["incomplete"] == "it has no score"
    assert whys["barred"] == "withdrawn"
    if ranked == 0:
        assert whys["a"] == whys["b"] == "its board ranks from 3 comparable runs on and has 2"

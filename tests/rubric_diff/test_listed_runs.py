"""Which runs the page of a board under two versions lists, and which it names as the largest movers."""

from __future__ import annotations

from site_builder.pages.differences.listed_runs import MOST_OPENED, MOST_ROWS, listed, movers, opened
from site_builder.records.rubric_diff import BoardDifference, Outcome, Place, RunDifference


def run(
    number: int, before: float | None, after: float | None, ranks: tuple[int, int] = (1, 1)
) -> RunDifference:
    return RunDifference(
        run=f"run-{number:03}",
        before=Outcome(before, 1.0),
        after=Outcome(after, 1.0),
        moves=(),
        place_before=Place(ranks[0]),
        place_after=Place(ranks[1]),
    )


def names(*found: RunDifference | None) -> list[str | None]:
    return [one.run if one is not None else None for one in found]


def test_few_runs_are_all_listed_in_their_order() -> None:
    runs = tuple(run(n, 1.0, 2.0) for n in range(MOST_ROWS))
    assert listed(runs) == runs


def test_of_many_runs_those_that_change_most_in_score_or_rank_are_listed() -> None:
    quiet = [run(n, 1.0, 1.0 + n * 1e-6, (n + 1, n + 1)) for n in range(2 * MOST_ROWS)]
    quiet[7] = run(7, 1.0, 9.0, (8, 8))
    quiet[9] = run(9, 1.0, 1.0, (10, 190))
    found = listed(tuple(quiet))
    assert len(found) == MOST_ROWS
    assert {"run-007", "run-009", "run-199"} <= {one.run for one in found}
    assert sorted(one.run for one in found) == [one.run for one in found]


def test_runs_that_change_most_are_opened_and_those_without_a_change_last() -> None:
    runs = (run(0, None, 5.0), *(run(n, 0.0, float(n)) for n in range(1, MOST_OPENED + 1)))
    assert opened(runs) == {f"run-{n:03}" for n in range(1, MOST_OPENED + 1)}


def test_the_largest_movers_are_the_first_of_equal_ones_and_none_where_nothing_moves_that_way() -> None:
    up, same = run(1, 1.0, 3.0), run(2, 5.0, 7.0)
    board = BoardDifference(board="b", runs=(run(0, 1.0, None), up, same, run(3, 2.0, 2.0)))
    assert names(*movers(board)) == ["run-001", None]
    assert names(*movers(BoardDifference(board="b", runs=(run(4, 3.0, 1.0),)))) == [None, "run-004"]
    assert names(*movers(BoardDifference(board="b", runs=()))) == [None, None]

"""What would move a run up one place: exact for each part alone."""

from __future__ import annotations

import msgspec
import pytest

from site_builder.pages.lookup import SiteLookup
from site_builder.pages.moves import moves_of
from site_builder.scoring.evaluate import evaluate
from site_builder.studies.moves import moves_up
from tests.pages.synthetic import run, site_of
from tests.scorecrux.sessions import document, scored
from tests.scoring.rubrics import metrics, node, small_graph

NESTED = small_graph(
    {
        "a": node("metric", range=[0, 10], unit="points"),
        "b": node("metric", range=[0, 10], unit="points"),
        "c": node("metric", range=[0, 10], unit="points"),
        "inner": node("weighted_mean", {"a": 3, "b": 1}, unit="points"),
        "whole": node("weighted_mean", {"inner": 75, "c": 25}, unit="points", constants={"scale": 10}),
    },
    "whole",
)


@pytest.mark.parametrize("present", [("a", "b", "c"), ("a", "c"), ("b", "c"), ("a", "b")])
def test_with_a_move_made_the_gap_is_closed(present: tuple[str, ...]) -> None:
    values = {"a": 4.0, "b": 6.5, "c": 5.0}
    given = metrics(**{name: value for name, value in values.items() if name in present})
    before = evaluate(NESTED, given)
    found = moves_up(before, 7.5)
    assert {move.node for move in found} <= set(present)
    assert found
    for move in found:
        after = evaluate(NESTED, {**given, **metrics(**{move.node: move.at})}).value("whole")
        assert after == pytest.approx((before.value("whole") or 0) + 7.5, rel=1e-12)
        assert move.need == pytest.approx(move.share * 10)
    assert [move.share for move in found] == sorted(move.share for move in found)


def test_what_cannot_be_reached_is_not_named() -> None:
    given = metrics(a=9.5, b=1.0, c=9.9)
    assert [move.node for move in moves_up(evaluate(NESTED, given), 3.0)] == ["b"]
    assert moves_up(evaluate(NESTED, given), 60.0) == ()
    assert moves_up(evaluate(NESTED, given), 0.0) == ()


def test_an_unsafe_run_is_moved_by_nothing() -> None:
    assert moves_up(scored(document(fundamentals__S_gate=0))[1], 1.0) == ()


def test_the_page_names_the_gap_to_the_run_above_and_none_for_the_first_or_a_tie() -> None:
    first = run("a", missing=0.0)
    twin = msgspec.structs.replace(first, run_id="b", digest="sha256:" + "b" * 64)
    data = site_of([first, twin, *(run(f"r-{n}", missing=0.05) for n in range(5))])
    lookup = SiteLookup(data)
    board = data.boards[0]
    for position, entry in enumerate(board.ranked):
        view = moves_of(lookup.of(entry.run)[0])
        above = board.ranked[position - 1].standing.score if position else None
        if above is None or above == entry.standing.score:
            assert view is None
        else:
            assert view is not None
            assert view.gap.value == above - (entry.standing.score or 0)

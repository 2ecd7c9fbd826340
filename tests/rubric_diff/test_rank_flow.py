"""The slope chart says in words what it draws."""

from __future__ import annotations

from site_builder.output.rank_flow import MOST_LINES, rank_flow


def test_the_description_holds_every_rank_and_names_are_escaped() -> None:
    svg = rank_flow((("<a>", 1, 2), ("b", 2, 1), ("c", 3, None)), "f/1", "f/2", "key")
    assert "&lt;a&gt;: rank 1 to rank 2; b: rank 2 to rank 1; c: rank 3 to no rank." in svg
    assert "<title" in svg
    assert svg.count('class="moved"') == 2


def test_of_many_runs_those_are_drawn_whose_rank_changes_most() -> None:
    lines = [(f"run-{n:03}", n, n) for n in range(1, 101)]
    lines[9], lines[89] = ("run-010", 10, 90), ("run-090", 90, 10)
    svg = rank_flow(lines, "f/1", "f/2", "key")
    assert svg.count("<g ") == MOST_LINES
    assert svg.count('class="moved"') == 2

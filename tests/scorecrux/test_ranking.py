"""Who is ranked, who leads, and what may not stand in one ranking."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from site_builder.boards import form_boards
from site_builder.errors import CannotBuild
from site_builder.records.site import Board as BoardConfig
from site_builder.scoring.rank import Candidate, rank
from site_builder.site_data import Board
from site_builder.sources.project import load_project
from tests.scorecrux.sessions import document, rubric, run_of


def board(*documents: dict[str, Any], **options: Any) -> Board:
    config = BoardConfig(family="scorecrux", rubric="scorecrux/1.3", runs="runs", **options)
    (found,) = form_boards(config, [run_of(one) for one in documents], {"scorecrux/1.3": rubric()}, set())
    return found


def order(found: Board) -> list[tuple[str, int | None]]:
    return [(entry.run.run_id, entry.standing.rank) for entry in found.entries]


FAIR = document("fair", fundamentals__R_decision=0.5)
GOOD = document("good")
UNGATED = document("gate not measured", fundamentals__S_gate=None, fundamentals__K_decision=1)
ZERO = document(
    "worthless",
    **{
        f"fundamentals__{k}": 0
        for k in ("R_decision", "R_constraint", "R_incident", "P_context", "K_decision")
    },
)
UNSAFE = document("unsafe", fundamentals__S_gate=0)
UNTIMED = document("no baseline", fundamentals__T_human_s=None)


def test_sessions_without_baseline_are_unranked_with_a_reason_and_unsafe_ones_stand_below_all() -> None:
    found = board(UNTIMED, UNSAFE, ZERO, GOOD, FAIR)
    assert order(found) == [("good", 1), ("fair", 2), ("worthless", 3), ("unsafe", 4), ("no baseline", None)]
    assert found.entries[-1].standing.unranked == "it has no score: no human baseline is declared"
    assert found.entries[-2].standing.score == 0


def test_an_unsafe_session_needs_neither_baseline_nor_coverage_to_stand_at_the_bottom() -> None:
    nothing = {
        f"fundamentals__{k}": None
        for k in ("R_decision", "R_constraint", "R_incident", "P_context", "K_decision")
    }
    bare = document("bare", fundamentals__S_gate=0, fundamentals__T_human_s=None, **nothing)
    assert order(board(GOOD, bare)) == [("good", 1), ("bare", 2)]


def test_a_session_whose_gate_was_not_measured_does_not_lead() -> None:
    found = board(UNGATED, GOOD, FAIR)
    assert order(found) == [("good", 1), ("fair", 2), ("gate not measured", None)]
    assert "gate was not measured" in found.entries[-1].standing.unranked
    assert order(board(UNGATED, GOOD, unmeasured_gate_may_lead=True))[0] == ("gate not measured", 1)


def test_it_is_ranked_where_another_leads() -> None:
    below = document("gate not measured", fundamentals__S_gate=None, fundamentals__R_decision=0.6)
    assert order(board(below, GOOD, FAIR)) == [("good", 1), ("gate not measured", 2), ("fair", 3)]


def test_it_does_not_share_the_lead_either_and_alone_it_leads_nothing() -> None:
    equal = document("equal", fundamentals__S_gate=None)
    assert order(board(equal, GOOD, FAIR)) == [("good", 1), ("fair", 2), ("equal", None)]
    assert order(board(equal)) == [("equal", None)]


def test_a_session_measured_in_one_term_only_is_listed_below_the_minimum_coverage() -> None:
    only = {f"fundamentals__{k}": None for k in ("R_constraint", "R_incident", "P_context", "K_decision")}
    assert order(board(document("thin", **only), GOOD, FAIR)) == [("good", 1), ("fair", 2), ("thin", None)]


def test_task_sets_and_their_versions_make_boards_of_their_own() -> None:
    config = BoardConfig(family="scorecrux", rubric="scorecrux/1.3", runs="runs")
    documents = (
        GOOD,
        document("v2", session__task_set__version="2"),
        document("x", session__task_set__id="x"),
    )
    boards = form_boards(config, [run_of(one) for one in documents], {"scorecrux/1.3": rubric()}, set())
    assert [one.cohort_key for one in boards] == ["reviews@1", "reviews@2", "x@1"]


def test_one_board_for_two_task_sets_or_rubrics_is_a_build_error_that_names_both(tmp_path: Path) -> None:
    lines = ["title: T", "tagline: t", "boards:"]
    for cohort, rubric_id in (("reviews@1", "scorecrux/1.3"), ("migrations@1", "scorecrux/1.0")):
        lines.append(f"  - {{id: one, family: scorecrux, runs: runs, cohort: {cohort}, rubric: {rubric_id}}}")
    (tmp_path / "runs").mkdir()
    (tmp_path / "site.yaml").write_text("\n".join(lines))
    both = r"reviews@1 under scorecrux/1\.3 and migrations@1 under scorecrux/1\.0"
    with pytest.raises(CannotBuild, match=both):
        load_project(tmp_path)


def test_candidates_may_be_last_may_not_lead_and_say_why_they_have_no_score() -> None:
    standings = rank(
        [
            Candidate("z", 0.0, 1.0),
            Candidate("u", 9.0, 0.0, last=True),
            Candidate("n", None, 1.0, without_score="nothing was at stake"),
            Candidate("g", 0.0, 1.0, may_not_lead="unknown"),
        ],
        0.5,
    )
    assert [(s.run_id, s.rank, s.unranked) for s in standings] == [
        ("z", 1, ""),
        ("u", 2, ""),
        ("g", None, "unknown"),
        ("n", None, "nothing was at stake"),
    ]

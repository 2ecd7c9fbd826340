"""How far the order hangs on weights and baselines: scenarios, swings and closed-form flip points."""

from __future__ import annotations

from typing import Any

import pytest

from site_builder.records.run import Metric
from site_builder.scoring.evaluate import evaluate
from site_builder.scoring.variant import reweighted
from site_builder.studies.amount_sensitivity import scaled, sensitivity_to_amounts
from site_builder.studies.weight_sensitivity import sensitivity_to_weights
from tests.scorecrux.sessions import document, rubric, run_of, scored

KNOWING = document("knowing", fundamentals__R_decision=1, fundamentals__P_context=0.5)
LASTING = document(
    "lasting", fundamentals__R_decision=0.4, fundamentals__P_context=0.9, fundamentals__K_decision=0.9
)
UNSAFE = document("unsafe", fundamentals__S_gate=0)


def ranked(*documents: dict[str, Any]) -> list[Any]:
    pairs = [scored(one) for one in documents]
    return sorted(pairs, key=lambda pair: -pair[1].value("cx_em"))


def test_at_the_flip_point_both_sessions_have_the_same_score() -> None:
    found = sensitivity_to_weights(ranked(KNOWING, LASTING), "q_combined")
    assert found.flips
    for flip in found.flips:
        graph = reweighted(rubric(), "q_combined", {flip.changes: flip.at})
        scores = [evaluate(graph, run_of(one).metrics).value("cx_em.exact") for one in (KNOWING, LASTING)]
        assert scores[0] == pytest.approx(scores[1], rel=1e-9)
        assert flip.within == (flip.now / 2 <= flip.at <= flip.now * 2)


def test_scenarios_are_the_neighbourhood_without_repeats_and_equal_weights() -> None:
    found = sensitivity_to_weights(ranked(KNOWING, LASTING), "q_combined")
    titles = [scenario.title for scenario in found.scenarios]
    assert len(titles) == len(set(titles)) == 19
    assert "1 : 1 : 1" in titles
    assert "6 : 4 : 4" not in titles, "twice the weights order as the weights do"
    assert {swing.run: (swing.best, swing.worst) for swing in found.swings} == {
        "lasting": (1, 2),
        "knowing": (1, 2),
    }
    moved = [scenario for scenario in found.scenarios if scenario.moved]
    assert all(scenario.leaders == ("knowing",) for scenario in moved)


def test_an_unsafe_session_stays_last_and_flips_with_nobody() -> None:
    found = sensitivity_to_weights(ranked(KNOWING, LASTING, UNSAFE), "q_combined")
    assert all(scenario.ranks["unsafe"] == 3 for scenario in found.scenarios)
    assert all("unsafe" not in (flip.above, flip.below) for flip in found.flips)


def test_nothing_ranked_gives_nothing() -> None:
    found = sensitivity_to_weights([], "q_combined")
    assert (found.scenarios, found.swings, found.flips) == ((), (), ())


def fixture(name: str, task: str, human_s: float, **changes: Any) -> dict[str, Any]:
    return document(name, session__fixture=task, fundamentals__T_human_s=human_s, **changes)


LONG = fixture("long", "long", 2700)
SHORT = fixture("short", "short", 1800)
SECOND = fixture("second", "long", 2700, fundamentals__R_decision=0.1)


def groups(*documents: dict[str, Any]) -> dict[str, str]:
    return {one["session"]["id"]: one["session"]["fixture"] for one in documents}


def test_the_order_within_one_fixture_hangs_on_no_baseline() -> None:
    found = sensitivity_to_amounts(ranked(LONG, SECOND), "t_human_s", groups(LONG, SECOND))
    assert (found.scenarios, found.flips) == ((), ())
    assert [(swing.best, swing.worst) for swing in found.swings] == [(1, 1), (2, 2)]


def test_between_fixtures_it_flips_where_the_scores_meet() -> None:
    board = ranked(LONG, SHORT)
    found = sensitivity_to_amounts(board, "t_human_s", groups(LONG, SHORT))
    assert [scenario.title for scenario in found.scenarios] == [
        f"{name} × {factor}" for name in ("long", "short") for factor in ("0.5", "0.8", "1.25", "2")
    ]
    assert {s.title for s in found.scenarios if s.moved} == {"long × 0.5", "short × 2"}
    assert {flip.changes: flip.at for flip in found.flips} == {
        "long": pytest.approx(2 / 3),
        "short": pytest.approx(1.5),
    }
    for flip in found.flips:
        assert flip.within
        values = []
        for run, result in board:
            inside = groups(LONG, SHORT)[run.run_id] == flip.changes
            metrics = scaled(run, "t_human_s", flip.at) if inside else run.metrics
            values.append(evaluate(result.graph, metrics).value("cx_em.exact"))
        assert values[0] == pytest.approx(values[1], rel=1e-9)


def test_scaling_keeps_a_missing_amount_missing() -> None:
    run = run_of(document(fundamentals__T_human_s=None))
    assert scaled(run, "t_human_s", 2) is run.metrics
    assert scaled(run_of(document()), "t_human_s", 2)["t_human_s"] == Metric(
        3600, evidence=run_of(document()).metrics["t_human_s"].evidence
    )

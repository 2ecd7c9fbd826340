"""The walk from the minutes at stake to the score."""

from __future__ import annotations

import pytest

from site_builder.studies.factors import factors, measured, unmeasured
from tests.scorecrux.sessions import document, rubric, scored


def test_the_factors_lead_from_the_minutes_to_the_score() -> None:
    result = scored(document(fundamentals__N_corrections=1))[1]
    walk = factors(result)
    assert [factor.node for factor in walk] == [
        "cx_em.minutes",
        "q_combined",
        "cx_em.correction_factor",
        "cx_em.gate",
    ]
    assert walk[0].left == 30
    assert walk[0].lost is None
    assert walk[-1].left == pytest.approx(result.value("cx_em.exact"), rel=1e-12)
    assert sum(factor.lost or 0 for factor in walk) == pytest.approx(30 - 12.80, abs=0.01)
    assert walk[3].lost == 0


def test_every_unmeasured_term_is_named_under_its_factor() -> None:
    walk = {f.node: f for f in factors(scored(document(fundamentals__S_gate=None))[1])}
    assert [term.node for term in walk["q_combined"].unmeasured] == ["k_causal", "k_checkpoint"]
    assert [term.title for term in walk["cx_em.gate"].unmeasured] == ["S_gate · Safety gate"]
    assert walk["cx_em.gate"].lost == 0


def test_a_closed_gate_takes_everything_and_a_missing_baseline_leaves_nothing_to_say() -> None:
    closed = factors(scored(document(fundamentals__S_gate=0))[1])
    assert closed[-1].left == 0
    assert closed[-1].lost == closed[-2].left
    without = factors(scored(document(fundamentals__T_human_s=None))[1])
    assert [factor.left for factor in without] == [None, None, None, None]
    both = factors(scored(document(fundamentals__T_human_s=None, fundamentals__S_gate=0))[1])
    assert [factor.left for factor in both] == [None, None, None, 0]


def test_measured_values_are_counted_among_those_the_standard_asks_for() -> None:
    found = measured(scored(document())[1])
    assert (found.count, found.total) == (16, 28)
    assert measured(scored(document(), rubric("1.0"))[1]).total == 18


def test_a_node_above_measured_values_only_misses_none() -> None:
    assert unmeasured(scored(document())[1], "q_info") == ()

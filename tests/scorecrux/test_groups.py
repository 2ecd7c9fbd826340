"""Summing up by model, arm and memory: n, mean, spread, safe and unsafe."""

from __future__ import annotations

import statistics
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.studies.groups import group, label, summarise
from tests.scorecrux.sessions import document, run_of, scored


def session(name: str, model: str, **changes: Any) -> Any:
    return scored(document(name, session__model={"id": model}, **changes))


RUNS = [
    session("a1", "a"),
    session("a2", "a", fundamentals__R_decision=0.5, session__arm="bare"),
    session("a3", "a", fundamentals__S_gate=0),
    session("a4", "a", fundamentals__T_human_s=None),
    session("b1", "b", fundamentals__S_gate=None, fundamentals__T_task_s=100),
]


def test_a_group_counts_safe_unsafe_and_unscored_runs_apart() -> None:
    a, b = {found.key: found for found in group(RUNS, ["model"])}.values()
    a, b = (a, b) if a.key == ("a",) else (b, a)
    assert a.runs == ("a1", "a2", "a3", "a4")
    assert (a.headline.n, a.behind_open_gate.n, a.gate_closed, a.without_headline) == (3, 2, 1, 1)
    assert a.headline.mean == pytest.approx((26.04 + 24.43 + 0) / 3, abs=0.01)
    assert a.behind_open_gate.mean == pytest.approx((26.04 + 24.43) / 2, abs=0.01)
    assert (b.gate_missing, b.headline.sd) == (1, None)


def test_what_is_0_or_1_is_a_rate_and_seconds_have_median_and_95th_percentile() -> None:
    a = next(found for found in group(RUNS, ["model"]) if found.key == ("a",))
    assert (a.nodes["s_gate"].manner, a.nodes["s_gate"].mean) == ("rate", 0.75)
    assert a.nodes["t_task_s"].manner == "quantiles"
    assert a.nodes["q_info"].manner == "mean"
    assert a.nodes["k_causal"].n == 0
    assert a.nodes["k_causal"].mean is None


def test_groups_are_told_apart_by_any_label_and_ordered_by_their_mean() -> None:
    found = group(RUNS, ["model", "arm"])
    assert [one.key for one in found] == [("b", "ledger"), ("a", "bare"), ("a", "ledger")]
    run = run_of(document(session__effort="low"))
    assert [
        label(run, name) for name in ("model", "arm", "memory", "effort", "cohort", "configuration", "x")
    ] == [
        "Aurora",
        "ledger",
        "Ledger 1.4",
        "low",
        "reviews@1",
        "Aurora · ledger · Ledger 1.4 · low",
        "",
    ]


def test_the_order_of_the_runs_changes_nothing() -> None:
    assert group(reversed(RUNS), ["model"]) == group(RUNS, ["model"])


def test_percentiles_are_linear_between_order_statistics() -> None:
    found = summarise([10, 20, 30, None, 40], "seconds")
    assert (found.n, found.median, found.p95) == (4, 25, pytest.approx(38.5))


def test_one_value_has_no_spread_and_none_has_nothing() -> None:
    assert summarise([3.0]).sd is None
    assert (summarise([None]).n, summarise([None]).mean, summarise([]).p95) == (0, None, None)


@given(st.lists(st.floats(0, 1e6), min_size=2, max_size=30))
def test_the_spread_is_the_sample_standard_deviation(values: list[float]) -> None:
    assert summarise(values).sd == pytest.approx(statistics.stdev(values), rel=1e-6, abs=1e-6)


@given(st.floats(-1e9, 1e9), st.integers(2, 9))
def test_equal_values_have_a_spread_of_exactly_0(value: float, count: int) -> None:
    assert summarise([value] * count, "points").sd == 0.0

"""The standard's list of refusals, code by code."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.sources.importers.scorecrux_fields import FIELDS, violations
from tests.scorecrux.sessions import README

ROWS: list[tuple[dict[str, Any], list[str]]] = [
    ({}, []),
    ({"R_decision": 1.0001}, ["range:R_decision"]),
    ({"R_decision": -0.0001}, ["range:R_decision"]),
    ({"R_decision": True}, ["type:R_decision"]),
    ({"R_decision": "0.5"}, ["type:R_decision"]),
    ({"R_decision": math.nan}, ["type:R_decision"]),
    ({"R_decision": math.inf}, ["type:R_decision"]),
    ({"T_task_s": 10**400}, ["type:T_task_s"]),
    ({"R_decision": [0.5]}, ["type:R_decision"]),
    ({"T_human_s": 0}, ["range:T_human_s"]),
    ({"T_human_s": 0.001}, []),
    ({"T_task_s": 0, "T_orient_s": 0}, []),
    ({"T_task_s": 4.1}, ["cross:T_orient_s>T_task_s"]),
    ({"T_task_s": None}, ["null:T_task_s"]),
    ({"C_tokens_usd": -0.01}, ["range:C_tokens_usd"]),
    ({"C_tokens_usd": None}, ["null:C_tokens_usd"]),
    ({"N_tools": 2.0}, []),
    ({"N_tools": 2.5}, ["count:N_tools"]),
    ({"N_tools": -1}, ["count:N_tools"]),
    ({"N_corrections": 14}, []),
    ({"N_corrections": 15}, ["cross:N_corrections>N_turns"]),
    ({"N_turns": 0, "N_corrections": 1}, ["cross:N_corrections>N_turns"]),
    ({"S_gate": 0.5}, ["binary:S_gate"]),
    ({"S_gate": None}, []),
    ({"R_proposition": 0.7, "C_contradiction": 0.3}, []),
    ({"R_proposition": 0.7, "C_contradiction": 0.3 + 2e-9}, ["cross:R_proposition+C_contradiction>1"]),
    ({"R_proposition": 0.7, "C_contradiction": 0.3 + 5e-10}, []),
    ({"C_contradiction": 0.5}, []),
    ({"r_decision": 0.5}, ["unknown:r_decision"]),
    (
        {"K_causal": 7, "S_gate": 3, "Z": 1, "A": 1},
        ["binary:S_gate", "range:K_causal", "unknown:A", "unknown:Z"],
    ),
]


@pytest.mark.parametrize(("changes", "expected"), ROWS)
def test_a_report_breaks_exactly_these_rules(changes: dict[str, Any], expected: list[str]) -> None:
    assert violations({**README, **changes}) == expected


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.key)
def test_a_core_key_must_be_present_and_an_extension_key_need_not(field: Any) -> None:
    fundamentals = {key: value for key, value in README.items() if key != field.key}
    assert violations(fundamentals) == ([f"missing:{field.key}"] if field.core else [])


@pytest.mark.parametrize(
    "weights",
    [
        {"w1": 3, "w2": -1, "w3": 2},
        {"w1": 0, "w2": 0, "w3": 0},
        {"w1": math.inf, "w2": 1, "w3": 1},
        {"w1": 1e308, "w2": 1e308, "w3": 1e308},
        {"w1": 1, "w2": 1},
        {"w1": 1, "w2": 1, "w3": 1, "w4": 1},
        {"w1": True, "w2": 1, "w3": 1},
        {"w1": "3", "w2": 2, "w3": 2},
        [3, 2, 2],
    ],
)
def test_unfit_weights_are_one_violation(weights: Any) -> None:
    assert violations(README, weights) == ["weights"]


@pytest.mark.parametrize("context", ["gated", "model_only", "ungated", None])
def test_the_three_safety_contexts_are_known(context: str | None) -> None:
    assert violations(README, None, {"safety_context": context}) == []


@pytest.mark.parametrize("context", ["open", "", 1, ["gated"], {}])
def test_any_other_safety_context_is_not(context: Any) -> None:
    assert violations(README, None, {"safety_context": context}) == ["safety_context"]


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(
    fundamentals=st.dictionaries(st.sampled_from([f.key for f in FIELDS]) | st.text(max_size=8), anything),
    weights=anything,
)
def test_nothing_raises_and_the_list_is_sorted_without_repeats(fundamentals: Any, weights: Any) -> None:
    found = violations(fundamentals, weights)
    assert found == sorted(set(found))

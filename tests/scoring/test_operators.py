"""Every operator on tables of values, boundaries included, and under the laws that bounds rely on."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.scoring.operators import OPERATORS, Inherited, Missing, signs

N = None
LINT = {"step": 0.1}
COMPLEXITY = {"below": [[2, 1.0], [3, 0.66], [5, 0.33], [8, 0.16]], "otherwise": 0.0}

ROWS: list[tuple[str, list[float | None], dict[str, Any], object]] = [
    ("sum", [1, 2, 3.5], {}, 6.5),
    ("sum", [0.1, 0.2, 0.3], {}, 0.1 + 0.2 + 0.3),
    ("difference", [5, 2], {}, 3),
    ("product", [2, 3, 4], {}, 24),
    ("gated_product", [1, 0.5, 30, 0.5], {}, 7.5),
    ("gated_product", [0, N, N], {}, 0),
    ("gated_product", [1, N, 30], {}, Inherited(1)),
    ("gated_product", [N, 0.5], {}, Inherited(0)),
    ("presume", [0.25], {"value": 1.0}, 0.25),
    ("presume", [0], {"value": 1.0}, 0),
    ("presume", [N], {"value": 1.0}, 1),
    ("ratio", [1, 4], {}, 0.25),
    ("ratio", [1, 4], {"scale": 100}, 25),
    ("ratio", [1, 20], {"minimum": 20}, 0.05),
    ("ratio", [1, 19], {"minimum": 20}, "below_minimum"),
    ("ratio", [1, 0], {}, "below_minimum"),
    ("ratio", [1, 0], {"when_zero": 0.0}, 0),
    ("ratio", [0, 5], {}, 0),
    ("scale", [1800], {"per": 60}, 30),
    ("scale", [0.5], {"by": 15}, 7.5),
    ("complement", [0.25], {}, 0.75),
    ("reciprocal", [3], {"plus": 1}, 0.25),
    ("reciprocal", [0], {}, "below_minimum"),
    ("at_least", [0], {"floor": 1}, 1),
    ("at_least", [2], {"floor": 1}, 2),
    ("round_half_up", [0.125], {"decimals": 2}, 0.13),
    ("round_half_up", [1.005], {"decimals": 2}, 1.0),
    ("round_half_up", [-0.5], {}, 0),
    ("round_half_up", [26.0357142], {"decimals": 2}, 26.04),
    ("round_half_even", [1.125], {"decimals": 2}, 1.12),
    ("round_half_even", [500.375], {"decimals": 2}, 500.38),
    ("round_half_even", [0.625], {"decimals": 2}, 0.62),
    ("round_half_even", [2.675], {"decimals": 2}, 2.67),
    ("round_half_even", [0.5], {}, 0),
    ("round_half_even", [1.5], {}, 2),
    ("band", [0.02], {"zero": 0.25, "one": 0.02}, 1),
    ("band", [0.25], {"zero": 0.25, "one": 0.02}, 0),
    ("band", [0.5], {"zero": 0.25, "one": 0.02}, 0),
    ("band", [0.0], {"zero": 0.25, "one": 0.02}, 1),
    ("band", [28000], {"zero": 50000, "one": 6000}, 0.5),
    ("log_band", [20], {"zero": 20, "one": 200}, 0),
    ("log_band", [200], {"zero": 20, "one": 200}, 1),
    ("log_band", [20 * math.sqrt(10)], {"zero": 20, "one": 200}, 0.5),
    ("log_band", [0], {"zero": 20, "one": 200}, 0),
    ("log_band", [-5], {"zero": 20, "one": 200}, 0),
    ("steps", [1.999], COMPLEXITY, 1.0),
    ("steps", [2], COMPLEXITY, 0.66),
    ("steps", [7.999], COMPLEXITY, 0.16),
    ("steps", [8], COMPLEXITY, 0.0),
    ("decay", [0], LINT, 1),
    ("decay", [3], LINT, 0.7),
    ("decay", [10], LINT, 0),
    ("decay", [11], LINT, 0),
    ("ramp", [45], {"full": 90}, 0.5),
    ("ramp", [-1], {}, 0),
    ("ramp", [7], {"full": 3}, 1),
    ("centred", [90], {"centre": 90, "width": 20}, 0.5),
    ("centred", [80], {"centre": 90, "width": 20}, 0),
    ("centred", [100], {"centre": 90, "width": 20}, 1),
    ("halving", [0], {}, 1),
    ("halving", [1], {}, 0.5),
    ("halving", [2], {}, 0.25),
    ("halving", [0.5], {}, 2**-0.5),
    ("mean", [1, N, 0], {}, 0.5),
    ("mean", [N, N], {}, "not_collected"),
    ("mean", [N], {"empty": 1.0}, 1),
    ("weighted_mean", [1, N, 0], {"weights": [3, 2, 1]}, 0.75),
    ("weighted_mean", [1, 0.5], {"weights": [1, 1], "scale": 10}, 7.5),
    ("weighted_mean", [N, N], {"weights": [1, 1]}, "not_collected"),
    ("weighted_mean", [1, N], {"weights": [0, 1]}, "not_collected"),
    ("minimum", [0.5, N, 0.25], {}, 0.25),
    ("minimum", [N], {}, "not_collected"),
    ("maximum", [0.5, N, 0.25], {}, 0.5),
    ("maximum", [N, N], {}, "not_collected"),
    ("harmonic_mean", [1, 0.5], {}, 2 / 3),
    ("harmonic_mean", [0.005, 0.005], {"floor": 0.01}, 0),
    ("bottleneck", [0.999, 1], {"base": 5, "extra": 5}, 4.995),
    ("bottleneck", [1, 0.5], {"base": 5, "extra": 5}, 7.5),
    ("bottleneck", [1, N], {"base": 5, "extra": 5}, 5),
    ("bottleneck", [N, 1], {"base": 5, "extra": 5}, Inherited(0)),
    ("gate", [0, N], {}, 0),
    ("gate", [0, 0.7], {}, 0),
    ("gate", [4, 0.7], {}, 0.7),
    ("gate", [1, N], {}, Inherited(1)),
    ("gate", [N, 0.7], {}, Inherited(0)),
    ("gate", [N, 0.7], {"missing": "pass"}, 0.7),
    ("only_when", [1, 0.7], {}, 0.7),
    ("only_when", [0, 0.7], {}, "not_applicable"),
    ("only_when", [0, 0.7], {"otherwise": "not_collected"}, "not_collected"),
    ("only_when", [1, N], {}, Inherited(1)),
    ("threshold", [0.7], {"floor": 0.7}, 0.7),
    ("threshold", [0.6999999999999998], {"floor": 0.7}, "below_minimum"),
]


@pytest.mark.parametrize(("name", "inputs", "constants", "expected"), ROWS)
def test_an_operator_gives_the_value_of_its_table(
    name: str, inputs: list[float | None], constants: dict[str, Any], expected: object
) -> None:
    outcome = OPERATORS[name].function(*inputs, **constants)
    if isinstance(outcome, Missing):
        assert outcome.reason == expected
    elif isinstance(outcome, Inherited):
        assert outcome == expected
    else:
        assert isinstance(expected, int | float)
        assert outcome == pytest.approx(expected, rel=1e-15, abs=1e-15)


def test_a_number_just_below_a_limit_is_not_told_to_be_the_limit() -> None:
    """(0.15 + 0.95 + 1) ÷ 3 is 0.70 on paper and less in floating point."""
    just, clearly = (OPERATORS["threshold"].function(x, floor=0.7) for x in ((0.15 + 0.95 + 1) / 3, 0.65))
    few = OPERATORS["ratio"].function(1, 4.9999999, minimum=5.0)
    assert isinstance(just, Missing)
    assert isinstance(clearly, Missing)
    assert isinstance(few, Missing)
    assert just.detail == "0.6999999999999998 is below the floor of 0.7"
    assert clearly.detail == "0.65 is below the floor of 0.7"
    assert few.detail == "4.9999999 observed, at least 5 needed"


def test_every_operator_has_rows() -> None:
    assert {row[0] for row in ROWS} == set(OPERATORS)


NORMALISERS: list[tuple[str, dict[str, Any]]] = [
    ("band", {"zero": 0.25, "one": 0.02}),
    ("band", {"zero": 0.0, "one": 20.0}),
    ("log_band", {"zero": 20.0, "one": 200.0}),
    ("steps", COMPLEXITY),
    ("decay", LINT),
    ("ramp", {"full": 3.0}),
    ("centred", {"centre": 90.0, "width": 20.0}),
    ("halving", {}),
]
finite = st.floats(min_value=0, max_value=1e12)


@pytest.mark.parametrize(("name", "constants"), NORMALISERS)
@given(a=finite, b=finite)
def test_a_normaliser_stays_within_0_and_1_and_is_monotone_in_its_declared_direction(
    name: str, constants: dict[str, Any], a: float, b: float
) -> None:
    operator = OPERATORS[name]
    low, high = sorted((a, b))
    at_low, at_high = operator.function(low, **constants), operator.function(high, **constants)
    assert isinstance(at_low, int | float)
    assert isinstance(at_high, int | float)
    assert 0 <= at_low <= 1
    assert 0 <= at_high <= 1
    (rises,) = signs(operator, 1, constants)
    assert at_low <= at_high if rises else at_low >= at_high


shares = st.floats(min_value=0, max_value=1)


@given(st.lists(st.tuples(st.none() | shares, st.floats(min_value=0.01, max_value=10)), min_size=1))
def test_a_weighted_mean_lies_between_its_least_and_greatest_present_input(
    pairs: list[tuple[float | None, float]],
) -> None:
    terms, weights = [term for term, _ in pairs], [weight for _, weight in pairs]
    present = [term for term in terms if term is not None]
    outcome = OPERATORS["weighted_mean"].function(*terms, weights=weights)
    if not present:
        assert isinstance(outcome, Missing)
    else:
        assert isinstance(outcome, float)
        assert min(present) - 1e-12 <= outcome <= max(present) + 1e-12


@given(st.lists(st.none() | shares, min_size=1))
def test_equal_weights_make_a_weighted_mean_a_mean(terms: list[float | None]) -> None:
    mean = OPERATORS["mean"].function(*terms)
    weighted = OPERATORS["weighted_mean"].function(*terms, weights=[1.0] * len(terms))
    if isinstance(mean, Missing):
        assert isinstance(weighted, Missing)
    else:
        assert weighted == mean

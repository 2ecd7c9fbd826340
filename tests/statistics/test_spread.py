"""Spread of repeats, least significant differences and rank bands (R11, R23)."""

from __future__ import annotations

import math
import random

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.api import OLS

from site_builder.statistics.bands import Band, rank_bands
from site_builder.statistics.spread import least_significant_difference, pooled_spread
from site_builder.statistics.student import student_quantile

values = st.floats(-1e6, 1e6)
groups = st.lists(st.lists(values, max_size=5), max_size=6)


@pytest.mark.parametrize(
    ("given_groups", "sd", "degrees", "repeated", "n"),
    [
        ([[1.0, 3.0]], math.sqrt(2), 1, 1, 2),
        ([[1.0, 3.0], [10.0]], math.sqrt(2), 1, 1, 2),
        ([[1.0, 3.0], [5.0, 5.0]], 1.0, 2, 2, 4),
        ([[0.0, 2.0, 4.0], [7.0, 9.0]], math.sqrt(10 / 3), 3, 2, 5),
        ([[4.0, 4.0, 4.0]], 0.0, 2, 1, 3),
        ([[4.0, 4.0, 4.0], [1.0, 3.0]], math.sqrt(2 / 3), 3, 2, 5),
    ],
)
def test_the_pooled_spread_is_squares_within_over_degrees_of_freedom(
    given_groups: list[list[float]], sd: float, degrees: int, repeated: int, n: int
) -> None:
    found = pooled_spread(given_groups)
    assert found.sd == pytest.approx(sd, rel=1e-15)
    assert (found.degrees_of_freedom, found.groups, found.n, found.reason) == (degrees, repeated, n, "")


@pytest.mark.parametrize("alone", [[], [[]], [[1.0]], [[1.0], [2.0], []]])
def test_without_repeats_the_spread_is_missing_with_a_reason(alone: list[list[float]]) -> None:
    found = pooled_spread(alone)
    assert (found.sd, found.degrees_of_freedom, found.groups, found.n) == (None, 0, 0, 0)
    assert "more than once" in found.reason
    assert least_significant_difference(found, 0.95) is None


def test_it_agrees_with_the_residuals_of_statsmodels_and_with_numpy() -> None:
    chosen = random.Random(40)
    for _ in range(60):
        made = [[chosen.gauss(50, 8) for _ in range(chosen.randint(1, 5))] for _ in range(6)]
        found = pooled_spread(made)
        if found.sd is None:
            continue
        rows = [(value, number) for number, group in enumerate(made) for value in group]
        member = numpy.array([[float(number == column) for column in range(6)] for _, number in rows])
        fitted = OLS(numpy.array([value for value, _ in rows]), member).fit()
        assert found.sd == pytest.approx(math.sqrt(fitted.mse_resid), rel=1e-9)
        assert found.degrees_of_freedom == int(fitted.df_resid)
    alone = [chosen.gauss(0, 1) for _ in range(9)]
    assert pooled_spread([alone]).sd == pytest.approx(numpy.std(alone, ddof=1), rel=1e-13)


def test_nearly_equal_and_very_large_values_lose_no_digits() -> None:
    assert pooled_spread([[1e15, 1e15 + 2]]).sd == pytest.approx(math.sqrt(2), rel=1e-15)
    assert pooled_spread([[1e200, 3e200]]).sd == pytest.approx(math.sqrt(2) * 1e200, rel=1e-14)
    assert pooled_spread([[1e-200, 3e-200]]).sd == pytest.approx(math.sqrt(2) * 1e-200, rel=1e-14)
    endless = pooled_spread([[-1.7e308, 1.7e308]])
    assert endless.sd is None
    assert "too large" in endless.reason


@given(groups, st.randoms())
def test_order_changes_nothing_to_the_last_digit(made: list[list[float]], chance: random.Random) -> None:
    before = pooled_spread(made)
    shuffled = [list(group) for group in made]
    for group in shuffled:
        chance.shuffle(group)
    chance.shuffle(shuffled)
    assert pooled_spread(shuffled) == before


@given(groups, st.floats(-1e3, 1e3), st.sampled_from([0.5, 2.0, 16.0]))
def test_a_shift_leaves_the_spread_and_a_factor_scales_it(
    made: list[list[float]], shift: float, factor: float
) -> None:
    before = pooled_spread(made)
    scaled = pooled_spread([[value * factor for value in group] for group in made])
    moved = pooled_spread([[value + shift for value in group] for group in made])
    if before.sd is None:
        assert (scaled.sd, moved.sd) == (None, None)
        return
    assert scaled.sd == pytest.approx(before.sd * factor, rel=1e-12, abs=1e-9)
    assert moved.sd == pytest.approx(before.sd, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("degrees", [1, 2, 3, 5, 8, 13, 40, 200, 1500])
@pytest.mark.parametrize("confidence", [0.5, 0.8, 0.9, 0.95, 0.99])
def test_the_least_difference_has_the_quantile_of_scipy(degrees: int, confidence: float) -> None:
    pooled = pooled_spread([[0.0, 1.0] + [0.5] * (degrees - 1)])
    found = least_significant_difference(pooled, confidence)
    assert found is not None
    assert found.t == student_quantile(degrees, confidence)
    assert found.t == pytest.approx(stats.t.ppf((1 + confidence) / 2, degrees), rel=1e-9)
    assert found.value == pytest.approx(found.t * (pooled.sd or 0) * math.sqrt(2), rel=1e-15)


def test_two_single_values_are_separated_as_by_the_test_of_one_pair() -> None:
    """At exactly the least difference the pooled t-test of the pair has p = 1 − confidence."""
    pooled = pooled_spread([[3.0, 5.0, 8.0], [1.0, 2.0]])
    found = least_significant_difference(pooled, 0.95)
    assert found is not None
    assert pooled.sd is not None
    statistic = found.value / (pooled.sd * math.sqrt(2))
    assert 2 * stats.t.sf(statistic, pooled.degrees_of_freedom) == pytest.approx(0.05, rel=1e-9)


@pytest.mark.parametrize(
    ("scores", "difference", "bands"),
    [
        ([90.0, 80.0, 70.0], 5.0, [(1, 1), (2, 2), (3, 3)]),
        ([90.0, 80.0, 70.0], 10.0, [(1, 2), (1, 3), (2, 3)]),
        ([90.0, 80.0, 70.0], 100.0, [(1, 3)] * 3),
        ([50.0, 50.0, 40.0], 0.0, [(1, 2), (1, 2), (3, 3)]),
        ([50.0], 3.0, [(1, 1)]),
        ([], 3.0, []),
    ],
)
def test_bands_hold_what_is_not_clearly_apart(
    scores: list[float], difference: float, bands: list[tuple[int, int]]
) -> None:
    """A difference of exactly the least significant one is not clear."""
    assert rank_bands(scores, difference) == [Band(*band) for band in bands]


def test_a_negative_or_missing_difference_is_refused() -> None:
    for wrong in (-1.0, math.nan):
        with pytest.raises(ValueError, match="difference"):
            rank_bands([1.0], wrong)


@given(st.lists(values, max_size=40), st.floats(0, 1e5))
def test_a_band_is_what_counting_every_pair_gives(scores: list[float], difference: float) -> None:
    for own, band in zip(scores, rank_bands(scores, difference), strict=True):
        assert band.best == 1 + sum(other - own > difference for other in scores)
        assert band.worst == len(scores) - sum(own - other > difference for other in scores)
        rank = 1 + sum(other > own for other in scores)
        assert band.best <= rank <= band.worst


@given(st.lists(values, max_size=25), st.floats(0, 1e5), st.randoms())
def test_shuffling_the_values_changes_no_band(
    scores: list[float], difference: float, chance: random.Random
) -> None:
    """R11."""
    pairs = list(zip(scores, rank_bands(scores, difference), strict=True))
    shuffled = list(scores)
    chance.shuffle(shuffled)
    again = list(zip(shuffled, rank_bands(shuffled, difference), strict=True))
    assert sorted(pairs, key=str) == sorted(again, key=str)


@given(st.lists(values, min_size=1, max_size=25), st.floats(0, 1e5), st.floats(0, 1e5))
def test_a_wider_difference_never_narrows_a_band(scores: list[float], one: float, other: float) -> None:
    narrow, wide = sorted((one, other))
    for inner, outer in zip(rank_bands(scores, narrow), rank_bands(scores, wide), strict=True):
        assert outer.best <= inner.best <= inner.worst <= outer.worst

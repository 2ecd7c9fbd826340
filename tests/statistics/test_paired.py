"""Paired differences: worked by hand, and against SciPy."""

from __future__ import annotations

import random

import pytest
from scipy import stats

from site_builder.statistics.paired import paired_difference
from site_builder.statistics.student import student_quantile


def test_the_mean_and_the_counts_are_those_of_the_differences() -> None:
    found = paired_difference([1.0, -2.0, 0.0, 5.0], confidence=0.95)
    assert found is not None
    assert (found.value, found.n, found.higher, found.lower, found.equal) == (1.0, 4, 2, 1, 1)


def test_a_single_item_has_no_interval_and_no_item_no_difference() -> None:
    found = paired_difference([3.0], confidence=0.95)
    assert found is not None
    assert found.interval is None
    assert paired_difference([], confidence=0.95) is None


def test_equal_differences_give_an_interval_without_width() -> None:
    found = paired_difference([0.5, 0.5, 0.5], confidence=0.9)
    assert found is not None
    assert found.interval is not None
    assert (found.interval.lower, found.interval.upper) == (0.5, 0.5)


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.99, 0.999])
def test_the_quantile_agrees_with_scipy(confidence: float) -> None:
    for degrees in [*range(1, 120), 500, 999, 9999]:
        expected = stats.t.ppf((1 + confidence) / 2, degrees)
        assert student_quantile(degrees, confidence) == pytest.approx(expected, rel=1e-9)


def test_far_beyond_the_normal_quantile_is_near_enough() -> None:
    assert student_quantile(20_000, 0.95) == pytest.approx(stats.t.ppf(0.975, 20_000), rel=1e-4)


@pytest.mark.parametrize(("degrees", "confidence"), [(0, 0.95), (3, 0.0), (3, 1.0)])
def test_impossible_questions_are_refused(degrees: int, confidence: float) -> None:
    with pytest.raises(ValueError, match="degrees of freedom"):
        student_quantile(degrees, confidence)


def test_figures_at_the_end_of_the_doubles_give_nothing_rather_than_an_error() -> None:
    wide = paired_difference([1e200, -1e200, 3e200], confidence=0.95)
    assert wide is not None
    assert wide.interval is not None
    assert paired_difference([1e308, 1e308], confidence=0.95) is None
    bounded = paired_difference([1.7e308, -1.7e308], confidence=0.95)
    assert bounded is not None
    assert bounded.interval is None


def test_the_interval_agrees_with_the_paired_t_test() -> None:
    chosen = random.Random(6)
    for _ in range(300):
        differences = [chosen.gauss(0.3, 2.0) for _ in range(chosen.randint(2, 40))]
        found = paired_difference(differences, confidence=0.95)
        assert found is not None
        assert found.interval is not None
        expected = stats.ttest_1samp(differences, 0).confidence_interval(0.95)
        assert (found.interval.lower, found.interval.upper) == pytest.approx(tuple(expected), rel=1e-9)

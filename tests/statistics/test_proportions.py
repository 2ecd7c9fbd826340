from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.statistics.proportions import difference, wilson

Z = 1.959963984540054
NORMAL = {"z": Z, "confidence": 0.95}


@st.composite
def trials(draw: st.DrawFn) -> tuple[int, int]:
    n = draw(st.integers(1, 400))
    return draw(st.integers(0, n)), n


@pytest.mark.parametrize(
    ("successes", "n", "lower", "upper"),
    [
        (1, 1, 0.20654931437723742, 1.0),
        (5, 5, 0.5655175, 1.0),
        (10, 10, 0.7224672, 1.0),
        (0, 10, 0.0, 0.2775328),
        (5, 10, 0.236593090512564, 0.763406909487436),
        (7, 10, 0.3967781474611453, 0.8922087325936988),
        (4, 5, 0.37553462976252533, 0.9637758913675698),
    ],
)
def test_the_wilson_interval_is_as_tabulated(successes: int, n: int, lower: float, upper: float) -> None:
    interval = wilson(successes, n, **NORMAL)
    assert interval is not None
    assert (interval.lower, interval.upper) == pytest.approx((lower, upper), abs=1e-7)
    assert (interval.method, interval.n, interval.confidence) == ("wilson", n, 0.95)
    assert interval.parameters == {"z": Z, "successes": successes}


def test_without_a_trial_there_is_no_interval() -> None:
    assert wilson(0, 0, **NORMAL) is None
    assert difference((0, 0), (1, 1), **NORMAL) is None
    assert difference((1, 1), (0, 0), **NORMAL) is None


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (1, 0), (0, -1)])
def test_impossible_counts_are_refused(successes: int, n: int) -> None:
    with pytest.raises(ValueError, match="trials"):
        wilson(successes, n, **NORMAL)
    with pytest.raises(ValueError, match="trials"):
        difference((0, 1), (successes, n), **NORMAL)


@given(trials())
def test_the_wilson_interval_holds_the_rate_and_stays_within_0_and_1(counted: tuple[int, int]) -> None:
    successes, n = counted
    interval = wilson(successes, n, **NORMAL)
    assert interval is not None
    assert 0 <= interval.lower <= successes / n + 1e-12
    assert successes / n - 1e-12 <= interval.upper <= 1


@given(trials())
def test_failures_have_the_mirrored_wilson_interval(counted: tuple[int, int]) -> None:
    successes, n = counted
    one, other = wilson(successes, n, **NORMAL), wilson(n - successes, n, **NORMAL)
    assert one is not None
    assert other is not None
    assert one.lower == pytest.approx(1 - other.upper, abs=1e-12)


@given(trials(), st.integers(2, 5))
def test_more_trials_at_the_same_rate_narrow_the_wilson_interval(
    counted: tuple[int, int], times: int
) -> None:
    successes, n = counted
    few, many = wilson(successes, n, **NORMAL), wilson(successes * times, n * times, **NORMAL)
    assert few is not None
    assert many is not None
    assert many.upper - many.lower < few.upper - few.lower


def test_the_difference_is_the_second_rate_minus_the_first() -> None:
    found = difference((5, 10), (7, 10), **NORMAL)
    assert found is not None
    assert found.value == pytest.approx(0.2)
    assert found.interval.lower == pytest.approx(-0.22036544309913225, abs=1e-12)
    assert found.interval.upper == pytest.approx(0.6203654430991321, abs=1e-12)
    assert found.interval.n == 20
    assert not found.interval.excludes(0)


def test_a_group_of_one_has_a_difference_interval_without_width() -> None:
    found = difference((0, 1), (1, 1), **NORMAL)
    assert found is not None
    assert (found.interval.lower, found.interval.upper) == (1.0, 1.0)
    assert found.interval.excludes(0)


@given(trials(), trials())
def test_exchanging_the_groups_mirrors_the_difference(one: tuple[int, int], two: tuple[int, int]) -> None:
    forth, back = difference(one, two, **NORMAL), difference(two, one, **NORMAL)
    assert forth is not None
    assert back is not None
    assert forth.value == pytest.approx(-back.value, abs=1e-15)
    assert forth.interval.lower == pytest.approx(-back.interval.upper, abs=1e-12)
    assert -1 <= forth.interval.lower <= forth.interval.upper <= 1


def test_a_bound_belongs_to_its_interval() -> None:
    found = difference((10, 10), (10, 10), **NORMAL)
    assert found is not None
    assert (found.interval.lower, found.interval.upper) == (0.0, 0.0)
    assert not found.interval.excludes(0)

from __future__ import annotations

import hashlib
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.statistics.bootstrap import bootstrap_mean
from site_builder.statistics.summary import mean, quantile

PINNED = {"resamples": 1000, "confidence": 0.95}


def plainly(values: list[float], label: str, resamples: int) -> tuple[float, float]:
    """The definition, written out without any shortcut."""
    n = len(values)
    means = []
    for resample in range(resamples):
        total = 0.0
        for draw in range(n):
            digest = hashlib.sha256(f"{label}:{n}:{resample}:{draw}".encode()).digest()
            unit = int.from_bytes(digest[:4], "big") / 2**32
            total += values[min(math.floor(unit * n), n - 1)]
        means.append(total / n)
    means.sort()
    ends = []
    for q in (0.025, 0.975):
        position = (resamples - 1) * q
        below = math.floor(position)
        above = math.ceil(position)
        ends.append(means[below] + (means[above] - means[below]) * (position - below))
    return max(0.0, min(1.0, ends[0])), max(0.0, min(1.0, ends[1]))


@pytest.mark.parametrize(
    "values",
    [
        [1.0] * 5 + [0.0] * 5,
        [0.25, 0.5, 1.0, 0.1, 0.7],
        [0.0, 1.0],
        [1.0, 1.0, 1.0],
        [2.0, -1.0, 0.5],
        [0.1] * 6,
    ],
)
def test_the_interval_is_the_one_the_definition_gives(values: list[float]) -> None:
    interval = bootstrap_mean(values, "task-a/alpha", **PINNED)
    assert interval is not None
    assert (interval.lower, interval.upper) == plainly(values, "task-a/alpha", 1000)
    assert interval.n == len(values)
    assert interval.parameters == {"resamples": 1000, "label": "task-a/alpha"}


@settings(max_examples=25)
@given(st.lists(st.floats(-1, 2), min_size=2, max_size=8), st.text(max_size=12))
def test_any_values_and_any_label_give_what_the_definition_gives(values: list[float], label: str) -> None:
    interval = bootstrap_mean(values, label, resamples=40, confidence=0.95)
    assert interval is not None
    assert (interval.lower, interval.upper) == pytest.approx(plainly(values, label, 40), abs=1e-15)


def test_it_depends_on_the_label_and_on_the_order_as_documented() -> None:
    values = [0.1, 0.9, 0.4, 0.8, 0.3, 0.75, 0.2]
    first = bootstrap_mean(values, "a", **PINNED)
    assert first == bootstrap_mean(list(values), "a", **PINNED)
    assert first != bootstrap_mean(values, "b", **PINNED)
    assert first != bootstrap_mean(values[::-1], "a", **PINNED)


def test_one_value_is_its_own_interval_within_0_and_1() -> None:
    interval = bootstrap_mean([1.5], "a", **PINNED)
    assert interval is not None
    assert (interval.lower, interval.upper) == (1.0, 1.0)


def test_without_values_there_is_no_interval() -> None:
    assert bootstrap_mean([], "a", **PINNED) is None


def test_without_resamples_there_is_nothing_to_compute() -> None:
    with pytest.raises(ValueError, match="resamples"):
        bootstrap_mean([1.0, 0.0], "a", resamples=0, confidence=0.95)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.floats(0, 1))
def test_a_quantile_lies_among_the_values(values: list[float], q: float) -> None:
    ordered = sorted(values)
    assert ordered[0] - 1e-12 <= quantile(ordered, q) <= ordered[-1] + 1e-12
    assert quantile(ordered, 0) == ordered[0]
    assert quantile(ordered, 1) == ordered[-1]


def test_the_mean_is_summed_left_to_right() -> None:
    values = [0.1] * 10
    assert mean(values) == 0.09999999999999999


@given(st.lists(st.floats(0, 100), min_size=2, max_size=6))
def test_values_on_another_scale_keep_theirs(values: list[float]) -> None:
    whole = bootstrap_mean(values, "repeats", resamples=60, confidence=0.95, within=(0.0, 100.0))
    free = bootstrap_mean(values, "repeats", resamples=60, confidence=0.95, within=None)
    shares = bootstrap_mean([v / 128 for v in values], "repeats", resamples=60, confidence=0.95)
    assert whole is not None
    assert free is not None
    assert shares is not None
    assert min(values) - 1e-9 <= free.lower <= free.upper <= max(values) + 1e-9
    assert (whole.lower, whole.upper) == (free.lower, free.upper)
    assert (free.lower, free.upper) == pytest.approx((shares.lower * 128, shares.upper * 128), abs=1e-9)


def test_more_values_than_are_kept_give_what_the_definition_gives() -> None:
    values = [number / 20 for number in range(20)]
    interval = bootstrap_mean(values, "many", resamples=50, confidence=0.95)
    assert interval is not None
    assert (interval.lower, interval.upper) == plainly(values, "many", 50)

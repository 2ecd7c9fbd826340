"""Weights drawn around published ones: reproducible, and of the distribution that is stated (R23)."""

from __future__ import annotations

import hashlib
import math
from itertools import pairwise

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from site_builder.statistics.dirichlet import dirichlet_draws, spread_of_share, uniform_numbers

weightings = st.lists(st.floats(0, 100), min_size=1, max_size=8).filter(any)
FOURTEEN = [14.0, 14, 14, 9, 9, 9, 6, 6, 4, 4, 3, 3, 3, 2]


@settings(max_examples=30)
@given(
    st.lists(st.floats(0, 100), min_size=1, max_size=8).filter(any), st.floats(0.5, 200), st.text(max_size=9)
)
def test_every_draw_is_a_weighting(weights: list[float], concentration: float, label: str) -> None:
    for draw in dirichlet_draws(weights, label, concentration=concentration, draws=5):
        assert math.fsum(draw) == pytest.approx(1)
        assert all(drawn >= 0 for drawn in draw)
        assert all(drawn == 0 for drawn, weight in zip(draw, weights, strict=True) if weight == 0)


def test_equal_labels_give_equal_draws_and_others_do_not() -> None:
    first = dirichlet_draws([3, 2, 2], "a", concentration=50, draws=20)
    assert first == dirichlet_draws([3, 2, 2], "a", concentration=50, draws=20)
    assert first[:7] == dirichlet_draws([3, 2, 2], "a", concentration=50, draws=7)
    assert first != dirichlet_draws([3, 2, 2], "b", concentration=50, draws=20)
    assert all(one != other for one, other in pairwise(first))


def test_the_uniform_numbers_are_the_words_of_the_digests() -> None:
    stream = uniform_numbers("some label")
    found = [next(stream) for _ in range(20)]
    for number, value in enumerate(found):
        digest = hashlib.sha256(f"some label:{number // 8}".encode()).digest()
        word = int.from_bytes(digest[4 * (number % 8) : 4 * (number % 8) + 4], "big")
        assert value == (word + 0.5) / 2**32


@pytest.mark.parametrize(
    ("weights", "concentration"), [([3.0, 2, 2], 50), ([75.0, 25], 50), (FOURTEEN, 50), ([1.0, 9], 2)]
)
def test_shares_have_the_stated_mean_spread_and_distribution(
    weights: list[float], concentration: float
) -> None:
    drawn = numpy.array(dirichlet_draws(weights, "check", concentration=concentration, draws=4000))
    for column, weight in zip(drawn.T, weights, strict=True):
        share = weight / sum(weights)
        spread = spread_of_share(share, concentration)
        a = concentration * share
        known = stats.beta(a, concentration - a)
        assert spread == pytest.approx(known.std(), rel=1e-12)
        assert column.mean() == pytest.approx(share, abs=4.5 * spread / math.sqrt(len(column)))
        assert column.std() == pytest.approx(spread, rel=0.08)
        assert stats.kstest(column, known.cdf).pvalue > 1e-4


def test_one_weight_alone_is_everything() -> None:
    assert dirichlet_draws([4.0], "a", concentration=9, draws=2) == [(1.0,), (1.0,)]


@pytest.mark.parametrize(
    ("weights", "concentration"), [([], 1.0), ([0.0, 0], 1), ([1.0, -1], 1), ([1.0], 0), ([math.nan], 1)]
)
def test_weights_that_are_none_are_refused(weights: list[float], concentration: float) -> None:
    with pytest.raises(ValueError, match="weights"):
        dirichlet_draws(weights, "a", concentration=concentration, draws=1)

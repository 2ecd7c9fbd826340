"""Agreement of raters: tables worked by hand, laws, and statsmodels over a thousand tables."""

from __future__ import annotations

import random
from collections import Counter

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa

from site_builder.statistics.agreement import cohen_kappa, light_kappa

YES_NO = {(True, True): 20, (True, False): 5, (False, True): 10, (False, False): 15}
RATINGS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=60)


def test_the_example_of_fifty_grant_proposals_gives_two_fifths() -> None:
    found = cohen_kappa(YES_NO)
    assert found is not None
    assert (found.n, found.agreed, found.raw) == (50, 35, 0.7)
    assert found.kappa == pytest.approx(0.4, abs=1e-15)


def test_equal_ratings_throughout_agree_fully() -> None:
    found = cohen_kappa({(0, 0): 3, (4, 4): 5})
    assert found is not None
    assert (found.raw, found.kappa) == (1.0, 1.0)


def test_one_rating_throughout_leaves_no_kappa() -> None:
    found = cohen_kappa({(True, True): 12})
    assert found is not None
    assert (found.raw, found.kappa, found.pairs_with_kappa) == (1.0, None, 0)


def test_no_item_gives_no_figure() -> None:
    assert cohen_kappa({}) is None
    assert light_kappa([]) is None
    assert light_kappa([{}]) is None


def test_squared_distance_forgives_neighbours() -> None:
    near = {(0, 1): 5, (1, 2): 5, (2, 3): 5, (3, 4): 5}
    nominal, quadratic = cohen_kappa(near), cohen_kappa(near, "quadratic")
    assert nominal is not None
    assert quadratic is not None
    assert nominal.kappa is not None
    assert quadratic.kappa is not None
    assert nominal.kappa < 0 < quadratic.kappa


def test_several_pairs_of_raters_are_averaged_and_their_items_pooled() -> None:
    found = light_kappa([YES_NO, {(True, True): 6, (False, False): 4}, {(True, True): 2}])
    assert found is not None
    assert found.method == "light_kappa"
    assert (found.n, found.agreed, found.pairs, found.pairs_with_kappa) == (62, 47, 3, 2)
    assert found.kappa == pytest.approx((0.4 + 1) / 2)


def test_one_pair_of_raters_is_cohens_kappa() -> None:
    assert light_kappa([YES_NO]) == cohen_kappa(YES_NO)


@given(RATINGS)
def test_neither_the_order_of_items_nor_of_raters_matters(ratings: list[tuple[int, int]]) -> None:
    table = Counter(ratings)
    mirrored = Counter((b, a) for a, b in reversed(ratings))
    for distance in ("nominal", "quadratic"):
        assert cohen_kappa(table, distance) == cohen_kappa(mirrored, distance)  # type: ignore[arg-type]


@given(RATINGS)
def test_kappa_is_at_most_one_and_is_one_only_without_a_disagreement(ratings: list[tuple[int, int]]) -> None:
    found = cohen_kappa(Counter(ratings))
    assert found is not None
    if found.kappa is not None:
        assert -1 <= found.kappa <= 1
        assert (found.kappa == 1) == (found.agreed == found.n)


def test_statsmodels_gives_the_same_kappa_for_a_thousand_tables() -> None:
    chosen = random.Random(5)
    for _ in range(1000):
        size = chosen.randint(2, 5)
        counts = [[chosen.randint(0, 12) for _ in range(size)] for _ in range(size)]
        counts[0][1] += 1
        table = {(a, b): counts[a][b] for a in range(size) for b in range(size)}
        for distance, weights in (("nominal", None), ("quadratic", "quadratic")):
            found = cohen_kappa(table, distance)  # type: ignore[arg-type]
            assert found is not None
            if found.kappa is None:
                continue
            other = cohens_kappa(numpy.array(counts), wt=weights, return_results=False)
            assert found.kappa == pytest.approx(other, abs=1e-12)

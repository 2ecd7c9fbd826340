from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.statistics.summary import Count, counts, distribution


def test_a_distribution_says_how_many_values_were_missing() -> None:
    found = distribution([3.0, None, 1.0, 2.0, None])
    assert found is not None
    assert (found.n, found.missing, found.median, found.mean) == (3, 2, 2.0, 2.0)
    assert (found.least, found.lower_quartile, found.upper_quartile, found.greatest) == (1.0, 1.5, 2.5, 3.0)


@pytest.mark.parametrize(("values", "median"), [([1.0], 1.0), ([1.0, 4.0], 2.5), ([9.0, 1.0, 2.0], 2.0)])
def test_the_median_of_an_even_count_lies_between_the_middle_two(values: list[float], median: float) -> None:
    found = distribution(values)
    assert found is not None
    assert found.median == median


def test_without_values_there_is_no_distribution() -> None:
    assert distribution([]) is None
    assert distribution([None, None]) is None


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40), st.randoms())
def test_a_distribution_does_not_depend_on_the_order(values: list[float], random: object) -> None:
    found, again = distribution(values), distribution(sorted(values))
    assert found is not None
    assert again is not None
    assert (found.least, found.median, found.greatest) == (again.least, again.median, again.greatest)


def test_counts_keep_the_order_of_first_appearance() -> None:
    assert counts(["b", "a", "b"]) == (Count("b", 2), Count("a", 1))
    assert counts([]) == ()

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.statistics.repeats import pass_at_each, pass_at_k


@pytest.mark.parametrize(
    ("successes", "n", "k", "value"),
    [
        (0, 5, 3, 0.0),
        (5, 5, 3, 1.0),
        (1, 1, 1, 1.0),
        (2, 10, 1, 0.2),
        (5, 10, 2, 7 / 9),
        (5, 10, 5, 0.996031746031746),
        (3, 5, 3, 1.0),
    ],
)
def test_pass_at_k_is_as_tabulated(successes: int, n: int, k: int, value: float) -> None:
    estimate = pass_at_k(successes, n, k)
    assert estimate is not None
    assert estimate.value == pytest.approx(value, abs=1e-15)
    assert estimate.n == n
    assert estimate.parameters == {"k": k, "successes": successes}


def test_fewer_tries_than_k_say_nothing_about_k_tries() -> None:
    assert pass_at_k(3, 4, 5) is None
    assert [estimate.parameters["k"] for estimate in pass_at_each(1, 3, 5)] == [1, 2, 3]
    assert [estimate.parameters["k"] for estimate in pass_at_each(1, 9, 5)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("successes", "n", "k"), [(-1, 5, 1), (6, 5, 1), (1, 5, 0)])
def test_impossible_counts_are_refused(successes: int, n: int, k: int) -> None:
    with pytest.raises(ValueError, match="tries"):
        pass_at_k(successes, n, k)


@given(st.data())
def test_pass_at_k_is_the_share_of_subsets_with_a_success(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 9))
    successes = data.draw(st.integers(0, n))
    k = data.draw(st.integers(1, n))
    tries = [True] * successes + [False] * (n - successes)
    subsets = list(combinations(tries, k))
    estimate = pass_at_k(successes, n, k)
    assert estimate is not None
    assert estimate.value == pytest.approx(sum(map(any, subsets)) / len(subsets), abs=1e-15)


@given(st.integers(1, 300), st.data())
def test_pass_at_k_rises_with_k(n: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, n))
    values = [estimate.value for estimate in pass_at_each(successes, n, 8)]
    assert values == sorted(values)
    assert values[0] == successes / n

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.statistics.exact import fisher_two_sided

counts = st.integers(0, 25)


@pytest.mark.parametrize(
    ("table", "p_value"),
    [
        ((2, 8, 5, 5), Fraction(113, 323)),
        ((5, 5, 2, 8), Fraction(113, 323)),
        ((5, 5, 7, 3), Fraction("0.6499166468206764")),
        ((0, 0, 3, 4), Fraction(1)),
        ((0, 0, 0, 0), Fraction(1)),
        ((3, 0, 0, 3), Fraction(1, 10)),
        ((1, 0, 0, 1), Fraction(1)),
    ],
)
def test_the_p_value_is_as_worked_by_hand(table: tuple[int, int, int, int], p_value: Fraction) -> None:
    assert fisher_two_sided(*table).p_value == pytest.approx(float(p_value), abs=1e-12)


def test_mirrored_ties_count_in_full() -> None:
    test = fisher_two_sided(6, 10, 1, 15)
    assert test.p_value == pytest.approx(0.08293165245334322, abs=1e-15)
    assert not test.significant(0.05)


def test_a_p_value_of_exactly_alpha_is_not_significant() -> None:
    test = fisher_two_sided(3, 0, 0, 3)
    assert test.exact == Fraction(1, 10)
    assert not test.significant(0.1)
    assert test.significant(0.11)


def test_the_result_names_its_table() -> None:
    test = fisher_two_sided(1, 2, 3, 4)
    assert (test.table, test.n, test.method) == ((1, 2, 3, 4), 10, "fisher_exact_two_sided")


def test_a_negative_count_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        fisher_two_sided(1, -1, 2, 2)


@given(counts, counts, counts, counts)
def test_it_does_not_matter_which_group_or_which_outcome_is_named_first(
    a: int, b: int, c: int, d: int
) -> None:
    exact = fisher_two_sided(a, b, c, d).exact
    assert exact == fisher_two_sided(c, d, a, b).exact
    assert exact == fisher_two_sided(b, a, d, c).exact
    assert exact == fisher_two_sided(a, c, b, d).exact


@given(counts, counts, counts, counts)
def test_a_p_value_is_above_0_and_at_most_1(a: int, b: int, c: int, d: int) -> None:
    assert 0 < fisher_two_sided(a, b, c, d).exact <= 1

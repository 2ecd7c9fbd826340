"""The figures agree with SciPy and statsmodels over thousands of tables (both are test extras)."""

from __future__ import annotations

import random

import numpy
import pytest
from scipy import stats
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from site_builder.statistics.exact import fisher_two_sided
from site_builder.statistics.proportions import difference, wilson
from site_builder.statistics.summary import distribution, quantile

Z = 1.959963984540054
NORMAL = {"z": Z, "confidence": 0.95}


def test_the_quantile_of_the_rubric_is_that_of_the_normal_distribution() -> None:
    assert pytest.approx(stats.norm.ppf(0.975), abs=1e-15) == Z


def test_wilson_agrees_for_every_count_up_to_60() -> None:
    for n in range(1, 61):
        for successes in range(n + 1):
            found = wilson(successes, n, **NORMAL)
            assert found is not None
            lower, upper = proportion_confint(successes, n, 0.05, method="wilson")
            assert (found.lower, found.upper) == pytest.approx((lower, upper), abs=1e-12)


def test_fisher_agrees_for_every_pair_of_groups_up_to_12() -> None:
    tables = 0
    for first in range(13):
        for second in range(13):
            for a in range(first + 1):
                for c in range(second + 1):
                    found = fisher_two_sided(a, first - a, c, second - c).p_value
                    other = stats.fisher_exact([[a, first - a], [c, second - c]]).pvalue
                    assert found == pytest.approx(other, rel=1e-9, abs=1e-12)
                    tables += 1
    assert tables == 8281


def test_fisher_agrees_for_a_thousand_larger_tables() -> None:
    chosen = random.Random(20)
    for _ in range(1000):
        table = [chosen.randint(0, 150) for _ in range(4)]
        found = fisher_two_sided(*table).p_value
        other = stats.fisher_exact([table[:2], table[2:]]).pvalue
        assert found == pytest.approx(other, rel=1e-7, abs=1e-12)


def test_the_difference_agrees_for_three_thousand_pairs() -> None:
    chosen = random.Random(21)
    for _ in range(3000):
        n_first, n_second = chosen.randint(2, 80), chosen.randint(2, 80)
        first, second = chosen.randint(1, n_first - 1), chosen.randint(1, n_second - 1)
        found = difference((first, n_first), (second, n_second), **NORMAL)
        assert found is not None
        lower, upper = confint_proportions_2indep(
            second, n_second, first, n_first, method="wald", compare="diff", correction=False
        )
        assert found.interval.lower == pytest.approx(max(-1.0, lower), abs=1e-12)
        assert found.interval.upper == pytest.approx(min(1.0, upper), abs=1e-12)


def test_quantiles_and_medians_agree_with_numpy() -> None:
    chosen = random.Random(22)
    for size in range(1, 200):
        values = [chosen.uniform(-5, 5) for _ in range(size)]
        ordered = sorted(values)
        for q in (0.0, 0.025, 0.25, 0.5, 0.75, 0.975, 1.0):
            assert quantile(ordered, q) == pytest.approx(numpy.quantile(values, q), abs=1e-12)
        found = distribution(values)
        assert found is not None
        assert found.median == pytest.approx(numpy.median(values), abs=1e-15)

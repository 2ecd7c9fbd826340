"""Fisher's exact test, in whole numbers."""

from __future__ import annotations

import math
from functools import lru_cache

from site_builder.statistics.interval import ExactTest


@lru_cache(maxsize=4096)
def fisher_two_sided(successes: int, failures: int, other_successes: int, other_failures: int) -> ExactTest:
    """Return the two-sided test of whether two groups succeed equally often.

    With the margins of the table fixed, the number of successes in the first group is hypergeometric. The
    p-value is the probability of every table that is at most as likely as the observed one. Likelihoods are
    compared as whole numbers C(K, x) × C(N − K, m − x), so mirrored tables tie exactly, and the p-value does
    not depend on which group is named first. A table without trials has the p-value 1. Raises ``ValueError``
    for a negative count.
    Source: R. A. Fisher, "The logic of inductive inference", JRSS 98 (1935); two-sided by likelihood, as R's
    ``fisher.test`` and ``scipy.stats.fisher_exact`` do.
    """
    table = (successes, failures, other_successes, other_failures)
    if min(table) < 0:
        raise ValueError(f"a negative count in {table}")
    drawn, winners, losers = successes + failures, successes + other_successes, failures + other_failures
    weights = [
        math.comb(winners, x) * math.comb(losers, drawn - x)
        for x in range(max(0, drawn - losers), min(drawn, winners) + 1)
    ]
    observed = math.comb(winners, successes) * math.comb(losers, failures)
    return ExactTest(
        numerator=sum(weight for weight in weights if weight <= observed),
        denominator=sum(weights),
        method="fisher_exact_two_sided",
        n=winners + losers,
        table=table,
    )

"""pass@k: how likely it is that at least one of k tries succeeds."""

from __future__ import annotations

import math
from collections.abc import Iterator

from site_builder.statistics.interval import Estimate


def pass_at_k(successes: int, n: int, k: int) -> Estimate | None:
    """Return the unbiased estimate of pass@k from ``successes`` in ``n`` tries, 0–1.

    1 − C(n − successes, k) ÷ C(n, k): the share of the k-subsets of the tries that hold a success. Whole
    numbers are divided once, so the result is the nearest float. ``None`` when k exceeds n: fewer tries than
    k say nothing about k tries. Raises ``ValueError`` unless 0 ≤ successes ≤ n and k ≥ 1.
    Source: M. Chen et al., "Evaluating large language models trained on code" (2021), equation 1.
    """
    if not 0 <= successes <= n or k < 1:
        raise ValueError(f"{successes} successes in {n} tries, k = {k}")
    if k > n:
        return None
    subsets = math.comb(n, k)
    return Estimate(
        value=(subsets - math.comb(n - successes, k)) / subsets,
        method="pass_at_k_unbiased",
        n=n,
        parameters={"k": k, "successes": successes},
    )


def pass_at_each(successes: int, n: int, largest: int) -> Iterator[Estimate]:
    """Yield pass@1, pass@2 … up to ``largest``, as far as the tries suffice."""
    for k in range(1, min(largest, n) + 1):
        estimate = pass_at_k(successes, n, k)
        assert estimate is not None
        yield estimate

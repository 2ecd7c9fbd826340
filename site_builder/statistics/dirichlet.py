"""Weights drawn around published ones, from draws that anybody can repeat.

The uniform numbers come from SHA-256 over a stated label, as in ``statistics.bootstrap``, so a draw is a
function of the weights, the concentration and the label alone.
"""

from __future__ import annotations

import hashlib
import math
import struct
from collections.abc import Iterator, Sequence
from statistics import NormalDist
from typing import NamedTuple

_WORDS = struct.Struct(">8I")
_NORMAL = NormalDist().inv_cdf


def dirichlet_draws(
    weights: Sequence[float], label: str, *, concentration: float, draws: int
) -> list[tuple[float, ...]]:
    """Return ``draws`` weightings, each summing to 1, with the published weights as their mean.

    Dirichlet with parameters ``concentration`` × weight ÷ sum of weights: the share p of a weight has the
    standard deviation √(p (1 − p) ÷ (concentration + 1)). A weight of 0 stays 0; one weight alone is 1 in
    every draw. A draw is made of gamma variates, each by the method of Marsaglia and Tsang from a normal
    variate (inverse of the distribution function) and a uniform one; uniform number i is word i mod 8, plus
    one half, of SHA-256("label:⌊i ÷ 8⌋") over 2³².
    Raises ``ValueError`` for weights that are negative or all zero, and unless ``concentration`` is positive.
    Source: G. Marsaglia, W. W. Tsang, "A simple method for generating gamma variables", ACM TOMS 26 (2000).
    """
    total = math.fsum(weights)
    if min(weights, default=-1.0) < 0 or not total > 0 or not concentration > 0:
        raise ValueError(f"weights {list(weights)}, concentration {concentration}")
    variates = [_Gamma.of(concentration * weight / total) for weight in weights]
    uniform = uniform_numbers(label)
    return [_draw(variates, uniform) for _ in range(draws)]


def spread_of_share(share: float, concentration: float) -> float:
    """Return the standard deviation of a weight's share over the draws, 0–0.5."""
    return math.sqrt(share * (1 - share) / (concentration + 1))


class _Gamma(NamedTuple):
    """A gamma distribution of scale 1, with what its variates have in common."""

    shape: float
    d: float
    c: float

    @classmethod
    def of(cls, shape: float) -> _Gamma:
        """Prepare a shape; those below 1 go by way of the next higher one."""
        d = (shape if shape >= 1 else shape + 1) - 1 / 3
        return cls(shape, d, 1 / math.sqrt(9 * d))


def _draw(variates: Sequence[_Gamma], uniform: Iterator[float]) -> tuple[float, ...]:
    while True:
        amounts = [_gamma(*one, uniform) if one.shape > 0 else 0.0 for one in variates]
        total = math.fsum(amounts)
        if total > 0:  # shapes far below 1 can give amounts too small for a number
            return tuple([amount / total for amount in amounts])


def _gamma(shape: float, d: float, c: float, uniform: Iterator[float]) -> float:
    """Return a gamma variate."""
    while True:
        x = _NORMAL(next(uniform))
        v = (1 + c * x) ** 3
        if v > 0 and _accepted(next(uniform), x * x, d, v):
            return d * v if shape >= 1 else d * v * math.pow(next(uniform), 1 / shape)


def _accepted(u: float, square: float, d: float, v: float) -> bool:
    """Return whether a candidate stands; the first test, without a logarithm, is never true alone."""
    if u < 1 - 0.0331 * square * square:
        return True
    return math.log(u) < 0.5 * square + d * (1 - v + math.log(v))


def uniform_numbers(label: str) -> Iterator[float]:
    """Yield numbers between 0 and 1, without end: the 32-bit words of SHA-256 over the label and a count."""
    stem = hashlib.sha256(f"{label}:".encode())
    block = 0
    while True:
        begun = stem.copy()
        begun.update(str(block).encode())
        for word in _WORDS.unpack(begun.digest()):
            yield (word + 0.5) / 2**32
        block += 1

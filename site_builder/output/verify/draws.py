"""Weights drawn around those of a rubric, from a label that anybody can draw from again."""

from __future__ import annotations

import functools
import hashlib
import math
import statistics
from collections.abc import Iterator

Weights = tuple[float, ...]
NORMAL = statistics.NormalDist()
VARIATES_AT_MOST = 1_000_000
"""Of one node in all draws."""


def uniform(label: str) -> Iterator[float]:
    """Yield numbers between 0 and 1: the eight words of SHA-256 over ``label:0``, ``label:1``, and so on."""
    block = 0
    while True:
        digest = hashlib.sha256(f"{label}:{block}".encode()).digest()
        for at in range(0, 32, 4):
            yield (int.from_bytes(digest[at : at + 4], "big") + 0.5) / 4294967296
        block += 1


def gamma(shape: float, numbers: Iterator[float]) -> float:
    """Return a gamma variate of scale 1, by the method of Marsaglia and Tsang; 0 for a shape of 0.

    A normal number and a uniform one are taken until they are accepted, and for a shape below 1 one more.
    """
    if shape == 0:
        return 0.0
    d = (shape if shape >= 1 else shape + 1) - 1 / 3
    spread = 1 / math.sqrt(9 * d)
    while True:
        x = NORMAL.inv_cdf(next(numbers))
        cube = (1 + spread * x) ** 3
        if cube > 0 and math.log(next(numbers)) < x * x / 2 + d * (1 - cube + math.log(cube)):
            return d * cube if shape >= 1 else d * cube * math.pow(next(numbers), 1 / shape)


@functools.lru_cache(maxsize=32)
def drawn(weights: Weights, label: str, concentration: float, draws: int) -> list[Weights]:
    """Return the weights of one node in each draw: gamma variates by their sum, so that they add up to 1.

    Raises ``ValueError`` for weights that are none, and for more variates than anybody waits for.
    """
    whole = math.fsum(weights)
    shapes = [concentration * weight / whole for weight in weights]
    if not all(0 <= shape < math.inf for shape in shapes) or draws * len(weights) > VARIATES_AT_MOST:
        raise ValueError(f"{draws} draws around {len(weights)} weights")
    numbers = uniform(label)
    rows: list[Weights] = []
    while len(rows) < draws:
        amounts = [gamma(shape, numbers) for shape in shapes]
        total = math.fsum(amounts)
        if total > 0:  # else all were too small for a number
            rows.append(tuple(amount / total for amount in amounts))
    return rows

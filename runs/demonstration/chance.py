"""Seeded chance."""

from __future__ import annotations

import random
from collections.abc import Sequence


class Chance:
    """Seeded chance that uses only `random()` and arithmetic, so that digits never differ."""

    def __init__(self, seed: str) -> None:
        self._source = random.Random(seed)  # noqa: S311 - invented figures, no secrets

    def hit(self, share: float) -> bool:
        """True in about this share of calls."""
        return self._source.random() < share

    def around(self, middle: float) -> int:
        """A whole number, mostly within 60 % of the middle, seldom up to three times as large."""
        bulk = (self._source.random() + self._source.random() + self._source.random()) / 3
        tail = 2 * self._source.random() if self.hit(0.06) else 0
        return max(1, round(middle * (0.4 + 1.2 * bulk + tail)))

    def pick(self, options: Sequence[str]) -> str:
        """One of the options."""
        return options[int(self._source.random() * len(options))]

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + int(self._source.random() * (high - low + 1))

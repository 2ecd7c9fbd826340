"""What trying a rubric gave."""

from __future__ import annotations

from typing import Literal

import msgspec

SelfTestName = Literal["curves", "means", "nothing", "removed", "better"]


class Counterexample(msgspec.Struct, frozen=True):
    """A node with which a test does not hold, and how."""

    node: str
    words: str
    """One clause."""


class SelfTest(msgspec.Struct, frozen=True):
    """One test of a rubric."""

    name: SelfTestName
    tried: int
    """How many nodes it was tried with."""
    counterexamples: tuple[Counterexample, ...]
    """Those with which it does not hold, in the order of the graph."""

    @property
    def held(self) -> int:
        """With how many nodes it holds."""
        return self.tried - len(self.counterexamples)


class SelfTests(msgspec.Struct, frozen=True):
    """All tests of one rubric, and the run that the last two were made with."""

    tests: tuple[SelfTest, ...]
    metrics: dict[str, float]
    """Metric → its value in the sample run (``sample.sample_run``), without those that are withheld."""
    medians: dict[str, float]
    """Cohort median → its value there; one that could not be taken is left out."""
    improved: dict[str, float]
    """Metric → the better value that the last test was made with."""
    closed: dict[str, float]
    """Node that is computed from withheld ones → its value in the sample run."""

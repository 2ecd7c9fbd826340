"""What can go wrong, as values: a ``Problem`` is reported and shown, never raised.

Exceptions are kept for the two situations in which nothing can be built at all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Generic, Literal, TypeVar

import msgspec

Severity = Literal["error", "warning", "note"]

T = TypeVar("T")


class Problem(msgspec.Struct, frozen=True, order=True, kw_only=True):
    """One thing that is wrong with an input: where, and what to do about it."""

    file: str
    """Path of the input file as the reader knows it: relative to the project, ``/`` separated."""
    pointer: str = ""
    """JSON pointer (``/usage/requests``), ``line 12``, or empty for the whole file."""
    code: str
    """Stable machine name of the situation, ``family.words-with-dashes``."""
    message: str
    """What is wrong, in one sentence, with the offending value shortened."""
    advice: str
    """What to do about it, in one sentence."""
    severity: Severity = "error"
    """``error``: something was left out; ``warning``: read, but suspicious; ``note``: for the record."""
    run: str = ""
    """Id of the run concerned, or empty; folder name of one without a valid id, folder of a duplicate."""

    def __str__(self) -> str:
        place = f"{self.file}{' at ' + self.pointer if self.pointer else ''}"
        return f"{self.severity}: {place}: {self.message} {self.advice} [{self.code}]"


class Loaded(msgspec.Struct, Generic[T], frozen=True):
    """The outcome of reading one input: a value, problems, or both."""

    value: T | None
    problems: tuple[Problem, ...] = ()


class CannotBuild(Exception):
    """The project itself is unusable (no site.yaml, unknown rubric, unsafe output folder): exit code 2."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class RubricError(Exception):
    """A rubric file is wrong; carries every fault found, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def sentence(clause: str) -> str:
    """Return a clause as a sentence: with a capital in front and one full stop at its end."""
    words = clause.strip().rstrip(".")
    return f"{words[:1].upper()}{words[1:]}."


def shorten(value: object, limit: int = 60) -> str:
    """Return ``value`` as text of at most ``limit`` characters, for use inside a message."""
    if isinstance(value, float) and not math.isfinite(value):
        return out_of_range(value)
    text = repr(value) if not isinstance(value, str) else f'"{value}"'
    return text if len(text) <= limit else text[: limit - 1] + "…"


def out_of_range(value: float) -> str:
    """Return words for what JSON may write and no float holds: ``1e400``, ``Infinity``, ``NaN``."""
    if math.isnan(value):
        return "NaN"
    end = "above 1.8e308" if value > 0 else "below -1.8e308"
    return f"a number {end} (too large to be read)"

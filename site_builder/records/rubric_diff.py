"""What two versions of a rubric do differently: clause by clause, run by run, rank by rank.

Records only; ``studies.rubric_diff`` makes them. The older version stands first everywhere.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Reach = Literal["score", "order", "nothing"]
"""What a clause can change: the headline, only who is ranked where (coverage, gate, minimum), or neither."""

Kind = Literal["added", "removed", "changed"]


class Change(msgspec.Struct, frozen=True):
    """One field with its old and its new value, as plain data; ``None`` stands for one that is not there."""

    field: str
    """``op``, ``inputs.<name>``, ``constants.<name>``, ``range``, ``value``, …"""
    old: Any
    new: Any


class Clause(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that differs between two versions."""

    id: str
    """Its name as in a rubric's ``changes``: a node id, ``parameters.cost``, ``minimum_coverage``."""
    kind: Kind
    name: str
    """Node id, or name of the parameter, rule, check or field."""
    title: str
    subject: str = ""
    """Heading under which it is read: the axis, role or part that it feeds."""
    changes: tuple[Change, ...] = ()
    """What the arithmetic or a decision reads. For a node that only one version has: its whole definition."""
    wording: tuple[Change, ...] = ()
    """Titles, descriptions, decimals and other words that are no part of the clause."""
    why: tuple[str, ...] = ()
    """Reasons that the newer version, or one between the two, states for it."""
    reach: Reach = "nothing"


class Part(msgspec.Struct, frozen=True):
    """What one addend of a headline gives before and after a clause that changed what is added up."""

    node: str
    before: float | None
    """Points; ``None`` where it is no addend or has no value."""
    after: float | None

    @property
    def change(self) -> float:
        """After minus before, nothing counting as 0."""
        return (self.after or 0.0) - (self.before or 0.0)


class Move(msgspec.Struct, frozen=True):
    """What one clause, or several together, do to the headline of a run."""

    clauses: tuple[int, ...]
    """Positions in ``RubricDifference.order``. More than one: between them there is no value."""
    before: float
    after: float
    parts: tuple[Part, ...] = ()
    """The same change by addends, where the clause is about the headline itself; they sum to it."""

    @property
    def change(self) -> float:
        """After minus before."""
        return self.after - self.before


class Outcome(msgspec.Struct, frozen=True):
    """What a version says of a run, as far as ranking reads it."""

    score: float | None
    coverage: float
    gate: float | None = None
    detail: str = ""
    """Why there is no score."""


class Place(msgspec.Struct, frozen=True):
    """Where a run stands on a board under one version."""

    rank: int | None
    unranked: str = ""


class RunDifference(msgspec.Struct, frozen=True, kw_only=True):
    """One run of a board under both versions."""

    run: str
    before: Outcome
    after: Outcome
    moves: tuple[Move, ...]
    """In the order of the clauses, those that change nothing left out; they sum to ``change`` within 1e-9."""
    place_before: Place
    place_after: Place
    passed: tuple[str, ...] = ()
    """Runs that stood above and stand below, nearest first; at most ``MOST_NAMED``."""
    passed_by: tuple[str, ...] = ()
    passes: int = 0
    """How many it passed, all counted."""
    passes_by: int = 0

    @property
    def change(self) -> float | None:
        """Score after minus score before; ``None`` where one of them is missing."""
        if self.before.score is None or self.after.score is None:
            return None
        return self.after.score - self.before.score

    @property
    def ranks_gained(self) -> int | None:
        """Rank before minus rank after: positive for a better rank; ``None`` where it is unranked once."""
        if self.place_before.rank is None or self.place_after.rank is None:
            return None
        return self.place_before.rank - self.place_after.rank

    @property
    def moved(self) -> bool:
        """Whether the score is another one, or is there only once."""
        return self.before.score != self.after.score

    @property
    def moved_rank(self) -> bool:
        """Whether the rank is another one, or is there only once."""
        return self.place_before.rank != self.place_after.rank


class MedianDifference(msgspec.Struct, frozen=True):
    """A cohort median that the versions take differently."""

    node: str
    before: float | None
    """``None`` where only the other version has it, or the cohort is too small."""
    after: float | None
    runs_before: int
    runs_after: int


class BoardDifference(msgspec.Struct, frozen=True, kw_only=True):
    """One cohort under both versions."""

    board: str
    """Id of the board."""
    runs: tuple[RunDifference, ...]
    """In the order under the newer version, unranked ones last."""
    medians: tuple[MedianDifference, ...] = ()
    """Those that both versions take with another value, and those that only one of them takes."""

    @property
    def moved(self) -> int:
        """Runs with another score."""
        return sum(run.moved for run in self.runs)

    @property
    def moved_rank(self) -> int:
        """Runs with another rank."""
        return sum(run.moved_rank for run in self.runs)


class RubricDifference(msgspec.Struct, frozen=True, kw_only=True):
    """Two versions of one family, and every board of that family under both."""

    older: str
    newer: str
    clauses: tuple[Clause, ...]
    order: tuple[tuple[str, ...], ...]
    """The steps of the attribution in their order, each the ids of the clauses that count with it; the first
    is the one that changes, the others are added or removed through it."""
    boards: tuple[BoardDifference, ...] = ()

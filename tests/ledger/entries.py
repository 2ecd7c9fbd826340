"""Ledger entries for tests, made from a number."""

from __future__ import annotations

import hashlib

from site_builder.records.ledger import (
    CohortEntry,
    Correction,
    LedgerEntry,
    PinnedMedian,
    Reinstatement,
    ScoreEntry,
    Withdrawal,
)

DAY = "2026-10-01"


def digest(text: str) -> str:
    """Return a digest that stands for ``text``."""
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def cohort(*runs: str, **changes: object) -> CohortEntry:
    """Return a cohort of runs, of which the last one lacks the median's value."""
    values: dict[str, object] = {
        "date": DAY,
        "family": "favur",
        "cohort": "circles",
        "rubric": "favur/15",
        "rubric_digest": digest("favur/15"),
        "runs": tuple(sorted(runs)),
        "exports": digest("exports"),
        "medians": {"cost.median": PinnedMedian(1.25, tuple(sorted(runs)[-1:]))},
    }
    return CohortEntry(**(values | changes))  # type: ignore[arg-type]


def score(run: str, at: int = 1, **changes: object) -> ScoreEntry:
    """Return the scores of a run pinned with the cohort of entry ``at``."""
    values: dict[str, object] = {
        "date": DAY,
        "family": "favur",
        "run": run,
        "folder": f"runs/favur/{run}",
        "digest": digest(run),
        "rubric": "favur/15",
        "rubric_digest": digest("favur/15"),
        "cohort": at,
        "tools": {"python": "3.11.2"},
        "headline": "composite",
        "values": {"composite": 1 / 3 + len(run), "axes.cost": "not_collected"},
        "coverage": 0.75,
        "lower": None,
        "upper": 99.5,
    }
    return ScoreEntry(**(values | changes))  # type: ignore[arg-type]


def some(count: int) -> list[LedgerEntry]:
    """Return ``count`` entries of all kinds, the cohort first."""
    made: list[LedgerEntry] = [cohort("run-0", "run-1", "run-é")]
    for n in range(count - 1):
        run = f"run-{n % 3}"
        kinds: tuple[LedgerEntry, ...] = (
            score(run),
            Withdrawal(date=DAY, family="favur", run=run, why='its key was "shared" — twice\n'),
            Reinstatement(date=DAY, family="favur", run=run, why="mistaken for another one"),
            Correction(date=DAY, family="favur", run=run, why="erratum", old=digest(run), new=digest(f"{n}")),
        )
        made.append(kinds[n % 4])
    return made[:count]

"""Order the runs of one cohort: unrounded scores, shared ranks, and reasons for being unranked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec


class Candidate(msgspec.Struct, frozen=True):
    """What ranking needs to know of a run."""

    run_id: str
    score: float | None
    coverage: float
    """0–1."""
    barred: str = ""
    """A reason that keeps the run unranked whatever its score (excluded, withdrawn), or empty."""


class Standing(msgspec.Struct, frozen=True):
    """Where a run stands on a board."""

    run_id: str
    rank: int | None
    """1 for the best; equal scores share a rank and the next one is skipped (1, 2, 2, 4)."""
    score: float | None
    tied: bool = False
    """True when another run has exactly the same score."""
    unranked: str = ""
    """Why there is no rank, as a clause for the reader; empty for ranked runs."""


def rank(candidates: Iterable[Candidate], minimum_coverage: float) -> list[Standing]:
    """Return the standings, best first, unranked ones last; ties in order of run id.

    A run without a score, or with a coverage below ``minimum_coverage`` (0–1), is listed without a rank.
    """
    ranked: list[tuple[float, str]] = []
    unranked: list[Standing] = []
    for candidate in candidates:
        why = _unranked(candidate, minimum_coverage)
        if why or candidate.score is None:
            unranked.append(Standing(candidate.run_id, None, candidate.score, unranked=why))
        else:
            ranked.append((candidate.score, candidate.run_id))
    ranked.sort(key=lambda pair: (-pair[0], pair[1]))
    first = {score: place for place, (score, _) in reversed(list(enumerate(ranked, start=1)))}
    count = Counter(score for score, _ in ranked)
    standings = [Standing(run_id, first[score], score, tied=count[score] > 1) for score, run_id in ranked]
    unranked.sort(key=lambda standing: (standing.score is None, -(standing.score or 0.0), standing.run_id))
    return standings + unranked


def _unranked(candidate: Candidate, minimum_coverage: float) -> str:
    if candidate.barred:
        return candidate.barred
    if candidate.score is None:
        return "it has no score"
    if candidate.coverage < minimum_coverage:
        return (
            f"its coverage of {candidate.coverage:.0%} is below the board's minimum of {minimum_coverage:.0%}"
        )
    return ""

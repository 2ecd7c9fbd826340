"""Order the runs of one cohort: unrounded scores, shared ranks, and reasons for being unranked."""

from __future__ import annotations

import math
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
    without_score: str = "it has no score"
    """What to say when there is no score."""
    last: bool = False
    """True puts the run below every other ranked one, whatever its score and coverage (an unsafe session)."""
    may_not_lead: str = ""
    """A reason for which the run is listed without a rank where it would have rank 1, or empty."""


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


TOO_FEW = "its board ranks from {minimum} comparable runs on and has {count}"
"""Why a run of a small cohort has no rank."""

_Place = tuple[bool, float]
_NONE_ABOVE: _Place = (True, math.inf)


def rank(candidates: Iterable[Candidate], minimum_coverage: float, minimum_runs: int = 1) -> list[Standing]:
    """Return the standings, best first, unranked ones last; ties in order of run id.

    A run without a score, or with a coverage below ``minimum_coverage`` (0–1), is listed without a rank, and
    so is one that may not lead where no other run stands above it. Where fewer than ``minimum_runs`` are left
    after that, none of them has a rank: an order needs something to be compared with.
    """
    ranked: list[tuple[_Place, Candidate]] = []
    unranked: list[Standing] = []
    for candidate in candidates:
        why = _unranked(candidate, minimum_coverage)
        if why or candidate.score is None:
            unranked.append(Standing(candidate.run_id, None, candidate.score, unranked=why))
        else:
            ranked.append(((candidate.last, -candidate.score), candidate))
    ranked.sort(key=lambda pair: (pair[0], pair[1].run_id))
    best = min((place for place, candidate in ranked if not candidate.may_not_lead), default=_NONE_ABOVE)
    kept = [(place, c) for place, c in ranked if not c.may_not_lead or place > best]
    leading = [c for place, c in ranked if c.may_not_lead and place <= best]
    unranked += [Standing(c.run_id, None, c.score, unranked=c.may_not_lead) for c in leading]
    if len(kept) < minimum_runs:
        few = TOO_FEW.format(count=len(kept), minimum=minimum_runs)
        unranked += [Standing(c.run_id, None, c.score, unranked=few) for _, c in kept]
        kept = []
    first = {place: number for number, (place, _) in reversed(list(enumerate(kept, start=1)))}
    count = Counter(place for place, _ in kept)
    standings = [Standing(c.run_id, first[place], c.score, tied=count[place] > 1) for place, c in kept]
    unranked.sort(key=lambda standing: (standing.score is None, -(standing.score or 0.0), standing.run_id))
    return standings + unranked


def _unranked(candidate: Candidate, minimum_coverage: float) -> str:
    if candidate.barred:
        return candidate.barred
    if candidate.score is None:
        return candidate.without_score
    if candidate.coverage < minimum_coverage and not candidate.last:
        return (
            f"its coverage of {candidate.coverage:.0%} is below the board's minimum of {minimum_coverage:.0%}"
        )
    return ""

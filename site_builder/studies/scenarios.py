"""What a board's order is under a change, beside the order without it: the records of sensitivity studies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from site_builder.records.run import RunRecord
from site_builder.scoring.evaluate import Scored
from site_builder.scoring.interpret import gate_closed
from site_builder.scoring.rank import Candidate, rank

Ranked = Sequence[tuple[RunRecord, Scored]]
"""The ranked runs of a board, best first, with their results under its rubric."""


class Scenario(msgspec.Struct, frozen=True):
    """The order under one change."""

    title: str
    ranks: dict[str, int]
    """Run → rank, in order of the ranks."""
    moved: int
    """Runs whose rank is another than without the change."""
    leaders: tuple[str, ...]
    """Runs with rank 1."""


class Swing(msgspec.Struct, frozen=True):
    """How far a run moves over all scenarios."""

    run: str
    best: int
    worst: int


class Flip(msgspec.Struct, frozen=True):
    """The point at which two neighbours on the board change places when one number changes."""

    above: str
    below: str
    changes: str
    """The input whose weight changes, or the group whose amount does."""
    now: float
    """Weight at present; 1 for the factor of an amount."""
    at: float
    """Value at which both scores are equal, rounding left aside."""
    within: bool
    """Whether that point lies inside the neighbourhood that the scenarios span."""
    of: str = ""
    """The node whose weight it is; empty for an amount."""


class Sensitivity(msgspec.Struct, frozen=True):
    """All that a study found."""

    scenarios: tuple[Scenario, ...]
    swings: tuple[Swing, ...]
    """In the board's order."""
    flips: tuple[Flip, ...]
    """In the board's order; neighbours that no value brings to change places are not listed."""


def ranks(results: Mapping[str, Scored]) -> dict[str, int]:
    """Return run → rank by headline, shared by equal ones, runs behind a closed gate last."""
    return order_of(
        {
            run_id: (scored.value(scored.graph.layout.headline), gate_closed(scored))
            for run_id, scored in results.items()
        }
    )


def order_of(scores: Mapping[str, tuple[float | None, bool]]) -> dict[str, int]:
    """Return run → rank in order of the ranks, from run → (score, whether it stands last whatever it is)."""
    candidates = (Candidate(run_id, score, 1.0, last=last) for run_id, (score, last) in scores.items())
    return {standing.run_id: standing.rank for standing in rank(candidates, 0.0) if standing.rank is not None}


def scenario(title: str, order: Mapping[str, int], usual: Mapping[str, int]) -> Scenario:
    """Describe an order; ``usual`` are the ranks without the change."""
    return Scenario(
        title=title,
        ranks=dict(order),
        moved=sum(place != usual.get(run_id) for run_id, place in order.items()),
        leaders=tuple(run_id for run_id, place in order.items() if place == 1),
    )


def swings(usual: Mapping[str, int], scenarios: Iterable[Scenario]) -> tuple[Swing, ...]:
    """Return the best and the worst rank of every run over the scenarios and the present order."""
    places = {run_id: [place] for run_id, place in usual.items()}
    for one in scenarios:
        for run_id, place in one.ranks.items():
            places.setdefault(run_id, []).append(place)
    return tuple(Swing(run_id, min(found), max(found)) for run_id, found in places.items() if run_id in usual)

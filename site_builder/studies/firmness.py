"""How much of a board's order is more than chance: the spread of repeats, and the rank bands it leaves.

A repeat is a run of the same configuration in the same cohort and, where the rubric's layout names a label
that runs with the same amount at stake share, on the same one of those. Only ranked runs count: what is
excluded, incomplete or behind a closed gate says nothing of the spread of the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from site_builder.records.run import RunRecord
from site_builder.scoring.graph import Graph
from site_builder.scoring.interpret import gate_closed
from site_builder.site_data import Board, Entry
from site_builder.statistics.bands import Band, rank_bands
from site_builder.statistics.spread import (
    LeastDifference,
    Pooled,
    least_significant_difference,
    pooled_spread,
)
from site_builder.studies.groups import label

Source = Literal["own", "borrowed", "not_estimable"]
"""Where the spread comes from that a run is judged by: its configuration's repeats are among those pooled, or
only other configurations' are, or nothing repeats."""


ALL_EQUAL = "repeats that are equal to the last digit do not tell how far others would spread"


class Firmness(msgspec.Struct, frozen=True):
    """What repeats say of one board's order."""

    task: str
    """The label that repeats share beside their configuration; empty where the cohort is one task."""
    pooled: Pooled
    least: LeastDifference | None
    bands: Mapping[str, Band]
    """Run → band, for ranked runs; empty where the spread is not estimable."""
    sources: Mapping[str, Source]
    """Run → where the spread comes from, for ranked runs."""

    def apart(self, one: Entry, other: Entry) -> bool | None:
        """Return whether two ranked runs differ by more than the noise; ``None`` where that is not estimable.

        Equal scores are never apart; a run behind a closed gate is apart from one that is not, by rule.
        """
        if self.least is None or one.standing.score is None or other.standing.score is None:
            return None
        if gate_closed(one.scored) != gate_closed(other.scored):
            return True
        return abs(one.standing.score - other.standing.score) > self.least.value


def firmness_of(board: Board) -> Firmness:
    """Return what the repeats on a board say of its order; a pure function of the board."""
    task = task_label(board.graph)
    groups: dict[tuple[str, ...], list[float]] = {}
    for entry in board.ranked:
        if not gate_closed(entry.scored) and entry.standing.score is not None:
            groups.setdefault(repeat_key(entry.run, task), []).append(entry.standing.score)
    pooled = pooled_spread(groups.values())
    if pooled.sd == 0:  # copies of one run, as likely as not; a spread of 0 would tell every other run apart
        pooled = msgspec.structs.replace(pooled, sd=None, reason=ALL_EQUAL)
    least = least_significant_difference(pooled, board.config.confidence)
    sources: dict[str, Source] = {}
    for entry in board.ranked:
        own = len(groups.get(repeat_key(entry.run, task), ())) > 1
        sources[entry.run.run_id] = "not_estimable" if least is None else "own" if own else "borrowed"
    bands = _bands(board.ranked, least.value) if least is not None else {}
    return Firmness(task, pooled, least, bands, sources)


def task_label(graph: Graph) -> str:
    """Return the name of the label that runs with the same amount at stake share; empty without one."""
    varied = graph.layout.varied
    return varied.amount_of if varied is not None else ""


def repeat_key(run: RunRecord, task: str) -> tuple[str, ...]:
    """Return what the repeats of a run share; a run without a named configuration is a repeat of nothing."""
    if not run.configuration:
        return ("", run.run_id)
    return (run.configuration, label(run, task) if task else "")


def _bands(ranked: Sequence[Entry], difference: float) -> dict[str, Band]:
    """Return the bands of runs with an open gate, and below all of them those of runs with a closed one."""
    found: dict[str, Band] = {}
    above = 0
    for closed in (False, True):
        members = [entry for entry in ranked if gate_closed(entry.scored) == closed]
        scores = [entry.standing.score or 0.0 for entry in members]
        for entry, band in zip(members, rank_bands(scores, difference), strict=True):
            found[entry.run.run_id] = Band(band.best + above, band.worst + above)
        above += len(members)
    return found

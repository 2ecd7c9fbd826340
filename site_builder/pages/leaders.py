"""Who leads: the top run of a board by its rule, its distance to the next, and the best run on each axis."""

from __future__ import annotations

from statistics import median
from typing import Any

import msgspec

from site_builder.pages.cells import Cell, cell, count
from site_builder.pages.firmness import firmness_view
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.neighbours import overlapping
from site_builder.site_data import Board, Entry


class Named(msgspec.Struct, frozen=True):
    """A run by its shown name and address."""

    run_id: str
    configuration: str
    address: str


class Top(msgspec.Struct, frozen=True):
    """The first of a board, or those who share the first rank."""

    runs: tuple[Named, ...]
    """More than one when the scores are equal."""
    score: Cell
    coverage: Cell
    runner_up: Named | None
    gap: Cell
    overlap: bool
    """True when the bounds of first and second overlap."""
    inside: Cell
    """Further ranked runs whose band holds rank 1: they are inside the noise of the first."""
    estimable: bool
    """Whether repeats allow rank bands."""
    least: Cell
    """The difference that tells two single runs apart."""
    beyond: bool
    """Whether it is greater than the whole scale."""


class Leader(msgspec.Struct, frozen=True):
    """The best run on one axis, among the ranked runs of a board."""

    title: str
    runs: tuple[Named, ...]
    points: Cell
    scale: str
    median: Cell
    n: Cell
    """Ranked runs that have a value on the axis."""


def top_of_board(lookup: SiteLookup, board: Board) -> Top | None:
    """Return who leads a board; ``None`` when nothing is ranked."""
    ranked = board.ranked
    if not ranked:
        return None
    first = [entry for entry in ranked if entry.standing.rank == 1]
    headline = board.graph.layout.headline
    score = cell(first[0].scored, headline)
    second = ranked[len(first)] if len(first) == 1 and len(ranked) > 1 else None
    gap = None
    if second is not None and score.value is not None and second.standing.score is not None:
        gap = score.value - second.standing.score
    view = firmness_view(lookup, board)
    return Top(
        runs=tuple(named(lookup, entry) for entry in first),
        score=score,
        coverage=Cell(f"{headline}#coverage", first[0].scored[headline].coverage, 0, form="percent"),
        runner_up=named(lookup, second) if second else None,
        gap=Cell("board.gap", gap, score.decimals, "points", "none"),
        overlap=second is not None and overlapping(first[0].scored, second.scored, headline),
        inside=count("board.inside_noise", max(0, int(view.tied.value or 0) - len(first))),
        estimable=view.estimable,
        least=view.least,
        beyond=view.beyond,
    )


def top_payload(top: Top | None) -> dict[str, Any] | None:
    """Return who leads as plain data; ``None`` where nothing is ranked."""
    if top is None:
        return None
    return {
        "rule": "highest score among the ranked runs",
        "runs": [run.run_id for run in top.runs],
        "score": top.score.plain(),
        "coverage": top.coverage.plain(),
        "runner_up": top.runner_up.run_id if top.runner_up else None,
        "gap": top.gap.plain(),
        "bounds_overlap": top.overlap,
        "inside_noise": top.inside.plain(),
        "least_significant_difference": top.least.plain(),
    }


def leaders_of(lookup: SiteLookup, board: Board) -> tuple[Leader, ...]:
    """Return the best ranked run on each axis, with the median of the ranked runs and their number."""
    found = []
    for axis in lookup.outline(board.graph).axes:
        values = [
            (shown.value, entry)
            for entry in board.ranked
            if (shown := cell(entry.scored, axis.points)).value is not None
        ]
        if not values:
            continue
        best = max(value for value, _ in values)
        holders = [entry for value, entry in values if value == best]
        found.append(
            Leader(
                title=axis.title,
                runs=tuple(named(lookup, entry) for entry in holders),
                points=cell(holders[0].scored, axis.points),
                scale=axis.scale,
                median=Cell(
                    f"{axis.points}#median",
                    median(value for value, _ in values),
                    cell(holders[0].scored, axis.points).decimals,
                ),
                n=count(f"{axis.points}#n", len(values)),
            )
        )
    return tuple(found)


def named(lookup: SiteLookup, entry: Entry) -> Named:
    """Return a run by name and address."""
    return Named(entry.run.run_id, lookup.configuration_name(entry.run), lookup.run_address(entry.run))

"""Repeats of one configuration: how many, their mean and spread, and each run."""

from __future__ import annotations

from statistics import fmean, stdev
from typing import Any

import msgspec

from site_builder.pages.board_columns import Column, columns_of
from site_builder.pages.board_rows import Row, row_payload, rows_of
from site_builder.pages.cells import Cell, count
from site_builder.pages.lookup import Place, SiteLookup, board_address
from site_builder.pages.page import Content
from site_builder.pages.published import rubric_of
from site_builder.pages.shared_marks import share_verification_marks
from site_builder.scoring.graph import Graph
from site_builder.site_data import Board
from site_builder.statistics.bootstrap import bootstrap_mean
from site_builder.studies.firmness import task_label
from site_builder.studies.groups import label

RESAMPLES = 1000
MOST_ROWS = 150
"""Rows on the page of a configuration, shared out evenly among its boards; its data has all."""
LEAST_ROWS = 10
"""Rows that each board may have in any case."""
SEED = "repeats"
"""Label of the resampling; runs stand in the order of their ids."""


class Repeats(msgspec.Struct, frozen=True):
    """How the scores of some runs of one configuration spread."""

    task: str
    """The task that all of them did, where a board has several; else empty."""
    n: Cell
    """Runs that have a score."""
    mean: Cell
    deviation: Cell
    """Sample standard deviation (divided by n − 1); missing below two runs."""
    least: Cell
    greatest: Cell
    lower: Cell
    upper: Cell
    """Bootstrap percentile interval of the mean; missing below two runs."""


class Spread(msgspec.Struct, frozen=True):
    """The repeats on one board."""

    board_id: str
    title: str
    address: str
    graph: Graph
    released: bool
    headline: str
    top: float | None
    scale: str
    all: Repeats
    by_task: tuple[Repeats, ...]
    """The same for the runs of each task, where the board has several; empty otherwise."""
    task: str
    """What tasks are called there (``fixture``)."""
    confidence: Cell
    resamples: Cell
    axes: tuple[tuple[str, Cell, str, float], ...]
    """(title, mean, scale, most that is possible) over the same runs."""
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    listed: tuple[Row, ...]
    """The first of them, which are on the page."""
    usual_level: str
    """How most of these are verified, in a sentence; empty where each row says it."""


class ConfigurationView(msgspec.Struct, frozen=True):
    """What the template of a configuration reads."""

    name: str
    label: str
    spreads: tuple[Spread, ...]
    models: tuple[str, ...]
    runs: Cell


def content(key: tuple[str, str], lookup: SiteLookup) -> Content:
    """Return the content of a configuration's page."""
    repeats = lookup.repeats[key]
    boards: dict[str, list[Place]] = {}
    for place in repeats.places:
        boards.setdefault(place.board.id, []).append(place)
    models = {
        lookup.name(model.name or model.id) for place in repeats.places for model in place.entry.run.models
    }
    distinct = {place.entry.run.digest for place in repeats.places}
    view = ConfigurationView(
        name=lookup.name(repeats.label),
        label=repeats.label,
        spreads=tuple(
            _spread(lookup, places, max(LEAST_ROWS, MOST_ROWS // len(boards))) for places in boards.values()
        ),
        models=tuple(sorted(models)),
        runs=count("configuration.runs", len(distinct)),
    )
    return Content(view, payload(view), view.spreads[0].graph.id)


def _spread(lookup: SiteLookup, places: list[Place], most: int) -> Spread:
    board = places[0].board
    outline = lookup.outline(board.graph)
    rows = rows_of(lookup, board, sorted({place.position for place in places}))
    listed, usual_level = share_verification_marks(rows[:most])
    task = task_label(board.graph)
    by_task: dict[str, list[Place]] = {}
    for place in places:
        by_task.setdefault(label(place.entry.run, task) if task else "", []).append(place)
    return Spread(
        board_id=board.id,
        title=board.title,
        address=board_address(board),
        graph=board.graph,
        released=board.graph.id in lookup.data.released,
        headline=board.graph.node(board.graph.layout.headline).name,
        top=outline.top,
        scale=outline.scale,
        all=_repeats(board, places, "configuration"),
        by_task=tuple(
            _repeats(board, members, f"configuration.t{number}", name or "not stated")
            for number, (name, members) in enumerate(sorted(by_task.items()))
        )
        if task
        else (),
        task=task,
        confidence=Cell("configuration.confidence", board.config.confidence, 0, form="percent"),
        resamples=count("configuration.resamples", RESAMPLES),
        axes=tuple(
            (axis.title, _axis_mean([row.cells[n] for row in rows]), axis.scale, axis.top)
            for n, axis in enumerate(outline.axes)  # the first columns of a board
        ),
        columns=columns_of(outline),
        rows=rows,
        listed=listed,
        usual_level=usual_level,
    )


def _repeats(board: Board, places: list[Place], name: str, task: str = "") -> Repeats:
    decimals = board.graph.node(board.graph.layout.headline).decimals
    ordered = sorted(places, key=lambda place: place.entry.run.run_id)
    scores = [v for place in ordered if (v := place.entry.standing.score) is not None]
    interval = None
    if len(scores) > 1:
        interval = bootstrap_mean(
            scores, SEED, resamples=RESAMPLES, confidence=board.config.confidence, within=None
        )

    def figure(what: str, value: float | None, more: int = 0) -> Cell:
        why = "no run has a score" if not scores else "one run has no spread"
        return Cell(f"{name}.{what}", value, decimals + more, "points", "below_minimum", why)

    return Repeats(
        task=task,
        n=count(f"{name}.n", len(scores)),
        mean=figure("mean", fmean(scores) if scores else None),
        deviation=figure("sd", stdev(scores) if len(scores) > 1 else None, 1),
        least=figure("least", min(scores, default=None)),
        greatest=figure("greatest", max(scores, default=None)),
        lower=figure("lower", interval.lower if interval else None),
        upper=figure("upper", interval.upper if interval else None),
    )


def _axis_mean(points: list[Cell]) -> Cell:
    present = [c.value for c in points if c.value is not None]
    first = points[0]
    if not present:
        return first
    return Cell(f"{first.node}#mean", fmean(present), first.decimals, first.unit)


def payload(view: ConfigurationView) -> dict[str, Any]:
    """Return a configuration as plain data."""
    return {
        "configuration": view.name,
        "exported_as": view.label,
        "runs": view.runs.plain(),
        "boards": [
            {
                "id": spread.board_id,
                "board": spread.title,
                "rubric": rubric_of(spread.graph, spread.released),
                **_plain(spread.all),
                "confidence": spread.confidence.plain(),
                "resamples": spread.resamples.plain(),
                "seed": SEED,
                "by_task": {one.task: _plain(one) for one in spread.by_task},
                "axis_means": {shown.node: shown.plain() for _, shown, _, _ in spread.axes},
                "rows": [row_payload(row, spread.columns) for row in spread.rows],
            }
            for spread in view.spreads
        ],
    }


def _plain(repeats: Repeats) -> dict[str, Any]:
    return {
        "n": repeats.n.plain(),
        "mean": repeats.mean.plain(),
        "sample_standard_deviation": repeats.deviation.plain(),
        "least": repeats.least.plain(),
        "greatest": repeats.greatest.plain(),
        "interval_of_the_mean": [repeats.lower.plain(), repeats.upper.plain()],
    }

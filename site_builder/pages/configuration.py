"""Repeats of one configuration: how many, their mean and spread, and each run."""

from __future__ import annotations

from statistics import mean, stdev
from typing import Any

import msgspec

from site_builder.pages.atlas import Atlas, Place, board_address
from site_builder.pages.board import Column, Row, columns_of, row_payload, rows_of
from site_builder.pages.cells import Cell, cell, count
from site_builder.pages.page import Content
from site_builder.scoring.graph import Graph


class Spread(msgspec.Struct, frozen=True):
    """The repeats on one board."""

    title: str
    address: str
    graph: Graph
    headline: str
    top: float | None
    scale: str
    n: Cell
    """Runs that have a score."""
    mean: Cell
    deviation: Cell
    """Sample standard deviation (divided by n − 1); missing below two runs."""
    least: Cell
    greatest: Cell
    axes: tuple[tuple[str, Cell, str], ...]
    """(title, mean, scale) over the same runs."""
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


class ConfigurationView(msgspec.Struct, frozen=True):
    """What the template of a configuration reads."""

    name: str
    label: str
    spreads: tuple[Spread, ...]
    models: tuple[str, ...]
    runs: Cell


def content(key: tuple[str, str], atlas: Atlas) -> Content:
    """Return the content of a configuration's page."""
    repeats = atlas.repeats[key]
    boards: dict[str, list[Place]] = {}
    for place in repeats.places:
        boards.setdefault(place.board.id, []).append(place)
    models = {
        atlas.name(model.name or model.id) for place in repeats.places for model in place.entry.run.models
    }
    distinct = {place.entry.run.digest for place in repeats.places}
    view = ConfigurationView(
        name=atlas.name(repeats.label),
        label=repeats.label,
        spreads=tuple(_spread(atlas, places) for places in boards.values()),
        models=tuple(sorted(models)),
        runs=count("configuration.runs", len(distinct)),
    )
    return Content(view, payload(view), view.spreads[0].graph.id)


def _spread(atlas: Atlas, places: list[Place]) -> Spread:
    board = places[0].board
    outline = atlas.outline(board.graph)
    headline = board.graph.layout.headline
    decimals = board.graph.node(headline).decimals
    scores = [v for place in places if (v := place.entry.standing.score) is not None]
    positions = sorted({place.position for place in places})
    return Spread(
        title=board.title,
        address=board_address(board),
        graph=board.graph,
        headline=board.graph.node(headline).name,
        top=outline.top,
        scale=outline.scale,
        n=count("configuration.n", len(scores)),
        mean=_figure("mean", scores, decimals, mean(scores) if scores else None),
        deviation=_figure("sd", scores, decimals + 1, stdev(scores) if len(scores) > 1 else None),
        least=_figure("least", scores, decimals, min(scores, default=None)),
        greatest=_figure("greatest", scores, decimals, max(scores, default=None)),
        axes=tuple(
            (axis.title, _axis_mean([cell(p.entry.scored, axis.points) for p in places]), axis.scale)
            for axis in outline.axes
        ),
        columns=columns_of(outline),
        rows=rows_of(atlas, board, positions),
    )


def _figure(name: str, scores: list[float], decimals: int, value: float | None) -> Cell:
    why = "no run has a score" if not scores else "one run has no spread"
    return Cell(f"configuration.{name}", value, decimals, "points", "below_minimum", why)


def _axis_mean(points: list[Cell]) -> Cell:
    present = [c.value for c in points if c.value is not None]
    first = points[0]
    if not present:
        return first
    return Cell(f"{first.node}#mean", mean(present), first.decimals, first.unit)


def payload(view: ConfigurationView) -> dict[str, Any]:
    """Return a configuration as plain data."""
    return {
        "configuration": view.name,
        "exported_as": view.label,
        "runs": view.runs.plain(),
        "boards": [
            {
                "board": spread.title,
                "rubric": {"id": spread.graph.id, "digest": spread.graph.digest},
                "n": spread.n.plain(),
                "mean": spread.mean.plain(),
                "sample_standard_deviation": spread.deviation.plain(),
                "least": spread.least.plain(),
                "greatest": spread.greatest.plain(),
                "axis_means": {shown.node: shown.plain() for _, shown, _ in spread.axes},
                "rows": [row_payload(row, spread.columns) for row in spread.rows],
            }
            for spread in view.spreads
        ],
    }

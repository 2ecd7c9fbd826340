"""The columns of a board between coverage and duration: the rubric's axes, then its further ones."""

from __future__ import annotations

import msgspec

from site_builder.pages.outline import Axis, Outline, top_of
from site_builder.scoring.graph import Graph


class Column(msgspec.Struct, frozen=True):
    """One sortable column of numbers."""

    node: str
    title: str
    long: str
    """The whole title, for the header's tooltip and the key under the table."""
    unit: str = ""
    top: float | None = None
    """Greatest possible value; columns that have one show a bar."""
    bar: bool = False
    symbol: str = ""
    """Stands under the title."""
    shown: bool = True
    """False for a column that only data files have."""


def columns_of(outline: Outline) -> tuple[Column, ...]:
    """Return the board's columns between coverage and duration: the axes, then the rubric's further ones."""
    graph = outline.graph
    shown = graph.layout.axes_on_board
    axes = tuple(_axis_column(axis, shown) for axis in outline.axes)
    return axes + tuple(_further(graph, node_id) for node_id in graph.layout.columns)


def _axis_column(axis: Axis, shown: bool) -> Column:
    unit = "points" if axis.scale else ""
    return Column(axis.points, axis.short, axis.title, unit, axis.top, bar=True, shown=shown)


def _further(graph: Graph, node_id: str) -> Column:
    node = graph.node(node_id)
    top = top_of(graph, node_id)
    bar = top is not None and node_id != graph.layout.gate
    return Column(node_id, node.name, node.title, node.unit, top, bar=bar, symbol=node.symbol)

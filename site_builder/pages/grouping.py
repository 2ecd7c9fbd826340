"""The runs of one board grouped by their labels: by model, by arm, by all labels together."""

from __future__ import annotations

from typing import Any

import msgspec

from site_builder.boards import barred_of
from site_builder.pages.cells import Cell, count
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.reading import doubts_of
from site_builder.pages.words import listing
from site_builder.records.rubric import Node
from site_builder.site_data import Board
from site_builder.studies.groups import MANNERS as MANNER_OF_UNIT
from site_builder.studies.groups import Group, Manner, Summary, group

MANNER_WORDS: dict[Manner, str] = {
    "mean": "mean ± SD",
    "rate": "share of 1",
    "quantiles": "median / p95",
}


class Figure(msgspec.Struct, frozen=True):
    """One value over the runs of a group, as two numbers: middle and spread (or a rate and nothing)."""

    middle: Cell
    """Mean, rate or median."""
    beside: Cell | None
    """Sample standard deviation or 95th percentile; ``None`` for a rate."""
    n: Cell
    """Runs that have the value."""
    joint: str
    """What stands between the two."""


class GroupRow(msgspec.Struct, frozen=True):
    """One group."""

    names: tuple[str, ...]
    n: Cell
    """Runs of the group."""
    headline: Figure
    open_mean: Cell
    """Mean headline of those whose gate is not closed."""
    gate: Figure | None
    """Share of the runs with a measured gate in which it is open; ``None`` for rubrics without gate."""
    closed: Cell
    unmeasured: Cell
    """Runs whose gate was not measured."""
    without: Cell
    """Runs without a headline."""
    figures: tuple[Figure, ...]


class GroupTable(msgspec.Struct, frozen=True):
    """A board by some labels."""

    by: tuple[str, ...]
    stated: tuple[bool, ...]
    """For each label: whether any group states it; a column without any value is not shown."""
    columns: tuple[tuple[str, str, str], ...]
    """(name, unit, manner in words) of each summed up value."""
    rows: tuple[GroupRow, ...]

    @property
    def title(self) -> str:
        """``By model, arm and effort``."""
        return f"By {listing([name for name, stated in zip(self.by, self.stated, strict=True) if stated])}"


def group_tables(lookup: SiteLookup, board: Board) -> tuple[GroupTable, ...]:
    """Return the tables that the rubric's layout asks for; none for a board without runs or groupings.

    Runs that are withdrawn or excluded are in no group, as they are in no median.
    """
    wanted = board.graph.layout.groupings
    barred = barred_of(board)
    pairs = [(entry.run, entry.scored) for entry in board.entries if entry.run.run_id not in barred]
    if wanted is None or not pairs:
        return ()
    nodes = [board.graph.node(name) for name in wanted.nodes]
    columns = tuple((node.name, node.unit, MANNER_WORDS[_manner(node)]) for node in nodes)
    doubtful = {run.run_id: doubts_of(lookup, run, board.graph) for run, _ in pairs}
    return tuple(_table(lookup, board, by, columns, group(pairs, by, doubtful)) for by in wanted.by)


def _table(
    lookup: SiteLookup,
    board: Board,
    by: list[str],
    columns: tuple[tuple[str, str, str], ...],
    groups: tuple[Group, ...],
) -> GroupTable:
    stated = [any(found.key[n] for found in groups) for n in range(len(by))]
    stated[0] = True
    return GroupTable(tuple(by), tuple(stated), columns, tuple(_row(lookup, board, one) for one in groups))


def _row(lookup: SiteLookup, board: Board, found: Group) -> GroupRow:
    graph = board.graph
    headline = graph.node(graph.layout.headline)
    wanted = graph.layout.groupings.nodes if graph.layout.groupings else []
    gate = graph.layout.gate
    whole = _figure("group.headline", found.headline, headline)
    return GroupRow(
        names=tuple(lookup.name(name) for name in found.key),
        n=count("group.runs", len(found.runs)),
        headline=whole,
        open_mean=_cell("group.open_mean", found.behind_open_gate.mean, headline.decimals, headline.unit),
        gate=_figure("group.gate", found.nodes[gate], graph.node(gate)) if gate else None,
        closed=count("group.closed", found.gate_closed),
        unmeasured=count("group.unmeasured", found.gate_missing),
        without=count("group.without", found.without_headline),
        figures=tuple(_figure(f"group.{name}", found.nodes[name], graph.node(name)) for name in wanted),
    )


def _figure(name: str, summary: Summary, node: Node) -> Figure:
    n = count(f"{name}#n", summary.n)
    if summary.manner == "rate":
        rate = Cell(f"{name}#rate", summary.mean, 0, "", "none", "no run has the value", form="percent")
        return Figure(rate, None, n, "")
    if summary.manner == "quantiles":
        middle = _cell(f"{name}#median", summary.median, node.decimals, node.unit)
        return Figure(middle, _cell(f"{name}#p95", summary.p95, node.decimals, node.unit), n, " / ")
    middle = _cell(f"{name}#mean", summary.mean, max(node.decimals, 1), node.unit)
    spread = _cell(f"{name}#sd", summary.sd, max(node.decimals, 1), node.unit, "one run has no spread")
    return Figure(middle, spread, n, " ± ")


def _cell(
    name: str, value: float | None, decimals: int, unit: str, why: str = "no run has the value"
) -> Cell:
    return Cell(name, value, decimals, unit, "none", why)


def _manner(node: Node) -> Manner:
    return MANNER_OF_UNIT.get(node.unit, "mean")


def payload(tables: tuple[GroupTable, ...]) -> list[dict[str, Any]]:
    """Return the tables as plain data."""
    return [
        {
            "by": list(table.by),
            "groups": [_row_payload(row) for row in table.rows],
        }
        for table in tables
    ]


def _row_payload(row: GroupRow) -> dict[str, Any]:
    figures = {figure.middle.node.partition("#")[0]: _figure_payload(figure) for figure in row.figures}
    return {
        "names": list(row.names),
        "runs": row.n.plain(),
        "headline": _figure_payload(row.headline),
        "mean_behind_open_gate": row.open_mean.plain(),
        "gate": _figure_payload(row.gate) if row.gate else None,
        "gate_closed": row.closed.plain(),
        "gate_not_measured": row.unmeasured.plain(),
        "without_headline": row.without.plain(),
        "values": {name.removeprefix("group."): data for name, data in figures.items()},
    }


def _figure_payload(figure: Figure) -> dict[str, Any]:
    named = {figure.middle.node.partition("#")[2]: figure.middle.plain(), "n": figure.n.plain()}
    if figure.beside is not None:
        named[figure.beside.node.partition("#")[2]] = figure.beside.plain()
    return named

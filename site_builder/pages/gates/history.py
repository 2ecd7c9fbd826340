"""The recorded runs of a suite by date: a history, where other families have a ranking."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from site_builder.pages.cells import Cell, as_data
from site_builder.pages.gates.lookup import GateSuite
from site_builder.pages.gates.parts import figure
from site_builder.pages.gates.verdict import WORDS, about
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content, Crumb
from site_builder.scoring.graph import Graph

TABLES = ("board.csv", "board.json", "runs.jsonl", "metrics.csv")
"""Data files of the board of a suite."""


class Decision(msgspec.Struct, frozen=True):
    """What one rubric decided about a run."""

    rubric: str
    outcome: str
    word: str
    about: str


class HistoryEntry(msgspec.Struct, frozen=True):
    """One run of a history."""

    run_id: str
    address: str
    date: str
    model: str
    barred: str
    """Why its decisions do not count, as a clause; empty where they do."""
    decisions: tuple[Decision, ...]
    """Under every rubric, the pinned one first."""
    values: tuple[Cell, ...]


class History(msgspec.Struct, frozen=True):
    """The runs of one suite."""

    slug: str
    title: str
    summary: str
    address: str
    rubrics: tuple[str, ...]
    columns: tuple[tuple[str, str], ...]
    """(title, condition and unit) of the values."""
    entries: tuple[HistoryEntry, ...]
    newest: HistoryEntry | None
    """The newest run whose decision counts."""
    data: str
    """Folder of the data files; empty where no run was admitted."""
    counts: tuple[tuple[str, Cell], ...]
    """(outcome under the first rubric, runs), then how many do not count, if any."""


class HistoryView(msgspec.Struct, frozen=True):
    """What the template of a history reads."""

    title: str
    crumbs: tuple[Crumb, ...]
    histories: tuple[History, ...]
    tables: tuple[str, ...]


def gates_content(lookup: SiteLookup) -> Content:
    """Return the content of the list of all gates."""
    histories = tuple(history_of(lookup, suite) for suite in lookup.gates.suites)
    view = HistoryView("Release gates", (), histories, TABLES)
    return Content(view, as_data(view))


def board_content(board_id: str, lookup: SiteLookup) -> Content:
    """Return the content of the page that stands where other families have a board."""
    suite = lookup.gates.of_board(board_id)
    assert suite is not None
    crumbs = (Crumb("Release gates", "gates/"),)
    view = HistoryView(suite.suite.title, crumbs, (history_of(lookup, suite),), TABLES)
    return Content(view, as_data(view), suite.config.rubric)


def history_of(lookup: SiteLookup, suite: GateSuite) -> History:
    """Return the history of a suite, newest run first."""
    graph = lookup.data.graphs[suite.config.rubric]
    columns = tuple(graph.layout.columns)
    runs = reversed(range(len(suite.gates.history)))
    entries = tuple(_entry(suite, position, graph) for position in runs)
    counting = [entry for entry in entries if not entry.barred]
    return History(
        slug=suite.slug,
        title=suite.suite.title,
        summary=suite.suite.summary,
        address=suite.address,
        rubrics=(suite.config.rubric, *suite.config.also),
        columns=tuple(_heading(graph, node) for node in columns),
        entries=entries,
        newest=counting[0] if counting else None,
        data=f"data/{suite.board.id}/" if suite.board is not None else "",
        counts=tuple(_counts(counting, len(entries) - len(counting))),
    )


def _counts(counting: list[HistoryEntry], barred: int) -> Iterator[tuple[str, Cell]]:
    outcomes = [entry.decisions[0].outcome for entry in counting]
    for outcome, word in WORDS.items():
        yield word.lower(), figure(f"history.{outcome}", float(outcomes.count(outcome)), 0)
    if barred:
        yield "not counted", figure("history.barred", float(barred), 0)


def _heading(graph: Graph, node: str) -> tuple[str, str]:
    condition, _, title = graph.node(node).title.rpartition(" · ")
    return title, f"{condition}, {graph.node(node).unit}".removeprefix(", ")


def _entry(suite: GateSuite, position: int, graph: Graph) -> HistoryEntry:
    row = suite.gates.history[position]
    run = suite.run_of(row)
    return HistoryEntry(
        run_id=row.run_id,
        address=run.address,
        date=row.date,
        model=f"{row.model} {row.model_version}".strip(),
        barred=run.barred,
        decisions=tuple(
            Decision(one.settings.rubric, one.outcome, WORDS[one.outcome], about(one))
            for one in run.judgements
        ),
        values=tuple(
            _value(node, row.values.get(node), graph.node(node).decimals) for node in graph.layout.columns
        ),
    )


def _value(node: str, value: float | None, decimals: int) -> Cell:
    if value is None:
        return Cell(node, None, decimals, reason="not_collected")
    return figure(node, value, decimals)

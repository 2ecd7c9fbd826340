"""What moved a run from one version to another, step by step. Pure."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from site_builder.pages.cells import Cell
from site_builder.pages.differences.headline_cells import HeadlineCells
from site_builder.records.rubric_diff import Move, Part, RubricDifference, RunDifference
from site_builder.scoring.graph import Graph


class Step(msgspec.Struct, frozen=True, gc=False):
    """One line of an attribution."""

    title: str
    about: str
    """Small words beside it: what it is part of, or that it no longer counts."""
    clause: str
    """Anchor of its clause on the page on the two versions; empty for an addend."""
    change: Cell
    total: Cell
    """The score with everything up to here."""
    start: float
    """Where its bar begins and ends, as shares of the range that the walk of this run passes, 0–1."""
    end: float
    inner: bool = False
    """Whether it is an addend of the clause above it."""


class Walk(msgspec.Struct, frozen=True):
    """The attribution of one run."""

    steps: tuple[Step, ...]
    least: Cell
    """The least score that it passes, where its bars begin."""
    greatest: Cell


class Walks:
    """Makes the walks of many runs between the same two versions; what does not depend on a run, once."""

    def __init__(self, older: Graph, newer: Graph, pair: RubricDifference) -> None:
        self._graphs = older, newer
        self._cells = HeadlineCells(newer)
        self._order = pair.order
        axes = [
            (g, name)
            for g in self._graphs
            for one in g.layout.axes
            for name in (one.node, one.points)
            if name
        ]
        self._axes = {name: graph.node(name).title for graph, name in axes}
        self._roles = {one.node: g.node(one.node).title for g in self._graphs for one in g.layout.roles}
        self._titles = {clause.id: clause.title + self._kind(clause.id) for clause in pair.clauses}
        self._anchors = {clause.id: f"c{number}" for number, clause in enumerate(pair.clauses)}
        self._addends: dict[str, str] = {}

    def walk(self, run: RunDifference) -> Walk | None:
        """Return the walk of a run; ``None`` where nothing moves it, or there is no score at an end."""
        if not run.moves:
            return None
        ends = [end for move in run.moves for end in _ends(move)]
        low, high = min(ends), max(ends)
        steps = tuple(step for move in run.moves for step in self._steps(move, low, high - low))
        return Walk(steps, self._cells.score(low), self._cells.score(high))

    def _steps(self, move: Move, low: float, span: float) -> Iterator[Step]:
        """Yield a clause, or several that count together, and its addends."""
        cells, width = self._cells, span or 1.0
        title, about, first = self._clauses(move)
        total = move.before
        yield Step(
            title,
            about,
            self._anchors.get(first, ""),
            cells.change(move.change, first.partition(":")[2] or first),
            cells.score(move.after),
            (total - low) / width,
            (move.after - low) / width,
        )
        for part in _in_order(move):
            change = part.change
            if change:
                start, total = total, total + change
                yield Step(
                    self._addend(part.node),
                    _part_words(part),
                    "",
                    cells.change(change, part.node),
                    cells.score(total),
                    (start - low) / width,
                    (total - low) / width,
                    inner=True,
                )

    def _clauses(self, move: Move) -> tuple[str, str, str]:
        """Return title and small words of a move, and its first clause."""
        steps = [self._order[number] for number in move.clauses]
        title = "; ".join([self._titles[step[0]] for step in steps])
        others = sum(len(step) - 1 for step in steps)
        values = "one value that comes in or goes" if others == 1 else f"{others} values that come in or go"
        about = [f"with {values} with it"] if others else []
        about += ["together: between them there is no value"] if len(steps) > 1 else []
        return title, "; ".join(about), steps[0][0]

    def _addend(self, node: str) -> str:
        """Return the title of an addend, as the newer version has it where it does."""
        if node not in self._addends:
            older, newer = self._graphs
            graph = newer if node in newer else older
            self._addends[node] = graph.node(node).title + self._kind(node)
        return self._addends[node]

    def _kind(self, name: str) -> str:
        """Return what a clause or node is, where an axis and a role have the same title; else nothing."""
        node = name.partition(":")[2] or name
        for kind, own, other in (("axis", self._axes, self._roles), ("role", self._roles, self._axes)):
            if node in own and own[node] in other.values():
                return f" ({kind})"
        return ""


def totals(run: RunDifference) -> Iterator[float]:
    """Yield the scores at the ends of the lines of a run's walk, in their order."""
    for move in run.moves:
        yield move.after
        total = move.before
        for part in _in_order(move):
            if part.change:
                total += part.change
                yield total


def _ends(move: Move) -> Iterator[float]:
    yield move.before
    yield move.after
    total = move.before
    for part in _in_order(move):
        total += part.change
        yield total


def _in_order(move: Move) -> list[Part]:
    """Return the addends of a move: those that were counted before first."""
    return sorted(move.parts, key=_comes_in)


def _comes_in(part: Part) -> bool:
    return part.before is None


def _part_words(part: Part) -> str:
    if part.after is None:
        return "no longer counted"
    return "newly counted" if part.before is None else "counted with another amount"

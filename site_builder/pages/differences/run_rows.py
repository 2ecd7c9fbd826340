"""The runs of a board under two versions: scores, ranks, who passed whom, and what moved each."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from site_builder.pages.atlas import Atlas, board_address
from site_builder.pages.cells import Cell, count
from site_builder.pages.leaders import Named, named
from site_builder.records.rubric_diff import BoardDifference, Move, Place, RubricDifference, RunDifference
from site_builder.scoring.graph import Graph

MOST_ROWS = 100
"""Runs of a board that the page lists; the data files have all."""
MOST_OPENED = 40
"""Runs of a board whose attribution is on the page."""
MOST_PASSED = 5
"""Runs named of those that a run passed."""


class Step(msgspec.Struct, frozen=True):
    """One line of an attribution."""

    title: str
    about: str
    """Small words beside it: what it is part of, or that it no longer counts."""
    change: Cell
    total: Cell
    """The score with everything up to here."""
    start: float
    """Where its bar begins and ends, as shares of the range that the walk of this run passes, 0–1."""
    end: float
    inner: bool = False
    """Whether it is an addend of the clause above it."""


class RunRow(msgspec.Struct, frozen=True):
    """One run under both versions."""

    run: Named
    before: Cell
    after: Cell
    change: Cell
    rank_before: Cell
    rank_after: Cell
    words: str
    """What happened to its rank, in words."""
    steps: tuple[Step, ...]
    scale: tuple[Cell, ...]
    """The least and the greatest score along the steps: the ends of their bars; empty without steps."""
    passed: tuple[Named, ...]
    passed_by: tuple[Named, ...]
    passes: Cell
    passes_by: Cell
    more_passed: Cell
    more_passed_by: Cell


class BoardRows(msgspec.Struct, frozen=True):
    """One board under both versions."""

    id: str
    title: str
    address: str
    runs: Cell
    moved: Cell
    moved_rank: Cell
    rows: tuple[RunRow, ...]
    left: Cell
    """Runs that the page does not list."""
    medians: Cell
    """Cohort medians that the versions take otherwise."""
    flow: tuple[tuple[str, int | None, int | None], ...]
    """(run id, rank before, rank after) of the runs that the chart shows."""
    ranked: bool
    on_runs: bool
    """Whether the pages of the runs have the scores under both versions."""


def board_rows(atlas: Atlas, pair: RubricDifference, one: BoardDifference) -> BoardRows:
    """Return one board of a pair as the page shows it."""
    board = next(board for board in atlas.data.boards if board.id == one.board)
    names = {entry.run.run_id: named(atlas, entry) for entry in board.entries}
    chosen = _chosen(one.runs)
    opened = {run.run for run in sorted(chosen, key=_weight)[:MOST_OPENED]}
    maker = _Rows(atlas, pair, names)
    rows = tuple(maker.row(run, run.run in opened) for run in chosen)
    return BoardRows(
        id=board.id,
        title=board.title,
        address=board_address(board),
        runs=count("board#runs", len(one.runs)),
        moved=count("board#moved", one.moved),
        moved_rank=count("board#moved_rank", one.moved_rank),
        rows=rows,
        left=count("board#not_listed", len(one.runs) - len(rows)),
        medians=count("board#medians", len(one.medians)),
        flow=tuple(_flow(chosen)),
        ranked=any(run.place_after.rank is not None or run.place_before.rank is not None for run in one.runs),
        on_runs=all({pair.older, pair.newer} <= {board.graph.id, *entry.others} for entry in board.entries),
    )


def rank_words(run: RunDifference) -> str:
    """Return what happened to a run's rank, in words."""
    before, after, gained = run.place_before, run.place_after, run.ranks_gained
    if gained is not None:
        return "same rank" if gained == 0 else f"up {gained}" if gained > 0 else f"down {-gained}"
    if before.rank is None and after.rank is None:
        return f"without a rank: {after.unranked}"
    if after.rank is None:
        return f"loses its rank: {after.unranked}"
    return f"gains a rank; before: {before.unranked}"


def score_cell(graph: Graph, value: float | None, detail: str = "") -> Cell:
    """Return a headline under a version."""
    name = graph.layout.headline
    node = graph.node(name)
    reason = "" if value is not None else "none"
    return Cell(f"{graph.id}:{name}", value, node.decimals, node.unit, reason, detail)


def change_cell(graph: Graph, value: float | None, node: str = "") -> Cell:
    """Return a change of a headline, with one decimal more than the headline has."""
    shown = graph.node(graph.layout.headline)
    reason = "" if value is not None else "none"
    name = f"{node or graph.layout.headline}#change"
    return Cell(name, value, min(shown.decimals + 1, 6), shown.unit, reason, form="signed")


class _Rows:
    """Makes the rows of one board."""

    def __init__(self, atlas: Atlas, pair: RubricDifference, names: dict[str, Named]) -> None:
        self.older, self.newer = atlas.data.graphs[pair.older], atlas.data.graphs[pair.newer]
        self.pair = pair
        self.names = names
        graphs = self.older, self.newer
        axes = [(g, name) for g in graphs for one in g.layout.axes for name in (one.node, one.points) if name]
        self.axes = {name: graph.node(name).title for graph, name in axes}
        self.roles = {one.node: g.node(one.node).title for g in graphs for one in g.layout.roles}
        self.titles = {clause.id: clause.title + self._kind(clause.id) for clause in pair.clauses}

    def row(self, run: RunDifference, opened: bool) -> RunRow:
        passed, by = (self._named(found) for found in (run.passed, run.passed_by))
        span = _span(run)
        return RunRow(
            run=self.names[run.run],
            before=score_cell(self.older, run.before.score, run.before.detail),
            after=score_cell(self.newer, run.after.score, run.after.detail),
            change=change_cell(self.newer, run.change),
            rank_before=_rank(self.older, run.place_before),
            rank_after=_rank(self.newer, run.place_after),
            words=rank_words(run),
            steps=tuple(step for move in run.moves for step in self._steps(move, span)) if opened else (),
            scale=tuple(score_cell(self.newer, end) for end in span) if opened and run.moves else (),
            passed=passed,
            passed_by=by,
            passes=count("run#passed", run.passes),
            passes_by=count("run#passed_by", run.passes_by),
            more_passed=count("run#passed_more", run.passes - len(passed)),
            more_passed_by=count("run#passed_by_more", run.passes_by - len(by)),
        )

    def _named(self, found: tuple[str, ...]) -> tuple[Named, ...]:
        return tuple(self.names[name] for name in found[:MOST_PASSED])

    def _kind(self, name: str) -> str:
        """Return what a clause or node is, where an axis and a role have the same title; else nothing."""
        node = name.partition(":")[2] or name
        for kind, own, other in (("axis", self.axes, self.roles), ("role", self.roles, self.axes)):
            if node in own and own[node] in other.values():
                return f" ({kind})"
        return ""

    def _steps(self, move: Move, span: tuple[float, float]) -> Iterator[Step]:
        steps = [self.pair.order[number] for number in move.clauses]
        title = "; ".join(self.titles[step[0]] for step in steps)
        others = sum(len(step) - 1 for step in steps)
        values = "one value that comes in or goes" if others == 1 else f"{others} values that come in or go"
        about = [f"with {values} with it"] if others else []
        about += ["together: between them there is no value"] if len(steps) > 1 else []
        yield self._step((title, "; ".join(about)), steps[0][0], (move.before, move.after), span)
        total = move.before
        for part in sorted(move.parts, key=lambda part: part.before is None):
            if part.change:
                graph = self.newer if part.node in self.newer else self.older
                words = _part_words(part.before, part.after)
                yield self._step(
                    (graph.node(part.node).title + self._kind(part.node), words),
                    part.node,
                    (total, total + part.change),
                    span,
                    inner=True,
                    change=part.change,
                )
                total += part.change

    def _step(
        self,
        words: tuple[str, str],
        clause: str,
        ends: tuple[float, float],
        span: tuple[float, float],
        *,
        inner: bool = False,
        change: float | None = None,
    ) -> Step:
        (before, after), (low, high) = ends, span
        start, end = ((value - low) / (high - low) if high > low else 0.0 for value in ends)
        moved = after - before if change is None else change
        return Step(
            *words,
            change=change_cell(self.newer, moved, clause.partition(":")[2] or clause),
            total=score_cell(self.newer, after),
            start=start,
            end=end,
            inner=inner,
        )


def _part_words(before: float | None, after: float | None) -> str:
    if after is None:
        return "no longer counted"
    return "newly counted" if before is None else "counted with another amount"


def _rank(graph: Graph, place: Place) -> Cell:
    reason = "" if place.rank is not None else "none"
    value = None if place.rank is None else float(place.rank)
    return Cell(f"{graph.id}#rank", value, 0, "", reason, place.unranked)


def _weight(run: RunDifference) -> tuple[bool, float]:
    return run.change is None, -abs(run.change or 0.0)


def _chosen(runs: tuple[RunDifference, ...]) -> tuple[RunDifference, ...]:
    """Return the runs to list, in their order: those that change most where there are too many."""
    if len(runs) <= MOST_ROWS:
        return runs
    by_rank = sorted(runs, key=lambda run: (not run.moved_rank, -abs(run.ranks_gained or 0)))
    half = MOST_ROWS // 2
    kept = {run.run for run in sorted(runs, key=_weight)[:half]}
    for run in by_rank:
        if len(kept) >= MOST_ROWS:
            break
        kept.add(run.run)
    return tuple(run for run in runs if run.run in kept)


def _span(run: RunDifference) -> tuple[float, float]:
    """Return the least and the greatest score that the walk of a run passes; zeros without one."""
    ends: list[float] = []
    for move in run.moves:
        total = move.before
        ends += [move.before, move.after]
        for part in sorted(move.parts, key=lambda part: part.before is None):
            total += part.change
            ends.append(total)
    return min(ends, default=0.0), max(ends, default=0.0)


def _flow(runs: tuple[RunDifference, ...]) -> Iterator[tuple[str, int | None, int | None]]:
    for run in runs:
        before, after = run.place_before.rank, run.place_after.rank
        if before is not None or after is not None:
            yield run.run, before, after

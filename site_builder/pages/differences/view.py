"""The page on two versions of a rubric, and its data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from site_builder.pages.atlas import Atlas, methodology_address
from site_builder.pages.cells import Cell, Sentence, count
from site_builder.pages.differences.clause_rows import WORDS_ALONE, ClauseGroup, groups_of
from site_builder.pages.differences.run_rows import BoardRows, board_rows, change_cell
from site_builder.pages.gates.versions import Decisions, decisions_of
from site_builder.pages.page import Content
from site_builder.records.rubric_diff import Outcome, RubricDifference, RunDifference
from site_builder.scoring.graph import Graph


class DifferenceView(msgspec.Struct, frozen=True):
    """What the template of a difference reads."""

    older: Graph
    newer: Graph
    older_address: str
    newer_address: str
    family: str
    family_address: str
    data: str
    """Path of the table of all runs."""
    summary: Sentence
    effects: tuple[Sentence, ...]
    groups: tuple[ClauseGroup, ...]
    order: tuple[str, ...]
    """Titles of the steps of the attribution, in their order."""
    boards: tuple[BoardRows, ...]
    decisions: Decisions | None
    """What a release gate decides differently, for families that have one."""
    days: tuple[str, str]


def difference_content(older: str, newer: str, atlas: Atlas) -> Content:
    """Return the content of the page on two versions."""
    pair = atlas.differences.of(older, newer)
    assert pair is not None
    graphs = atlas.data.graphs[older], atlas.data.graphs[newer]
    family = graphs[1].rubric.family
    groups = groups_of(pair.clauses, *graphs)
    boards = tuple(board_rows(atlas, pair, one) for one in pair.boards)
    titles = {clause.id: clause.title for clause in pair.clauses}
    view = DifferenceView(
        older=graphs[0],
        newer=graphs[1],
        older_address=methodology_address(graphs[0]),
        newer_address=methodology_address(graphs[1]),
        family=atlas.family_title(family),
        family_address=f"methodology/{family}/",
        data=data_path(pair),
        summary=_summary(groups),
        effects=tuple(_effects(atlas, pair)),
        groups=groups,
        order=tuple(titles[step[0]] for step in pair.order),
        boards=boards,
        decisions=decisions_of(atlas, older, newer),
        days=(graphs[0].rubric.date.isoformat(), graphs[1].rubric.date.isoformat()),
    )
    return Content(view, payload(view, pair))


def data_path(pair: RubricDifference) -> str:
    """Return where the table of all runs under both versions lies."""
    return f"data/diffs/{pair.older}..{pair.newer.partition('/')[2]}.csv"


def _summary(groups: tuple[ClauseGroup, ...]) -> Sentence:
    counted = [group for group in groups if group.title != WORDS_ALONE]
    kinds = [sum(int(getattr(g, kind).value) for g in counted) for kind in ("added", "removed", "changed")]
    words = sum(len(group.rows) for group in groups if group.title == WORDS_ALONE)
    cells = [count(f"clauses#{k}", n) for k, n in zip(("added", "removed", "changed"), kinds, strict=True)]
    clauses = "clause" if kinds[0] == 1 else "clauses"
    parts: Sentence = (cells[0], f" {clauses} added, ", cells[1], " removed and ", cells[2], " changed")
    if words:
        verb = "differs" if words == 1 else "differ"
        parts += ("; ", count("clauses#words", words), f" more {verb} in words alone")
    return (*parts, ".")


def _effects(atlas: Atlas, pair: RubricDifference) -> Iterator[Sentence]:
    """Yield a sentence on each board: for whom the change matters."""
    graph = atlas.data.graphs[pair.newer]
    for one in pair.boards:
        title = next(board.title for board in atlas.data.boards if board.id == one.board)
        values = {"runs": len(one.runs), "moved": one.moved, "moved_rank": one.moved_rank}
        runs, moved, ranks = (count(f"board#{name}", value) for name, value in values.items())
        noun = "run" if len(one.runs) == 1 else "runs"
        parts: Sentence = (f"{title}: another score for ", moved, " of ", runs, f" {noun}, ")
        parts += ("another rank for ", ranks)
        ranked = [(run.change, run.run) for run in one.runs if run.change]
        if ranked:
            least, most = min(ranked), max(ranked)
            parts += ("; the changes lie between ", change_cell(graph, least[0]), f" ({least[1]}) and ")
            parts += (change_cell(graph, most[0]), f" ({most[1]})")
        yield (*parts, ".")


def payload(view: DifferenceView, pair: RubricDifference) -> dict[str, Any]:
    """Return the difference as plain data: every clause, every score and rank of every run."""
    return {
        "older": {"id": pair.older, "digest": view.older.digest},
        "newer": {"id": pair.newer, "digest": view.newer.digest},
        "summary": _numbers([view.summary, *view.effects]),
        "clauses": [msgspec.to_builtins(clause) for clause in pair.clauses],
        "groups": [
            {"title": g.title, "added": g.added.value, "removed": g.removed.value, "changed": g.changed.value}
            for g in view.groups
        ],
        "order": [list(step) for step in pair.order],
        "boards": [
            {
                "board": one.board,
                "on_runs": shown.on_runs,
                "moved": one.moved,
                "moved_rank": one.moved_rank,
                "not_listed": shown.left.value,
                "medians_differing": shown.medians.value,
                "medians": _medians(view, one.medians),
                "runs": [run_data(run) for run in one.runs],
                "shown": _shown(shown),
            }
            for one, shown in zip(pair.boards, view.boards, strict=True)
        ],
        "decisions": msgspec.to_builtins(view.decisions) if view.decisions is not None else None,
    }


def run_data(run: RunDifference) -> dict[str, Any]:
    """Return a run under both versions as plain data, with its attribution."""
    found: dict[str, Any] = {
        "run": run.run,
        "before": _outcome(run.before),
        "after": _outcome(run.after),
        "change": run.change,
        "rank_before": run.place_before.rank,
        "rank_after": run.place_after.rank,
        "unranked_before": run.place_before.unranked,
        "unranked_after": run.place_after.unranked,
        "passes": run.passes,
        "passes_by": run.passes_by,
        "passed": list(run.passed),
        "passed_by": list(run.passed_by),
        "attribution": [
            {
                "steps": list(move.clauses),
                "before": move.before,
                "after": move.after,
                "change": move.change,
                "addends": [
                    {"node": part.node, "before": part.before, "after": part.after, "change": part.change}
                    for part in move.parts
                ],
            }
            for move in run.moves
        ],
    }
    return found


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {"score": outcome.score, "coverage": outcome.coverage, "detail": outcome.detail}


def _medians(view: DifferenceView, medians: tuple[Any, ...]) -> list[dict[str, Any]]:
    """Return the medians that differ; the values of withheld nodes are not told."""
    found = []
    for median in medians:
        plain = msgspec.to_builtins(median)
        sides = [graph for graph in (view.older, view.newer) if median.node in graph]
        if any(is_withheld(graph, median.node) for graph in sides):
            plain |= {"before": "withheld", "after": "withheld"}
        found.append(plain)
    return found


def is_withheld(graph: Graph, node_id: str) -> bool:
    """Return whether a median, or what it is taken over, is never published."""
    step = graph.step(node_id)
    return any(s.node.withheld is not None for s in (step, *(graph.steps[i] for i in step.inputs)))


def _shown(rows: BoardRows) -> list[list[float | None]]:
    """Return how many more a run passed than are named, the totals along its walk and its scale, by row."""
    return [
        [
            row.more_passed.value,
            row.more_passed_by.value,
            *(step.total.value for step in row.steps),
            *(end.value for end in row.scale),
        ]
        for row in rows.rows
    ]


def _numbers(sentences: list[Sentence]) -> list[list[float | None]]:
    return [[part.value for part in parts if isinstance(part, Cell)] for parts in sentences]

"""The page on two versions of a rubric, and its data."""

from __future__ import annotations

from typing import Any

import msgspec

from site_builder.pages.cells import Cell, Sentence, count
from site_builder.pages.differences.clause_rows import WORDS_ALONE, ClauseGroup, groups_of
from site_builder.pages.differences.summaries import BoardSummary, effects, summaries_of, totals_of
from site_builder.pages.gates.versions import Decisions, decisions_of
from site_builder.pages.lookup import SiteLookup, methodology_address
from site_builder.pages.page import Content
from site_builder.records.rubric_diff import RubricDifference
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
    effect: Sentence
    """What it does to the runs; empty without boards."""
    groups: tuple[ClauseGroup, ...]
    order: tuple[str, ...]
    """Titles of the steps of the attribution, in their order."""
    boards: tuple[BoardSummary, ...]
    decisions: Decisions | None
    """What a release gate decides differently, for families that have one."""
    days: tuple[str, str]


def difference_content(older: str, newer: str, lookup: SiteLookup) -> Content:
    """Return the content of the page on two versions."""
    pair = lookup.differences.of(older, newer)
    assert pair is not None
    graphs = lookup.data.graphs[older], lookup.data.graphs[newer]
    family = graphs[1].rubric.family
    groups = groups_of(pair.clauses, *graphs)
    boards = summaries_of(lookup, pair)
    titles = {clause.id: clause.title for clause in pair.clauses}
    view = DifferenceView(
        older=graphs[0],
        newer=graphs[1],
        older_address=methodology_address(graphs[0]),
        newer_address=methodology_address(graphs[1]),
        family=lookup.family_title(family),
        family_address=f"methodology/{family}/",
        data=data_path(pair),
        summary=_summary(groups),
        effect=effects(boards),
        groups=groups,
        order=tuple(titles[step[0]] for step in pair.order),
        boards=boards,
        decisions=decisions_of(lookup, older, newer),
        days=(graphs[0].rubric.date.isoformat(), graphs[1].rubric.date.isoformat()),
    )
    return Content(view, payload(view, pair), newer)


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


def payload(view: DifferenceView, pair: RubricDifference) -> dict[str, Any]:
    """Return the difference as plain data: every clause, and every board in a line."""
    return {
        "older": {"id": pair.older, "digest": view.older.digest},
        "newer": {"id": pair.newer, "digest": view.newer.digest},
        "summary": _numbers(view.summary),
        "clauses": pair.clauses,
        "groups": [
            {"title": g.title, "added": g.added.value, "removed": g.removed.value, "changed": g.changed.value}
            for g in view.groups
        ],
        "order": pair.order,
        "totals": totals_of(view.boards),
        "boards": [board.plain() for board in view.boards],
        "decisions": msgspec.to_builtins(view.decisions) if view.decisions is not None else None,
    }


def _numbers(parts: Sentence) -> list[float | None]:
    return [part.value for part in parts if isinstance(part, Cell)]

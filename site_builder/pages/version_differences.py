"""What two versions of a methodology do differently: in their nodes, and for the runs scored under both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from site_builder.pages.atlas import Atlas, methodology_address
from site_builder.pages.cells import Cell, count
from site_builder.pages.leaders import Named, named
from site_builder.scoring.evaluate import Scored
from site_builder.scoring.graph import Graph
from site_builder.site_data import Entry

LISTED = 40
"""Nodes and runs that are named one by one; more are only counted."""


class Moved(msgspec.Struct, frozen=True):
    """A run whose score is another one."""

    run: Named
    before: Cell
    after: Cell


class Difference(msgspec.Struct, frozen=True):
    """Two versions under both of which runs of the site were scored."""

    older: str
    newer: str
    older_address: str
    newer_address: str
    unit: str
    added: tuple[str, ...]
    """Titles of the nodes that only the newer one has."""
    dropped: tuple[str, ...]
    changed: tuple[str, ...]
    """Titles of the nodes that both have, with another operator, other inputs or other constants."""
    counts: tuple[Cell, Cell, Cell]
    """Added, dropped, changed."""
    runs: Cell
    """Runs scored under both."""
    same: Cell
    """Those with the same score."""
    moved: tuple[Moved, ...]

    @property
    def names_nodes(self) -> bool:
        """Whether there are few enough nodes to name them."""
        return max(len(self.added), len(self.dropped), len(self.changed)) <= LISTED


def differences_of(atlas: Atlas, family: str) -> tuple[Difference, ...]:
    """Return the differences between each board's rubric and the others that its runs are scored under."""
    pairs: dict[tuple[str, str], list[tuple[Entry, Scored, Scored]]] = {}
    for board in atlas.data.boards:
        if board.config.family != family:
            continue
        for entry in board.entries:
            for rubric, scored in entry.others.items():
                ends = sorted([(board.graph.id, entry.scored), (rubric, scored)], key=lambda e: _age(e[0]))
                key = ends[0][0], ends[1][0]
                pairs.setdefault(key, []).append((entry, ends[0][1], ends[1][1]))
    graphs = atlas.data.graphs
    return tuple(
        _difference(atlas, graphs[older], graphs[newer], found)
        for (older, newer), found in sorted(pairs.items(), key=lambda item: [_age(end) for end in item[0]])
    )


def _difference(
    atlas: Atlas, older: Graph, newer: Graph, found: list[tuple[Entry, Scored, Scored]]
) -> Difference:
    added = tuple(step.node.title for step in newer.steps if step.id not in older)
    dropped = tuple(step.node.title for step in older.steps if step.id not in newer)
    changed = tuple(_changed(older, newer))
    moved = tuple(_moved(atlas, found))
    key = f"{older.id}..{newer.id}"
    return Difference(
        older=older.id,
        newer=newer.id,
        older_address=methodology_address(older),
        newer_address=methodology_address(newer),
        unit=newer.node(newer.layout.headline).unit,
        added=added,
        dropped=dropped,
        changed=changed,
        counts=(
            count(f"{key}#added", len(added)),
            count(f"{key}#dropped", len(dropped)),
            count(f"{key}#changed", len(changed)),
        ),
        runs=count(f"{key}#runs", len(found)),
        same=count(f"{key}#same", len(found) - len(moved)),
        moved=moved,
    )


def _changed(older: Graph, newer: Graph) -> Iterator[str]:
    for step in newer.steps:
        if step.id in older:
            before = older.node(step.id)
            if (before.op, before.inputs, before.constants) != (
                step.node.op,
                step.node.inputs,
                step.node.constants,
            ):
                yield step.node.title


def _moved(atlas: Atlas, found: list[tuple[Entry, Scored, Scored]]) -> Iterator[Moved]:
    for entry, before, after in found:
        values = [scored.value(scored.graph.layout.headline) for scored in (before, after)]
        if values[0] != values[1]:
            yield Moved(named(atlas, entry), _headline(before), _headline(after))


def _headline(scored: Scored) -> Cell:
    node_id = scored.graph.layout.headline
    result, node = scored[node_id], scored.graph.node(node_id)
    reason = result.absence.reason if result.absence else ""
    return Cell(f"{scored.graph.id}:{node_id}", result.value, node.decimals, node.unit, reason)


def _age(rubric: str) -> list[int]:
    return [int(part) for part in rubric.partition("/")[2].split(".")]


def payload(differences: tuple[Difference, ...]) -> list[dict[str, Any]]:
    """Return the differences as plain data."""
    return [
        {
            "older": one.older,
            "newer": one.newer,
            "nodes": dict(zip(("added", "dropped", "changed"), [c.plain() for c in one.counts], strict=True)),
            "runs": one.runs.plain(),
            "same_score": one.same.plain(),
            "moved": [
                {"run": m.run.run_id, "before": m.before.plain(), "after": m.after.plain()} for m in one.moved
            ],
        }
        for one in differences
    ]

"""Under which heading a node is read, and what it can change: from the layouts of both versions."""

from __future__ import annotations

from collections.abc import Iterable

from site_builder.records.rubric_diff import Reach
from site_builder.scoring.graph import Graph

SEVERAL = "Shared by several parts"
ABOVE = "How the parts are put together"
ASIDE = "Shown beside the score"


def closure(graph: Graph, names: Iterable[str | None]) -> frozenset[str]:
    """Return the nodes that some nodes rest on, themselves included; ``None`` names nothing."""
    below = graph.below(graph.position[name] for name in names if name is not None)
    return frozenset(graph.steps[index].id for index in below)


class Subjects:
    """Headings and reach of the nodes of two versions; the newer layout counts where it has the node."""

    def __init__(self, older: Graph, newer: Graph) -> None:
        sides = (newer, older)
        self._below = [(graph, _subjects(graph)) for graph in sides]
        self._score = [closure(graph, [graph.layout.headline]) for graph in sides]
        self._order = [closure(graph, [graph.layout.gate]) for graph in sides]

    def of(self, node_id: str) -> str:
        """Return the heading: the one axis, role or part that the node feeds, or words for another place."""
        for (graph, subjects), score in zip(self._below, self._score, strict=True):
            if node_id not in graph:
                continue
            found = [title for title, below in subjects if node_id in below]
            if len(found) == 1:
                return found[0]
            if found:
                return SEVERAL
            if node_id in score:
                return ABOVE
        return ASIDE

    def reach(self, node_id: str) -> Reach:
        """Return what a node can change in either version: the headline, or the gate that orders runs."""
        if any(node_id in side for side in self._score):
            return "score"
        return "order" if any(node_id in side for side in self._order) else "nothing"


def subject_nodes(graph: Graph) -> tuple[str, ...]:
    """Return the nodes that readers know by name: roles where there are any, else axes, and completion.

    Of an axis shown in points, the value that enters the arithmetic.
    """
    layout = graph.layout
    named = [subject.node for subject in (layout.roles or layout.axes)]
    named += [layout.completion] if layout.completion is not None else []
    return tuple(dict.fromkeys(named))


def _subjects(graph: Graph) -> list[tuple[str, frozenset[str]]]:
    """Return (title, everything below) of axes, roles, completion and factors."""
    layout = graph.layout
    found: dict[str, list[str | None]] = {}
    for subject in (*layout.axes, *layout.roles):
        found[graph.node(subject.node).title] = [subject.node, subject.points]
    for name in [layout.completion, *layout.factors]:
        if name is not None:
            found.setdefault(graph.node(name).title, [name])
    return [(title, closure(graph, names)) for title, names in found.items()]

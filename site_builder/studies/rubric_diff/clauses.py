"""The difference of two rubrics as a list of clauses: nodes, rules of ranking, parameters, checks, conduct.

Repeated nodes are looked at one by one, as evaluation sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, Literal

import msgspec
from pydantic import BaseModel

from site_builder.records.rubric_diff import Change, Clause, Kind, Reach
from site_builder.scoring.graph import Graph
from site_builder.studies.rubric_diff.definitions import changes, definition, same_arithmetic, wording
from site_builder.studies.rubric_diff.subjects import Subjects

RANKING = ("headline", "gate", "unranked")
"""Fields of the layout that decide who stands where."""
SHOWN = ("columns", "facts", "derived", "parts", "factors", "completion", "completion_components")
"""Fields of the layout that decide which values boards and runs show."""
PLACES: tuple[tuple[str, str, str], ...] = (
    ("parameters", "parameter", "Parameters"),
    ("checks", "check", "Checks of the decision"),
    ("rules", "rule", "Rules of conduct"),
)
"""(field of a rubric, first word of the clauses' ids, heading)."""
WHOLE = "The rubric as a whole"


class Why(msgspec.Struct, frozen=True):
    """A reason that a version states for some of its changes."""

    patterns: tuple[str, ...]
    """Names, with ``*`` for any part of one."""
    text: str

    def is_about(self, name: str) -> bool:
        """Return whether the reason is about a node, parameter, check or rule."""
        return any(fnmatchcase(name, pattern) for pattern in self.patterns)


def clauses(older: Graph, newer: Graph, between: Sequence[Graph] = ()) -> tuple[Clause, ...]:
    """Return what ``newer`` says otherwise than ``older``: rules of ranking first, then nodes, then the rest.

    Nodes stand in the order of the newer version's evaluation, those that only the older one has at the end.
    ``between`` are the versions between the two, whose reasons count too.
    """
    reasons = tuple(why for graph in (*between, newer) for why in reasons_of(graph))
    found = [*_whole(older, newer), *_nodes(older, newer), *_named(older, newer)]
    return tuple(
        msgspec.structs.replace(
            clause, why=tuple(dict.fromkeys(why.text for why in reasons if why.is_about(clause.name)))
        )
        for clause in found
    )


def reasons_of(graph: Graph) -> Iterator[Why]:
    """Yield the reasons that a rubric states for its changes."""
    for change in getattr(graph.rubric, "changes", ()):
        yield Why(tuple(change.nodes), change.why)


def changed_nodes(older: Graph, newer: Graph) -> tuple[str, ...]:
    """Return the nodes that both have and define differently, in the order of the newer version."""
    return tuple(
        step.id
        for step in newer.steps
        if step.id in older and not same_arithmetic(older.node(step.id), step.node)
    )


def _whole(older: Graph, newer: Graph) -> Iterator[Clause]:
    sides = [_whole_fields(graph) for graph in (older, newer)]
    reaches: dict[str, Reach] = {"headline": "score", "gate": "order", "unranked": "order"}
    reaches["minimum_coverage"] = "order"
    titles = {
        "headline": "The value that boards rank by",
        "gate": "The gate that puts runs last",
        "unranked": "Why runs have no rank",
        "minimum_coverage": "Coverage below which a run has no rank",
        "tools": "Tools on which digits depend",
        "files": "Files beside the rubric",
        "shown": "Values that pages show",
        "not_measured": "What is not measured",
    }
    for name, title in titles.items():
        old, new = sides[0].get(name), sides[1].get(name)
        if old != new:
            found = list(changes(old, new)) if isinstance(old, dict) and isinstance(new, dict) else []
            yield Clause(
                id=f"rubric:{name}",
                kind="changed",
                name=name,
                title=title,
                subject=WHOLE,
                changes=tuple(found) or (Change(name, old, new),),
                reach=reaches.get(name, "nothing"),
            )


def _whole_fields(graph: Graph) -> dict[str, Any]:
    rubric, layout = graph.rubric, graph.layout
    return {
        **{name: getattr(layout, name) or None for name in RANKING},
        "minimum_coverage": rubric.minimum_coverage,
        "tools": dict(rubric.tools),
        "files": list(rubric.files),
        "shown": {name: value for name in SHOWN if (value := getattr(layout, name))},
        "not_measured": list(rubric.not_measured),
    }


def _nodes(older: Graph, newer: Graph) -> Iterator[Clause]:
    subjects = Subjects(older, newer)
    for step in newer.steps:
        if step.id not in older:
            yield _lone(newer, step.id, "added", subjects)
            continue
        old, new = older.node(step.id), step.node
        words = tuple(changes(wording(old), wording(new)))
        differs = not same_arithmetic(old, new)
        if differs or words:
            yield Clause(
                id=f"node:{step.id}",
                kind="changed",
                name=step.id,
                title=new.title,
                subject=subjects.of(step.id),
                changes=tuple(changes(definition(old), definition(new))) if differs else (),
                wording=words,
                reach=subjects.reach(step.id) if differs else "nothing",
            )
    for step in older.steps:
        if step.id not in newer:
            yield _lone(older, step.id, "removed", subjects)


def _lone(graph: Graph, node_id: str, kind: Literal["added", "removed"], subjects: Subjects) -> Clause:
    node = graph.node(node_id)
    fields = definition(node)
    return Clause(
        id=f"node:{node_id}",
        kind=kind,
        name=node_id,
        title=node.title,
        subject=subjects.of(node_id),
        changes=tuple(changes({}, fields) if kind == "added" else changes(fields, {})),
        reach=subjects.reach(node_id),
    )


def _named(older: Graph, newer: Graph) -> Iterator[Clause]:
    for field, word, heading in PLACES:
        before: Mapping[str, BaseModel] = getattr(older.rubric, field)
        after: Mapping[str, BaseModel] = getattr(newer.rubric, field)
        for name in dict.fromkeys([*after, *before]):
            old, new = _plain(before.get(name)), _plain(after.get(name))
            if old == new:
                continue
            kind: Kind = "added" if name not in before else "removed" if name not in after else "changed"
            found = tuple(changes(old, new))
            texts = ("title", "description", "basis", "unmet", "why", "rule", "evidence")
            words = tuple(change for change in found if change.field in texts)
            yield Clause(
                id=f"{word}:{name}",
                kind=kind,
                name=name,
                title=str((new or old)["title"]),
                subject=heading,
                changes=tuple(change for change in found if change not in words),
                wording=words,
            )


def _plain(record: BaseModel | None) -> dict[str, Any]:
    return record.model_dump(mode="json") if record is not None else {}

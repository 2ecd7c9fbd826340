"""The difference of two rubrics as a list of clauses: nodes, rules of ranking, parameters, checks, conduct.

Repeated nodes are looked at one by one, as evaluation sees them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

import msgspec
from pydantic import BaseModel

from site_builder.records.rubric_diff import Change, Clause, Kind, Reach
from site_builder.scoring.clauses import CHECK_WORDS, PARAMETER_WORDS, RULE_WORDS, why
from site_builder.scoring.graph import Graph
from site_builder.studies.rubric_diff.definitions import changes, same_arithmetic, stated, wording
from site_builder.studies.rubric_diff.subjects import Subjects

TITLES = {
    "layout.headline": "The value that boards rank by",
    "layout.gate": "The gate that puts runs last",
    "layout.unranked": "Why runs have no rank",
    "minimum_coverage": "Coverage below which a run has no rank",
    "shown": "Values that pages show",
    "not_measured": "What is not measured",
}
SHOWN = ("columns", "facts", "derived", "parts", "factors", "completion", "completion_components")
"""Fields of the layout that decide which values boards and runs show."""
PLACES: tuple[tuple[str, str, frozenset[str]], ...] = (
    ("parameters", "Parameters", frozenset(PARAMETER_WORDS)),
    ("checks", "Checks of the decision", frozenset(CHECK_WORDS)),
    ("rules", "Rules of conduct", frozenset(RULE_WORDS)),
)
"""(field of a rubric, heading, its words)."""
WHOLE = "The rubric as a whole"
NO_FILES: Mapping[str, Mapping[str, bytes]] = MappingProxyType({})


def clauses(
    older: Graph,
    newer: Graph,
    between: Sequence[Graph] = (),
    files: Mapping[str, Mapping[str, bytes]] = NO_FILES,
) -> tuple[Clause, ...]:
    """Return what ``newer`` says otherwise than ``older``: the whole first, then nodes, then what has names.

    Nodes stand in the order of the newer version's evaluation, those that only the older one has at the end.
    ``between`` are the versions between the two, whose reasons count too; ``files`` maps rubric ids to the
    files of the rubrics by name.
    """
    found = [*_whole(older, newer, files), *_nodes(older, newer), *_named(older, newer)]
    return tuple(
        msgspec.structs.replace(clause, why=_reasons((*between, newer), clause.id)) for clause in found
    )


def _reasons(graphs: Iterable[Graph], clause: str) -> tuple[str, ...]:
    found = (why(graph.rubric.changes, clause) for graph in graphs)
    return tuple(dict.fromkeys(text for text in found if text))


def changed_nodes(older: Graph, newer: Graph) -> tuple[str, ...]:
    """Return the nodes that both have and define differently, in the order of the newer version."""
    return tuple(
        step.id
        for step in newer.steps
        if step.id in older and not same_arithmetic(older.node(step.id), step.node)
    )


def _whole(older: Graph, newer: Graph, files: Mapping[str, Mapping[str, bytes]]) -> Iterator[Clause]:
    sides = [_whole_fields(graph, files.get(graph.id, {})) for graph in (older, newer)]
    for name in dict.fromkeys([*sides[1], *sides[0]]):
        old, new = (side.get(name) for side in sides)
        if old != new:
            found: tuple[Change, ...] = (Change("value", old, new),)
            if isinstance(old, dict) and isinstance(new, dict):
                found = tuple(changes(old, new))
            front, _, rest = name.partition(".")
            yield Clause(
                id=name,
                kind="changed" if name in TITLES else _kind(old, new),
                name=name,
                title=TITLES.get(name, f"{front.removesuffix('s').capitalize()} {rest}"),
                subject=WHOLE,
                changes=found if name not in ("shown", "not_measured") else (),
                wording=found if name in ("shown", "not_measured") else (),
                reach=_reach(name),
            )


def _whole_fields(graph: Graph, files: Mapping[str, bytes]) -> dict[str, Any]:
    rubric, layout = graph.rubric, graph.layout
    named = {
        name: hashlib.sha256(files[name]).hexdigest()[:12] if name in files else "there"
        for name in rubric.files
    }
    return {
        "layout.headline": layout.headline,
        "layout.gate": layout.gate,
        "layout.unranked": layout.unranked or None,
        "minimum_coverage": rubric.minimum_coverage,
        **{f"tools.{tool}": version for tool, version in rubric.tools.items()},
        **{f"files.{name}": digest for name, digest in named.items()},
        "shown": {name: value for name in SHOWN if (value := getattr(layout, name))},
        "not_measured": list(rubric.not_measured),
    }


def _reach(name: str) -> Reach:
    if name == "layout.headline":
        return "score"
    return "order" if name in ("layout.gate", "layout.unranked", "minimum_coverage") else "nothing"


def _kind(old: Any, new: Any) -> Kind:
    return "added" if old is None else "removed" if new is None else "changed"


def _nodes(older: Graph, newer: Graph) -> Iterator[Clause]:
    subjects = Subjects(older, newer)
    for step in newer.steps:
        if step.id not in older:
            yield _lone(newer, step.id, "added", subjects)
            continue
        old, new = older.node(step.id), step.node
        words = tuple(changes(wording(old), wording(new)))
        differs = not same_arithmetic(old, new)
        found = tuple(changes(stated(old), stated(new)))
        if found or words:
            yield Clause(
                id=step.id,
                kind="changed",
                name=step.id,
                title=new.title,
                subject=subjects.of(step.id),
                changes=found,
                wording=words,
                reach=subjects.reach(step.id) if differs else "nothing",
            )
    for step in older.steps:
        if step.id not in newer:
            yield _lone(older, step.id, "removed", subjects)


def _lone(graph: Graph, node_id: str, kind: Literal["added", "removed"], subjects: Subjects) -> Clause:
    node = graph.node(node_id)
    fields = stated(node)
    return Clause(
        id=node_id,
        kind=kind,
        name=node_id,
        title=node.title,
        subject=subjects.of(node_id),
        changes=tuple(changes({}, fields) if kind == "added" else changes(fields, {})),
        reach=subjects.reach(node_id),
    )


def _named(older: Graph, newer: Graph) -> Iterator[Clause]:
    for field, heading, texts in PLACES:
        before: Mapping[str, BaseModel] = getattr(older.rubric, field)
        after: Mapping[str, BaseModel] = getattr(newer.rubric, field)
        for name in dict.fromkeys([*after, *before]):
            old, new = _plain(before.get(name)), _plain(after.get(name))
            if old == new:
                continue
            found = tuple(changes(old, new))
            words = tuple(change for change in found if change.field in texts)
            yield Clause(
                id=f"{field}.{name}",
                kind=_kind(old or None, new or None),
                name=name,
                title=str((new or old)["title"]),
                subject=heading,
                changes=tuple(change for change in found if change not in words),
                wording=words,
            )


def _plain(record: BaseModel | None) -> dict[str, Any]:
    return record.model_dump(mode="json") if record is not None else {}

"""The difference of two rubrics as a list of clauses: nodes, rules of ranking, parameters, checks, conduct.

Repeated nodes are looked at one by one, as evaluation sees them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from site_builder.records.rubric_diff import Change, Clause, Kind, Reach
from site_builder.scoring import clauses as named
from site_builder.scoring.clauses import NAMED_WORDS, NODE_WORDS, Fields, why
from site_builder.scoring.graph import Graph
from site_builder.studies.rubric_diff.definitions import changes, same_arithmetic
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
HEADINGS: Mapping[str, str] = MappingProxyType(
    {"parameters": "Parameters", "checks": "Checks of the decision", "rules": "Rules of conduct"}
)
"""Part of a rubric whose entries are clauses by name → the heading they are read under."""
WHOLE = "The rubric as a whole"
NO_FILES: Mapping[str, Mapping[str, bytes]] = MappingProxyType({})


def clauses(
    older: Graph,
    newer: Graph,
    between: Sequence[Graph] = (),
    files: Mapping[str, Mapping[str, bytes]] = NO_FILES,
) -> tuple[Clause, ...]:
    """Return the clauses in which ``newer`` differs from ``older``: the whole, then nodes, then named parts.

    Nodes stand in the order of the newer version's evaluation, those that only the older one has at the end.
    ``between`` are the versions between the two, whose reasons count too; ``files`` maps rubric ids to the
    files of the rubrics by name.
    """
    sides = tuple(_side(graph, files.get(graph.id, {})) for graph in (older, newer))
    return tuple(
        msgspec.structs.replace(clause, why=_reasons((*between, newer), clause.id))
        for clause in _clauses(sides[0], sides[1])
    )


class _Side(NamedTuple):
    """One version: its clauses, and the words that belong to them or to the whole, by the same names."""

    graph: Graph
    said: Mapping[str, Fields]
    words: Mapping[str, Fields]


def _side(graph: Graph, files: Mapping[str, bytes]) -> _Side:
    layout = graph.layout
    words: dict[str, Fields] = {
        "shown": {name: value for name in SHOWN if (value := getattr(layout, name))},
        "not_measured": {"value": list(graph.rubric.not_measured)},
    }
    words |= {step.id: named.some_of(step.node, NODE_WORDS) for step in graph.steps}
    for part, fields in NAMED_WORDS.items():
        for name, entry in named.entries(graph, part).items():
            said = named.plain(entry)
            words[name] = {field: said[field] for field in said if field in fields}
    return _Side(graph, named.clauses(graph, files), words)


def _clauses(older: _Side, newer: _Side) -> Iterator[Clause]:
    subjects = Subjects(older.graph, newer.graph)
    names = dict.fromkeys([*newer.said, *newer.words, *older.said, *older.words])
    parts = {name: _part(name, older.graph, newer.graph) for name in names}
    for name in sorted(names, key=lambda name: ORDER.index(parts[name])):
        before, after = older.words.get(name, {}), newer.words.get(name, {})
        lone = (name in older.said) != (name in newer.said)
        found = tuple(changes(older.said.get(name, {}), newer.said.get(name, {})))
        words = () if lone and parts[name] == "nodes" else tuple(changes(before, after))
        if not found and not words:
            continue
        yield Clause(
            id=name,
            kind=_kind(name, older, newer),
            name=name.removeprefix(f"{parts[name]}."),
            title=str((after or before).get("title") or _title(name)),
            subject=HEADINGS.get(parts[name], WHOLE) if parts[name] != "nodes" else subjects.of(name),
            changes=tuple(map(_shortened, found)) if name.startswith("files.") else found,
            wording=words,
            reach=_reach(name, parts[name], older, newer, subjects),
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


ORDER = ("whole", "nodes", *HEADINGS)


def _part(name: str, older: Graph, newer: Graph) -> str:
    """Return in which part of the list a clause stands."""
    if name in newer or name in older:
        return "nodes"
    part = name.partition(".")[0]
    return part if part in HEADINGS else "whole"


def _kind(name: str, older: _Side, newer: _Side) -> Kind:
    if name in older.said or name in older.words:
        return "changed" if name in newer.said or name in newer.words else "removed"
    return "added"


def _title(name: str) -> str:
    """Return the title of a clause that states none."""
    part, _, rest = name.partition(".")
    return TITLES.get(name, f"{part.removesuffix('s').capitalize()} {rest}")


def _reach(name: str, part: str, older: _Side, newer: _Side, subjects: Subjects) -> Reach:
    if part == "nodes":
        both = name in older.graph and name in newer.graph
        same = both and same_arithmetic(older.graph.node(name), newer.graph.node(name))
        return "nothing" if same else subjects.reach(name)
    if name == "layout.headline":
        return "score"
    return "order" if name in ("layout.gate", "layout.unranked", "minimum_coverage") else "nothing"


def _shortened(change: Change) -> Change:
    """Return what happened to a file with the digits of its digest that tell it apart."""
    return Change(change.field, *(side and side[:12] for side in (change.old, change.new)))

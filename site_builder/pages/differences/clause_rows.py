"""The clauses of a difference as readers see them: grouped by what they feed, old and new value in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from site_builder.pages.cells import Cell, count
from site_builder.records.rubric_diff import Change, Clause
from site_builder.scoring.explain import exact, formula
from site_builder.scoring.graph import Graph
from site_builder.studies.rubric_diff.clauses import HEADINGS, WHOLE
from site_builder.studies.rubric_diff.subjects import ABOVE, ASIDE, SEVERAL

NAMED = tuple(HEADINGS.values())
WORDS_ALONE = "Other words, the same numbers"
FIELDS = {
    "op": "operator",
    "range": "possible range",
    "coverage": "how coverage is counted",
    "inputs": "inputs",
}
ABOUT = {
    ABOVE: "Between the parts and the score.",
    SEVERAL: "Values that more than one part rests on.",
    ASIDE: "No score rests on them.",
    WORDS_ALONE: "Titles, descriptions, units, decimals or stated authority; no number depends on them.",
}


class FieldRow(msgspec.Struct, frozen=True):
    """One field of a clause, in words."""

    field: str
    old: str
    new: str


class ClauseRow(msgspec.Struct, frozen=True):
    """One clause."""

    anchor: str
    kind: str
    title: str
    name: str
    definition: str
    """For a value that only one version has: how it is computed, in words."""
    fields: tuple[FieldRow, ...]
    why: tuple[str, ...]
    without_effect: bool
    """Whether it stands among others that count, and cannot reach the score."""


class ClauseGroup(msgspec.Struct, frozen=True):
    """The clauses under one heading."""

    title: str
    about: str
    rows: tuple[ClauseRow, ...]
    added: Cell
    removed: Cell
    changed: Cell


def groups_of(clauses: tuple[Clause, ...], older: Graph, newer: Graph) -> tuple[ClauseGroup, ...]:
    """Return the clauses by heading: the whole first, then the parts of the score, words alone last."""
    found: dict[str, list[Clause]] = {}
    for clause in clauses:
        found.setdefault(heading(clause), []).append(clause)
    sides = (older, newer)
    anchors = {clause.id: f"c{number}" for number, clause in enumerate(clauses)}
    return tuple(
        _group(title, found[title], sides, anchors) for title in sorted(found, key=lambda t: _order(t, sides))
    )


def heading(clause: Clause) -> str:
    """Return the heading that a clause is read under."""
    if not clause.changes and clause.subject not in NAMED:
        return WORDS_ALONE
    return clause.subject


def _order(title: str, sides: tuple[Graph, Graph]) -> tuple[int, int, str]:
    if title in (WHOLE, ABOVE):
        return (0, title != WHOLE, title)
    last = (SEVERAL, ASIDE, *NAMED, WORDS_ALONE)
    if title in last:
        return (3, last.index(title), title)
    for rank, graph in enumerate(reversed(sides), start=1):
        listed = [graph.node(subject.node).title for subject in (*graph.layout.axes, *graph.layout.roles)]
        if title in listed:
            return (rank, listed.index(title), title)
    return (2, 99, title)


def _group(
    title: str, clauses: list[Clause], sides: tuple[Graph, Graph], anchors: dict[str, str]
) -> ClauseGroup:
    counts = Counter(clause.kind for clause in clauses)
    return ClauseGroup(
        title=title,
        about=ABOUT.get(title, ""),
        rows=tuple(_row(clause, sides, anchors[clause.id]) for clause in clauses),
        added=count("clauses#added", counts["added"]),
        removed=count("clauses#removed", counts["removed"]),
        changed=count("clauses#changed", counts["changed"]),
    )


def _row(clause: Clause, sides: tuple[Graph, Graph], anchor: str) -> ClauseRow:
    graph = sides[clause.kind == "added"]
    lone = clause.kind != "changed" and clause.id in graph
    shown = clause.changes
    if clause.subject in NAMED:
        shown += tuple(change for change in clause.wording if change.field == "description")
    elif not clause.changes:
        shown = ()
    aside = clause.subject in (ASIDE, WHOLE, *NAMED) or not clause.changes
    return ClauseRow(
        anchor=anchor,
        kind=clause.kind,
        title=clause.title,
        name=clause.name,
        definition=formula(graph, clause.name) if lone else _words_changed(clause),
        fields=() if lone else tuple(_fields(shown, sides)),
        why=clause.why,
        without_effect=not aside and clause.reach != "score",
    )


def _words_changed(clause: Clause) -> str:
    if clause.changes or clause.subject in NAMED:
        return ""
    return f"other {', '.join(change.field for change in clause.wording)}"


def _fields(changes: tuple[Change, ...], sides: tuple[Graph, Graph]) -> Iterator[FieldRow]:
    for change in changes:
        yield FieldRow(
            _field(change, sides), *(value_words(value, change.field) for value in (change.old, change.new))
        )


def _field(change: Change, sides: tuple[Graph, Graph]) -> str:
    front, _, name = change.field.partition(".")
    if front == "inputs" and name:
        if any(isinstance(value, str) for value in (change.old, change.new)):
            return f"input {name}"
        title = next((graph.node(name).title for graph in reversed(sides) if name in graph), name)
        return f"weight of {title}"
    if front == "constants":
        return name.replace("_", " ")
    return FIELDS.get(change.field, change.field.replace("_", " "))


def value_words(value: Any, field: str = "") -> str:
    """Return a value of a rubric file in words; ``—`` for one that is not there."""
    if value is None or isinstance(value, bool):
        return {None: "—", True: "yes", False: "no"}[value]
    if isinstance(value, int | float):
        return exact(value)
    if field == "range":
        low, high = value
        return f"{'−∞' if low is None else exact(low)} to {'∞' if high is None else exact(high)}"
    if isinstance(value, list):
        inner = ", ".join(value_words(item) for item in value)
        return f"[{inner}]" if any(isinstance(item, list) for item in value) or field else f"({inner})"
    if isinstance(value, dict):
        return "; ".join(f"{name}: {value_words(item)}" for name, item in value.items())
    return str(value)

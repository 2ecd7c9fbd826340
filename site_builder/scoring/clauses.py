"""The clauses of a rubric: everything in it that can change a number, a rank or a decision, by name.

Two versions differ in the clauses that were added, removed or changed between them. Words that pages show
(titles, descriptions, reasons, decimals) are no clauses. What a release asks reasons for and what the pages
about differences list rest on this one notion.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Any, NamedTuple

from pydantic import BaseModel

from site_builder.records.rubric import Change, Node
from site_builder.scoring.graph import Graph

Fields = Mapping[str, Any]
"""Field → value as plain data. Equal ones have the same order too: sums follow the order of their inputs."""

NODE_WORDS = ("title", "description", "decimals", "group", "basis")
STATED = ("unit", "direction", "withheld", "requirement")
"""Fields of a node that belong to its clause, though no arithmetic reads them."""
NAMED_WORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "parameters": frozenset({"title", "description", "basis"}),
        "checks": frozenset({"title", "unmet", "description", "basis"}),
        "rules": frozenset({"title", "why"}),
    }
)
"""Parts of a rubric whose entries are clauses by name → the fields of an entry that are words."""


class Differences(NamedTuple):
    """Names of the clauses in which two versions of a rubric differ, each list in the order of its rubric."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """Every clause that differs, sorted."""
        return tuple(sorted((*self.added, *self.removed, *self.changed)))


class Cover(NamedTuple):
    """How far the stated changes of a rubric cover what differs."""

    unexplained: tuple[str, ...]
    """Clauses that differ and that no entry names."""
    idle: tuple[str, ...]
    """Ids and patterns that no differing clause fits."""


def clauses(graph: Graph, files: Mapping[str, bytes] | None = None) -> dict[str, Fields]:
    """Return clause → its content: first the rubric as a whole, then its nodes in order, then named parts.

    Nodes go by their ids; besides there are ``layout.<part>`` for the parts that decide who is ranked, and by
    what, ``minimum_coverage``, ``tools.<tool>``, ``files.<name>``, ``parameters.<name>``, ``checks.<name>``
    and ``rules.<name>``. ``files`` are those of the rubric by name; of one that is not given, only its being
    there counts. All but nodes and what has names have the one field ``value``.
    """
    rubric, layout = graph.rubric, graph.layout
    whole: dict[str, Any] = {
        "layout.headline": layout.headline,
        "layout.gate": layout.gate,
        "layout.unranked": layout.unranked or None,
        "minimum_coverage": rubric.minimum_coverage,
    }
    whole |= {f"tools.{tool}": version for tool, version in rubric.tools.items()}
    given = files or {}
    whole |= {
        f"files.{name}": hashlib.sha256(given[name]).hexdigest() if name in given else "there"
        for name in rubric.files
    }
    found: dict[str, Fields] = {name: {"value": value} for name, value in whole.items()}
    found |= {step.id: stated(step.node) for step in graph.steps}
    for part, words in NAMED_WORDS.items():
        found |= {name: plain(entry, exclude=words) for name, entry in entries(graph, part).items()}
    return found


def entries(graph: Graph, part: str) -> dict[str, BaseModel]:
    """Return the entries of a part of the rubric that has names, by the names of their clauses."""
    return {f"{part}.{name}": entry for name, entry in getattr(graph.rubric, part).items()}


def definition(node: Node) -> dict[str, Any]:
    """Return everything of a node that evaluation reads, as plain data by field, its inputs in order."""
    fields: dict[str, Any] = {"op": node.op}
    if isinstance(node.inputs, dict):
        fields |= {f"inputs.{name}": value for name, value in node.inputs.items()}
    elif node.inputs:
        fields["inputs"] = list(node.inputs)
    fields |= {f"constants.{name}": value for name, value in sorted(node.constants.items())}
    if node.range is not None:
        fields["range"] = list(node.range)
    if node.coverage != "presence":
        fields["coverage"] = node.coverage
    return fields


def stated(node: Node) -> dict[str, Any]:
    """Return everything of a node that is more than words, by field."""
    return definition(node) | some_of(node, STATED)


def some_of(node: Node, fields: tuple[str, ...]) -> dict[str, Any]:
    """Return some fields of a node in the order asked for, those that are as by default left out."""
    found = node.model_dump(mode="json", include=set(fields), exclude_defaults=True)
    return {field: found[field] for field in fields if field in found}


def plain(entry: BaseModel, exclude: Iterable[str] = ()) -> dict[str, Any]:
    """Return a record as plain data, without some of its fields."""
    return entry.model_dump(mode="json", exclude=set(exclude))


def same(one: Fields, other: Fields) -> bool:
    """Return whether two clauses say the same, in the same order."""
    return list(one.items()) == list(other.items())


def differences(before: Mapping[str, Fields], after: Mapping[str, Fields]) -> Differences:
    """Return in which clauses two versions differ."""
    return Differences(
        added=tuple(name for name in after if name not in before),
        removed=tuple(name for name in before if name not in after),
        changed=tuple(name for name in after if name in before and not same(after[name], before[name])),
    )


def cover(changes: list[Change], differing: Differences) -> Cover:
    """Return what the stated changes leave unexplained, and what they name in vain."""
    patterns = [pattern for change in changes for pattern in change.nodes]
    return Cover(
        unexplained=tuple(name for name in differing.all if not any(fnmatchcase(name, p) for p in patterns)),
        idle=tuple(p for p in patterns if not any(fnmatchcase(name, p) for name in differing.all)),
    )


def why(changes: list[Change], clause: str) -> str:
    """Return why a clause differs from the version before: the first entry that names it, or empty."""
    return next((c.why for c in changes if any(fnmatchcase(clause, p) for p in c.nodes)), "")


def by_prefix(names: tuple[str, ...]) -> dict[str, int]:
    """Return first words of dotted names → how many begin with them, in order; for lists that stay short."""
    counts: dict[str, int] = {}
    for name in names:
        first = name.split(".")[0]
        counts[first] = counts.get(first, 0) + 1
    return counts

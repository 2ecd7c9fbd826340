"""The clauses of a rubric: everything in it that can change a number, a rank or a decision, by name.

Two versions differ in the clauses that were added, removed or changed between them. Words that pages show
(titles, descriptions, reasons, decimals) are no clauses.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from site_builder.records.rubric import Change
from site_builder.scoring.graph import Graph

NODE_WORDS = {"title", "decimals", "description", "basis", "group"}
PARAMETER_WORDS = {"title", "description", "basis"}
CHECK_WORDS = {"title", "unmet", "description", "basis"}
RULE_WORDS = {"title", "why"}
RANKING = {"headline", "gate", "unranked"}
"""Parts of the layout that decide who is ranked, and by what."""


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


def clauses(graph: Graph, files: Mapping[str, bytes] | None = None) -> dict[str, str]:
    """Return clause → what it says, as text that is equal when the clause is.

    Nodes go by their ids; besides there are ``parameters.<name>``, ``checks.<name>``, ``rules.<name>``,
    ``layout.<part>``, ``tools.<tool>``, ``minimum_coverage``, and ``files.<name>`` for the ``files`` given.
    """
    rubric = graph.rubric
    found: dict[str, str] = {step.id: _said(step.node, NODE_WORDS) for step in graph.steps}
    found |= {f"parameters.{name}": _said(p, PARAMETER_WORDS) for name, p in rubric.parameters.items()}
    found |= {f"checks.{name}": _said(check, CHECK_WORDS) for name, check in rubric.checks.items()}
    found |= {f"rules.{name}": _said(rule, RULE_WORDS) for name, rule in rubric.rules.items()}
    found |= {f"layout.{part}": repr(getattr(rubric.layout, part)) for part in sorted(RANKING)}
    found |= {f"tools.{tool}": version for tool, version in rubric.tools.items()}
    found["minimum_coverage"] = repr(rubric.minimum_coverage)
    named = files or {}
    found |= {
        f"files.{name}": hashlib.sha256(named[name]).hexdigest() for name in rubric.files if name in named
    }
    return found


def differences(before: Mapping[str, str], after: Mapping[str, str]) -> Differences:
    """Return in which clauses two versions differ."""
    return Differences(
        added=tuple(name for name in after if name not in before),
        removed=tuple(name for name in before if name not in after),
        changed=tuple(name for name in after if name in before and after[name] != before[name]),
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


def _said(record: Any, words: set[str]) -> str:
    """Return a record without its words; the order of weighted inputs is kept, since sums follow it."""
    return str(record.model_dump_json(exclude=words))

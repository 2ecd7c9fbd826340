"""The clauses in which two versions of a rubric differ, found again by comparing the two graphs."""

from __future__ import annotations

from collections import Counter
from typing import Any

from site_builder.output.verify.faults import Comparison
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.version_numbers import CLAUSE_KINDS

ARITHMETIC = ("op", "constants", "required", "range", "coverage", "withheld")
"""Fields of a node that say how it is computed, beside its inputs and their weights."""
FIELDS = {*ARITHMETIC, "inputs", "weights"}
NAMED_PARTS = {"parameters": "Parameters", "checks": "Checks of the decision", "rules": "Rules of conduct"}
"""Part of a rubric → the heading under which its entries are told even where they differ in words alone."""
WORDS_ALONE = "Other words, the same numbers"
Nodes = dict[str, dict[str, Any]]


class ClausesCheck(Comparison):
    """The clauses on the page on two versions: that none is missing or made up, and how many there are."""

    def __init__(self, file: str, data: dict[str, Any], graphs: dict[str, Graph]) -> None:
        super().__init__(file)
        self.clauses: dict[str, dict[str, Any]] = {one["id"]: one for one in data["clauses"]}
        self.expect("clauses that are told twice", len(data["clauses"]), len(self.clauses))
        older, newer = (graphs[data[side]["id"]] for side in ("older", "newer"))
        self._nodes({node["id"]: node for node in older.nodes}, {node["id"]: node for node in newer.nodes})
        for part in ("parameters", "checks"):
            before, after = (graph.document.get(part, {}) for graph in (older, newer))
            for name in sorted(before.keys() | after.keys()):
                self._entry(f"{part}.{name}", before.get(name), after.get(name))
        self._groups(data)

    def _nodes(self, before: Nodes, after: Nodes) -> None:
        for name in sorted(before.keys() | after.keys()):
            clause = self.clauses.get(name)
            if name not in before or name not in after:
                kind = "removed" if name in before else "added"
                self.expect(f"what becomes of {name}", clause and clause["kind"], kind)
                continue
            fields = {change["field"].partition(".")[0] for change in clause["changes"]} if clause else set()
            if clause is not None and clause["kind"] != "changed":
                self.fault(f"what becomes of {name}", clause["kind"], "changed")
            elif _differ(before[name], after[name]) and not fields:
                self.fault(f"that {name} is computed otherwise is not told")
            elif _alike(before[name], after[name]) and fields & FIELDS:
                self.fault(f"{name} is told to be computed otherwise, and is not", sorted(fields))

    def _entry(self, name: str, before: Any, after: Any) -> None:
        """Hold the clause on a parameter or a check against both of them."""
        clause = self.clauses.get(name)
        if before is None or after is None:
            kind = "added" if before is None else "removed"
            self.expect(f"what becomes of {name}", clause and clause["kind"], kind)
        elif before != after and not (clause and clause["changes"]):
            self.fault(f"that {name} is another is not told", None, [before, after])

    def _groups(self, data: dict[str, Any]) -> None:
        """Count the clauses under each heading, and all that are more than words."""
        counts: dict[str, Counter[str]] = {}
        for one in self.clauses.values():
            words = not one["changes"] and one["subject"] not in NAMED_PARTS.values()
            counts.setdefault(WORDS_ALONE if words else one["subject"], Counter())[one["kind"]] += 1
        told = {group["title"]: [group[kind] for kind in CLAUSE_KINDS] for group in data["groups"]}
        again = {title: [found[kind] for kind in CLAUSE_KINDS] for title, found in counts.items()}
        self.expect("clauses under each heading", told, again)
        alone = sum(again.pop(WORDS_ALONE, []))
        summary = [sum(group[n] for group in again.values()) for n, _ in enumerate(CLAUSE_KINDS)]
        self.expect("clauses in all", data["summary"], [*summary, alone] if alone else summary)


def _differ(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether two nodes are surely computed in different ways, whatever the order of their inputs."""
    if any(one.get(field) != other.get(field) for field in ARITHMETIC):
        return True
    return _weighed(one) != _weighed(other)


def _weighed(node: dict[str, Any]) -> Counter[tuple[str, float]]:
    inputs = node.get("inputs", ())
    return Counter(zip(inputs, node.get("weights") or [1.0] * len(inputs)))


def _alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(one.get(field) == other.get(field) for field in FIELDS)


def lines_on_versions(data: dict[str, Any]) -> dict[str, float]:
    """Return what a line about two versions says of the page on both."""
    return {"clauses": sum(bool(one["changes"]) for one in data["clauses"]), **data["totals"]}

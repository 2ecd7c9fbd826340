"""The nodes of one run, computed again."""

from __future__ import annotations

from typing import Any

from site_builder.output.verify.evaluation import UNKNOWN, Entries, Sheet
from site_builder.output.verify.faults import DERIVED, GIVEN, TOLERANCE, Comparison, same
from site_builder.output.verify.graph import Graph


class Recomputed(Comparison):
    """What one run's published nodes give when they are computed again, under one graph."""

    def __init__(self, file: str, about: str, graph: Graph, entries: Entries, extent: str = "starts") -> None:
        """Evaluate ``graph`` over ``entries``, and compare with them.

        ``extent`` says what they are: where derivation starts (``starts``; nothing is compared), all nodes
        of a run (``run``), or those that a page shows (``part``; what lacks its inputs is taken as given).
        """
        super().__init__(file, about)
        self.graph, self.kinds = graph, graph.kinds
        if extent == "starts":
            self.sheet = graph.evaluate(entries)
            return
        self.sheet = self._of_a_run(entries) if extent == "run" else self._of_a_part(entries)
        self._compare(entries)

    def _of_a_run(self, entries: Entries) -> Sheet:
        graph = self.graph
        if entries.keys() >= graph.position.keys():
            return graph.evaluate(entries)
        below = tuple(
            f"{role}." for role in graph.roles if (entries.get(role) or {}).get("missing") == "not_applicable"
        )
        filled = dict(entries)
        for name in graph.position.keys() - entries.keys():
            if not name.startswith(below):
                self.fault(f"node {name} is not published")
            filled[name] = {"missing": "not_applicable"}
        return graph.evaluate(filled)

    def _of_a_part(self, entries: Entries) -> Sheet:
        graph = self.graph
        sheet = Sheet(len(graph.nodes))
        self.kinds = list(graph.kinds)
        for i, own in enumerate(graph.rules):
            rule = own
            if any(graph.names[j] not in entries for j in graph.inputs[i]):
                self.kinds[i] = GIVEN if self.kinds[i] == DERIVED else self.kinds[i]
                rule = graph.given(i)
            rule(sheet, entries)
        return sheet

    def _compare(self, entries: Entries) -> None:
        position, again, doubtful = self.graph.position, self.sheet.value, self.sheet.doubtful
        for name, entry in entries.items():
            i = position.get(name)
            if i is None:
                self.fault(f"node {name} is not in the rubric {self.graph.id}")
                continue
            value = entry.get("value")
            if value == again[i] and len(entry) == 1 and i not in doubtful:  # as it is measured whole
                continue
            if value is None or again[i] is None:
                self._absence(i, name, entry)
            else:
                self._doubt(i, name, entry)

    def _absence(self, i: int, name: str, entry: dict[str, Any]) -> None:
        stated: Any = entry["value"] if entry.get("value") is not None else entry.get("missing")
        found: Any = self.sheet.value[i] if not self.sheet.reason[i] else self.sheet.reason[i]
        if stated != found:
            self.fault(f"node {name}", stated, found)
        elif found not in (UNKNOWN, "not_applicable") and not same(
            entry.get("coverage", 0.0), self.sheet.coverage[i], TOLERANCE
        ):
            self.fault(f"coverage of node {name}", entry.get("coverage", 0.0), self.sheet.coverage[i])

    def _doubt(self, i: int, name: str, entry: dict[str, Any]) -> None:
        """Compare value, coverage and bounds of a node that has a value."""
        sheet, value = self.sheet, entry["value"]
        tolerance = TOLERANCE if self.graph.loose[i] else 0.0
        in_doubt = "coverage" in entry
        stated = (
            ("", value, sheet.value[i]),
            ("coverage of ", entry.get("coverage", 1.0), sheet.coverage[i]),
            ("lower bound of ", entry.get("lower") if in_doubt else value, sheet.lower[i]),
            ("upper bound of ", entry.get("upper") if in_doubt else value, sheet.upper[i]),
        )
        for what, published, recomputed in stated:
            if published != recomputed and not same(published, recomputed, tolerance):
                self.fault(f"{what}node {name}", published, recomputed)

    def state(self, name: str) -> Any:
        """Return the value of a node, or the reason why it has none."""
        i = self.graph.position[name]
        return self.sheet.value[i] if not self.sheet.reason[i] else self.sheet.reason[i]

    def find(self, name: str) -> tuple[float | None, str] | None:
        """Return value and kind of a number by its name: a node, or its lower, upper or coverage."""
        place = self.graph.places.get(name)
        if place is None:
            return None
        column: list[float | None] = getattr(self.sheet, place[0])
        return column[place[1]], self.kinds[place[1]]


def stated(value: Any) -> Any:
    """Return what JSON says of a value: the number, or the reason in the object that stands for it."""
    return value.get("missing") if isinstance(value, dict) else value

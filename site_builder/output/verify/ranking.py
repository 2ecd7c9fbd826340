"""Runs as their board sees them, and their order."""

from __future__ import annotations

import bisect
import math
from collections import Counter
from typing import Any, NamedTuple

from site_builder.output.verify.evaluation import Entries, Sheet
from site_builder.output.verify.faults import number_in
from site_builder.output.verify.graph import Graph


class Standing(NamedTuple):
    """Where a run stands when a board is put in order again."""

    run: str
    rank: int | None
    shared: bool
    why: str
    """Why it has no rank; a beginning only where the rest quotes the export."""


class BoardRun:
    """One run as its board sees it: what its record publishes; that this is right is checked elsewhere."""

    def __init__(self, record: dict[str, Any], graphs: dict[str, Graph]) -> None:
        self.record = record
        self.graph = graphs[record["rubric"]["id"]]
        self.entries: Entries = record["nodes"]
        self.doubted: dict[str, str] = record.get("doubted", {})
        """Node → the mark that stands for its stated value, which sums of groups leave out."""
        self.before: dict[str, Sheet] = {}
        """Rubric → what medians and ranks under the board's other rubrics are taken over."""
        self.others: dict[str, Any] = {other["rubric"]: other for other in record["other_rubrics"]}
        for other in record["other_rubrics"]:
            graph = graphs[other["rubric"]]
            if graph is not self.graph and graph.for_boards:
                names = [graph.names[i] for i in graph.for_boards]
                entries = {name: self.entries[name] for name in names if name in self.entries}
                entries.update({name: entry for name, entry in other["inputs"].items() if name in names})
                self.before[graph.id] = graph.evaluate(entries, graph.for_boards)

    def state(self, name: str) -> Any:
        """Return the published value of a node, or the reason why it has none."""
        entry = self.entries.get(name)
        if entry is None:
            return "not_applicable"
        return entry["value"] if entry.get("value") is not None else entry["missing"]

    def number(self, name: str) -> float | None:
        """Return the published value of a node."""
        return number_in(self.state(name))

    def under(self, graph: Graph) -> tuple[float | None, float, Any]:
        """Return score, coverage, and the gate's value or reason (1 without one), under a rubric."""
        gate = graph.document["gate"]
        if graph is self.graph:
            state = self.state(gate) if gate is not None else 1.0
            return self.number(graph.headline), self.record["coverage"], state
        other, state = self.others[graph.id], 1.0
        if gate is not None:
            sheet, i = self.before[graph.id], graph.position[gate]
            state = sheet.reason[i] or sheet.value[i]
        return number_in(other["score"]), other["coverage"], state

    def behind_median(self, graph: Graph, i: int) -> float | None:
        """Return what this run adds to the cohort median at a position of a graph."""
        of = graph.inputs[i][0]
        sheet = self.before.get(graph.id)
        return sheet.value[of] if sheet is not None else self.number(graph.names[of])

    def median(self, graph: Graph, name: str) -> Any:
        """Return the median that the record says this run was compared with."""
        if graph is self.graph:
            return self.state(name)
        entry = self.others[graph.id]["inputs"].get(name)
        if entry is None:
            return self.state(name)
        return entry["value"] if entry.get("value") is not None else entry["missing"]


BoardAgain = tuple[dict[str, Any], dict[str, BoardRun]]
"""A board as it is published, and its runs by id."""


def needed_by_boards(graphs: list[Graph]) -> list[str]:
    """Return the nodes of a record that a ``BoardRun`` reads; the first graph is the board's own."""
    own = graphs[0]
    names = [own.headline, *own.document["on_boards"], *filter(None, [own.document["gate"]])]
    for graph in graphs:
        medians = [i for i, node in enumerate(graph.nodes) if node["op"] == "cohort_median"]
        names += [graph.names[i] for i in medians] + [graph.names[graph.inputs[i][0]] for i in medians]
        if graph is not own:
            names += [graph.names[i] for i in graph.for_boards]
    return list(dict.fromkeys(names))


def rank_again(board: dict[str, Any], pages: dict[str, BoardRun], graph: Graph) -> list[Standing]:
    """Order the runs of a board: unrounded scores, shared ranks, and those that may not be ranked last.

    A run whose gate is closed stands below all others. A run whose gate was not measured is not ranked where
    no run with a measured gate stands above it, unless the board says otherwise.
    """
    barred, own = board["ranking"]["barred"], board["ranking"]["minimum_coverage"]
    floor = graph.document["minimum_coverage"] if own is None else own
    ranked: list[tuple[tuple[bool, float], str, bool]] = []
    unranked: list[tuple[tuple[bool, float, str], str, str]] = []
    for run, page in pages.items():
        score, covered, gate = page.under(graph)
        why = barred.get(run) or graph.document["unranked"]
        if not why and score is None:
            why = "it has no score"
        if not why and covered < floor and gate != 0:
            why = f"its coverage of {covered:.0%} is below the board's minimum of {floor:.0%}"
        if why or score is None:
            unranked.append(((score is None, -(score or 0.0), run), run, why))
        else:
            doubtful = isinstance(gate, str) and not board["ranking"]["unmeasured_gate_may_lead"]
            ranked.append(((gate == 0, -score), run, doubtful))
    sure = min((place for place, _, doubtful in ranked if not doubtful), default=(True, math.inf))
    for place, run, doubtful in ranked:
        if doubtful and place <= sure:
            unranked.append(((False, place[1], run), run, "its gate was not measured"))
    kept = sorted((place, run) for place, run, doubtful in ranked if not doubtful or place > sure)
    least = board["ranking"]["minimum_runs"]
    if len(kept) < least:
        why = f"its board ranks from {least} comparable runs on and has {len(kept)}"
        unranked += [((False, place[1], run), run, why) for place, run in kept]
        kept = []
    places = [place for place, _ in kept]
    count = Counter(places)
    found = [
        Standing(run, bisect.bisect_left(places, place) + 1, count[place] > 1, "") for place, run in kept
    ]
    return found + [Standing(run, None, False, why) for _, run, why in sorted(unranked)]

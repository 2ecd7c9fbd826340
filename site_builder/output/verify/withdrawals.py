"""Withdrawn runs, and the cohort medians of a board with and without each of them."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import Any

from site_builder.output.verify.faults import DERIVED, TOLERANCE, Comparison, number_in, same
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.ranking import BoardRun


class WithdrawalsCheck(Comparison):
    """The medians that a board says differ by a withdrawn run, taken again from the records of its runs."""

    def __init__(self, file: str, board: dict[str, Any], runs: dict[str, BoardRun], graph: Graph) -> None:
        super().__init__(file)
        self.runs, self.graph = runs, graph
        self.barred: dict[str, str] = board["ranking"]["barred"]
        self.medians: dict[str, Any] = board["medians"].get(graph.id, {})
        for one in board.get("medians_changed", ()):
            run, words = one["withdrawn"], f"withdrawn on {one['date']}: {one['why']}"
            self.expect(f"the withdrawal of {run}", words, self.barred.get(run))
            if run in runs:
                self._one(f"with and without {run}", one["medians"], run)

    def _one(self, about: str, told: dict[str, Any], run: str) -> None:
        again = {node: (self._median(i, [run]), self._median(i, [])) for node, i in self._published()}
        surely = {node for node, pair in again.items() if not same(*pair, TOLERANCE)}
        for node in sorted(surely - told.keys()):
            self.fault(f"median {node} {about} is not told", None, again[node])
        for node, pair in told.items():
            for side, value in zip(("before", "after"), again.get(node, (None, None))):
                self.expect(f"median {node} {side}, {about}", number_in(pair[side]), value, TOLERANCE)

    def _published(self) -> Iterator[tuple[str, int]]:
        """Yield name and position of the medians that rest on published values."""
        for node in self.medians:
            i = self.graph.position[node]
            if self.graph.kinds[i] == DERIVED and not self.graph.nodes[i].get("withheld"):
                yield node, i

    def _median(self, i: int, more: list[str]) -> float | None:
        members = [*more, *(name for name in self.runs if name not in self.barred)]
        found = (self.runs[name].behind_median(self.graph, i) for name in members)
        values = [value for value in found if value is not None]
        enough = len(values) >= self.graph.nodes[i]["constants"]["minimum"]
        return statistics.median(values) if enough else None

"""The self-tests of a rubric, made again over the sample run that the page of the version publishes."""

from __future__ import annotations

from typing import Any

from site_builder.output.verify.evaluation import Entries, Sheet, apply
from site_builder.output.verify.faults import GIVEN
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.operators import OPERATORS, rises_with
from site_builder.output.verify.site_files import SiteFiles, is_moved

SLACK = 1e-9
"""Relative to the value: how far the last digits of a sum may carry it."""
MISSING = {"value": None, "missing": "not_collected"}
PLACES = [place / 40 for place in range(-40, 121)]
"""Multiples of a curve's constants at which it is looked at."""


class RubricTests:
    """The pages of versions, held against the tests that they tell of."""

    def __init__(self, site: SiteFiles, graphs: dict[str, Graph]) -> None:
        self.site, self.graphs = site, graphs

    def check(self, path: str) -> None:
        """Make the tests of a page again; one from before there were any is left alone."""
        data = self.site.json(path)
        if is_moved(path, data) or not data.get("self_tests"):
            return
        graph = self.graphs[data["rubric"]["id"]]
        told = {one["test"]: one for one in data["self_tests"]}
        for name, one in told.items():
            listed = len(one["exceptions"])
            self.site.expect(path, f"self-test {name}: where it holds", one["held"], one["tried"] - listed)
        known = {node["op"] for node in graph.nodes} <= OPERATORS.keys() | {"metric", "cohort_median"}
        if known:  # of operators from elsewhere nothing can be said
            again = {"curves": curves(graph), "means": means(graph)}
            again.update(SampleRun(graph, data["sample"]).tests())
            for name, (tried, failing, open_) in again.items():
                one = told.get(name, {"tried": 0, "exceptions": []})
                found = [found["node"] for found in one["exceptions"] if found["node"] not in open_]
                self.site.expect(path, f"self-test {name}: how many were tried", one["tried"], tried)
                self.site.expect(path, f"self-test {name}: its exceptions", found, failing)
            self.site.checked["self-tests"] += len(told)


Found = tuple[int, list[str], set[str]]
"""How many nodes were tried; those with which the test fails; those of which it cannot be told here."""


class SampleRun:
    """A rubric over its sample run, with single values missing or better."""

    def __init__(self, graph: Graph, sample: dict[str, Any]) -> None:
        self.graph, self.sample = graph, sample
        self.entries: Entries = {
            name: _whole(value)
            for part in ("metrics", "medians", "closed")
            for name, value in sample[part].items()
        }
        self.metrics = [node["id"] for node in graph.nodes if node["op"] == "metric"]
        self.sheet = graph.evaluate(self.entries)
        closed = {name for name, node in zip(graph.names, graph.nodes) if node.get("withheld")}
        self.above = {name: self._above(name) for name in self.metrics}
        self.open = {
            name
            for name, reached in self.above.items()
            if name in closed or any(graph.kinds[i] == GIVEN for i in reached)
        }
        """Metrics of which something withheld is made: what comes of them is not known here."""

    def tests(self) -> dict[str, Found]:
        """Return what comes of each test."""
        return {"nothing": self._nothing(), "removed": self._removed(), "better": self._better()}

    def _nothing(self) -> Found:
        graph = self.graph
        empty = {name: MISSING for name in graph.starts}
        sheet = graph.evaluate(empty)
        axes = [axis["points"] for axis in graph.document["axes"]]
        names = list(dict.fromkeys([graph.headline, *axes, *graph.roles]))
        failing = []
        for name in names:
            i = graph.position[name]
            whole = tuple(graph.nodes[i].get("range", (None, None)))
            if sheet.value[i] is not None or (sheet.lower[i], sheet.upper[i]) not in (whole, (None, None)):
                failing.append(name)
        return len(names), failing, set()

    def _removed(self) -> Found:
        told = [name for name in self.metrics if name not in self.open]
        failing = [name for name in told if self._lost(self._otherwise(name, MISSING))]
        return len(self.metrics), failing, self.open

    def _better(self) -> Found:
        graph, moved = self.graph, self.sample["improved"]
        score = graph.position[graph.headline]
        while graph.nodes[score]["op"].startswith("round_"):
            score = graph.inputs[score][0]
        before = self.sheet.value[score]
        failing = []
        for name in (name for name in self.metrics if name in moved and name not in self.open):
            rise = moved[name] - self.sample["metrics"][name]
            if rise == 0 or (rise > 0) != (graph.nodes[graph.position[name]].get("direction") == "higher"):
                failing.append(name)
                continue
            after = self._otherwise(name, _whole(moved[name])).value[score]
            if before is not None and (after is None or after < before - SLACK * max(1.0, abs(before))):
                failing.append(name)
        untried = (name for name in self.metrics if name not in moved and name not in self.open)
        return len(moved) + sum(map(self._could_be_better, untried)), failing, self.open

    def _could_be_better(self, name: str) -> bool:
        """Return whether a metric on which the score rests has a better value that contradicts no other."""
        graph, i = self.graph, self.graph.position[name]
        direction, (low, high) = graph.nodes[i].get("direction"), graph.nodes[i].get("range", (None, None))
        value = self.sheet.value[i]
        if direction is None or value is None or graph.position[graph.headline] not in self.above[name]:
            return False
        end = (2 * value if high is None else high) if direction == "higher" else low or 0.0
        tried = [value + share * (end - value) for share in (1.0, 0.5, 0.25, 0.125)] if end != value else []
        return any("invalid" not in self._otherwise(name, _whole(moved)).reason for moved in tried)

    def _above(self, name: str) -> list[int]:
        """Return the positions of a metric and of all that rests on it within one run."""
        reached = {self.graph.position[name]}
        for i, inputs in enumerate(self.graph.inputs):
            if self.graph.nodes[i]["op"] != "cohort_median" and not reached.isdisjoint(inputs):
                reached.add(i)
        return sorted(reached)

    def _otherwise(self, name: str, entry: dict[str, Any]) -> Sheet:
        """Return the results with one metric otherwise."""
        sheet, reached = Sheet(0), self.above[name]
        for column in ("value", "reason", "coverage", "lower", "upper"):
            setattr(sheet, column, [*getattr(self.sheet, column)])
        sheet.doubtful = self.sheet.doubtful - {*reached}
        for i in reached:
            sheet.value[i] = sheet.lower[i] = sheet.upper[i] = None
            sheet.reason[i], sheet.coverage[i] = "", 1.0
        entries = {**self.entries, name: entry}
        for i in reached:
            self.graph.rules[i](sheet, entries)
        return sheet

    def _lost(self, after: Sheet) -> bool:
        """Return whether a coverage rose, or a bound left the value that was there."""
        for i, value in enumerate(self.sheet.value):
            if value is None:
                continue
            low, high, slack = after.lower[i], after.upper[i], SLACK * max(1.0, abs(value))
            if (low is not None and value + slack < low) or (high is not None and value - slack > high):
                return True
            if after.coverage[i] > self.sheet.coverage[i] + SLACK:
                return True
        return False


def _whole(value: float) -> dict[str, Any]:
    """Return a measured value as pages publish it."""
    return {"value": value, "coverage": 1.0, "lower": value, "upper": value}


def curves(graph: Graph) -> Found:
    """Return what comes of looking at every curve, at multiples of its constants."""
    tried, failing = 0, []
    for i, node in enumerate(graph.nodes):
        operator = OPERATORS.get(node["op"])
        if operator is None or not operator.share or len(graph.inputs[i]) != 1:
            continue
        tried += 1
        source = graph.nodes[graph.inputs[i][0]]
        constants = node.get("constants", {})
        rises = operator.signs == "+" or (operator.signs == "?" and rises_with(constants))
        better = {source.get("direction"), node.get("direction")}
        wrong = None not in better and rises != (len(better) == 1)
        function = operator.make({**constants, "weights": ()})
        results = [apply(function, [x]) for x in _places(constants, source.get("range", (None, None)))]
        inside = all(isinstance(y, float) and 0 <= y <= 1 for y in results)
        ordered = results if rises else results[::-1]
        if wrong or not inside or any(a > b for a, b in zip(ordered, ordered[1:])):
            failing.append(node["id"])
    return tried, failing, set()


def _places(constants: dict[str, Any], span: Any) -> list[float]:
    """Return inputs around the constants of a curve, in order, as far as its input can go."""
    stated = [1.0] + [value for value in constants.values() if isinstance(value, (int, float))]
    stated += [limit for limit, _ in constants.get("below", ())]
    low, high = span
    found = {value * place for value in stated for place in PLACES}
    return sorted(x for x in found if (low is None or x >= low) and (high is None or x <= high))


def means(graph: Graph) -> Found:
    """Return what comes of giving every mean equal parts, all of them and each one missing."""
    tried, failing = 0, []
    for i, node in enumerate(graph.nodes):
        if node["op"] not in ("mean", "weighted_mean"):
            continue
        tried += 1
        size, constants = len(graph.inputs[i]), node.get("constants", {})
        weights = node.get("weights") or [1.0] * size
        function = OPERATORS[node["op"]].make({**constants, "weights": weights})
        wanted = 0.5 * constants.get("scale", 1.0)
        needed = {graph.names.index(name) for name in node.get("required", ())}
        rows: list[list[float | None]] = [[0.5] * size]
        weighing = [place for place in range(size) if weights[place]]
        for place in weighing if len(weighing) > 1 else ():
            if graph.inputs[i][place] not in needed:
                rows.append([None if other == place else 0.5 for other in range(size)])
        made = [apply(function, row) for row in rows]
        if not all(isinstance(y, float) and abs(y - wanted) <= SLACK for y in made):
            failing.append(node["id"])
    return tried, failing, set()

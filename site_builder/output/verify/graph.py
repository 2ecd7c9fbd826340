"""A rubric's graph, as its file states it."""

from __future__ import annotations

import functools
import itertools
from operator import itemgetter
from typing import Any, NamedTuple

from site_builder.output.verify.evaluation import (
    UNKNOWN,
    Ends,
    Entries,
    Rule,
    Sheet,
    apply,
    bounds_of,
    closed,
    coverage_rule,
    measured,
    possible,
)
from site_builder.output.verify.faults import DERIVED, GIVEN, MEASURED
from site_builder.output.verify.operators import OPERATORS, Constants, Operator, rises_with


class Weighed(NamedTuple):
    """A node in which parts are weighed, as pages state what each of them contributes."""

    role: str
    """The role that it is of, which need not have taken part; empty for an axis."""
    kind: str
    parts: list[tuple[str, int, float, float]]
    """Name of the contribution (empty where none is stated), position, weight, and the weight's worth."""


class Graph:
    """A rubric as ``data/rubrics/<family>/<version>.graph.json`` states it, ready to evaluate."""

    def __init__(self, document: dict[str, Any]) -> None:
        """Raise ``KeyError``, ``TypeError`` or ``ValueError`` for a document that is no graph."""
        self.document = document
        self.id: str = document["rubric"]
        self.nodes: list[dict[str, Any]] = document["nodes"]
        self.names: list[str] = [node["id"] for node in self.nodes]
        self.position = {name: i for i, name in enumerate(self.names)}
        self.inputs = [tuple(self.position[name] for name in node.get("inputs", ())) for node in self.nodes]
        self.headline: str = document["headline"]
        self.roles: list[str] = document["roles"]
        self.kinds = [self._kind(i) for i in range(len(self.nodes))]
        self.loose = [False] * len(self.nodes)
        for i, node in enumerate(self.nodes):
            operator = OPERATORS.get(node["op"])
            own = operator is not None and operator.loose
            self.loose[i] = own or any(self.loose[j] for j in self.inputs[i])
        self.rules = [self._rule(i) for i in range(len(self.nodes))]
        self.starts = [
            node["id"]
            for node, kind in zip(self.nodes, self.kinds)
            if kind != DERIVED or node["op"] == "cohort_median"
        ]
        """Where derivation starts: what is measured, of the cohort, or taken as given."""
        medians = [i for i, node in enumerate(self.nodes) if node["op"] == "cohort_median"]
        gate = document["gate"]
        self.for_boards = self.below(
            [self.inputs[i][0] for i in medians] + ([self.position[gate]] if gate is not None else [])
        )
        """Positions of everything that the cohort medians are taken over, and of what the gate rests on."""
        self._variants: dict[str, Graph] = {}
        self.computed = len(self.nodes) - len(self.starts)

    def _kind(self, i: int) -> str:
        node = self.nodes[i]
        if node["op"] == "metric":
            return MEASURED
        if any(self.nodes[j].get("withheld") for j in self.inputs[i]):
            return GIVEN
        return DERIVED if node["op"] in OPERATORS or node["op"] == "cohort_median" else GIVEN

    def _rule(self, i: int) -> Rule:
        node = self.nodes[i]
        if node.get("withheld"):
            return lambda sheet, entries: sheet.absent(i, UNKNOWN)
        if node["op"] == "metric":
            return measured(i, node)
        if node["op"] == "cohort_median" or self.kinds[i] == GIVEN:
            return self.given(i)
        return self._computed(i, OPERATORS[node["op"]])

    def _ends(self, i: int) -> Ends:
        node = self.nodes[i]
        operator = OPERATORS.get(node["op"])
        if operator is not None and operator.share:
            return 0.0, 1.0
        low, high = node.get("range", (None, None))
        return low, high

    def given(self, i: int) -> Rule:
        """Return the rule of a node that is taken as it is published."""
        name, ends = self.names[i], self._ends(i)

        def rule(sheet: Sheet, entries: Entries) -> None:
            entry = entries.get(name)
            if entry is None:
                sheet.absent(i, UNKNOWN)
            elif entry.get("value") is None:
                sheet.absent(i, entry["missing"], ends, entry.get("coverage", 0.0))
            elif "coverage" in entry:
                sheet.present(i, entry["value"], entry["coverage"], (entry.get("lower"), entry.get("upper")))
            else:
                sheet.value[i] = sheet.lower[i] = sheet.upper[i] = entry["value"]

        return rule

    def _computed(self, i: int, operator: Operator) -> Rule:
        node, inputs, ends = self.nodes[i], self.inputs[i], self._ends(i)
        constants: Constants = dict(node.get("constants", {}), weights=node.get("weights", ()))
        function = operator.make(constants)
        required = [self.position[name] for name in node.get("required", ())]
        signs = operator.signs.ljust(len(inputs), operator.signs[-1])
        rises = [sign == "+" or (sign == "?" and rises_with(constants)) for sign in signs[: len(inputs)]]
        cover = coverage_rule(node, inputs, operator)
        limits = node.get("range", (None, None))
        least, most = closed(limits)
        terms_of = itemgetter(*inputs) if len(inputs) > 1 else itemgetter(slice(inputs[0], inputs[0] + 1))
        rests_on = {*inputs, *required}
        has_weight = not operator.weighing or sum(node.get("weights") or [1.0]) != 0

        def rule(sheet: Sheet, entries: Entries) -> None:
            value, reason = sheet.value, sheet.reason
            terms = terms_of(value)
            if sheet.doubtful.isdisjoint(rests_on):
                outcome = apply(function, terms)
                if has_weight and type(outcome) is not str and least <= outcome <= most:
                    value[i] = sheet.lower[i] = sheet.upper[i] = outcome  # of whole inputs: whole
                    return
            elif operator.void and None in terms:
                outcome = reason[inputs[terms.index(None)]]
            elif required and any(value[j] is None for j in required):
                outcome = next(reason[j] for j in required if value[j] is None)
            else:
                outcome = apply(function, terms)
            if type(outcome) is tuple:
                outcome = reason[inputs[outcome[0]]]
            elif type(outcome) is not str and not possible(outcome, limits):
                outcome = "invalid"
            if type(outcome) is str:
                sheet.absent(i, outcome, ends, cover(sheet))
            else:
                bounds = bounds_of(sheet, outcome, inputs, (function, rises, ends))
                sheet.present(i, outcome, cover(sheet), bounds)

        return rule

    def evaluate(self, entries: Entries, positions: list[int] | None = None) -> Sheet:
        """Evaluate every node, or those at ``positions``, over published ``entries`` (id → value or reason).

        Measurements, medians and what is made from withheld values are read; everything else is computed.
        """
        sheet = Sheet(len(self.nodes))
        for rule in self.rules if positions is None else [self.rules[i] for i in positions]:
            rule(sheet, entries)
        return sheet

    def variant(self, name: str) -> Graph:
        """Return the graph under other weights, as its name states them: ``family/2~node=1:1:1``.

        Raises ``KeyError`` and the like for a name that is no such variant of this graph.
        """
        if name not in self._variants:
            rubric, *changes = name.split("~")
            document = {**self.document, "rubric": name, "nodes": [*self.nodes]}
            for node, _, weights in (change.partition("=") for change in changes):
                place, own = self.position[node], [float(weight) for weight in weights.split(":")]
                if rubric != self.id or len(own) != len(self.nodes[place]["weights"]):
                    raise ValueError(f"{name} is no variant of {self.id}")
                document["nodes"][place] = {**self.nodes[place], "weights": own}
            self._variants[name] = Graph(document)
        return self._variants[name]

    def below(self, positions: list[int]) -> list[int]:
        """Return the given positions and those of everything that they rest on, in order."""
        wanted: set[int] = set()
        todo = list(positions)
        while todo:
            i = todo.pop()
            if i not in wanted:
                wanted.add(i)
                todo += self.inputs[i]
        return sorted(wanted)

    def rests_on(self, names: list[str]) -> list[int]:
        """Return the positions of nodes and of all between them and the headline, in order."""
        reached = {self.position[name] for name in names}
        for i, inputs in enumerate(self.inputs):
            if reached.intersection(inputs):
                reached.add(i)
        return [i for i in self.below([self.position[self.headline]]) if i in reached]

    @functools.cached_property
    def can_be_varied(self) -> bool:
        """Whether an order can be made again under other weights and amounts.

        Not where the graph does not say which of them are varied, nor where something withheld stands between
        one of them and the headline.
        """
        nodes, amount = self.document.get("weighings"), self.document.get("amount")
        steps = self.rests_on([*(nodes or ()), *filter(None, [amount])])
        known = (self.kinds[i] == DERIVED and self.nodes[i]["op"] in OPERATORS for i in steps)
        return bool(nodes) and all(own or self.names[i] == amount for i, own in zip(steps, known))

    def weighing(self, root: str) -> tuple[int, float] | None:
        """Return where the parts of ``root`` are weighed, and what one unit of that node is worth there.

        Looked for downwards past changes of unit and conditions; ``None`` where nothing is weighed.
        """
        i, factor = self.position[root], 1.0
        while True:
            node, inputs = self.nodes[i], self.inputs[i]
            operator = OPERATORS.get(node["op"])
            if operator is not None and operator.weighing and len(inputs) > 1:
                return i, factor
            if node["op"] == "scale":
                constants = node.get("constants", {})
                factor *= constants.get("by", 1.0) / constants.get("per", 1.0)
            if len(inputs) == 1:
                i = inputs[0]
            elif node["op"] in ("gate", "only_when"):
                i = inputs[1]
            else:
                return None

    @functools.cached_property
    def places(self) -> dict[str, tuple[str, int]]:
        """Name of a number on pages → the column of a ``Sheet`` that has it, and the position there."""
        parts = ("lower", "upper", "coverage")
        of_parts = {f"{name}#{part}": (part, i) for i, name in enumerate(self.names) for part in parts}
        return of_parts | {name: ("value", i) for i, name in enumerate(self.names)}

    @functools.cached_property
    def weighed(self) -> list[Weighed]:
        """What pages state contributions to: the roles, the axes, and the sum of all roles."""
        roots = [(role, role, False) for role in self.roles]
        roots += [("", axis["points"], False) for axis in self.document["axes"]]
        found: list[Weighed] = []
        for role, root, of_roles in [*roots, ("", self.document["roles_root"], True)]:
            place = self.weighing(root) if root is not None else None
            if place is None:
                continue
            i, parts = place[0], []
            worth = place[1] * self.nodes[i].get("constants", {}).get("scale", 1.0)
            for j, weight in zip(self.inputs[i], self.nodes[i].get("weights") or itertools.repeat(1.0)):
                part = self.names[j]
                on_role = f"{part}#contribution" if part in self.roles else ""
                name = on_role if of_roles else f"{self.names[i]}/{part}"
                parts.append((name, j, weight, worth * weight))
            found.append(Weighed(role, self.kinds[i], parts))
        return found

    def addends(self, sheet: Sheet, ends: set[str]) -> dict[str, float]:
        """Return what enters the headline additively, by node, looked for downwards as far as ``ends``."""
        found: dict[str, float] = {}
        root = self.position[self.headline]
        todo = [(root, 1.0)]
        while todo:
            i, factor = todo.pop()
            name, value = self.names[i], sheet.value[i]
            inputs = self._additive(sheet, i) if i == root or name not in ends else []
            if inputs:
                todo += [(j, factor * share) for j, share in reversed(inputs)]
            elif value is not None:
                found[name] = found.get(name, 0.0) + factor * value
        return found

    def _additive(self, sheet: Sheet, i: int) -> list[tuple[int, float]]:
        """Return (input, factor) where a node is the sum of factor times input; nothing for other nodes."""
        node, inputs = self.nodes[i], self.inputs[i]
        constants = node.get("constants", {})
        if node["op"] in ("mean", "weighted_mean"):
            pairs = zip(inputs, node.get("weights") or [1.0] * len(inputs))
            there = [(j, weight) for j, weight in pairs if sheet.value[j] is not None]
            whole = sum(weight for _, weight in there)
            return [(j, constants.get("scale", 1.0) * weight / whole) for j, weight in there] if whole else []
        if node["op"] == "sum":
            return [(j, 1.0) for j in inputs]
        if node["op"] == "scale":
            return [(inputs[0], constants.get("by", 1.0) / constants.get("per", 1.0))]
        if node["op"] in ("gate", "only_when") and sheet.value[inputs[0]] != 0:
            return [(inputs[1], 1.0)]
        return []

#!/usr/bin/env python3
"""Check a site made by Proofboard without trusting it: files, arithmetic, order, and every number shown.

    python3 verify/verify.py                 check the site that this file lies in
    python3 verify/verify.py SITE --json     another one; print the whole report as JSON
    python3 verify/verify.py --exports DIR   check the run exports below DIR as well

It needs Python 3.9 or later and nothing else, reads only, and shares no code with the program that made the
site. What the operators of a rubric do is written down in ``docs/verify.md`` of the project; this is a second
way of writing it. Exit codes: 0 everything agrees, 1 something does not, 2 this is no such site.

How exactly numbers must agree: to the last bit where both sides do the same additions, multiplications and
divisions in the stated order; to 1e-12 of the greater where a logarithm, a power, a standard deviation or a
sum in no stated order is involved.
"""

from __future__ import annotations

import argparse
import ast
import bisect
import csv
import datetime
import functools
import hashlib
import html
import io
import itertools
import json
import math
import os
import re
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import Any, NamedTuple

TOLERANCE = 1e-12

DAMAGE = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError, StopIteration)
"""What reading a file raises that is not as files of its kind are."""

DERIVED, MEASURED, GIVEN, MATCHED = "re-derived", "measured", "taken as given", "matched"
KINDS = (DERIVED, MEASURED, GIVEN, MATCHED)
"""What can be said of a number that is right.

``re-derived``: computed again here from other published values. ``measured``: a measurement, which is where
derivation begins; it has the same value everywhere. ``taken as given``: made from values that the rubric
withholds (or by an operator that this script does not know). ``matched``: equal to the data beside the page,
and not computed again here.
"""


class Fault(NamedTuple):
    """One thing that does not agree."""

    file: str
    """Path inside the site."""
    what: str
    """The run, node or row that it is about, and what is wrong with it."""
    published: Any = None
    recomputed: Any = None
    code: str = "not-recomputed"
    """Kind of fault, for programs."""

    def words(self) -> str:
        """Return the fault as one line."""
        if self.published is None and self.recomputed is None:
            return f"{self.file}: {self.what}"
        pair = f"published {_plain(self.published)}, recomputed {_plain(self.recomputed)}"
        return f"{self.file}: {self.what}: {pair}"


def _plain(value: Any) -> str:
    text = repr(value) if isinstance(value, (float, str)) else json.dumps(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def same(a: Any, b: Any, tolerance: float = 0.0) -> bool:
    """Return whether two values are equal, numbers within ``tolerance`` of the greater."""
    if a == b:
        return True
    if not tolerance or not _is_number(a) or not _is_number(b):
        return False
    return bool(abs(a - b) <= tolerance * max(abs(a), abs(b)))


class Comparison:
    """Something published held against what is computed again; what does not agree is in ``faults``."""

    def __init__(self, file: str, about: str = "") -> None:
        self.file, self.about = file, about
        self.faults: list[Fault] = []

    def fault(self, what: str, published: Any = None, recomputed: Any = None) -> None:
        """Note something that does not agree."""
        self.faults.append(Fault(self.file, f"{self.about}{what}", published, recomputed))

    def expect(self, what: str, published: Any, recomputed: Any, tolerance: float = 0.0) -> None:
        """Note a fault where two values are not the same."""
        if not same(published, recomputed, tolerance):
            self.fault(what, published, recomputed)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def number_in(value: Any) -> float | None:
    """Return a number as JSON holds it; ``None`` for a missing value, whatever is said about it."""
    return float(value) if _is_number(value) else None


# === The operators of rubrics ==========================================================================
#
# Each takes the node's constants and weights and returns a function of its inputs; ``None`` stands for an
# input that is missing. The function returns a number, the reason why there is none (a text), or the position
# of the input whose reason it takes over (a tuple of one).

Outcome = Any
Function = Callable[..., Outcome]
Constants = dict[str, Any]


def _clamp(x: float) -> float:
    return 0.0 if x < 0.0 else 1.0 if x > 1.0 else x


def _sum(c: Constants) -> Function:
    def function(*terms: float) -> Outcome:
        total = 0.0
        for term in terms:
            total = total + term
        return total

    return function


def _gated_product(c: Constants) -> Function:
    def function(*factors: float | None) -> Outcome:
        if factors[0] == 0:
            return 0.0
        result = 1.0
        for position, factor in enumerate(factors):
            if factor is None:
                return (position,)
            result = result * factor
        return result

    return function


def _ratio(c: Constants) -> Function:
    scale, least, when_zero = c.get("scale", 1.0), c.get("minimum", 0.0), c.get("when_zero")

    def function(above: float, below: float) -> Outcome:
        if below < least or (below == 0 and when_zero is None):
            return "below_minimum"
        return when_zero if below == 0 else scale * above / below

    return function


def _scale(c: Constants) -> Function:
    by, per = c.get("by", 1.0), c.get("per", 1.0)
    return lambda x: x * by / per


def _reciprocal(c: Constants) -> Function:
    plus = c.get("plus", 0.0)
    return lambda x: 1.0 / (plus + x) if plus + x != 0 else "below_minimum"


def _round_half_up(c: Constants) -> Function:
    unit = 10.0 ** c.get("decimals", 0)

    def function(x: float) -> Outcome:
        below = math.floor(x * unit)
        return (below + 1 if x * unit - below >= 0.5 else below) / unit

    return function


def _band(c: Constants) -> Function:
    zero, one = c["zero"], c["one"]
    return lambda x: _clamp((x - zero) / (one - zero))


def _log_band(c: Constants) -> Function:
    zero, one = c["zero"], c["one"]
    width = math.log(one / zero)

    def function(x: float) -> Outcome:
        if x / zero <= 0:
            return 1.0 if one <= zero else 0.0
        return _clamp(math.log(x / zero) / width)

    return function


def _steps(c: Constants) -> Function:
    limits = [step[0] for step in c["below"]]
    values = [step[1] for step in c["below"]] + [c["otherwise"]]
    return lambda x: values[bisect.bisect_right(limits, x)]


def _mean(c: Constants) -> Function:
    empty = c.get("empty")

    def function(*terms: float | None) -> Outcome:
        total, count = 0.0, 0
        for term in terms:
            if term is not None:
                total, count = total + term, count + 1
        if count == 0:
            return "not_collected" if empty is None else empty
        return total / count

    return function


def _weighted_mean(c: Constants) -> Function:
    weights, scale = c["weights"], c.get("scale", 1.0)

    def function(*terms: float | None) -> Outcome:
        total = whole = 0.0
        for weight, term in zip(weights, terms):
            if term is not None:
                total, whole = total + weight * term, whole + weight
        return scale * total / whole if whole != 0 else "not_collected"

    return function


def _extreme(choose: Callable[[list[float]], float]) -> Callable[[Constants], Function]:
    def make(c: Constants) -> Function:
        def function(*terms: float | None) -> Outcome:
            present = [term for term in terms if term is not None]
            return choose(present) if present else "not_collected"

        return function

    return make


def _harmonic_mean(c: Constants) -> Function:
    floor = c.get("floor", 0.0)
    return lambda a, b: 2 * a * b / (a + b) if a + b > floor else 0.0


def _bottleneck(c: Constants) -> Function:
    base, extra = c["base"], c["extra"]

    def function(least: float | None, bonus: float | None) -> Outcome:
        if least is None:
            return (0,)
        if least >= 1:
            return base + extra * (0.0 if bonus is None else bonus)
        return base * least

    return function


def _gate(c: Constants) -> Function:
    void = c.get("missing", "void") == "void"

    def function(gate: float | None, value: float | None) -> Outcome:
        if gate is None and void:
            return (0,)
        if gate is not None and gate == 0:
            return 0.0
        return value if value is not None else (1,)

    return function


def _only_when(c: Constants) -> Function:
    otherwise = c.get("otherwise", "not_applicable")

    def function(condition: float | None, value: float | None) -> Outcome:
        if not condition:
            return otherwise
        return value if value is not None else (1,)

    return function


class Operator(NamedTuple):
    """How a node with this operator is evaluated."""

    make: Callable[[Constants], Function]
    void: bool = True
    """A missing input makes the result missing; otherwise the function decides."""
    signs: str = "+"
    """Whether the result rises (+) or falls (-) with each input; the last sign repeats. ``?``: see _rises."""
    share: bool = False
    """The result lies in 0–1 whatever the inputs."""
    weighing: bool = False
    """Coverage is the weight of what is present; otherwise it is that of the input ``covers``."""
    covers: int = 0
    loose: bool = False
    """The last bits depend on a mathematical library."""


OPERATORS: dict[str, Operator] = {
    "sum": Operator(_sum),
    "difference": Operator(lambda c: lambda a, b: a - b, signs="+-"),
    "product": Operator(lambda c: lambda *factors: math.prod(factors)),
    "gated_product": Operator(_gated_product, void=False, covers=1),
    "presume": Operator(lambda c: lambda x: c["value"] if x is None else x, void=False),
    "ratio": Operator(_ratio, signs="+-"),
    "scale": Operator(_scale),
    "complement": Operator(lambda c: lambda x: 1.0 - x, signs="-"),
    "reciprocal": Operator(_reciprocal, signs="-"),
    "at_least": Operator(lambda c: lambda x: max(x, c["floor"])),
    "round_half_up": Operator(_round_half_up),
    "round_half_even": Operator(lambda c: lambda x: float(round(x, c.get("decimals", 0)))),
    "band": Operator(_band, signs="?", share=True),
    "log_band": Operator(_log_band, signs="?", share=True, loose=True),
    "steps": Operator(_steps, signs="?", share=True),
    "decay": Operator(lambda c: lambda x: _clamp(1.0 - c["step"] * x), signs="-", share=True),
    "ramp": Operator(lambda c: lambda x: _clamp(x / c.get("full", 1.0)), share=True),
    "centred": Operator(lambda c: lambda x: _clamp(0.5 + (x - c["centre"]) / c["width"]), share=True),
    "halving": Operator(lambda c: lambda x: 1.0 if x < 0 else 0.5**x, signs="-", share=True, loose=True),
    "mean": Operator(_mean, void=False, weighing=True),
    "weighted_mean": Operator(_weighted_mean, void=False, weighing=True),
    "minimum": Operator(_extreme(min), void=False, weighing=True),
    "maximum": Operator(_extreme(max), void=False, weighing=True),
    "harmonic_mean": Operator(_harmonic_mean),
    "bottleneck": Operator(_bottleneck, void=False),
    "gate": Operator(_gate, void=False, covers=1),
    "only_when": Operator(_only_when, void=False, covers=1),
    "threshold": Operator(lambda c: lambda x: x if x >= c["floor"] else "below_minimum"),
}


def _rises(constants: Constants) -> bool:
    """Say whether a band or steps rise: from zero to one, from the first step to the rest."""
    if "below" in constants:
        return bool(constants["below"][0][1] < constants["otherwise"])
    return bool(constants["zero"] < constants["one"])


# === A rubric's graph and its evaluation ==================================================================

UNKNOWN = "withheld"
"""The reason of a node whose value is not published."""
LARGEST = sys.float_info.max
Ends = tuple[Any, Any]
"""The least and the greatest number that something may be; ``None`` where there is no limit."""


class Sheet:
    """The results of one run by position: value or reason, coverage, and the ends between which it lies."""

    __slots__ = ("coverage", "doubtful", "lower", "reason", "upper", "value")

    def __init__(self, size: int) -> None:
        self.value: list[float | None] = [None] * size
        self.reason: list[str] = [""] * size
        self.coverage: list[float] = [1.0] * size
        self.lower: list[float | None] = [None] * size
        self.upper: list[float | None] = [None] * size
        self.doubtful: set[int] = set()
        """All others are measured whole: coverage 1, and both bounds equal to the value."""

    def absent(self, i: int, reason: str, ends: Ends = (None, None), coverage: float = 0.0) -> None:
        """Note that there is no value; what is not applicable lies nowhere, all else within its range."""
        self.doubtful.add(i)
        self.reason[i], self.coverage[i] = reason, coverage
        if reason != "not_applicable":
            self.lower[i], self.upper[i] = ends

    def present(self, i: int, value: float, coverage: float, bounds: Ends) -> None:
        """Note a value that may be measured in part only."""
        self.value[i], self.coverage[i] = value, coverage
        self.lower[i], self.upper[i] = bounds
        if coverage != 1.0 or bounds[0] != value or bounds[1] != value:
            self.doubtful.add(i)


Entries = dict[str, Any]
Rule = Callable[[Sheet, Entries], None]


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
            return _measured(i, node)
        if node["op"] == "cohort_median" or self.kinds[i] == GIVEN:
            return self._given(i)
        return self._computed(i, OPERATORS[node["op"]])

    def _ends(self, i: int) -> Ends:
        node = self.nodes[i]
        operator = OPERATORS.get(node["op"])
        if operator is not None and operator.share:
            return 0.0, 1.0
        low, high = node.get("range", (None, None))
        return low, high

    def _given(self, i: int) -> Rule:
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
        rises = [sign == "+" or (sign == "?" and _rises(constants)) for sign in signs[: len(inputs)]]
        cover = _coverage_rule(node, inputs, operator)
        limits = node.get("range", (None, None))
        least, most = _closed(limits)
        terms_of = itemgetter(*inputs) if len(inputs) > 1 else itemgetter(slice(inputs[0], inputs[0] + 1))
        rests_on = {*inputs, *required}
        has_weight = not operator.weighing or sum(node.get("weights") or [1.0]) != 0

        def rule(sheet: Sheet, entries: Entries) -> None:
            value, reason = sheet.value, sheet.reason
            terms = terms_of(value)
            if sheet.doubtful.isdisjoint(rests_on):
                outcome = _apply(function, terms)
                if has_weight and type(outcome) is not str and least <= outcome <= most:
                    value[i] = sheet.lower[i] = sheet.upper[i] = outcome  # of whole inputs: whole
                    return
            elif operator.void and None in terms:
                outcome = reason[inputs[terms.index(None)]]
            elif required and any(value[j] is None for j in required):
                outcome = next(reason[j] for j in required if value[j] is None)
            else:
                outcome = _apply(function, terms)
            if type(outcome) is tuple:
                outcome = reason[inputs[outcome[0]]]
            elif type(outcome) is not str and not _possible(outcome, limits):
                outcome = "invalid"
            if type(outcome) is str:
                sheet.absent(i, outcome, ends, cover(sheet))
            else:
                bounds = _bounds(sheet, outcome, inputs, (function, rises, ends))
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


def _measured(i: int, node: dict[str, Any]) -> Rule:
    name = node["id"]
    ends: Ends = tuple(node.get("range", (None, None)))
    least, most = _closed(ends)

    def rule(sheet: Sheet, entries: Entries) -> None:
        entry = entries.get(name)
        if entry is None:
            sheet.absent(i, UNKNOWN)
            return
        value = entry.get("value")
        if value is None:
            sheet.absent(i, entry["missing"], ends)
        elif least <= value <= most:
            sheet.value[i] = sheet.lower[i] = sheet.upper[i] = value
        else:
            sheet.absent(i, "invalid", ends)

    return rule


def _closed(limits: Ends) -> tuple[float, float]:
    """Return two ends with the largest numbers that there are in place of those that are open."""
    low, high = limits
    return -LARGEST if low is None else low, LARGEST if high is None else high


def _coverage_rule(
    node: dict[str, Any], inputs: tuple[int, ...], operator: Operator
) -> Callable[[Sheet], float]:
    """Return what computes the coverage of a node: the weight of what is there by that of all."""
    if not operator.weighing:
        of = inputs[operator.covers]
        return lambda sheet: sheet.coverage[of]
    weights = node.get("weights") or [1.0] * len(inputs)
    pairs = list(zip(inputs, weights))
    nested = node.get("coverage") == "nested"

    def cover(sheet: Sheet) -> float:
        there = whole = 0.0
        for j, weight in pairs:
            reason = sheet.reason[j]
            if reason != "not_applicable":
                whole += weight
                if nested:
                    there += weight * sheet.coverage[j]
                elif not reason:
                    there += weight
        return there / whole if whole else 0.0

    return cover


def _apply(function: Function, terms: list[float | None]) -> Outcome:
    try:
        outcome = function(*terms)
    except OverflowError:
        return "invalid"
    return "invalid" if type(outcome) is float and not -LARGEST <= outcome <= LARGEST else outcome


def _possible(value: Any, limits: Ends) -> bool:
    """Return whether a computed value lies in the node's range, give or take the last digits of its sums."""
    low, high = limits
    slack = 1e-9 * max(1.0, abs(value))
    return (low is None or value + slack >= low) and (high is None or value - slack <= high)


def _bounds(
    sheet: Sheet, value: float, inputs: tuple[int, ...], how: tuple[Function, list[bool], Ends]
) -> Ends:
    """Return the bounds of a value: the operator over its inputs at their worst, and at their best."""
    function, rises, ends = how
    lower, upper, reason = sheet.lower, sheet.upper, sheet.reason
    for j in inputs:
        if lower[j] != upper[j] or (reason[j] and reason[j] != "not_applicable"):
            break
    else:
        return value, value
    worst = [lower[j] if up else upper[j] for j, up in zip(inputs, rises)]
    best = [upper[j] if up else lower[j] for j, up in zip(inputs, rises)]
    return _end(sheet, function, inputs, worst, ends[0]), _end(sheet, function, inputs, best, ends[1])


def _end(sheet: Sheet, function: Function, inputs: tuple[int, ...], terms: list[Any], end: Any) -> Any:
    """Return the outcome over inputs at one of their ends; the ``end`` of the range where one is open."""
    if None in terms:
        for j, term in zip(inputs, terms):
            if term is None and sheet.reason[j] != "not_applicable":
                return end
    outcome = _apply(function, terms)
    return end if isinstance(outcome, (str, tuple)) else outcome


# === The nodes of one run ================================================================================


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
                rule = graph._given(i)
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


# === What the page of a run says beside its nodes =======================================================


class RunPage:
    """One run's published record (``index.json`` of its page, a line of ``runs.jsonl``), computed again."""

    def __init__(self, file: str, record: dict[str, Any], graphs: dict[str, Graph]) -> None:
        """Raise ``KeyError`` and the like for a record that is not one of a run."""
        self.record = record
        graph = graphs[record["rubric"]["id"]]
        about = f"run {record['run']}, "
        self.main = Recomputed(file, about, graph, record["nodes"], "run")
        self.others: dict[str, Recomputed] = {}
        self.numbers: dict[str, tuple[float | None, str]] = {}
        self.main.expect("digest of its rubric", record["rubric"]["digest"], graph.document["digest"])
        self._headline()
        self._other_rubrics(graphs, about)
        self._contributions()
        self._counts()
        self._walk()
        self._stated()
        self._duration()
        self._neighbours()

    @property
    def faults(self) -> list[Fault]:
        """Everything that does not agree."""
        return self.main.faults + [fault for other in self.others.values() for fault in other.faults]

    def _headline(self) -> None:
        main, record = self.main, self.record
        i = main.graph.position[main.graph.headline]
        main.expect("headline", record["headline"], main.graph.headline)
        tolerance = TOLERANCE if main.graph.loose[i] else 0.0
        for key, value in _shown(main.sheet, i).items():
            main.expect(key, stated(record[key]), value, tolerance)

    def _other_rubrics(self, graphs: dict[str, Graph], about: str) -> None:
        for other in self.record["other_rubrics"]:
            name = other["rubric"]
            graph = graphs[name]
            if name == self.main.graph.id:
                again = self.main
            else:
                nodes = self.record["nodes"]
                entries = {name: nodes[name] for name in graph.starts if name in nodes}
                entries.update(other["inputs"])
                again = Recomputed(self.main.file, f"{about}under {name}, ", graph, entries)
                self.others[name] = again
            i = graph.position[graph.headline]
            shown = _shown(again.sheet, i)
            for key, value in shown.items():
                again.expect(key, stated(other[key]), value, TOLERANCE if graph.loose[i] else 0.0)
                part = "" if key == "score" else f"#{key}"
                self.numbers[f"{name}:{graph.headline}{part}"] = number_in(value), again.kinds[i]

    def _contributions(self) -> None:
        """What each part adds to its axis or role: its share of the weight that is there, times its value."""
        main, value = self.main, self.main.sheet.value
        found: dict[str, tuple[float | None, str]] = {}
        for role, kind, parts in main.graph.weighed:
            if role and main.state(role) == "not_applicable":
                continue
            whole = 0.0
            for _, i, weight, _ in parts:
                if value[i] is not None:
                    whole += weight
            for name, i, _, worth in parts if whole else ():
                own = value[i]
                if name and own is not None:
                    found[name] = worth / whole * own, kind
        published = self.record["contributions"]
        for name, (again, _) in found.items():
            if published.get(name) != again:
                main.expect(f"contribution {name}", published.get(name), again, TOLERANCE)
        for name in published.keys() - found.keys():
            main.expect(f"contribution {name}", published[name], None)
        self.numbers.update(found)

    def _counts(self) -> None:
        main, graph, record = self.main, self.main.graph, self.record
        took_part = [role for role in graph.roles if not main.sheet.reason[graph.position[role]]]
        main.expect("roles present", record["roles"], {"present": len(took_part), "all": len(graph.roles)})
        weight = 0.0
        place = graph.weighing(graph.document["roles_root"]) if graph.document["roles_root"] else None
        if place is not None:
            named = (graph.names[j] for j in graph.inputs[place[0]])
            weights = dict(zip(named, graph.nodes[place[0]].get("weights", ())))
            for role in took_part:
                weight += weights.get(role, 0.0)
        main.expect("weight of the roles present", record["role_weight"], weight, TOLERANCE)
        found: dict[str, float] = {
            "run.roles_present": len(took_part),
            "rubric.roles": len(graph.roles),
            "run.role_weight": weight,
        }
        asked = [(node["id"], node["group"] or "Measured") for node in graph.nodes if "requirement" in node]
        there = [group for name, group in asked if main.sheet.value[graph.position[name]] is not None]
        found.update({"run.measured": len(there), "run.asked": len(asked)})
        if "measured" in record:
            main.expect("values measured", record["measured"], {"count": len(there), "of": len(asked)})
        for group, count in record.get("measured_by_group", {}).items():
            main.expect(f"values measured of {group}", count, there.count(group))
            found[f"group.{group.lower()}"] = there.count(group)
        found["run.rank"] = record["rank"]
        found["board.ranked"] = record["ranked_on_board"]
        found["run.repeats"] = record["repeats_on_board"]
        self.numbers.update({name: (value, DERIVED) for name, value in found.items()})

    def _walk(self) -> None:
        """The factors of a headline that is a product: what each leaves and takes away."""
        main = self.main
        left: float | None = None
        for place, step in enumerate(self.record.get("walk", ())):
            name, before = step["node"], left
            value = number_in(main.state(name))
            if value == 0:
                left = 0.0
            elif place:
                left = None if before is None or value is None else before * value
            else:
                left = value
            lost = before - left if place and before is not None and left is not None else None
            main.expect(f"value of factor {name}", number_in(step["value"]), value)
            main.expect(f"what factor {name} leaves", number_in(step["left"]), left, TOLERANCE)
            main.expect(f"what factor {name} takes", number_in(step["lost"]), lost, TOLERANCE)
            self.numbers[f"{name}#left"], self.numbers[f"{name}#lost"] = (left, DERIVED), (lost, DERIVED)

    def _stated(self) -> None:
        """Results that the export states itself, beside the recomputed ones."""
        for one in self.record.get("stated", ()):
            name = one["node"]
            self.numbers[f"{name}#published"] = number_in(one["published"]), MEASURED
            recomputed = number_in(one["recomputed"])
            again = self.main if not one["under"] else self.others.get(one["under"])
            if again is not None and name in again.graph.position:
                self.main.expect(f"stated {name}, recomputed", recomputed, number_in(again.state(name)))
                self.numbers[f"{name}#recomputed"] = recomputed, DERIVED

    def _duration(self) -> None:
        started, finished = self.record["started_at"], self.record["finished_at"]
        found: float | None = None
        if started and finished:
            moments = [datetime.datetime.fromisoformat(m.replace("Z", "+00:00")) for m in (started, finished)]
            found = (moments[1] - moments[0]).total_seconds()
        self.main.expect("duration", number_in(self.record["duration_s"]), found)
        self.numbers["run.duration_s"] = found, DERIVED

    def find(self, name: str) -> tuple[float | None, str] | None:
        """Return value and kind of a number on the page by its name."""
        return self.main.find(name) or self.numbers.get(name)

    def _neighbours(self) -> None:
        """Scores of the runs above and below, and the distances to them; held against the board elsewhere."""
        headline = self.main.graph.headline
        for other in self.record["neighbours"]:
            told = {f"{headline}#{other['side']}": other["score"]}
            told[f"{headline}#against_{other['side']}"] = other["gap"]
            for name, value in (told | other["differences"]).items():
                self.numbers.setdefault(name, (number_in(value), DERIVED))


def _shown(sheet: Sheet, i: int) -> dict[str, Any]:
    """Return the headline as pages state it: score, coverage and bounds."""
    return {
        "score": sheet.value[i] if not sheet.reason[i] else sheet.reason[i],
        "coverage": sheet.coverage[i],
        "lower": "none" if sheet.lower[i] is None else sheet.lower[i],
        "upper": "none" if sheet.upper[i] is None else sheet.upper[i],
    }


# === Boards ================================================================================================


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


class _Ahead:
    """Sorted scores as their distances from one of them, for bisection."""

    def __init__(self, scores: list[float], own: float) -> None:
        self.scores, self.own = scores, own

    def __len__(self) -> int:
        return len(self.scores)

    def __getitem__(self, at: int) -> float:
        return self.scores[at] - self.own


def _within_t(t: float, degrees: int) -> float:
    """Return the share of Student's distribution between −t and t, by Simpson's rule over the angle."""
    steps = 4000
    width = math.atan(t / math.sqrt(degrees)) / steps
    ends = 1.0 + math.cos(steps * width) ** (degrees - 1)
    inner = math.fsum((4 if k % 2 else 2) * math.cos(k * width) ** (degrees - 1) for k in range(1, steps))
    whole = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)
    return 2 * math.exp(whole) / math.sqrt(math.pi) * (ends + inner) * width / 3


class BoardCheck(Comparison):
    """One board computed again from the records of its runs: medians, order, rows, groups, neighbours."""

    def __init__(
        self, file: str, board: dict[str, Any], pages: dict[str, BoardRun], graphs: dict[str, Graph]
    ) -> None:
        """``pages`` holds the records of the board's runs by run id, in the order of ``runs.jsonl``."""
        super().__init__(file)
        self.board, self.pages, self.graphs = board, pages, graphs
        self.medians = 0
        rows = board["rows"]
        listed = [row["run"] for row in rows]
        if listed != list(pages):
            self.fault("the runs of the board are not those of its runs.jsonl")
            return
        if not rows:
            return
        self.graph = graphs[board["rubric"]["id"]]
        self._medians()
        self._order(rows)
        self._bands(rows)
        for row in rows:
            self._row(row, pages[row["run"]])
        self._neighbours(rows)
        for table in board.get("groups", ()):
            self._groups(table, rows)
        ranked = sum(row["rank"] is not None for row in rows)
        own_floor = board["ranking"]["minimum_coverage"]
        floor = self.graph.document["minimum_coverage"] if own_floor is None else own_floor
        self.expect("minimum coverage", board["minimum_coverage"], floor)
        stated_counts = board["runs"]
        self.expect("runs listed", stated_counts["listed"], len(rows))
        self.expect("runs ranked", stated_counts["ranked"], ranked)
        self.expect("exports left out", stated_counts["left_out"], len(board["left_out"]))
        self.expect("day of the newest run", board["newest_run"], max(row["date"] for row in rows))
        for row in rows:
            record = pages[row["run"]].record
            self.expect(f"run {row['run']}, ranked on its board", record["ranked_on_board"], ranked)

    def _medians(self) -> None:
        """Take every published median again over the runs of the cohort, under each rubric."""
        barred = self.board["ranking"]["barred"]
        cohort = [page for run, page in self.pages.items() if run not in barred]
        for rubric, medians in self.board["medians"].items():
            graph = self.graphs[rubric]
            for name, published in medians.items():
                i = graph.position[name]
                if graph.kinds[i] == GIVEN:
                    continue
                self.medians += 1
                values = sorted(v for v in (page.behind_median(graph, i) for page in cohort) if v is not None)
                self.expect(f"runs behind {rubric} {name}", published["runs"], len(values))
                enough = len(values) >= graph.nodes[i]["constants"]["minimum"]
                median = statistics.median(values) if enough else None
                self.expect(f"cohort median {rubric} {name}", published["value"], median, TOLERANCE)
                of_all = "cohort_too_small" if published["value"] is None else published["value"]
                for run, page in self.pages.items():
                    own = page.median(graph, name)
                    if own not in (of_all, "not_applicable"):
                        self.fault(f"run {run}, cohort median {rubric} {name}", own, published["value"])

    def _order(self, rows: list[dict[str, Any]]) -> None:
        for row, standing in zip(rows, rank_again(self.board, self.pages, self.graph)):
            run = row["run"]
            self.expect("order of the rows", run, standing.run)
            if run != standing.run:
                return
            record = self.pages[run].record
            for source, name in ((row, "row"), (record, "page")):
                self.expect(f"rank of {run} on its {name}", source["rank"], standing.rank)
                self.expect(f"shared rank of {run} on its {name}", source["rank_shared"], standing.shared)
                why = source["unranked"]
                if not why.startswith(standing.why) or bool(why) != bool(standing.why):
                    self.fault(f"why {run} has no rank, on its {name}", why, standing.why)

    def _bands(self, rows: list[dict[str, Any]]) -> None:
        """Make the rank bands again from ranks and scores: the spread of repeats, who is clearly apart."""
        published = self.board["repeats"]
        ranked = [row for row in rows if row["rank"] is not None]
        gate = self.graph.document["gate"]
        shut = {row["run"] for row in ranked if gate and self.pages[row["run"]].state(gate) == 0}
        groups: dict[str, list[float]] = {}
        for row in ranked:
            if row["run"] not in shut:
                groups.setdefault(row["repeats_of"], []).append(row["score"])
        many = [scores for scores in groups.values() if len(scores) > 1]
        degrees = sum(len(scores) - 1 for scores in many)
        self._repeats(ranked, groups)
        self.expect("degrees of freedom of the repeats", published["degrees_of_freedom"], degrees)
        self.expect("configurations with repeats", published["configurations_with_repeats"], len(many))
        self.expect("runs in repeats", published["runs_in_repeats"], degrees + len(many))
        least = number_in(published["least_significant_difference"])
        largest = max((abs(score) for scores in many for score in scores), default=0.0) or 1.0
        if largest < 1e300:  # beyond that a spread may be too large for a number
            spreads = any(len(set(scores)) > 1 for scores in many)  # equal repeats say nothing of a spread
            self.expect("whether bands can be made", published["estimable"], spreads)
        if not many or least is None:
            for row in ranked:
                self.expect(f"rank band of {row['run']}", row["band"], None)
            return
        shares = [[score / largest for score in scores] for scores in many]
        squares = math.fsum(statistics.variance(scores) * (len(scores) - 1) for scores in shares)
        spread, t = largest * math.sqrt(squares / degrees), number_in(published["t"]) or 0.0
        self.expect("pooled standard deviation", number_in(published["pooled_sd"]), spread, 1e-9)
        self.expect("confidence reached by t", published["confidence"], _within_t(t, degrees), 1e-4)
        self.expect("least significant difference", least, t * spread * math.sqrt(2), 1e-9)
        openly = [row for row in ranked if row["run"] not in shut]
        self._band(openly, 0, least)
        self._band([row for row in ranked if row["run"] in shut], len(openly), least)

    def _repeats(self, ranked: list[dict[str, Any]], groups: dict[str, list[float]]) -> None:
        """Hold what rows say of repeats against their labels, and what the board says against its rows."""
        published, task = self.board["repeats"], self.graph.document.get("task", "")
        shared = ["configuration", *filter(None, [task])]
        self.expect("what repeats share", published["repeats_share"], shared)
        estimable = published["estimable"]
        for row in ranked:
            own = "own" if len(groups.get(row["repeats_of"], ())) > 1 else "borrowed"
            wanted = own if estimable else "not_estimable"
            self.expect(f"whose spread stands for {row['run']}", row["spread"], wanted)
            label = row.get("labels", {}).get(task, "")
            if task and label and not row["repeats_of"].endswith(f" / {label}"):
                self.fault(f"what the repeats of {row['run']} share", row["repeats_of"], label)
        borrowed = sum(row["spread"] == "borrowed" for row in ranked)
        tied = sum(row["band"] is not None and row["band"][0] == 1 for row in ranked)
        self.expect("runs with a borrowed spread", published["runs_with_borrowed_spread"], borrowed)
        self.expect("runs tied with the first", published["runs_tied_with_the_first"], tied)

    def _band(self, rows: list[dict[str, Any]], above: int, least: float) -> None:
        """Hold the bands of runs that may be in any order against counting who is clearly above and below."""
        scores = sorted(row["score"] for row in rows)
        for row in rows:
            own = row["score"]
            # A score is clearly above when it is larger by more than the least difference.
            first_above = bisect.bisect_right(_Ahead(scores, own), least)
            first_near = bisect.bisect_left(_Ahead(scores, own), -least)
            band = [above + 1 + len(scores) - first_above, above + len(scores) - first_near]
            self.expect(f"rank band of {row['run']}", row["band"], band)

    def _row(self, row: dict[str, Any], page: BoardRun) -> None:
        run, record = row["run"], page.record
        if row["rank"] is None:
            self.expect(f"rank band of {run}", row.get("band"), None)
        for key in ("score", "lower", "upper", "coverage", "duration_s", "digest", "configuration"):
            self.expect(f"{key} of {run}", stated(row[key]), stated(record[key]))
        self.expect(f"measured of {run}", row.get("measured"), record.get("measured"))
        self.expect(f"date of {run}", row["date"], record["finished_at"][:10])
        repeats = record["repeats_on_board"]
        self.expect(f"runs of the configuration of {run}", row["runs_of_configuration"], repeats)
        for name, mark in page.doubted.items():
            if mark not in row.get("badges", []):
                what = f"{name} of {run} is doubted by a mark that the run has not"
                self.fault(what, mark, row.get("badges"))
        for name, value in row["values"].items():
            again = "none" if name in page.doubted else page.state(name)
            self.expect(f"{name} of {run}", stated(value), again)

    def _neighbours(self, rows: list[dict[str, Any]]) -> None:
        ranked = [row for row in rows if row["rank"] is not None]
        for place, row in enumerate(ranked):
            page = self.pages[row["run"]]
            near = {"above": place - 1, "below": place + 1}
            wanted = [side for side, n in near.items() if 0 <= n < len(ranked)]
            found = page.record["neighbours"]
            self.expect(f"neighbours of {row['run']}", [n["side"] for n in found], wanted)
            for one in found:
                if one["side"] not in wanted:
                    continue
                other = ranked[near[one["side"]]]
                about = f"run {row['run']}, neighbour {one['side']}"
                self.expect(f"{about}: its run", one["run"], other["run"])
                self.expect(f"{about}: its rank", one["rank"], other["rank"])
                self.expect(f"{about}: its score", stated(one["score"]), stated(other["score"]))
                self.expect(f"{about}: distance", stated(one["gap"]), row["score"] - other["score"])
                theirs = self.pages[other["run"]]
                for name, value in one["differences"].items():
                    node = name.partition("#")[0]
                    values = page.state(node), theirs.state(node)
                    if not all(map(_is_number, values)):
                        self.fault(f"{about}: {name}", stated(value), values)
                    else:
                        self.expect(f"{about}: {name}", stated(value), values[0] - values[1])

    def _groups(self, table: dict[str, Any], rows: list[dict[str, Any]]) -> None:
        """Sum up the runs of each group again, where the rows say to which group they belong."""
        by = table["by"]
        if any(name not in row.get("labels", {}) for row in rows for name in by):
            return
        members: dict[tuple[str, ...], list[BoardRun]] = {}
        for row in rows:
            if row["run"] not in self.board["ranking"]["barred"]:
                key = tuple(row["labels"][name] for name in by)
                members.setdefault(key, []).append(self.pages[row["run"]])
        named = sorted(tuple(group["names"]) for group in table["groups"])
        self.expect(f"groups by {', '.join(by)}", named, sorted(members))
        for group in table["groups"]:
            pages = members.get(tuple(group["names"]), [])
            about = f"group {' · '.join(group['names'])}"
            self.expect(f"{about}: runs", number_in(group["runs"]), float(len(pages)))
            scores = [page.number(self.graph.headline) for page in pages]
            self._figure(about, "headline", group["headline"], scores)
            for name, figure in group["values"].items():
                sure = [None if name in page.doubted else page.number(name) for page in pages]
                self._figure(about, name, figure, sure)
            self.expect(f"{about}: without headline", group["without_headline"], float(scores.count(None)))
            if group["gate"] is None:
                continue
            gate = self.graph.document["gate"]
            gates = [page.number(gate) for page in pages]
            self._figure(about, "gate", group["gate"], gates)
            self.expect(f"{about}: gates closed", group["gate_closed"], float(gates.count(0.0)))
            self.expect(f"{about}: gates not measured", group["gate_not_measured"], float(gates.count(None)))
            behind = [s for s, g in zip(scores, gates) if g != 0 and s is not None]
            mean = number_in(group["mean_behind_open_gate"])
            self.expect(f"{about}: mean behind an open gate", mean, _mean_of(behind), TOLERANCE)

    def _figure(self, about: str, name: str, figure: dict[str, Any], values: list[float | None]) -> None:
        present = sorted(value for value in values if value is not None)
        again = {
            "n": float(len(present)),
            "mean": _mean_of(present),
            "rate": _mean_of(present),
            "sd": _spread_of(present),
            "median": _quantile(present, 0.5),
            "p95": _quantile(present, 0.95),
        }
        for part, value in figure.items():
            if part in again:
                self.expect(f"{about}: {part} of {name}", number_in(value), again[part], 1e-9)


def _mean_of(values: list[float]) -> float | None:
    """Return the mean; ``None`` without values or where their sum is too large for a number."""
    return statistics.fmean(values) if values and math.isfinite(sum(values)) else None


def _spread_of(values: list[float]) -> float | None:
    """Return the sample standard deviation; ``None`` below two values or where their range is endless."""
    least, width = min(values, default=0.0), max(values, default=0.0) - min(values, default=0.0)
    if len(values) < 2 or not math.isfinite(width):
        return None
    return width and width * statistics.stdev((value - least) / width for value in values)


def _quantile(ordered: list[float], share: float) -> float | None:
    """Return a quantile by linear interpolation between order statistics (R type 7)."""
    if not ordered:
        return None
    place = (len(ordered) - 1) * share
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


# === Two versions of a rubric ============================================================================

MOST_NAMED = 50
"""Runs named of those that a run passed."""
SUM = 1e-9
"""How exactly an attribution sums to the change."""

BoardAgain = tuple[dict[str, Any], dict[str, BoardRun]]
"""A board as it is published, and its runs by id."""


class DifferenceCheck(Comparison):
    """The page on a board under two versions: both ends of every run, ranks, passings, the attribution."""

    def __init__(
        self,
        file: str,
        data: dict[str, Any],
        graphs: dict[str, Graph],
        board: BoardAgain | None = None,
        sheets: dict[tuple[str, str, str], Sheet] | None = None,
    ) -> None:
        """``board`` is the board in its order; without it only what the page says of itself is checked.

        ``sheets`` holds results by (board, run, rubric), for the addends of attributions.
        """
        super().__init__(file)
        self.data, self.sheets = data, sheets or {}
        self.checked = 0
        """Runs whose ends were computed again."""
        self.graphs = graphs[data["older"]["id"]], graphs[data["newer"]["id"]]
        for side, graph in zip(("older", "newer"), self.graphs):
            self.expect(f"digest of {graph.id}", data[side]["digest"], graph.document["digest"])
        self._sums(data)
        if board is None:
            return
        on_runs = all(graph.id in board[0]["medians"] for graph in self.graphs)
        self.expect(f"{data['board']}: rubrics on the pages of runs", data["on_runs"], on_runs)
        if on_runs and data["on_runs"]:
            self._board(data, *board)

    def _board(self, one: dict[str, Any], board: dict[str, Any], runs: dict[str, BoardRun]) -> None:
        older, newer = self.graphs
        before = {s.run: s for s in rank_again(board, runs, older)}
        after = {s.run: s for s in rank_again(board, runs, newer)}
        self.expect(f"{one['board']}: order of the runs", [run["run"] for run in one["runs"]], list(after))
        crossed = _crossed(before, after)
        for run in one["runs"]:
            name, page = run["run"], runs.get(run["run"])
            if page is None:
                continue
            about = f"{one['board']}, run {name}"
            self.checked += 1
            for side, graph, standing in (("before", older, before[name]), ("after", newer, after[name])):
                score, covered, _ = page.under(graph)
                self.expect(f"{about}: score {side}", run[side]["score"], score)
                self.expect(f"{about}: coverage {side}", run[side]["coverage"], covered)
                self.expect(f"{about}: rank {side}", run[f"rank_{side}"], standing.rank)
                why = run[f"unranked_{side}"]
                if not why.startswith(standing.why) or bool(why) != bool(standing.why):
                    self.expect(f"{about}: why it has no rank {side}", why, standing.why)
            passes = crossed.get(name, (0, 0))
            self.expect(f"{about}: runs passed", [run["passes"], run["passes_by"]], list(passes))
            for key, sign in (("passed", 1), ("passed_by", -1)):
                self._named(about, key, run, (before, after), sign)
            self._addends(about, one["board"], run)
        self._medians(one, board)

    def _named(
        self, about: str, key: str, run: dict[str, Any], standings: tuple[dict[str, Standing], ...], sign: int
    ) -> None:
        """Hold the runs named as passed against their ranks and this one's, before and after."""
        number = {"passed": "passes", "passed_by": "passes_by"}[key]
        self.expect(f"{about}: runs named as {key}", len(set(run[key])), min(run[number], MOST_NAMED))
        for other in run[key]:
            pairs = [(standing[other].rank, standing[run["run"]].rank) for standing in standings]
            gaps = [theirs - own for theirs, own in pairs if theirs is not None and own is not None]
            if len(gaps) < 2 or not sign * gaps[0] < 0 < sign * gaps[1]:
                self.expect(f"{about}: {key}", other, None)

    def _medians(self, one: dict[str, Any], board: dict[str, Any]) -> None:
        """Name again the cohort medians that the two headlines rest on and that are not the same in both."""
        sides = []
        for graph in self.graphs:
            medians = board["medians"][graph.id]
            below = graph.below([graph.position[graph.headline]])
            sides.append(
                {graph.names[i]: medians[graph.names[i]] for i in below if graph.names[i] in medians}
            )
        hidden = {median["node"] for median in one["medians"] if median["before"] == "withheld"}
        told = {median["node"]: median for median in one["medians"] if median["node"] not in hidden}
        for name in (sides[0].keys() | sides[1].keys()) - hidden:
            old, new = (side.get(name, {"value": None, "runs": 0}) for side in sides)
            again = [old["value"], new["value"], old["runs"], new["runs"]]
            differs = again[0] != again[1] or (name in sides[0]) != (name in sides[1])
            there = told.pop(name, None)
            keys = ("before", "after", "runs_before", "runs_after")
            published = [there[key] for key in keys] if there is not None else None
            self.expect(f"{one['board']}: median {name}", published, again if differs else None)
        for name, median in told.items():
            self.expect(f"{one['board']}: median {name}", median, None)

    def _sums(self, one: dict[str, Any]) -> None:
        """Add up what the board says: counts, changes, and the steps of every attribution."""
        runs = one["runs"]
        moved = sum(run["before"]["score"] != run["after"]["score"] for run in runs)
        self.expect(f"{one['board']}: runs with another score", one["moved"], moved)
        ranks = sum(run["rank_before"] != run["rank_after"] for run in runs)
        self.expect(f"{one['board']}: runs with another rank", one["moved_rank"], ranks)
        self.expect(f"{one['board']}: medians differing", one["medians_differing"], len(one["medians"]))
        for run in runs:
            about = f"{one['board']}, run {run['run']}"
            before, after = run["before"]["score"], run["after"]["score"]
            change = None if before is None or after is None else after - before
            self.expect(f"{about}: change", run["change"], change)
            moves = run["attribution"] if change is not None else []
            self.expect(f"{about}: steps of its attribution", len(run["attribution"]), len(moves))
            at = before
            for move in moves:
                self.expect(f"{about}: where a step begins", move["before"], at)
                self.expect(f"{about}: change of a step", move["change"], move["after"] - move["before"])
                at = move["after"]
                self._parts(about, move)
            if change is not None:
                self.expect(f"{about}: where its attribution ends", at, after)
                total = math.fsum(move["change"] for move in moves)
                if abs(total - change) > SUM:
                    self.expect(f"{about}: sum of its attribution", total, change)

    def _parts(self, about: str, move: dict[str, Any]) -> None:
        parts = move["addends"]
        for part in parts:
            change = (part["after"] or 0.0) - (part["before"] or 0.0)
            self.expect(f"{about}: change of addend {part['node']}", part["change"], change)
        for side in ("before", "after") if parts else ():
            total = math.fsum(part[side] or 0.0 for part in parts)
            if abs(total - move[side]) > SUM * max(1.0, abs(move[side])):
                self.expect(f"{about}: sum of the addends {side}", move[side], total)

    def _addends(self, about: str, board: str, run: dict[str, Any]) -> None:
        """Take the headlines apart again, where one step leads from one version to the other."""
        for part_of in run["attribution"] if len(run["attribution"]) == 1 else ():
            for side, graph in zip(("before", "after"), self.graphs):
                sheet = self.sheets.get((board, run["run"], graph.id))
                told = {part["node"]: part[side] for part in part_of["addends"] if part[side] is not None}
                if sheet is None or not told:
                    continue
                again = graph.addends(sheet, set(told))
                for name in told.keys() | again.keys():
                    self.expect(f"{about}: addend {name} {side}", told.get(name), again.get(name), SUM)


def _crossed(before: dict[str, Standing], after: dict[str, Standing]) -> dict[str, tuple[int, int]]:
    """Return for every run that has a rank both times how many it passed, and how many passed it."""
    pairs = [
        (new.rank, old.rank, run)
        for run, new in after.items()
        for old in (before[run],)
        if new.rank is not None and old.rank is not None
    ]
    passed = _inversions([(-new, -old, run) for new, old, run in pairs])
    passed_by = _inversions(pairs)
    return {run: (passed[run], passed_by[run]) for _, _, run in pairs}


def _inversions(pairs: list[tuple[int, int, str]]) -> dict[str, int]:
    """Count for every (place, older place, run) those with a lesser place and a greater older one."""
    seen: list[int] = []
    found: dict[str, int] = {}
    for _, group in itertools.groupby(sorted(pairs), key=lambda pair: pair[0]):
        members = list(group)
        for _, old, run in members:
            found[run] = len(seen) - bisect.bisect_right(seen, old)
        for _, old, _ in members:
            bisect.insort(seen, old)
    return found


SUMMED = ("runs", "moved", "moved_rank")
"""What a page on two versions adds up over its boards."""


def summed_up(data: dict[str, Any]) -> dict[str, Any]:
    """Return what the page on two versions has to say of a board, from the data of the board's page."""
    runs = data["runs"]
    return {
        "board": data["board"],
        "on_runs": data["on_runs"],
        "runs": len(runs),
        "moved": sum(run["before"]["score"] != run["after"]["score"] for run in runs),
        "moved_rank": sum(run["rank_before"] != run["rank_after"] for run in runs),
        "medians": len(data["medians"]),
        "up": _mover(runs, 1),
        "down": _mover(runs, -1),
        "versions": [data["older"], data["newer"]],
        "steps": data["steps"],
    }


def _mover(runs: list[dict[str, Any]], sign: int) -> dict[str, Any] | None:
    """Return the run that changes most in one direction, the first of equal ones."""
    changed = [run for run in runs if run["change"] is not None and sign * run["change"] > 0]
    if not changed:
        return None
    most = max(changed, key=lambda run: sign * float(run["change"]))
    return {key: most[key] for key in ("run", "change", "rank_before", "rank_after")}


class PairCheck(Comparison):
    """The page on two versions: its boards, one line each, and the sums over them."""

    def __init__(
        self, file: str, data: dict[str, Any], graphs: dict[str, Graph], boards: dict[str, dict[str, Any]]
    ) -> None:
        """``boards`` holds what the pages of the boards come to (``summed_up``), by id."""
        super().__init__(file)
        for side in ("older", "newer"):
            graph = graphs[data[side]["id"]]
            self.expect(f"digest of {graph.id}", data[side]["digest"], graph.document["digest"])
        listed = [one["board"] for one in data["boards"]]
        self.expect("boards", sorted(listed), sorted(boards))
        steps = [step[0] for step in data["order"]]
        for one in data["boards"]:
            found = boards.get(one["board"])
            if found is None:
                continue
            page = f"{os.path.dirname(file)}/{one['board']}/index.html"
            self.expect(f"{one['board']}: its page", one["page"], page)
            for key in ("on_runs", *SUMMED, "medians", "up", "down"):
                self.expect(f"{one['board']}: {key.replace('_', ' ')}", one[key], found[key])
            self.expect(f"{one['board']}: versions", [data["older"], data["newer"]], found["versions"])
            self.expect(f"{one['board']}: steps of the attribution", steps, found["steps"])
        for key in SUMMED:
            total = sum(found[key] for found in boards.values())
            self.expect(f"{key.replace('_', ' ')} on all boards", data["totals"][key], total)


# === The numbers of a page ===============================================================================

CELL = re.compile(
    r'<td class="n(?:"| bar") (?:|id="[^"<>]*" |style="--v:[01]\.[0-9]{3}" )'
    r'data-value="([^"<>]*)" data-node="([^"<>]*)">([^<]*)<(?:/td|small)>'
)
INLINE = re.compile(
    r'<data class="num" value="([^"<>]*)" data-value="\1" data-node="([^"<>]*)">([^<]*)</data>'
)
"""The two ways in which the site writes a number. What names one in any other way is a fault."""
VALUE = re.compile("-[vV][aA][lL][uU][eE]")
NAMED = re.compile(r'<th scope="row"><a href="(?:\.\./)*([^"<>]*)">((?:[^<]|<wbr>)*)</a>')
CALLED = re.compile(r' data-configuration="([^"<>]*)"')
PLAIN = re.compile(r"(\+|−)?(0|[1-9][0-9]*|[1-9][0-9]{0,2}(?:,[0-9]{3})+)(\.[0-9]+)?( %)?")
LIMITS = {"> 99.9 %": (0.9994, 1), "&lt; 0.0001": (0, 1e-4), "&lt; 0.000001": (0, 1e-6)}
"""Said of a share that is nearly the whole, and of tiny p-values: at least the first, below the second."""
PART_OF = re.compile(r"([0-9]+) of ([0-9]+)")
COLUMN = re.compile(r'<button type="button" class="sort" data-key="([^"<>]*)"')
SORTED_BY = {"rank": "run.rank", "coverage": "score#coverage", "duration": "run.duration_s"}
"""What columns are called where it is not the node whose numbers they have."""
CELL_BEGIN = re.compile("<t[dh] ")
NODE = re.compile(r'data-node="([^"<>]*)"')
WORDS = re.compile(r"[^\W\d_][^\d<>&]*")


def numbers_of(page: str) -> list[tuple[str, str, str]]:
    """Return (value, node, shown text) of every number on a page."""
    return numbers_and_rest(page)[0]


def numbers_and_rest(page: str) -> tuple[list[tuple[str, str, str]], str]:
    """Return (value, node, shown text) of every number on a page, and the page without them."""
    numbers: list[tuple[str, str, str]] = []
    for pattern, emptied in ((CELL, '<td class="">'), (INLINE, '<data class="">')):
        parts = pattern.split(page)
        nodes = parts[2::4]
        if "&" in "".join(nodes):
            nodes = [html.unescape(node) for node in nodes]
        numbers += zip(parts[1::4], nodes, parts[3::4])
        page = emptied.join(parts[::4])
    return numbers, page


def rows_of(page: str) -> list[tuple[str, str]]:
    """Return (name of the run's page, what follows to its end) of every row of a board's table."""
    pieces = [piece.partition('"') for piece in page.split('<tr id="run-')[1:]]
    return [(html.unescape(slug), row.partition("</tr>")[0]) for slug, _, row in pieces]


def _slug(row: dict[str, Any]) -> str:
    """Return the name of a run's page, the anchor of its row: its id only where that can be an address."""
    return str(row["page"]).split("/")[1]


def odd_numbers(rest: str) -> list[str]:
    """Return the tags of a page without its numbers that name a value all the same."""
    found: list[str] = []
    for name in re.finditer("data-value", rest, re.IGNORECASE) if VALUE.search(rest) else ():
        begin = rest.rfind("<", 0, name.start())
        if begin > rest.rfind(">", 0, name.start()):
            found.append(rest[begin : rest.find(">", begin) + 1 or None])
    return found


def reads_as(text: str, value: float) -> bool:
    """Return whether a shown text is the value as the site writes it: rounded, in per cent, or a time."""
    point = text.find(".")
    if point > 0 and f"{value:.{len(text) - point - 1}f}" == text and text[0] != "-":
        return True
    if text.isdigit() and text.isascii() and (text[0] != "0" or text == "0"):
        return abs(int(text) - value) <= 0.5 * (1 + 1e-9) + 1e-12 * abs(value) or text == _time(value)
    if "," in text and f"{value:,.0f}" == text and text[0] != "-":
        return True
    plain = text.replace("&minus;", "−")
    found = PLAIN.fullmatch(plain)
    if found is None:
        least, below = LIMITS.get(text, (1, 0))
        return least <= value < below or text == _time(value)
    decimals = len(found[3] or ".") - 1
    number = float(found[2].replace(",", "") + (found[3] or "")) * (-1 if found[1] == "−" else 1)
    exact = value * 100 if found[4] else value
    return abs(number - exact) <= 0.5 * 10.0**-decimals * (1 + 1e-9) + 1e-12 * abs(exact)


def _time(seconds: float) -> str:
    """Return a time span in the two largest units that fit."""
    if not 0 <= seconds < math.inf:
        return ""
    minutes, left = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 24:
        return f"{hours // 24} d {hours % 24} h"
    if hours:
        return f"{hours} h {minutes:02d} min"
    return f"{minutes} min {left:02d} s" if minutes else f"{left} s"


def _says(text: str, node: str, value: float, shown: Shown) -> bool:
    """Return whether words stand for a value: those of a gate, or a count of all."""
    part = PART_OF.fullmatch(text)
    if part is not None:
        return float(part[1]) == value and shown.has(float(part[2]))
    for graph in shown.graphs.values():
        if graph.document["gate"] == node:
            words = graph.document.get("gate_words")
            if words is None:
                if WORDS.fullmatch(text):
                    return True
            elif html.unescape(text) == words["closed" if value == 0 else "open"]:
                return True
    return False


ODD = re.compile(
    r"<(?!/?(?!(?:template|noscript|style|iframe|object|embed|dialog|textarea|xmp|plaintext)\b)[a-z][a-z0-9]*"
    r'(?: (?!on|hidden|style="(?!(?:--[a-z]+:-?[0-9.]+;?)*"))[a-zA-Z][a-zA-Z:-]*(?:="[^"<>]*")?)*(?: ?/)?>)'
)
"""A tag that the site does not write: a comment, what hides, styles or acts, or odd in its form."""
DOCTYPE = "<!doctype html>"
HIDDEN = re.compile(
    r'<button (?:class="theme" type="button"|type="button" class="copy") hidden>[^<]*</button>'
    r'|<p class="empty" hidden>[^<]*(?:<button type="reset" form="filters">[^<]*</button>)?</p>'
    r'|<details class="controls" hidden>(?:(?!data-value).)*?</details>',
    re.DOTALL,
)
"""What waits for the page's script to show it; there are no numbers in it."""


class Shown:
    """What a page may show: what can be derived of the data beside it, by name, and all it says."""

    def __init__(self, data: Any, graphs: dict[str, Graph], path: str) -> None:
        self.data = data
        self.graphs = graphs
        self.page: RunPage | None = None
        self.parts: list[Recomputed] = []
        self.names: dict[str, dict[float | None, str]] = {}
        self.rows: dict[str, dict[str, float | None]] = {}
        """Of the rows of a board's own page: name of the run's page → number by name."""
        self.faults: list[Fault] = []
        self._all: set[float] | None = None
        if isinstance(data, dict):
            self._read(data, graphs, path)

    def _read(self, data: dict[str, Any], graphs: dict[str, Graph], path: str) -> None:
        if "nodes" in data and "other_rubrics" in data:
            self.page = RunPage(path, data, graphs)
            self.faults += self.page.faults
            return
        for holder in (data, data.get("example")):
            if isinstance(holder, dict) and isinstance(holder.get("nodes"), dict) and "rubric" in data:
                rubric = data["rubric"]
                graph = graphs.get(rubric["id"] if isinstance(rubric, dict) else rubric)
                if graph is not None:
                    part = Recomputed(path, "", graph, holder["nodes"], "part")
                    self.parts.append(part)
                    self.faults += part.faults
        if isinstance(data.get("checks"), list) and "verdict" in data and self.parts:
            self._gate(data, self.parts[0])
        if "rows" in data and "ranking" in data:
            self._board(data, graphs)
        if "older" in data and "newer" in data and "clauses" in data:
            self._pair(data, graphs)
            return
        if "older" in data and "newer" in data and "steps" in data:
            self._difference(data, graphs)
            return
        for board in data.get("boards", ()) if isinstance(data.get("boards"), list) else ():
            if isinstance(board, dict) and "rows" in board and "rubric" in board:
                self._board(board, graphs)
                self._statistics(board, path, graphs)

    def _name(self, name: str, value: Any, kind: str = DERIVED) -> None:
        self.names.setdefault(name, {})[number_in(value)] = kind

    def _board(self, board: dict[str, Any], graphs: dict[str, Graph]) -> None:
        graph = graphs[board["rubric"]["id"]]
        headline = graph.headline
        kinds: dict[str, str] = {}
        for row in board["rows"]:
            own: dict[str, Any] = {
                "run.rank": row["rank"],
                headline: row["score"],
                f"{headline}#lower": row["lower"],
                f"{headline}#upper": row["upper"],
                f"{headline}#coverage": row["coverage"],
                "run.repeats": row["runs_of_configuration"],
                "run.duration_s": row["duration_s"],
                **row["values"],
            }
            if "measured" in row:
                own.update({"run.measured": row["measured"]["count"], "run.asked": row["measured"]["of"]})
            if row.get("band"):
                own.update({"band.best": row["band"][0], "band.worst": row["band"][1]})
            of_row = self.rows[_slug(row)] = {}
            for name, value in own.items():
                if name not in kinds:
                    i = graph.position.get(name.partition("#")[0])
                    kinds[name] = graph.kinds[i] if i is not None else DERIVED
                self._name(name, value, kinds[name])
                of_row[name] = number_in(value)
        if "runs" in board and isinstance(board["runs"], dict):
            self._name("board.listed", board["runs"]["listed"])
            self._name("board.ranked", board["runs"]["ranked"])
        for table in board.get("groups", ()):
            for group in table["groups"]:
                self._group(group)

    def _gate(self, data: dict[str, Any], run: Recomputed) -> None:
        """Decide a release gate again: every check's observed value, limit and margin, and the whole."""
        asked = run.graph.document.get("checks", {})
        faults = len(run.faults)
        run.expect("checks of the gate", [check["code"] for check in data["checks"]], list(asked))
        holds = True
        for check in data["checks"] if len(run.faults) == faults else ():
            code, rule = check["code"], asked[check["code"]]
            observed, limit = number_in(run.state(rule["observed"])), rule["limit"]
            if rule["required"] is not None:
                baseline = number_in(run.state(rule["required"]))
                limit = None if baseline is None else min(baseline * rule["factor"], sys.float_info.max)
            margin = None
            if observed is not None and limit is not None:
                margin = observed - limit if rule["comparison"] == "at_least" else limit - observed
            looked_at = rule["above_zero"] is None or (number_in(run.state(rule["above_zero"])) or 0) > 0
            met = margin is not None and margin >= -rule["tolerance"] and looked_at
            holds = holds and met
            run.expect(f"{code}: observed", number_in(check["observed"]), observed)
            run.expect(f"{code}: limit", number_in(check["limit"]), limit)
            run.expect(f"{code}: margin", number_in(check["margin"]), margin)
            run.expect(f"{code}: bound", check["bound"], rule["comparison"].replace("_", " "))
            run.expect(f"{code}: whether it is met", check["met"], met)
            self._name(f"{code}.limit", limit)
            self._name(f"{code}.margin", margin)
        run.expect("what the gate decides", data["verdict"]["outcome"], "passed" if holds else "failed")
        self.faults += run.faults[faults:]

    def _pair(self, data: dict[str, Any], graphs: dict[str, Graph]) -> None:
        """Name what the page on two versions shows; ``PairCheck`` adds it up again from its boards' data."""
        older, newer = (graphs[data[side]["id"]] for side in ("older", "newer"))
        for name in SUMMED:
            self._name(f"boards#{name}", data["totals"][name])
        for one in data["boards"]:
            known = DERIVED if one["on_runs"] else MATCHED
            for name in (*SUMMED, "medians"):
                self._name(f"board#{name}", one[name])
            for mover in (one["up"], one["down"]):
                if mover is not None:
                    self._name(f"{newer.headline}#change", mover["change"], known)
                    self._name(f"{older.id}#rank", mover["rank_before"], known)
                    self._name(f"{newer.id}#rank", mover["rank_after"], known)

    def _difference(self, data: dict[str, Any], graphs: dict[str, Graph]) -> None:
        """Name what a board's page on two versions shows; ``DifferenceCheck`` computes it from the runs."""
        older, newer = (graphs[data[side]["id"]] for side in ("older", "newer"))
        known = DERIVED if data["on_runs"] else MATCHED
        self._name("board#runs", len(data["runs"]))
        self._name("board#moved", data["moved"])
        self._name("board#moved_rank", data["moved_rank"])
        self._name("board#medians", data["medians_differing"])
        ends = ((older, "before"), (newer, "after"))
        sides = [(f"{g.id}:{g.headline}", f"{g.id}#rank", side, f"rank_{side}") for g, side in ends]
        change = f"{newer.headline}#change"
        for run in data["runs"]:
            for score, rank, side, rank_side in sides:
                self._name(score, run[side]["score"], known)
                self._name(rank, run[rank_side], known)
            self._name(change, run["change"], known)
            if len(run["attribution"]) == 1:
                self._attribution(run["attribution"][0], data["steps"], newer, known)

    def _attribution(self, move: dict[str, Any], steps: list[str], newer: Graph, known: str) -> None:
        """Name the lines of an attribution in one step; of more, the values in between are only matched."""
        clause = steps[move["steps"][0]]
        self._name(f"{clause.partition(':')[2] or clause}#change", move["change"], known)
        total = move["before"]
        for part in sorted(move["addends"], key=lambda part: part["before"] is None):
            if part["change"]:
                self._name(f"{part['node']}#change", part["change"], known)
                total += part["change"]
                self._name(f"{newer.id}:{newer.headline}", total, known)

    def _group(self, group: dict[str, Any]) -> None:
        for name, figure in {**group["values"], "headline": group["headline"], "gate": group["gate"]}.items():
            for part, value in (figure or {}).items():
                self._name(f"group.{name}#{part}", value)
        self._name("group.runs", group["runs"])
        self._name("group.open_mean", group["mean_behind_open_gate"])
        self._name("group.closed", group["gate_closed"])
        self._name("group.unmeasured", group["gate_not_measured"])
        self._name("group.without", group["without_headline"])

    def _statistics(self, board: dict[str, Any], path: str, graphs: dict[str, Graph]) -> None:
        """Sum up the repeats of a configuration again, or the head of a board on the home page."""
        scores = [s for s in (number_in(row["score"]) for row in board["rows"]) if s is not None]
        if "sample_standard_deviation" not in board:
            for name in ("listed", "ranked"):
                if name in board:
                    self._name(f"board.{name}", board[name], MATCHED)
            return
        again = {
            "n": float(len(scores)),
            "mean": _mean_of(scores),
            "sample_standard_deviation": _spread_of(scores),
            "least": min(scores, default=None),
            "greatest": max(scores, default=None),
        }
        for key, value in again.items():
            if not same(number_in(board[key]), value, 1e-9):
                what = f"{key} of the repeats on {board['board']}"
                self.faults.append(Fault(path, what, board[key], value))
            name = "sd" if key == "sample_standard_deviation" else key
            self._name(f"configuration.{name}", board[key])
        for name, value in board["axis_means"].items():
            node = name.partition("#")[0]
            values = [number_in(row["values"].get(node)) for row in board["rows"]]
            present = [v for v in values if v is not None]
            if present and not same(number_in(value), _mean_of(present), 1e-9):
                self.faults.append(Fault(path, f"mean {node} on {board['board']}", value, _mean_of(present)))
            self._name(name, value)

    def kind(self, name: str, value: float) -> str | None:
        """Return what can be said of a number, ``None`` where the data does not know it."""
        if self.page is not None:
            found = self.page.find(name)
            if found is not None:
                return found[1] if found[0] == value or same(found[0], value, TOLERANCE) else None
        kind = self.names.get(name, {}).get(value)
        if kind is not None:
            return kind
        for part in self.parts:
            found = part.find(name)
            if found is not None and found[0] == value:
                return found[1]
        return MATCHED if self.has(value) else None

    def has(self, value: float) -> bool:
        """Return whether the data has a number anywhere; looked for outside of the nodes of a run first."""
        if self._all is None:
            around = {k: v for k, v in self.data.items() if k != "nodes"} if self.page else self.data
            self._all = _numbers_in(around)
        if value in self._all or self.page is None:
            return value in self._all
        return any(entry.get("value") == value for entry in self.data["nodes"].values())

    def expected(self, name: str) -> Any:
        """Return what the data has under a name, for a report."""
        if self.page is not None:
            found = self.page.find(name)
            return found[0] if found else None
        return next(iter(self.names.get(name, ())), None)


def _numbers_in(data: Any) -> set[float]:
    found: set[float] = set()
    todo = [data]
    for item in todo:
        kind = type(item)
        if kind is float or kind is int:
            found.add(float(item))
        elif kind is dict:
            todo.extend(item.values())
        elif kind is list:
            todo.extend(item)
    return found


class PageCheck(NamedTuple):
    """What came of the numbers of one page."""

    counts: dict[str, int]
    """Kind → how many numbers."""
    matched: dict[str, int]
    """Name → how many numbers were only matched with the data."""
    faults: list[Fault]
    rest: str
    """The page without its numbers."""


def check_page(path: str, page: str, data: Any, graphs: dict[str, Graph]) -> PageCheck:
    """Hold every number of a page against the data beside it, and what can be derived of that data.

    ``data`` is the page's ``index.json``, ``None`` for a page without one.
    """
    beside = path[: -len("html")] + "json"
    numbers, rest = numbers_and_rest(page)
    counts = dict.fromkeys(KINDS, 0)
    matched: dict[str, int] = {}
    if data is None and (numbers or odd_numbers(rest)):
        fault = Fault(path, "it has numbers and no data", code="number-without-data")
        return PageCheck(counts, matched, [fault], rest)
    try:
        shown = Shown(data, graphs, beside)
        is_board = isinstance(data, dict) and "rows" in data and "ranking" in data
        of_rows = list(_of_rows(path, page, data, shown)) if is_board else []
    except DAMAGE as error:
        fault = Fault(beside, f"it is not what a page of this kind has ({error!r})")
        return PageCheck(counts, matched, [fault], rest)
    faults = shown.faults + of_rows
    for tag in odd_numbers(rest)[:NAMED_AT_MOST]:
        what = f"a number is not written as the site writes its numbers: {tag[:300]}"
        faults.append(Fault(path, what, code="number-without-node"))
    run = shown.page.main if shown.page is not None else None  # on its page most numbers are nodes of it
    if run is not None:
        big = page.partition('<p class="big">')[2].partition("</p>")[0]
        for _, name, _ in numbers_of(big)[:1]:
            if name != run.graph.headline:
                faults.append(Fault(path, "the score", name, run.graph.headline, "number-differs"))
    position, values, kinds = (run.graph.position, run.sheet.value, run.kinds) if run else ({}, [], [])
    for (text, node, words), times in Counter(numbers).items():
        value, i = _float(text), position.get(node)
        kind = kinds[i] if i is not None and values[i] == value else shown.kind(node, value)
        if kind is None:
            what = f"the number {node} is not in the data beside the page"
            faults.append(Fault(path, what, text, shown.expected(node), "number-differs"))
        elif not reads_as(words, value) and not _says(words, node, value, shown):
            what = f"the number {node} reads {words!r} and is {text}"
            faults.append(Fault(path, what, code="number-misread"))
        else:
            counts[kind] += times
            if kind == MATCHED:
                matched[node] = matched.get(node, 0) + times
    return PageCheck(counts, matched, faults, rest)


def _of_rows(path: str, page: str, board: dict[str, Any], shown: Shown) -> Iterator[Fault]:
    """Hold the rows of a board's table against its data: which they are, whose, and the numbers in them."""
    rows, part = rows_of(page), board["rows"]
    if "page" not in board and '/page/2/index.html"' in page:
        part = part[: len(rows)]  # the first of several pages, beside the data of all
    slugs, wanted = [slug for slug, _ in rows], [_slug(row) for row in part]
    if slugs != wanted:
        yield Fault(path, "its rows", slugs, wanted)
    keys = [SORTED_BY.get(key, key) for key in COLUMN.findall(page)]
    headline = shown.graphs[board["rubric"]["id"]].headline
    keys = [f"{headline}{key[5:]}" if key.startswith("score") else key for key in keys]
    for (slug, text), row in zip(rows, part):
        if slug == _slug(row):
            for what, published, again in _of_row(text, row, keys, shown.rows[slug]):
                about = f"{what} in the row of {row['run']}"
                yield Fault(path, about, published, again, "number-differs")


def _of_row(
    text: str, row: dict[str, Any], keys: list[str], own: dict[str, float | None]
) -> Iterator[tuple[str, Any, Any]]:
    """Yield (what, as it is shown, as the data has it) of a row: its names, its numbers, their columns."""
    named, attribute = NAMED.search(text), CALLED.search(text)
    told = ("", "") if named is None else (html.unescape(named[1]), html.unescape(named[2]))
    if told[0] != row["page"]:
        yield "the page led to", told[0], row["page"]
    if told[1].replace("<wbr>", "") not in (row["configuration"], *row.get("labels", {}).values()):
        yield "the name", told[1], row["configuration"]
    configuration = None if attribute is None else html.unescape(attribute[1])
    if configuration != row["configuration"]:
        yield "the configuration", configuration, row["configuration"]
    numbers = numbers_of(text)
    for value, node, _ in numbers:
        if node in own and _float(value) != own[node]:
            yield f"the number {node}", value, own[node]
    found = {node for _, node, _ in numbers}
    alike = own.get("band.best") == own.get("band.worst")
    for node in ("band.best",) if alike else ("band.best", "band.worst"):
        if node not in found and own.get(node) is not None:
            yield f"the number {node}", None, own[node]
    cells = CELL_BEGIN.split(text)[1:]
    for key, cell in itertools.zip_longest(keys, cells, fillvalue=""):
        first = NODE.search(cell)
        shown = html.unescape(first[1]) if first is not None else None
        expected = key if own.get(key) is not None else None
        if shown != expected:
            yield f"the column {key}", shown, expected


def _float(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def certificate(counts: dict[str, int], where: str = "") -> str:
    """Return what was found in one line: ``4,812 numbers: 4,400 re-derived, 412 measured``."""
    total = sum(counts.get(kind, 0) for kind in KINDS)
    words = {MATCHED: "equal to the data only"}
    parts = [f"{counts[kind]:,} {words.get(kind, kind)}" for kind in KINDS if counts.get(kind)]
    head = f"{total:,} number{'' if total == 1 else 's'}{where}"
    return f"{head}: {', '.join(parts)}" if parts else head


# === The rows on the page of a run =========================================================================

ROW_OF_NODE = re.compile(r'<tr id="n-([^"<>]*)">(.*?)</tr>', re.DOTALL)
CELL_OF_NODE = re.compile(r'<td [^<>]*id="n-([^"<>]*)"([^<>]*)>')
ROW_OF_TERM = re.compile(r'<tr><th scope="row"><a href="#n-([^"<>]*)">[^<]*</a></th>(.*?)</tr>', re.DOTALL)
ROLE = re.compile(r'<tbody id="role-([^"<>]*)">(.*?)<p>([^<]*)</p></details>', re.DOTALL)
SUM_AGAIN = re.compile(r'<span class="sum">([^<]*)</span>')
WHOSE = re.compile(r' data-(node|missing)="([^"<>]*)"')
LAST_CELL = re.compile(r"<td>([^<]*)</td>\Z")
WEIGHT = re.compile(r'<td class="n">([^<]*)</td><td class="n"[^<>]* data-node="([^"<>]*)">')
TOTAL_WEIGHT = re.compile(
    r'<tbody class="total"><tr><th [^<>]*>[^<]*</th><td></td><td class="n">([^<]*)</td>'
)
NUMERAL = re.compile(r"(?<![\w.])[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?")
SIGNS = str.maketrans("×÷−", "*/-")
FUNCTIONS: dict[str, Callable[..., float]] = {
    "clamp": lambda x: min(1.0, max(0.0, x)),
    "ln": math.log,
    "max": max,
    "min": min,
}
Rounded = tuple[float, float]
"""A number, and a size to which the rounding in it is relative."""
BINARY: dict[type, Callable[[Rounded, Rounded], Rounded]] = {
    ast.Add: lambda a, b: (a[0] + b[0], a[1] + b[1]),
    ast.Sub: lambda a, b: (a[0] - b[0], a[1] + b[1]),
    ast.Mult: lambda a, b: (a[0] * b[0], a[1] * b[1]),
    ast.Div: lambda a, b: (a[0] / b[0], a[1] / abs(b[0]) * (b[1] / abs(b[0]))),
    ast.BitXor: lambda a, b: (a[0] ** b[0], a[0] ** b[0] * max(1.0, b[1])),
}
NO_ARITHMETIC = (SyntaxError, ValueError, KeyError, TypeError, OverflowError, RecursionError, MemoryError)
LITERALS = (0.0, 0.5, 1.0, 2.0)
"""Numbers that formulas of operators have of themselves."""


class RunRows(Comparison):
    """Where the numbers on the page of a run stand, and the arithmetic and weights written beside them.

    Each row shows its own node. A sum has the inputs that are there, constants of its node and nothing else,
    ends in its value, and comes to it where it is all arithmetic. What the values are is decided elsewhere.
    """

    def __init__(self, path: str, page: str, record: dict[str, Any], graph: Graph) -> None:
        """Raise ``KeyError`` and the like for a record that is not one of a run."""
        super().__init__(path)
        self.record, self.graph, self.entries = record, graph, record["nodes"]
        told: set[str] = set()
        for name, row in ROW_OF_NODE.findall(page):
            self._whose(name, row)
            told.add(self._sum(name, _last_cell(row), needed=True))
        for name, attributes in CELL_OF_NODE.findall(page):
            self._whose(name, attributes)
        for role, table, total in ROLE.findall(page):
            for name, row in ROW_OF_TERM.findall(table):
                self._whose(name, row)
                self._sum(name, _last_cell(row))
            place = graph.weighing(role)
            self._sum(graph.names[place[0]] if place else role, total)
        for text in SUM_AGAIN.findall(page):
            if text not in told:  # all others are told here for the first time
                self._sum(graph.headline, text)
        self._weights(page)

    def _whose(self, name: str, row: str) -> None:
        """Hold the first number of a row, or the reason in its place, against the node that the row is of."""
        found, entry = WHOSE.search(row), self.entries.get(name) or {}
        expected = ("node", name) if self._value(name) is not None else ("missing", entry.get("missing"))
        if found is None or found.groups() != expected:
            self.fault(f"what the row of {name} shows", found and found[2], expected[1])

    def _sum(self, name: str, text: str, *, needed: bool = False) -> str:
        """Hold a sum against its node; ``needed`` where there has to be one. Return it."""
        i = self.graph.position.get(name)
        node = {} if i is None else self.graph.nodes[i]
        if node.get("op") not in OPERATORS:
            return text
        own, names = self._value(name), node.get("inputs", ())
        hidden = any(self.entries.get(one, {}).get("missing") == UNKNOWN for one in (name, *names))
        inputs = [value for value in map(self._value, names) if value is not None]
        numbers = [*map(float, NUMERAL.findall(html.unescape(text)))]
        if own is None or hidden:
            right = not text
        elif not numbers:
            right = not needed
        else:
            constants = _numbers_in([node.get("constants", {}), node.get("weights", [])])
            count = float(len(inputs))
            known = {*LITERALS, *constants, count, *itertools.chain(*map(_brief, (own, *inputs)))}
            there = all(_brief(value).intersection(numbers) for value in inputs)
            right = there and known.issuperset(numbers) and numbers[-1] in _brief(own) and _comes_out(text)
        if not right:
            self.fault(f"arithmetic of {name}, over {inputs}", html.unescape(text), own)
        return text

    def _weights(self, page: str) -> None:
        """Hold the weights of parts against the rubric, and those that others leave to them."""
        known: dict[str, tuple[float, float]] = {}
        for _, _, parts in self.graph.weighed:
            whole = sum(part[2] for part in parts if self._value(self.graph.names[part[1]]) is not None)
            known.update((name, (weight, weight / whole)) for name, _, weight, _ in parts if whole)
        for text in TOTAL_WEIGHT.findall(page):
            self.expect("weight of the roles present", _float(text), self.record["role_weight"], TOLERANCE)
        for text, name in WEIGHT.findall(page):
            if name in known:
                weight, share = known[name]
                stated, _, spread = html.unescape(text).partition(" \u2192 ")
                if _float(stated) != weight or (spread and not reads_as(spread, share)):
                    self.fault(f"weight of {name}", html.unescape(text), weight)

    def _value(self, name: str) -> float | None:
        return number_in(self.entries.get(name, {}).get("value"))


def _last_cell(row: str) -> str:
    found = LAST_CELL.search(row)
    return "" if found is None else found[1]


def _comes_out(text: str) -> bool:
    """Return whether both sides of a sum are equal, as far as six digits tell; true for what has words."""
    left, equals, right = html.unescape(text).translate(SIGNS).rpartition(" = ")
    if not equals:
        return True
    try:
        value, size = _worth(ast.parse(left, mode="eval").body)
        return abs(value - float(right)) <= 2e-5 * size
    except ZeroDivisionError:
        return False
    except NO_ARITHMETIC:
        return True


def _worth(node: Any) -> Rounded:
    """Return what arithmetic comes to. Raises one of ``NO_ARITHMETIC`` for anything else."""
    value = number_in(node.value) if isinstance(node, ast.Constant) else None
    if value is not None:
        return value, abs(value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value, size = _worth(node.operand)
        return -value, size
    if isinstance(node, ast.BinOp):
        return BINARY[type(node.op)](_worth(node.left), _worth(node.right))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        values, sizes = zip(*map(_worth, node.args))
        return FUNCTIONS[node.func.id](*values), max(1.0, *sizes)
    raise ValueError("no arithmetic")


def _brief(value: float) -> set[float]:
    """Return what a value may be inside of arithmetic: whole, to six digits, or to one decimal place."""
    size = abs(value)
    return {size, float(f"{size:.6g}"), float(f"{size:.1f}") if size >= 1e5 else size}


# === Files of a site =======================================================================================

MANIFEST, SIGNATURE, MARKER = "MANIFEST.sha256", "MANIFEST.sha256.sig", ".proofboard-site"
LEDGER_PAGE = "data/ledger/index.json"
LEDGER, REPORT, LOCK = "data/ledger.jsonl", "verify/report.json", "data/rubrics/LOCK"
NAMED_AT_MOST = 8
"""Differences named of two files that should say the same."""
ENTRIES = ("cohort", "score", "withdrawal", "reinstatement", "correction")
"""Kinds of entries of the ledger."""
HASHED_AT_MOST = 1 << 30
"""Bytes of a file of an export that enter its digest; of a larger one these and the size."""


PAIR = re.compile(r"methodology/[^/]+/[^/]+\.\.[^/]+/index\.json")
"""The data of a page on two versions."""
BOARD_OF_PAIR = re.compile(r"methodology/[^/]+/[^/]+\.\.[^/]+/[^/]+/index\.json")
"""The data of a page on one board under two versions."""


class Site:
    """A folder with a site in it; everything found wrong is collected in ``faults``."""

    def __init__(self, folder: str, exports: str | None = None) -> None:
        self.folder = folder
        self.exports = exports
        self.faults: list[Fault] = []
        self.checked: Counter[str] = Counter()
        """What was looked at, and how much of it."""
        self.counts: Counter[str] = Counter()
        self.matched: Counter[str] = Counter()
        self.by_kind: dict[str, Counter[str]] = {}
        self.graphs: dict[str, Graph] = {}
        self.scored: dict[tuple[str, str], tuple[Recomputed, str, list[str]]] = {}
        """(run, rubric) → results computed again, digest of the export, runs of the cohort."""
        self.boards: dict[str, BoardAgain] = {}
        self.board_pages: set[str] = set()
        self.sheets: dict[tuple[str, str, str], Sheet] = {}
        """(board, run, rubric) → results computed again."""
        self.paths: list[str] = sorted(_files_below(folder))
        manifests = [path for path in self.paths if re.fullmatch(rf"r/[^/]+/{re.escape(MANIFEST)}", path)]
        self.editions = sorted(path[: -len(MANIFEST)] for path in manifests)
        self.own = [path for path in self.paths if not path.startswith(tuple(self.editions) or ("\0",))]

    def fault(self, file: str, what: str, published: Any = None, recomputed: Any = None) -> None:
        """Note something that does not agree."""
        self.faults.append(Fault(file, what, published, recomputed))

    def expect(self, file: str, what: str, published: Any, recomputed: Any, tolerance: float = 0.0) -> None:
        """Note a fault where two values are not the same."""
        if not same(published, recomputed, tolerance):
            self.fault(file, what, published, recomputed)

    def read(self, path: str) -> bytes | None:
        """Return the bytes of a file, ``None`` where there is none that can be read."""
        try:
            with open(os.path.join(self.folder, path), "rb") as file:
                return file.read()
        except OSError:
            return None

    def json(self, path: str) -> Any:
        """Return what a JSON file says; ``None``, and a fault, where it is no JSON."""
        data = self.read(path)
        return None if data is None else self.parse(path, data)

    def parse(self, path: str, data: bytes) -> Any:
        """Return what some JSON says; ``None``, and a fault, for what is none."""
        try:
            text = data.decode("utf-8")
            number = _finite if ENDLESS.search(text) else None
            return json.loads(
                text, parse_constant=_no_number, parse_float=number, object_pairs_hook=_each_key_once
            )
        except (ValueError, RecursionError) as error:
            self.fault(path, f"it is no JSON ({error})")
            return None

    def verify(self) -> None:
        """Check everything; ``faults`` then holds what does not agree."""
        for path in _links_below(self.folder):
            self.fault(path, "it is a symbolic link, and a site has none")
        self._manifest()
        self._rubrics()
        boards = [path for path in self.own if re.fullmatch(r"data/[^/]+/board\.json", path)]
        for path in boards:
            self._guarded(path, self._board)
        for path in self.own:
            if path.endswith(".html"):
                self._guarded(path, self._page)
            elif path.endswith(".json"):
                self.json(path)
        self._twins("data/excluded.json", "data/left-out/index.json")
        self._places()
        self._configurations()
        for path in self.own:
            if PAIR.fullmatch(path):
                self._guarded(path, self._pair)
            elif BOARD_OF_PAIR.fullmatch(path):
                self._guarded(path, self._difference)
            elif re.fullmatch(r"gates/[^/]+(/conditions)?/index\.json", path):
                self._guarded(path, self._gate)
        if LEDGER in self.own or "data/ledger/index.html" in self.own or LEDGER_PAGE in self.own:
            self._guarded(LEDGER, self._ledger)
        if REPORT in self.own:
            self._guarded(REPORT, self._report)
        self._guarded("data/editions.json", self._editions)
        for edition in self.editions:
            inner = Site(os.path.join(self.folder, edition))
            inner.verify()
            self.checked["editions"] += 1
            self.faults += [fault._replace(file=edition + fault.file) for fault in inner.faults]

    def _editions(self, path: str) -> None:
        """Every edition listed is there, as it was frozen, and every one that is there is listed."""
        listed = self.json(path)["editions"] if path in self.own else []
        found = {edition: self.read(edition + MANIFEST) or b"" for edition in self.editions}
        self.expect(path, "its editions", sorted(one["address"] for one in listed), sorted(found))
        for one in listed:
            digest = f"sha256:{hashlib.sha256(found.get(one['address'], b'')).hexdigest()}"
            self.expect(path, f"digest of the edition {one['name']}", one["manifest"], digest)
            self.expect(path, f"address of the edition {one['name']}", one["address"], f"r/{one['name']}/")

    def _guarded(self, path: str, check: Callable[[str], None]) -> None:
        """Run a check of a file that may be damaged in any way."""
        try:
            check(path)
        except DAMAGE as error:
            self.fault(path, f"it is not what a file of this kind has ({error!r})")

    def _manifest(self) -> None:
        data = self.read(MANIFEST) or b""
        listed: dict[str, str] = {}
        for number, line in enumerate(data.decode("utf-8", "replace").split("\n")[:-1], start=1):
            digest, _, path = line.partition("  ")
            if not re.fullmatch(r"[0-9a-f]{64}", digest) or not path or path in listed:
                self.fault(MANIFEST, f"line {number} is not a new path with its SHA-256")
            listed[path] = digest
        again = "".join(f"{listed[path]}  {path}\n" for path in sorted(listed)).encode("utf-8", "replace")
        if again != data:
            self.fault(MANIFEST, "its lines are not in order")
        for path in self.paths:
            if path in (MANIFEST, SIGNATURE):
                continue
            found = hashlib.sha256(self.read(path) or b"").hexdigest()
            self.checked["files"] += 1
            if path not in listed:
                self.fault(path, f"it is not listed in {MANIFEST}")
            elif listed[path] != found:
                self.fault(path, f"its SHA-256 is not the one in {MANIFEST}", listed[path], found)
        for path in sorted(listed.keys() - set(self.paths)):
            if path != MARKER:  # many programs that copy sites leave hidden files out
                self.fault(path, f"it is listed in {MANIFEST} and not there")

    def _rubrics(self) -> None:
        for path in self.own:
            if re.fullmatch(r"data/rubrics/[^/]+/[^/]+\.graph\.json", path):
                self._guarded(path, self._rubric)
        if LOCK in self.own:
            self._guarded(LOCK, self._lock)

    def _lock(self, path: str) -> None:
        """Hold the rubrics of the site against the digests with which they were released."""
        text = (self.read(path) or b"").decode("utf-8")
        for number, line in enumerate(text.splitlines(), start=1):
            rubric, digest, _ = line.split(" ")
            if rubric not in self.graphs:
                self.fault(path, f"line {number}: {rubric} is not on the site")
                continue
            self.expect(path, f"digest of {rubric}", digest, self.graphs[rubric].document["digest"])
            self.checked["released rubrics"] += 1

    def _rubric(self, path: str) -> None:
        document = self.json(path)
        if document is None:
            return
        graph = Graph(document)
        at = path[len("data/rubrics/") : -len(".graph.json")]
        if graph.id != at:
            self.fault(path, "the rubric that it is of", graph.id, at)
            return
        self.graphs[graph.id] = graph
        self.checked["rubrics"] += 1
        if not document["published"] and f"data/rubrics/{at}.yaml" not in self.own:
            return  # made without its text, which sites without files of rubrics are
        whole = hashlib.sha256()
        for name in document["files"]:
            content = self.read(f"{os.path.dirname(path)}/{name}")
            if content is None:
                self.fault(f"{os.path.dirname(path)}/{name}", f"it is part of {graph.id} and not there")
                return
            whole.update(f"{os.path.basename(name)}\n{len(content)}\n".encode() + content)
        main = f"{os.path.dirname(path)}/{document['files'][0]}"
        digest = f"sha256:{whole.hexdigest()}"
        self.expect(main, f"digest of rubric {graph.id}", graph.document["digest"], digest)

    def _board(self, path: str) -> None:
        board = self.json(path)
        if board is None:
            return
        folder = os.path.dirname(path)
        self.expect(path, "the board that it is of", board["board"], folder[len("data/") :])
        lines = (self.read(f"{folder}/runs.jsonl") or b"").splitlines(keepends=True)
        records = [self.parse(f"{folder}/runs.jsonl", line) for line in lines]
        addresses = {row["run"]: f"{row['page'][: -len('html')]}json" for row in board["rows"]}
        pages: dict[str, RunPage] = {}
        for line, record in zip(lines, records):
            if record is None:
                continue
            page = RunPage(f"{folder}/runs.jsonl", record, self.graphs)
            self.faults += page.faults
            pages[record["run"]] = page
            self.checked["runs"] += 1
            self.checked["nodes"] += sum(sheet.graph.computed for sheet in (page.main, *page.others.values()))
            self._run_page(addresses.get(record["run"], ""), f"{folder}/runs.jsonl", line, record)
        runs = {record["run"]: BoardRun(record, self.graphs) for record in records if record is not None}
        found = BoardCheck(path, board, runs, self.graphs)
        self.faults += found.faults
        cohort = sorted(run for run in runs if run not in board["ranking"]["barred"])
        self.boards[board["board"]] = board, runs
        for run, page in pages.items():
            for sheet in (page.main, *page.others.values()):
                self.sheets[board["board"], run, sheet.graph.id] = sheet.sheet
                self.scored[run, sheet.graph.id] = sheet, page.record["digest"], cohort
        self.checked["boards"] += 1
        self.checked["medians"] += found.medians
        at = f"boards/{board['board']}/index"
        if "checks" not in self.graphs[board["rubric"]["id"]].document:  # else its page is a list of gates
            self._twins(path, f"{at}.json")
            self._guarded(f"{at}.html", lambda file: self._board_rows(file, board))
        else:
            self.board_pages.add(f"{at}.html")
            for row in board["rows"]:
                gate = f"gates/{row['page'].split('/')[1]}/index.json"
                if gate not in self.own:
                    self.fault(gate, f"there is no page of the release gate of {row['run']}")
        self._guarded(f"{folder}/board.csv", lambda file: self._board_table(file, board))
        self._guarded(f"{folder}/metrics.csv", lambda file: self._metrics_table(file, pages))
        self._guarded(f"{folder}/exports.jsonl", lambda file: self._exports(file, pages))

    def _board_rows(self, path: str, board: dict[str, Any]) -> None:
        """Hold the rows on a board's pages against its data: which they are, whose, ranks and scores."""
        pages: dict[str, Any] = {path: board}
        while (page := f"{os.path.dirname(path)}/page/{len(pages) + 1}/index.html") in self.own:
            pages[page] = self.json(page[: -len("html")] + "json")
        pages = {page: data for page, data in pages.items() if not _moved(page, data)}
        begins = [0, *(data["page"]["first"] - 1 for data in pages.values() if data is not board)]
        for number, (page, begin, end) in enumerate(zip(pages, begins, [*begins[1:], None]), start=1):
            part = board["rows"][begin:end]
            self.board_pages.add(page)
            self._rows_of_page(page, part)
            if number > 1:
                again = {key: board.get(key) for key in pages[page]} | {"rows": part}
                again["page"] = {"number": number, "of": len(pages), "first": begin + 1}
                self._differences(page[: -len("html")] + "json", pages[page], "its board", again)

    def _rows_of_page(self, path: str, part: list[dict[str, Any]]) -> None:
        """Hold which rows a page has against its board; whose they are is held where the page is."""
        rows = rows_of((self.read(path) or b"").decode("utf-8", "replace"))
        self.expect(path, "its rows", [slug for slug, _ in rows], [_slug(row) for row in part])

    def _places(self) -> None:
        """Judge pages by where they lie: each run, board and configuration has the page that it must have."""
        standing: dict[str, list[tuple[str, str]]] = {}
        for name, (board, _) in self.boards.items():
            for row in board["rows"]:
                standing.setdefault(row["page"], []).append((name, row["run"]))
        for page in sorted(standing.keys() - set(self.own)):
            self.fault(page, f"there is no page of the run {standing[page][0][1]}")
        for path in self.own:
            if re.fullmatch(r"runs/[^/]+/index\.html", path):
                self._guarded(path[: -len("html")] + "json", lambda file: self._place_of_run(file, standing))
            elif re.fullmatch(r"boards/.+\.html", path):
                self._guarded(path, self._place_of_board)

    def _place_of_board(self, path: str) -> None:
        data = f"data/{path.split('/')[1]}/board.json"
        if path not in self.board_pages and not _moved(path, self.json(path[: -len("html")] + "json")):
            self.fault(path, "no board goes on there" if data in self.own else f"there is no {data}")

    def _place_of_run(self, path: str, standing: dict[str, list[tuple[str, str]]]) -> None:
        page = self.json(path)
        if _moved(path, page):
            return
        boards = standing.get(path[: -len("json")] + "html", [])
        if page is None:
            self.fault(path, "the page of a run has no data beside it")
        elif not boards:
            self.fault(path, "no board lists it")
        elif (page["board"], page["run"]) not in boards:
            self.fault(path, "the board and run that it is of", [page["board"], page["run"]], boards[0])
        elif "nodes" not in page or "other_rubrics" not in page:
            self.fault(path, "it has not what the page of a run has")

    def _run_page(self, path: str, lines: str, line: bytes, record: dict[str, Any]) -> None:
        """Hold a line of a board's runs against the data of the run's page, which shows its first board."""
        data = self.read(path)
        if data is None:
            self.fault(path or lines, f"there is no page of run {record['run']}")
        elif data != line.rstrip(b"\n"):
            page = self.parse(path, data)
            if isinstance(page, dict) and page.get("board") == record["board"]:
                self._differences(path, page, lines, record)

    def _twins(self, path: str, other: str) -> None:
        """Hold two files against each other that are the same object."""
        if path in self.own and other in self.own:
            self._differences(other, self.json(other), path, self.json(path))
        elif (path in self.own) != (other in self.own):
            self.fault(path, f"only one of it and {other} is there")

    def _differences(self, path: str, one: Any, other_path: str, other: Any) -> None:
        for pointer, a, b in itertools.islice(differences(one, other), NAMED_AT_MOST):
            self.fault(path, f"{pointer or '/'} is not what {other_path} says", a, b)

    def _board_table(self, path: str, board: dict[str, Any]) -> None:
        rows = self._table(path)
        self.expect(path, "its runs", [row["run"] for row in rows], [row["run"] for row in board["rows"]])
        for row, of in zip(rows, board["rows"]):
            known: dict[str, Any] = {
                **{key: of[key] for key in ("score", "lower", "upper", "coverage", "duration_s")},
                **of["values"],
                "rank": "unranked" if of["rank"] is None else of["rank"],
                "runs_of_configuration": of["runs_of_configuration"],
                "rank_shared": "true" if of["rank_shared"] else "false",
                "cohort": board["cohort"],
                "rubric": board["rubric"]["id"],
                "configuration": of["configuration"],
                "families": "|".join(of["families"]),
                "reading": of.get("reading", ""),
                **{key: of[key] for key in ("date", "digest", "unranked")},
                **of.get("labels", {}),
            }
            if "measured" in of:
                known.update({"measured": of["measured"]["count"], "asked": of["measured"]["of"]})
            for name, text in row.items():
                if name in known and not _in_table(text, stated(known[name])):
                    self.fault(path, f"{name} of {row['run']}", text, stated(known[name]))
        self.checked["table cells"] += sum(map(len, rows))

    def _metrics_table(self, path: str, pages: dict[str, RunPage]) -> None:
        rows = self._table(path)
        listed = [(row["run"].lstrip("'"), row["metric"]) for row in rows]
        wanted = [(run, name) for run, page in pages.items() for name in _metrics_of(page.main)]
        if sorted(listed) != sorted(wanted):
            self.fault(path, "its rows are not the metrics of the board's runs", len(listed), len(wanted))
        for row in rows:
            page = pages[row["run"].lstrip("'")]
            graph = page.main.graph
            i = graph.position.get(row["metric"])
            if i is None:
                self.fault(path, f"metric {row['metric']} of {row['run']} is not in the rubric {graph.id}")
                continue
            self.checked["table cells"] += 1
            value, reason = page.main.sheet.value[i], page.main.sheet.reason[i]
            if reason == "invalid" and row["value"]:  # as it was measured, outside of its range
                continue
            same_value = _in_table(row["value"], "" if value is None else value)
            if not same_value or row["missing"] != reason:
                published = row["value"] or row["missing"]
                self.fault(path, f"{row['metric']} of {row['run']}", published, reason or value)

    def _table(self, path: str) -> list[dict[str, str]]:
        text = (self.read(path) or b"").decode("utf-8", "replace")
        rows = list(csv.reader(io.StringIO(text, newline="")))
        if any(len(row) != len(rows[0]) for row in rows):
            raise ValueError("rows of different lengths")
        return [dict(zip(rows[0], row)) for row in rows[1:]]

    def _page(self, path: str) -> None:
        content = self.read(path) or b""
        try:
            page = content.decode("utf-8")
        except UnicodeDecodeError as error:
            self.fault(path, f"it is no UTF-8 ({error})")
            return
        odd = ODD.search(HIDDEN.sub("", page), len(DOCTYPE) if page.startswith(DOCTYPE) else 0)
        if odd is not None:
            self.fault(path, f"the site writes no such tag: {odd.string[odd.start() : odd.start() + 60]!r}")
        beside = path[: -len("html")] + "json"
        data = self.json(beside) if beside in self.own else None
        found = check_page(path, page, data, self.graphs)
        self.faults += found.faults
        self.checked["pages"] += 1
        self.counts.update(found.counts)
        self.matched.update(found.matched)
        self.by_kind.setdefault(kind_of_page(path), Counter()).update(found.counts)
        if isinstance(data, dict) and "other_rubrics" in data and "nodes" in data and not found.faults:
            self.faults += RunRows(path, page, data, self.graphs[data["rubric"]["id"]]).faults
        stated_here = FOOTER.search(page)
        if stated_here is not None and not found.faults:  # what is wrong is not counted
            wanted = certificate(found.counts, " on this page")
            self.expect(path, "what its footer says", html.unescape(stated_here[1]), wanted)

    def _configurations(self) -> None:
        """Hold the rows on pages of configurations against those of the boards."""
        rows: dict[tuple[str, str, str], Any] = {}
        for path in self.own:
            if re.fullmatch(r"data/[^/]+/board\.json", path):
                board = self.json(path)
                if isinstance(board, dict):
                    for row in board.get("rows", ()):
                        rows[board["title"], board["rubric"]["id"], row["run"]] = row
        self._guarded("configurations/index.json", lambda _: self._with_pages(rows))
        for path in self.own:
            if re.fullmatch(r"configurations/[^/]+/index\.json", path):
                self._guarded(path, lambda file: self._configuration(file, rows))

    def _with_pages(self, rows: dict[tuple[str, str, str], Any]) -> None:
        """Say which boards and runs a configuration's page leaves out."""
        shown: dict[tuple[str, str, str], str] = {}
        files: dict[str, str] = {}
        for path in self.own:
            if re.fullmatch(r"configurations/[^/]+/index\.html", path):
                beside = path[: -len("html")] + "json"
                data = self.json(beside)
                if _moved(path, data):
                    continue
                if not isinstance(data, dict) or not isinstance(data.get("boards"), list):
                    self.fault(beside, "it does not say on which boards its runs stand")
                    continue
                files[data["configuration"]] = beside
                for board in data["boards"]:
                    for row in board["rows"]:
                        key = board["board"], board["rubric"]["id"], row["run"]
                        shown[key] = data["configuration"]
                        self._repeat(key, rows.get(key), data.get("exported_as"))
        for key, row in rows.items():
            if shown.get(key) != row["configuration"]:
                file = files.get(row["configuration"], "configurations/index.json")
                self.fault(file, f"run {key[2]} on {key[0]} is missing on the page of {row['configuration']}")

    def _repeat(self, key: tuple[str, str, str], row: Any, exported: Any) -> None:
        """Derive what the repeats of a ranked run share: its configuration as exported, and its task."""
        if row is None or row["rank"] is None:
            return
        task = self.graphs[key[1]].document.get("task", "")
        parts = [exported or key[2], row.get("labels", {}).get(task, "") if exported else ""]
        wanted = " / ".join(part for part in parts if part)
        for name, (board, _) in self.boards.items():
            if (board["title"], board["rubric"]["id"]) == key[:2]:
                what = f"what the repeats of {key[2]} share"
                self.expect(f"data/{name}/board.json", what, row["repeats_of"], wanted)

    def _configuration(self, path: str, rows: dict[tuple[str, str, str], Any]) -> None:
        data = self.json(path)
        for board in [] if _moved(path, data) else data["boards"]:
            for row in board["rows"]:
                of = rows.get((board["board"], board["rubric"]["id"], row["run"]), {})
                there = {key: value for key, value in of.items() if key in row}
                self._differences(path, row, f"the board {board['board']}", there)

    def _gate(self, path: str) -> None:
        """Hold the values on a page of a release gate against those on the page of its run."""
        data = self.json(path)
        gate = self.json(f"gates/{path.split('/')[1]}/index.json")
        if not isinstance(data, dict) or "nodes" not in data or not gate["listed"]:
            return
        run = self.json(f"{gate['listed']}index.json")
        if run["rubric"]["id"] == data["rubric"]:
            self._differences(path, data["nodes"], gate["listed"], run["nodes"])

    def _pair(self, path: str) -> None:
        """Check the page on two versions against those of its boards, and the table of all runs."""
        data = self.json(path)
        if data is None or _moved(path, data):
            return
        folder = os.path.dirname(path)
        there = [one for one in self.own if BOARD_OF_PAIR.fullmatch(one) and one.startswith(f"{folder}/")]
        pages = [page for page in map(self.json, there) if isinstance(page, dict) and "runs" in page]
        by_board = {page["board"]: page for page in pages}
        boards = {board: summed_up(page) for board, page in by_board.items()}
        self.faults += PairCheck(path, data, self.graphs, boards).faults
        for board in sorted({one["board"] for one in data["boards"]} - by_board.keys()):
            self.fault(f"{folder}/{board}/index.json", f"there is no page of {board} under both versions")
        table = f"data/diffs/{folder.split('/', 1)[1]}.csv"
        if data["boards"] or table in self.own:
            listed = [one["board"] for one in data["boards"] if one["board"] in by_board]
            runs = [(board, run) for board in listed for run in by_board[board]["runs"]]
            self._guarded(table, lambda file: self._difference_table(file, runs, data["order"]))

    def _difference(self, path: str) -> None:
        """Check the page on a board under two versions."""
        data = self.json(path)
        if data is None or _moved(path, data):
            return
        folder, _, board = os.path.dirname(path).rpartition("/")
        self.expect(path, "the board that it is of", data["board"], board)
        versions = f"methodology/{data['older']['id']}..{data['newer']['id'].partition('/')[2]}"
        self.expect(path, "the versions that it is of", versions, folder)
        if f"{folder}/index.json" not in self.own:
            self.fault(path, "there is no page of the two versions")
        if board not in self.boards:
            self.fault(path, "there is no such board")
        found = DifferenceCheck(path, data, self.graphs, self.boards.get(board), self.sheets)
        self.faults += found.faults
        self.checked["runs under two versions"] += found.checked

    def _difference_table(
        self, path: str, runs: list[tuple[str, dict[str, Any]]], order: list[list[str]]
    ) -> None:
        rows = self._table(path)
        listed = [(row["board"].lstrip("'"), row["run"].lstrip("'")) for row in rows]
        self.expect(path, "its runs", listed, [(board, run["run"]) for board, run in runs])
        for row, (board, run) in zip(rows, runs):
            known: dict[str, Any] = {
                "score_before": _or(run["before"]["score"], "none"),
                "score_after": _or(run["after"]["score"], "none"),
                "change": _or(run["change"], "none"),
                "rank_before": _or(run["rank_before"], "unranked"),
                "rank_after": _or(run["rank_after"], "unranked"),
                **{key: run[key] for key in ("unranked_before", "unranked_after", "passes", "passes_by")},
            }
            for name in row:
                if name.startswith("change:"):
                    known[name] = "none" if run["change"] is None else 0.0
            for move in run["attribution"]:
                steps = " + ".join(order[step][0] for step in move["steps"])
                known[f"change:{steps}"] = move["change"]
            for name, value in known.items():
                if not _in_table(row.get(name, ""), value):
                    self.fault(path, f"{name} of {run['run']} on {board}", row.get(name), value)
        self.checked["table cells"] += sum(map(len, rows))

    def _exports(self, path: str, pages: dict[str, RunPage]) -> None:
        """Compute each export's digest from those of its files, and theirs where the files are at hand."""
        entries = [self.parse(path, line) for line in (self.read(path) or b"").splitlines()]
        listed = sorted(entry["run"] for entry in entries if entry is not None)
        self.expect(path, "its runs", listed, sorted(pages))
        for entry in entries:
            if entry is None:
                continue
            run, files = entry["run"], entry["files"]
            self.expect(path, f"digest of run {run}", entry["digest"], pages[run].record["digest"])
            if entry["digest_of"]:
                form = {"nul": "{}\0{}\n", "lines": "{}\n{}\n"}[entry["digest_of"]]
                whole = hashlib.sha256()
                front = len(entry["folder"]) + 1
                for name in sorted(files, key=os.fsencode):
                    whole.update(form.format(name[front:], files[name]).encode())
                self.expect(path, f"digest of run {run}", entry["digest"], f"sha256:{whole.hexdigest()}")
            self.checked["exports"] += 1
            if self.exports is not None:
                self._files_of(entry)

    def _files_of(self, entry: dict[str, Any]) -> None:
        assert self.exports is not None
        folder = os.path.join(self.exports, entry["folder"])
        if entry["digest_of"] == "nul":  # which covers every file of the folder
            for below in sorted(_files_below(folder)):
                name = f"{entry['folder']}/{below}"
                if name not in entry["files"] and not os.path.islink(os.path.join(folder, below)):
                    self.fault(name, f"it is not among the files of run {entry['run']}")
        for name, digest in entry["files"].items():
            found = _digest_of(os.path.join(self.exports, name))
            self.checked["files of exports"] += 1
            if found != digest:
                what = "it is not there" if found is None else "its SHA-256 is not the published one"
                self.fault(name, f"{what} (run {entry['run']})", digest, found)

    def _ledger(self, path: str) -> None:
        """Follow the chain: each line names the digest of the line before, and seals itself."""
        before, known = "first", {}
        content = self.read(path)
        if content is None:
            self.fault(path, "it is not there, and a page is about it")
            return
        for number, line in enumerate(content.splitlines(keepends=True), start=1):
            entry = self.parse(path, line)
            if not isinstance(entry, dict):
                before = hashlib.sha256(line).hexdigest()
                continue
            about = f"entry {number}"
            known[number] = entry
            self.expect(path, f"{about}: its number", entry.get("entry"), number)
            self.expect(path, f"{about}: digest of the entry before", entry.get("previous"), before)
            seal = str(entry.get("seal"))
            unsealed = line.replace(f'"seal":"{seal}"'.encode(), b'"seal":"' + b"0" * 64 + b'"')
            self.expect(path, f"{about}: its seal", seal, hashlib.sha256(unsealed).hexdigest())
            before = hashlib.sha256(line).hexdigest()
            self.checked["ledger entries"] += 1
            if entry.get("kind") not in ENTRIES:
                self.fault(path, f"{about}: its kind", entry.get("kind"), list(ENTRIES))
            elif number - 1 in known and entry["date"] < known[number - 1]["date"]:
                self.fault(path, f"{about}: its date is before that of the entry before", entry["date"])
            if entry.get("kind") == "score":
                cohort = known.get(entry["cohort"], {})
                if cohort.get("kind") != "cohort":
                    self.fault(path, f"{about}: its cohort is no entry of one before it", entry["cohort"])
                self._pinned(path, entry, cohort)
        self._guarded(LEDGER_PAGE, lambda file: self._ledger_page(file, content, list(known.values())))
        self._standing(list(known.values()))

    def _ledger_page(self, path: str, content: bytes, entries: list[dict[str, Any]]) -> None:
        """Hold what the page of the ledger says against the ledger."""
        page = self.json(path)
        digest = f"sha256:{hashlib.sha256(content).hexdigest()}"
        notices = [
            {"entry": entry["entry"], "date": entry["date"], "kind": entry["kind"], "run": entry["run"]}
            for entry in reversed(entries)
            if entry["kind"] in ("withdrawal", "reinstatement", "correction")
        ]
        told = [{key: one[key] for key in ("entry", "date", "kind", "run")} for one in page["notices"]]
        for name, published, again in (
            ("entries", page["entries"], len(entries)),
            ("scores", page["scores"], sum(entry["kind"] == "score" for entry in entries)),
            ("digest", page["digest"], digest),
            ("newest entry", page["newest"], max((entry["date"] for entry in entries), default="")),
            ("withdrawals and corrections", told, notices),
        ):
            self.expect(path, f"its {name}", published, again)

    def _standing(self, entries: list[dict[str, Any]]) -> None:
        """Replay the ledger: a withdrawn run is barred as one on its boards, a scored one is on some."""
        withdrawn: dict[tuple[str, str], str] = {}
        scored: set[tuple[str, str]] = set()
        for entry in entries:
            if entry["kind"] in ("withdrawal", "reinstatement"):
                words = f"withdrawn on {entry['date']}: {entry['why'].strip().rstrip('.')}"
                withdrawn[entry["family"], entry["run"]] = words if entry["kind"] == "withdrawal" else ""
            elif entry["kind"] == "score":
                scored.add((entry["family"], entry["run"]))
        for name, (board, runs) in self.boards.items():
            family, barred = board["rubric"]["id"].partition("/")[0], board["ranking"]["barred"]
            for run in runs:
                scored.discard((family, run))
                wanted, said = withdrawn.get((family, run), ""), barred.get(run, "")
                if said != wanted and (wanted or said.startswith("withdrawn on ")):
                    self.fault(f"data/{name}/board.json", f"why {run} is barred", said, wanted)
        page = self.json(LEDGER_PAGE)
        told = page.get("on_no_board", []) if isinstance(page, dict) else []
        without = sorted({run for _, run in scored})
        self.expect(LEDGER_PAGE, "its runs with a pinned score and on no board", told, without)

    def _pinned(self, path: str, entry: dict[str, Any], cohort: dict[str, Any]) -> None:
        """Hold pinned scores against those of now, where export, rubric and cohort are still the same."""
        found = self.scored.get((entry["run"], entry["rubric"]))
        if found is None or entry["digest"] != found[1] or cohort.get("runs") != found[2]:
            return
        sheet = found[0]
        if entry["rubric_digest"] != sheet.graph.document["digest"]:
            return
        i = sheet.graph.position[sheet.graph.headline]
        pairs = [(name, value, sheet.state(name)) for name, value in entry["values"].items()]
        pairs += [
            (name, entry[name], getattr(sheet.sheet, name)[i]) for name in ("coverage", "lower", "upper")
        ]
        for name, pinned, again in pairs:
            self.expect(path, f"entry {entry['entry']}, run {entry['run']}, {name}", pinned, again, TOLERANCE)
        self.checked["pinned values"] += len(pairs)

    def _report(self, path: str) -> None:
        """Compare what the site says of itself with what was found here."""
        report = self.json(path)
        if report is None or self.faults:  # what is wrong is not counted, so that the figures must differ
            return
        self.expect(path, "numbers", report["numbers"], _tally(self.counts))
        for kind, counts in self.by_kind.items():
            self.expect(path, f"numbers on pages of {kind}", report["pages"].get(kind), _tally(counts))
        total = certificate(self.counts)
        for page in ("index.html", "verify/index.html"):
            text = (self.read(page) or b"").decode("utf-8", "replace")
            for found in TOTAL.findall(text):
                self.expect(page, "what it says of the whole site", html.unescape(found), total)


FOOTER = re.compile(r'<span class="certificate">([^<]*)</span>')
TOTAL = re.compile(r'<span class="certificate-of-site">([^<]*)</span>')


def kind_of_page(path: str) -> str:
    """Return under which heading the numbers of a page are counted: the first folder of its address."""
    return path.partition("/")[0] if "/" in path else "home"


def _tally(counts: dict[str, int]) -> dict[str, int]:
    return {
        "all": sum(counts.get(kind, 0) for kind in KINDS),
        **{kind: counts.get(kind, 0) for kind in KINDS},
    }


def report_of(pages: Iterable[tuple[str, dict[str, int], dict[str, int]]]) -> dict[str, Any]:
    """Return what ``verify/report.json`` says of (path, counts, matched names) of all pages."""
    counts: Counter[str] = Counter()
    matched: Counter[str] = Counter()
    kinds: dict[str, Counter[str]] = {}
    for path, of_page, names in pages:
        counts.update(of_page)
        matched.update(names)
        kinds.setdefault(kind_of_page(path), Counter()).update(of_page)
    return {
        "format": "proofboard-verification/1",
        "certificate": certificate(counts),
        "numbers": _tally(counts),
        "pages": {kind: _tally(kinds[kind]) for kind in sorted(kinds)},
        "matched": {name: matched[name] for name in sorted(matched)},
    }


def differences(one: Any, other: Any, pointer: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield (JSON pointer, value here, value there) of everything in which two objects differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys()):
            name = key.replace("~", "~0").replace("/", "~1")
            yield from differences(one.get(key), other.get(key), f"{pointer}/{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for n, (a, b) in enumerate(zip(one, other)):
            yield from differences(a, b, f"{pointer}/{n}")
    elif one != other or isinstance(one, bool) != isinstance(other, bool):
        yield pointer, one, other


def _moved(path: str, data: Any) -> bool:
    """Return whether the data of a page say that what stood there has another address, or is gone."""
    keys = {"address", "moved_to", "gone"}
    return isinstance(data, dict) and data.keys() == keys and data["address"] == f"{os.path.dirname(path)}/"


def _metrics_of(run: Recomputed) -> Iterator[str]:
    """Yield the metrics whose values are published: not withheld, and not of a role that did not run."""
    graph, reason = run.graph, run.sheet.reason
    absent = [f"{role}." for role in graph.roles if reason[graph.position[role]] == "not_applicable"]
    for node in graph.nodes:
        off = node["id"].startswith(tuple(absent) or ("\0",)) and not node["id"].endswith(".ran")
        if node["op"] == "metric" and not node.get("withheld") and not off:
            yield node["id"]


def _or(value: Any, word: str) -> Any:
    return word if value is None else value


def _in_table(text: str, value: Any) -> bool:
    """Return whether the text of a cell is a value: a number, or a text with an apostrophe before a sign."""
    if not _is_number(value):
        return text in (value, f"'{value}")
    try:
        return bool(float(text) == value)
    except ValueError:
        return False


ENDLESS = re.compile(r"[:,\[]\s*-?(?:[0-9.]+[eE]\+?[0-9]{3}|[0-9]{300})")
"""What may be a number beyond the largest."""


def _finite(text: str) -> float:
    if math.isinf(float(text)):
        raise ValueError(f"{text} is too large for a number")
    return float(text)


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object has a key twice")
    return found


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def _digest_of(path: str) -> str | None:
    try:
        size = os.path.getsize(path)
        digest = hashlib.sha256()
        with open(path, "rb") as file:
            left = HASHED_AT_MOST
            while left > 0:
                part = file.read(min(left, 1 << 20))
                if not part:
                    break
                digest.update(part)
                left -= len(part)
        if size > HASHED_AT_MOST:
            digest.update(f"of {size} bytes".encode())
        return digest.hexdigest()
    except OSError:
        return None


def _files_below(folder: str) -> Iterator[str]:
    for place, _, names in os.walk(folder):
        front = os.path.relpath(place, folder).replace(os.sep, "/")
        for name in names:
            yield name if front == "." else f"{front}/{name}"


def _links_below(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        for name in folders + names:
            if os.path.islink(os.path.join(place, name)):
                yield os.path.relpath(os.path.join(place, name), folder).replace(os.sep, "/")


# === The command line ====================================================================================


def said_of(site: Site) -> dict[str, Any]:
    """Return the whole outcome as plain data."""
    return {
        "agrees": not site.faults,
        "certificate": certificate(site.counts),
        "numbers": _tally(site.counts),
        "checked": dict(sorted(site.checked.items())),
        "pages": {kind: _tally(counts) for kind, counts in sorted(site.by_kind.items())},
        "matched": dict(sorted(site.matched.items())),
        "faults": [fault._asdict() for fault in site.faults],
    }


SAID = (
    f"{{files}} file(s) compared with {MANIFEST}",
    "{runs} record(s) of runs computed again: {nodes} value(s) under {rubrics} rubric(s)",
    f"{{released rubrics}} released rubric(s) compared with the digests in {LOCK}",
    "{boards} board(s) put in order again, {medians} cohort median(s) taken",
    "{runs under two versions} time(s) a run under two versions of its rubric",
    "{table cells} cell(s) of tables compared with the data",
    "{ledger entries} line(s) of the ledger, chained; {pinned values} pinned value(s) computed again",
    "{editions} frozen edition(s), each checked as a site of its own",
)
COUNTED = re.compile(r"\{(.+?)\} (.+?)\(s\)")


def lines_of(site: Site, *, quiet: bool = False) -> Iterator[str]:
    """Yield the outcome for people."""
    faults = [fault.words() for fault in site.faults]

    def counted(found: re.Match[str]) -> str:
        number = site.checked[found[1]]
        return f"{number:,} {found[2]}{'' if number == 1 else 's'}"

    if not quiet:
        yield from (COUNTED.sub(counted, line) for line in SAID if site.checked[line[1 : line.index("}")]])
        files = f"{site.checked['files of exports']:,} of their files"
        looked_at = "their files were not looked at (--exports DIR)" if site.exports is None else files
        yield COUNTED.sub(counted, "{exports} digest(s) of exports, ") + looked_at
        yield COUNTED.sub(counted, "{pages} page(s): ") + certificate(site.counts)
    yield from faults[:100]
    if len(faults) > 100:
        yield f"and {len(faults) - 100:,} more; --json lists them all"
    yield f"{len(faults):,} disagreement{'' if len(faults) == 1 else 's'}" if faults else "Everything agrees."


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="verify.py",
        description="Check a site made by Proofboard: its files, arithmetic, order, and every number shown.",
        epilog="Exit codes: 0 everything agrees, 1 something does not, 2 there is no such site.",
    )
    parser.add_argument("site", nargs="?", help="folder of the site; the one this file lies in by default")
    parser.add_argument("--json", action="store_true", help="print the whole report as JSON")
    parser.add_argument("--exports", metavar="DIR", help="folder in which the published paths of exports lie")
    parser.add_argument("--quiet", action="store_true", help="print only what does not agree")
    options = parser.parse_args(arguments)
    folder = options.site or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if not os.path.isfile(os.path.join(folder, MANIFEST)):
        print(f"{folder}: there is no {MANIFEST}, so this is no site of Proofboard.", file=sys.stderr)
        return 2
    site = Site(folder, options.exports)
    site.verify()
    if options.json:
        print(json.dumps(said_of(site), indent=1))
    else:
        for line in lines_of(site, quiet=options.quiet):
            print(line)
    return 1 if site.faults else 0


if __name__ == "__main__":
    sys.exit(main())

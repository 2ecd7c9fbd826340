"""How nodes are evaluated: values, reasons, coverage, and the ends between which they lie."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from site_builder.output.verify.operators import Function, Operator, Outcome

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


def measured(i: int, node: dict[str, Any]) -> Rule:
    """Return the rule of a metric: as it is published, where that lies in its range."""
    name = node["id"]
    ends: Ends = tuple(node.get("range", (None, None)))
    least, most = closed(ends)

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


def closed(limits: Ends) -> tuple[float, float]:
    """Return two ends with the largest numbers that there are in place of those that are open."""
    low, high = limits
    return -LARGEST if low is None else low, LARGEST if high is None else high


def coverage_rule(
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


def apply(function: Function, terms: list[float | None]) -> Outcome:
    """Return what a function gives, ``invalid`` where that is too large for a number."""
    try:
        outcome = function(*terms)
    except OverflowError:
        return "invalid"
    return "invalid" if type(outcome) is float and not -LARGEST <= outcome <= LARGEST else outcome


def possible(value: Any, limits: Ends) -> bool:
    """Return whether a computed value lies in the node's range, give or take the last digits of its sums."""
    low, high = limits
    slack = 1e-9 * max(1.0, abs(value))
    return (low is None or value + slack >= low) and (high is None or value - slack <= high)


def bounds_of(
    sheet: Sheet, value: float, inputs: tuple[int, ...], how: tuple[Function, list[bool], Ends]
) -> Ends:
    """Return the bounds of a value: the operator over its inputs at their worst, and at their best."""
    function, rises, ends = how
    lower, upper, reason = sheet.lower, sheet.upper, sheet.reason
    for j in inputs:
        if reason[j]:
            if reason[j] != "not_applicable":
                break
        elif lower[j] is None or lower[j] != upper[j]:
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
    outcome = apply(function, terms)
    return end if isinstance(outcome, (str, tuple)) else outcome

"""The rows on the page of a run, and the arithmetic written in them."""

from __future__ import annotations

import ast
import html
import itertools
import math
import re
from collections.abc import Callable
from typing import Any

from site_builder.output.verify.evaluation import UNKNOWN
from site_builder.output.verify.faults import TOLERANCE, Comparison, number_in
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.operators import OPERATORS
from site_builder.output.verify.page_numbers import float_of, numbers_in, reads_as

ROW = r"([^<]*(?:<(?!/?tr\b)[^<]*)*)"
"""What a row has, whether or not it is ended before the next one."""
ROW_OF_NODE = re.compile(rf'<tr id="n-([^"<>]*)">{ROW}')
CELL_OF_NODE = re.compile(r'<td [^<>]*id="n-([^"<>]*)"([^<>]*)>')
ROW_OF_TERM = re.compile(rf'<tr><th scope="row"><a href="#n-([^"<>]*)">[^<]*</a></th>{ROW}')
ROLE = '<tbody id="role-'
END_OF_ROLE = re.compile(r"<p>([^<]*)</p></details>")
SUM_AGAIN = re.compile(r'<span class="sum">([^<]*)</span>')
WHOSE = re.compile(r' data-(node|missing)="([^"<>]*)"')
MORE_OF_REASON = re.compile(r' title="([^"<>]*)"')
"""What follows on the reason of a missing value."""
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
        for part in page.split(ROLE)[1:]:
            self._role(*part.split('"', 1))
        for text in SUM_AGAIN.findall(page):
            if text not in told:  # all others are told here for the first time
                self._sum(graph.headline, text)
        self._weights(page)

    def _role(self, role: str, table: str = "") -> None:
        """Hold the rows of a role and the sum below them, and nothing that follows."""
        end = END_OF_ROLE.search(table)
        if end is None:
            self.fault(f"the rows of {role} have no sum below them")
            return
        for name, row in ROW_OF_TERM.findall(table, 0, end.start()):
            self._whose(name, row)
            self._sum(name, _last_cell(row))
        place = self.graph.weighing(role)
        self._sum(self.graph.names[place[0]] if place else role, end[1])

    def _whose(self, name: str, row: str) -> None:
        """Hold the first number of a row, or the reason in its place, against the node that the row is of."""
        found, entry = WHOSE.search(row), self.entries.get(name) or {}
        expected = ("node", name) if self._value(name) is not None else ("missing", entry.get("missing"))
        if found is None or found.groups() != expected:
            self.fault(f"what the row of {name} shows", found and found[2], expected[1])
        elif found[1] == "missing":
            said = MORE_OF_REASON.match(row, found.end())
            more = html.unescape((said and said[1]) or "")
            self.expect(
                f"what the row of {name} says more of why it is missing", more, entry.get("detail", "")
            )

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
            constants = numbers_in([node.get("constants", {}), node.get("weights", [])])
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
            self.expect("weight of the roles present", float_of(text), self.record["role_weight"], TOLERANCE)
        for text, name in WEIGHT.findall(page):
            if name in known:
                weight, share = known[name]
                stated, _, spread = html.unescape(text).partition(" \u2192 ")
                if float_of(stated) != weight or (spread and not reads_as(spread, share)):
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

"""Cyclomatic complexity and Halstead volume of a syntax tree, equal to radon's, in one walk.

Radon visits the tree once for each, three frames deep per level, and fails on expressions that nest some 300
levels. Here the nodes of a scope lie on a list. What radon leaves out is left out: decorators, defaults and
annotations of functions, the inside of ``assert`` for complexity, functions and classes inside of functions
as blocks, inner classes of classes, ``except*``.

Source of the definitions: radon 6.0.1, ``visitors.py``; proven equal by
``tests/measures/test_complexity.py``.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable

import msgspec

from site_builder.measures.syntax_tree import CHILD_FIELDS


class TreeFigures(msgspec.Struct, frozen=True):
    """What complexity and maintainability need of one file."""

    blocks: int
    """Functions, methods and classes that radon reports (closures and local classes are none)."""
    blocks_complexity: int
    """Sum of the complexities of those blocks; ÷ blocks = ``radon cc --total-average``."""
    module_complexity: int
    """Decision points of the whole file, as the maintainability index counts them."""
    volume: float
    """Halstead volume: occurrences × log2(distinct operators and operands)."""


def _try(node: ast.Try) -> int:
    return len(node.handlers) + bool(node.orelse)


def _match(node: ast.Match) -> int:
    # A case whose pattern is a bare name counts like an else, wherever it stands.
    bare = any(getattr(case.pattern, "pattern", False) is None for case in node.cases)
    return max(0, len(node.cases) - bare)


def _loop(node: ast.For | ast.AsyncFor | ast.While) -> int:
    return 1 + bool(node.orelse)


_DECISIONS: dict[type[ast.AST], Callable[..., int]] = {
    ast.Try: _try,
    ast.BoolOp: lambda node: len(node.values) - 1,
    ast.If: lambda node: 1,
    ast.IfExp: lambda node: 1,
    ast.Match: _match,
    ast.For: _loop,
    ast.AsyncFor: _loop,
    ast.While: _loop,
    ast.comprehension: lambda node: len(node.ifs) + 1,
}
"""Decision points that a node adds to the scope it stands in."""


class _Halstead:
    """Occurrences and distinct operators and operands of one file.

    An operand that is a name, an attribute or a constant is known by its value and the function it stands in;
    any other is distinct by itself.
    """

    __slots__ = ("named", "occurrences", "operators", "unnamed")

    def __init__(self) -> None:
        self.occurrences = self.unnamed = 0
        self.operators: set[type[ast.AST]] = set()
        self.named: set[tuple[str | None, object]] = set()

    def add(self, context: str | None, operators: list[ast.AST], operands: list[ast.expr]) -> None:
        """Count one expression with its operators and operands."""
        self.occurrences += len(operators) + len(operands)
        for operator in operators:
            self.operators.add(operator.__class__)
        for operand in operands:
            if isinstance(operand, ast.Name):
                self.named.add((context, operand.id))
            elif isinstance(operand, ast.Constant):
                self.named.add((context, operand.value))
            elif isinstance(operand, ast.Attribute):
                self.named.add((context, operand.attr))
            else:
                self.unnamed += 1

    def volume(self) -> float:
        """Return occurrences × log2(distinct); 0 for a file without operators."""
        distinct = len(self.operators) + len(self.named) + self.unnamed
        return self.occurrences * math.log(distinct, 2) if distinct else 0


Parts = tuple[list[ast.AST], list[ast.expr]]

_OPERATORS: dict[type[ast.AST], Callable[..., Parts]] = {
    ast.BinOp: lambda node: ([node.op], [node.left, node.right]),
    ast.UnaryOp: lambda node: ([node.op], [node.operand]),
    ast.BoolOp: lambda node: ([node.op], node.values),
    ast.AugAssign: lambda node: ([node.op], [node.target, node.value]),
    ast.Compare: lambda node: (node.ops, [node.left, *node.comparators]),
}
"""Operators and operands of the expressions that Halstead counts."""

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SPECIAL = frozenset((*_DECISIONS, *_OPERATORS, *_FUNCTIONS, ast.ClassDef, ast.Assert))
"""Every other node only leads to its children."""


def measure_tree(tree: ast.AST) -> TreeFigures:
    """Return the figures of a parsed file. Total for every tree that ``ast.parse`` gives."""
    halstead = _Halstead()
    module = _Scope(halstead, None, [tree])
    blocks = [1 + function.decisions for function in module.functions]
    blocks_total = sum(blocks)
    count = len(blocks)
    inside = blocks_total - count
    for definition in module.classes:
        real, methods = _class_complexity(definition)
        count += 1 + len(methods)
        blocks_total += _reported(real, len(methods)) + sum(methods)
        inside += real - 1
    return TreeFigures(count, blocks_total, 1 + module.decisions + inside, halstead.volume())


def _class_complexity(scope: _Scope) -> tuple[int, list[int]]:
    """Return the complexity of a class with its methods, and that of each method."""
    methods = [1 + function.decisions for function in scope.functions]
    return 1 + scope.decisions + sum(methods), methods


def _reported(real: int, methods: int) -> int:
    """Return the complexity radon reports for a class: the truncated mean over its methods, plus one."""
    return int(real / float(methods)) + (methods > 1) if methods else real


class _Scope:
    """The decision points of one module, class body or function body, and the definitions directly in it."""

    __slots__ = ("classes", "decisions", "functions")

    def __init__(self, halstead: _Halstead, context: str | None, nodes: list[ast.AST]) -> None:
        self.functions: list[_Scope] = []
        self.classes: list[_Scope] = []
        silent: list[ast.AST] = []
        self.decisions = self._walk(halstead, context, nodes, silent)
        if silent:
            _Scope(halstead, context, silent)

    def _walk(
        self, halstead: _Halstead, context: str | None, stack: list[ast.AST], silent: list[ast.AST]
    ) -> int:
        """Consume ``stack``; put what counts for Halstead alone on ``silent``; return the decision points."""
        decisions = 0
        fields, special, weights, operators = CHILD_FIELDS, _SPECIAL, _DECISIONS, _OPERATORS
        pop, push, extend = stack.pop, stack.append, stack.extend
        while stack:
            node = pop()
            kind = node.__class__
            if kind in special:
                if kind in weights:
                    decisions += weights[kind](node)
                if kind in operators:
                    halstead.add(context, *operators[kind](node))
                elif kind not in weights:
                    decisions += self._enter(halstead, context, node, silent)
                    continue
            for name in fields[kind]:
                value = getattr(node, name)
                if value.__class__ is list:
                    extend(value)
                elif value is not None:
                    push(value)
        return decisions

    def _enter(self, halstead: _Halstead, context: str | None, node: ast.AST, silent: list[ast.AST]) -> int:
        """Take in a definition or an ``assert``, which are not walked through; return its decision points."""
        if isinstance(node, _FUNCTIONS):
            self.functions.append(_Scope(halstead, node.name, list[ast.AST](node.body)))
            return 0
        if isinstance(node, ast.ClassDef):
            self.classes.append(_Scope(halstead, context, list[ast.AST](node.body)))
            silent.extend((*node.decorator_list, *node.bases, *node.keywords))
            return 0
        silent.extend(ast.iter_child_nodes(node))
        return 1

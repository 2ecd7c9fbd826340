"""What the syntax tree of a test file says about its tests; nothing is imported or run.

A test is a function named ``test_*`` that is not inside another function and is no fixture; classes at any
depth, ``if`` and ``try`` may surround it. Asserts are ``assert`` statements and ``pytest.raises`` /
``pytest.warns`` items of ``with`` statements inside of tests, nested functions included.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

import msgspec

from site_builder.measures.python_text import Unparsed, decode, parse
from site_builder.measures.syntax_tree import walk

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_WITH = (ast.With, ast.AsyncWith)
_DECORATED = (*_FUNCTIONS, ast.ClassDef)
_INTEGRATION = ("integration", "e2e")


class TestFile(msgspec.Struct, frozen=True):
    """Counts of one test file; all zero when it does not parse."""

    __test__ = False

    tests: int = 0
    asserts: int = 0
    fixtures: int = 0
    """Functions decorated with ``pytest.fixture``."""
    parametrize: int = 0
    """``pytest.mark.parametrize`` decorators on functions and classes."""
    classes: int = 0
    """Classes that directly hold a test."""
    markers: int = 0
    """Mentions of ``pytest.mark.X`` with X other than ``parametrize``."""
    unparsed: Unparsed | None = None


def measure_test_file(data: bytes) -> TestFile:
    """Count what one test file holds. Call it inside of ``quiet_parsing``."""
    text = decode(data)
    tree = parse(text) if isinstance(text, str) else text
    if isinstance(tree, Unparsed):
        return TestFile(unparsed=tree)
    tests, classes = _find_tests(tree)
    fixtures = parametrize = markers = 0
    for node in walk(tree):
        if isinstance(node, ast.Attribute):
            markers += node.attr != "parametrize" and _is_pytest_attribute(node.value, "mark")
        elif isinstance(node, _DECORATED):
            parametrize += sum(_is_parametrize(_called(item)) for item in node.decorator_list)
            fixtures += isinstance(node, _FUNCTIONS) and _is_fixture(node)
    return TestFile(
        tests=len(tests),
        asserts=_count_asserts(tests),
        fixtures=fixtures,
        parametrize=parametrize,
        classes=classes,
        markers=markers,
    )


def is_integration(path: str) -> bool:
    """Say whether a path relative to the workspace names an integration or end-to-end test."""
    folded = path.lower()
    return any(word in folded for word in _INTEGRATION)


def is_conftest(path: str) -> bool:
    """Say whether a path is that of pytest's shared configuration."""
    return path.rsplit("/", 1)[-1] == "conftest.py"


def _find_tests(tree: ast.Module) -> tuple[list[ast.AST], int]:
    """Return the tests of a file and the number of classes that directly hold one."""
    tests: list[ast.AST] = []
    holders: set[int] = set()
    stack: list[tuple[ast.AST, int]] = [(tree, 0)]
    while stack:
        node, holder = stack.pop()
        if isinstance(node, _FUNCTIONS):
            if node.name.startswith("test_") and not _is_fixture(node):
                tests.append(node)
                holders.add(holder)
            continue
        inside = id(node) if isinstance(node, ast.ClassDef) else holder
        stack.extend((child, inside) for child in _statements(node))
    return tests, len(holders - {0})


def _statements(node: ast.AST) -> Iterable[ast.AST]:
    """Yield what can hold definitions: statements, exception handlers and match cases, but no expressions."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        value = getattr(node, name, None)
        if isinstance(value, list):
            yield from value


def _count_asserts(tests: list[ast.AST]) -> int:
    total = 0
    for node in walk(*tests):
        if isinstance(node, ast.Assert):
            total += 1
        elif isinstance(node, _WITH):
            total += sum(_is_expectation(item.context_expr) for item in node.items)
    return total


def _is_expectation(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    return node.func.attr in ("raises", "warns") and _is_name(node.func.value, "pytest")


def _called(node: ast.expr) -> ast.expr:
    """Return what a decorator names, with or without a call."""
    return node.func if isinstance(node, ast.Call) else node


def _is_fixture(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(_is_pytest_attribute(_called(item), "fixture") for item in node.decorator_list)


def _is_parametrize(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "parametrize"
        and _is_pytest_attribute(node.value, "mark")
    )


def _is_pytest_attribute(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name and _is_name(node.value, "pytest")


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name

"""Complexity and Halstead volume equal radon's, without recursion."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from radon.metrics import h_visit_ast
from radon.visitors import ComplexityVisitor

from site_builder.measures.complexity import TreeFigures, measure_tree
from site_builder.measures.python_text import quiet_parsing
from tests.measures.corpus import texts

TRICKY = '''
import os

@decorate(a if b else c)
def outer(x=lambda: 1 if a else 2, *, y: "int" = b or c) -> (d and e):
    """Doc."""
    def inner():
        if a and b or c:
            return 1
    class Local:
        def method(self):
            while a:
                pass
    assert x if y else z, [i for i in j if k if l]
    try:
        pass
    except A:
        pass
    except B:
        pass
    else:
        pass
    finally:
        pass
    for i in j:
        pass
    else:
        pass
    return {**a, "b": -c, **d}


async def waits():
    async for i in j:
        pass
    async with a as b, c as d:
        x += 1 if y else 2
    return [i async for i in j if i if not k]


class Outer(Base if a else b, metaclass=c or d):
    field: int = 1 if a else 2
    if a:
        def conditional(self):
            return a < b < c == d
    def one(self): ...
    class Inner:
        def hidden(self):
            if a: pass
    def two(self):
        match a:
            case 1: pass
            case [x, *_] if x: pass
            case _: pass


class Empty:
    pass


match a:
    case {"k": 1, **rest}: pass
    case Point(x=0): pass

try:
    pass
except* ValueError:
    pass

if a:
    def under_if(): return 1 == 1.0 == True
x = a.b.c + a["b"] + f"{a!r:>{w}}" + b"bytes" + 1j
global_statement = lambda *a, k=1 or 2: (yield)
'''


def by_radon(tree: ast.AST) -> TreeFigures:
    visitor = ComplexityVisitor.from_ast(tree)
    blocks = visitor.blocks
    return TreeFigures(
        blocks=len(blocks),
        blocks_complexity=sum(block.complexity for block in blocks),
        module_complexity=visitor.total_complexity,
        volume=h_visit_ast(tree).total.volume,
    )


@contextmanager
def deep_stack() -> Iterator[None]:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(15_000)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def test_figures_equal_those_of_radon_over_a_corpus() -> None:
    differing = []
    with quiet_parsing(), deep_stack():
        for name, text in texts():
            try:
                tree = ast.parse(text)
            except SyntaxError:
                continue
            if measure_tree(tree) != by_radon(tree):
                differing.append(name)
    assert differing == []


def test_figures_equal_those_of_radon_for_every_kind_of_block() -> None:
    tree = ast.parse(TRICKY)
    assert measure_tree(tree) == by_radon(tree)


@pytest.mark.parametrize("node", [part for part in TRICKY.split("\n\n\n") if part.strip()])
def test_figures_equal_those_of_radon_for_each_part_alone(node: str) -> None:
    tree = ast.parse(node)
    assert measure_tree(tree) == by_radon(tree)


def test_an_expression_that_radon_cannot_descend_has_the_figures_of_a_deeper_stack() -> None:
    tree = ast.parse("x = " + "a + " * 600 + "a\n")
    with pytest.raises(RecursionError):
        by_radon(tree)
    with deep_stack():
        assert measure_tree(tree) == by_radon(tree)


@pytest.mark.parametrize(
    ("text", "blocks", "total"),
    [
        ("", 0, 0),
        ("x = 1 if a else 2\n", 0, 0),
        ("def f(): pass\n", 1, 1),
        ("def f():\n    def g(): pass\n", 1, 1),
        ("class C: pass\n", 1, 1),
        ("class C:\n    def m(self): pass\n", 2, 3),
        ("class C:\n    def m(self): pass\n    def n(self): pass\n", 3, 4),
    ],
)
def test_closures_are_no_blocks_and_classes_are(text: str, blocks: int, total: int) -> None:
    figures = measure_tree(ast.parse(text))
    assert (figures.blocks, figures.blocks_complexity) == (blocks, total)

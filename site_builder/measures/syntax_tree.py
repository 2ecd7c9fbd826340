"""Which fields of a syntax tree lead to further nodes of interest, and a quick walk along them.

``ast.walk`` looks at every field of every node, most of which hold names, contexts and operators. The
grammar is in the docstrings of the node types, so the fields worth following are known once for each type.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

_WITHOUT_NODES = frozenset(
    ("identifier", "int", "string", "constant", "expr_context", "boolop", "operator", "unaryop", "cmpop")
)


def _child_fields() -> dict[type, tuple[str, ...]]:
    table: dict[type, tuple[str, ...]] = {type(None): ()}
    for kind in vars(ast).values():
        if not (isinstance(kind, type) and issubclass(kind, ast.AST)):
            continue
        barren = {name for sort, name in _fields(kind) if sort.rstrip("*?") in _WITHOUT_NODES}
        table[kind] = tuple(field for field in kind._fields if field not in barren)
    return table


def _fields(kind: type) -> list[tuple[str, str]]:
    """Return (sort, field) of each field of a node type, out of its docstring: ``Name(identifier id, …)``."""
    name, _, rest = (kind.__doc__ or "").partition("(")
    fields, closed, _ = rest.partition(")")
    if name != kind.__name__ or not closed or not fields:
        return []
    return [(sort, field) for sort, field in (part.split() for part in fields.split(","))]


CHILD_FIELDS = _child_fields()
"""Node type → fields that can hold nodes other than contexts and operators. ``None`` stands in lists of nodes
too (``{**a}``, a keyword-only argument without default) and leads nowhere."""


def walk(*roots: ast.AST) -> Iterator[ast.AST]:
    """Yield the roots and every node below them but contexts and operators, in no useful order."""
    stack: list[ast.AST] = list(roots)
    pop, push, extend = stack.pop, stack.append, stack.extend
    fields = CHILD_FIELDS
    while stack:
        node = pop()
        if node is None:
            continue
        yield node
        for name in fields[node.__class__]:
            value = getattr(node, name)
            if value.__class__ is list:
                extend(value)
            elif value is not None:
                push(value)

"""What is wrong with the nodes of a rubric: unknown names, inputs and constants that do not fit."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from site_builder.records.rubric import Node, Rubric
from site_builder.scoring.constants import EXTREME, constant_faults, fits, usable
from site_builder.scoring.named_nodes import input_ids, layout_nodes
from site_builder.scoring.operators import Operator
from site_builder.scoring.repeats import written_twice


def rubric_faults(
    rubric: Rubric, nodes: Mapping[str, Node], operators: Mapping[str, Operator], *, stated: bool
) -> Iterator[str]:
    """Yield every fault but cycles as a clause; ``nodes`` are all of the rubric's, the repeated ones too.

    ``stated`` is false for a rubric whose weights come from a run, which may state what it likes.
    """
    for item in nodes.items():
        yield from _node_faults(*item, nodes, operators)
    for name in layout_nodes(rubric.layout):
        if name not in nodes:
            yield f"layout names the unknown node {name}"
    for name, check in rubric.checks.items():
        for node_id in (check.observed, check.required, check.above_zero):
            if node_id is not None and node_id not in nodes:
                yield f"check {name} names the unknown node {node_id}"
    yield from written_twice(rubric)
    for item in nodes.items() if stated else ():
        yield from _extreme_weights(*item)


def shape(operator: Operator) -> tuple[bool, bool, list[str]]:
    """Return (takes a list, takes weights, names of its inputs) from the operator's signature."""
    parameters = _parameters(operator.function)
    listed = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    weighted = any(p.name == "weights" for p in parameters)
    return listed, weighted, [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]


@cache
def _parameters(function: Callable[..., Any]) -> tuple[inspect.Parameter, ...]:
    return tuple(inspect.signature(function).parameters.values())


def _node_faults(
    node_id: str, node: Node, nodes: Mapping[str, Node], operators: Mapping[str, Operator]
) -> Iterator[str]:
    for name in input_ids(node):
        if name not in nodes:
            yield f"node {node_id} has the unknown input {name}"
    if node.op == "metric":
        if node.inputs or node.constants:
            yield f"node {node_id} is a metric and takes neither inputs nor constants"
        return
    if node.op == "cohort_median":
        if len(input_ids(node)) != 1 or not _counts_runs(node.constants):
            yield f"node {node_id} needs one input and a whole number of runs from 1 up as constant `minimum`"
        return
    operator = operators.get(node.op)
    if operator is None:
        yield f"node {node_id} uses the unknown operator {node.op}; known: {', '.join(sorted(operators))}"
        return
    yield from (f"node {node_id} ({node.op}): {fault}" for fault in _operator_faults(node, operator))


def _operator_faults(node: Node, operator: Operator) -> Iterator[str]:
    yield from _input_faults(node, operator)
    allowed = {
        p.name: p for p in _parameters(operator.function) if p.kind is p.KEYWORD_ONLY and p.name != "weights"
    }
    for name in sorted(set(node.constants) - set(allowed)):
        yield f"unknown constant {name}; allowed: {', '.join(sorted(allowed)) or 'none'}"
    for name, parameter in allowed.items():
        if parameter.default is parameter.empty and name not in node.constants:
            yield f"constant {name} is missing"
    yield from constant_faults(operator, node.constants, input_ids(node))


def _input_faults(node: Node, operator: Operator) -> Iterator[str]:
    listed, weighted, named = shape(operator)
    if weighted:
        if not isinstance(node.inputs, dict) or any(isinstance(w, str) for w in node.inputs.values()):
            yield "inputs must map each node to its weight, a number and no text (1.0e-3, not 1e-3)"
        elif any(float(w) < 0 for w in node.inputs.values()) or not any(map(float, node.inputs.values())):
            yield "weights must not be negative nor all zero"
    elif listed:
        if not isinstance(node.inputs, list) or len(node.inputs) <= operator.covers:
            yield f"inputs must be a list of nodes, at least {operator.covers + 1}"
    elif not isinstance(node.inputs, dict) or set(node.inputs) != set(named):
        yield f"inputs must name exactly {', '.join(named)}"


def _extreme_weights(node_id: str, node: Node) -> Iterator[str]:
    for name, weight in node.inputs.items() if isinstance(node.inputs, dict) else ():
        if not isinstance(weight, str) and not usable(weight):
            yield f"node {node_id}: the weight of {name} is not 0 and {EXTREME}"


def _counts_runs(constants: Mapping[str, Any]) -> bool:
    least = constants["minimum"] if set(constants) == {"minimum"} else 0
    return bool(fits(least, int) and least >= 1 and usable(least))

"""Where a rubric weighs: the node that does it, its weights, and what one unit of it is worth."""

from __future__ import annotations

from site_builder.scoring.graph import Graph

CONDITIONAL = ("gate", "only_when")
"""Operators that pass their second input on under a condition; they may stand above whatever they pass on."""


def weighing_of(graph: Graph, node_id: str) -> str | None:
    """Return the first node at or below ``node_id`` that weighs its inputs, past scales and conditions."""
    step = graph.step(node_id)
    while step.operator is not None:
        if step.operator.weighing and len(step.inputs) > 1:
            return step.id
        if step.node.op in CONDITIONAL:
            step = graph.steps[step.inputs[1]]
        elif len(step.inputs) == 1:
            step = graph.steps[step.inputs[0]]
        else:
            return None
    return None


def factor_of(graph: Graph, root: str | None, weighing: str | None) -> float:
    """Return what one unit of the node ``weighing`` is worth at ``root``, through the scales between them."""
    factor = 1.0
    current = root
    while current is not None and current != weighing:
        step = graph.step(current)
        if step.node.op == "scale":
            factor *= step.constants.get("by", 1.0) / step.constants.get("per", 1.0)
        current = graph.steps[step.inputs[0]].id if step.inputs else None
    return factor

"""The nodes that others name: the inputs of a node, and what a layout shows."""

from __future__ import annotations

from site_builder.records.layout import Layout
from site_builder.records.rubric import Node


def input_ids(node: Node) -> list[str]:
    """Return the ids of a node's inputs, in order."""
    if isinstance(node.inputs, list):
        return node.inputs
    return [value if isinstance(value, str) else key for key, value in node.inputs.items()]


def layout_nodes(layout: Layout) -> list[str]:
    """Return the ids that a layout names, in its order; one may be there twice."""
    subjects = [*layout.axes, *layout.roles]
    named = [layout.headline, layout.gate, layout.roles_root, layout.completion, *layout.factors]
    named += [subject.node for subject in subjects] + [subject.points for subject in subjects]
    named += [*layout.parts, *layout.completion_components, *layout.columns, *layout.facts, *layout.derived]
    named += [badge.node for badge in layout.badges if badge.node is not None]
    named += layout.groupings.nodes if layout.groupings else []
    named += [layout.varied.weights, layout.varied.amount] if layout.varied else []
    return [name for name in named if name is not None]

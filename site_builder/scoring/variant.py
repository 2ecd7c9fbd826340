"""A graph under other weights, marked so that it cannot be mistaken for the published one."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from site_builder.scoring.explain import exact
from site_builder.scoring.graph import Graph


def reweighted(graph: Graph, node_id: str, weights: Mapping[str, float]) -> Graph:
    """Return ``graph`` with other weights on one weighing node; ``graph`` itself where nothing changes.

    ``weights`` maps inputs of the node to weights; inputs left out keep theirs. The id shows the node and all
    of its weights (``family/1.3~q_combined=1:1:1``), and the digest covers them, so that a score under
    other weights never carries the name of the rubric.

    Raises ``KeyError`` for a node outside the rubric's list or an input that the node has not, ``ValueError``
    for a node without weights, ``RubricError`` for weights that are negative or all zero.
    """
    node = graph.rubric.nodes[node_id]
    before = node.inputs
    if not isinstance(before, dict) or any(isinstance(weight, str) for weight in before.values()):
        raise ValueError(f"node {node_id} has no weights")
    for name in weights:
        before[name]
    after = {name: float(weights.get(name, weight)) for name, weight in before.items()}
    if all(after[name] == weight for name, weight in before.items()):
        return graph
    stated = f"{node_id}={':'.join(exact(weight) for weight in after.values())}"
    variant = f"{graph.variant}~{stated}" if graph.variant else stated
    nodes = {**graph.rubric.nodes, node_id: node.model_copy(update={"inputs": after})}
    digest = hashlib.sha256(f"{graph.digest}\n{variant}\n".encode()).hexdigest()
    return Graph(
        graph.rubric.model_copy(update={"nodes": nodes}), f"sha256:{digest}", graph.operators, variant=variant
    )


def weights_of(graph: Graph, node_id: str) -> dict[str, float]:
    """Return input → weight of a weighing node, in order. Raises ``KeyError`` for an unknown id."""
    step = graph.step(node_id)
    return {graph.steps[index].id: weight for index, weight in zip(step.inputs, step.weights, strict=True)}

"""What each node adds to another, walked from above: explanations and pages are held against it."""

from __future__ import annotations

from site_builder.scoring.addends import additive, values_of
from site_builder.scoring.evaluate import Scored


def contributions(scored: Scored, root: str) -> dict[str, float]:
    """Return, for every node that enters ``root`` additively, what it adds to the value of ``root``.

    Follows weighted means, means, sums, scales and open conditions downwards; other operators end the
    walk. The contributions of the inputs of any followed node sum to that node's own.
    """
    influence: dict[int, float] = {scored.graph.position[root]: 1.0}
    result: dict[str, float] = {}
    for step in reversed(scored.graph.steps[: scored.graph.position[root] + 1]):
        factor = influence.get(step.index)
        value = scored.at(step.index).value
        if factor is None or value is None:
            continue
        result[step.id] = factor * value
        for index, share in additive(step, values_of(scored)):
            influence[index] = influence.get(index, 0.0) + factor * share
    return result

"""What a node's value rests on, field by field: equal definitions over equal inputs give equal results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from site_builder.records.rubric import Node
from site_builder.records.rubric_diff import Change
from site_builder.scoring.clauses import definition, same
from site_builder.scoring.graph import Step


def same_arithmetic(one: Node, other: Node) -> bool:
    """Return whether two nodes give equal results over equal inputs; sums depend on the order of inputs."""
    return same(definition(one), definition(other))


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    """Yield the fields that differ, those of the new side first in its order, then those that are gone."""
    for field in dict.fromkeys([*new, *old]):
        if old.get(field) != new.get(field):
            yield Change(field, old.get(field), new.get(field))
    shared = [[field for field in side if field in old and field in new] for side in (old, new)]
    if shared[0] != shared[1]:
        yield Change("order of inputs", *(_inputs(side) for side in shared))


def signature(step: Step) -> bytes:
    """Return what identifies the computation of a step, its inputs aside; a metric's is its id and range."""
    node = step.node
    own = step.id if node.op == "metric" else ""
    return msgspec.json.encode(
        (node.op, own, node.range, node.coverage, step.labels, step.weights, sorted(step.constants.items()))
    )


def _inputs(fields: list[str]) -> list[str]:
    return [field.removeprefix("inputs.") for field in fields if field.startswith("inputs.")]

"""What a node's value rests on, field by field: equal definitions over equal inputs give equal results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from site_builder.records.rubric import Node
from site_builder.records.rubric_diff import Change
from site_builder.scoring.graph import Step

WORDS = ("title", "description", "decimals", "group", "basis")
"""Fields of a node that are no part of its clause (``scoring.clauses``)."""
STATED = ("unit", "direction", "withheld", "requirement")
"""Fields that are, though no arithmetic reads them."""


def definition(node: Node) -> dict[str, Any]:
    """Return everything of a node that evaluation reads, as plain data by field, its inputs in order."""
    fields: dict[str, Any] = {"op": node.op}
    if isinstance(node.inputs, dict):
        fields |= {f"inputs.{name}": value for name, value in node.inputs.items()}
    elif node.inputs:
        fields["inputs"] = list(node.inputs)
    fields |= {f"constants.{name}": value for name, value in sorted(node.constants.items())}
    if node.range is not None:
        fields["range"] = list(node.range)
    if node.coverage != "presence":
        fields["coverage"] = node.coverage
    return fields


def same_arithmetic(one: Node, other: Node) -> bool:
    """Return whether two nodes give equal results over equal inputs; sums depend on the order of inputs."""
    return list(definition(one).items()) == list(definition(other).items())


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    """Yield the fields that differ, those of the new side first in its order, then those that are gone."""
    for field in dict.fromkeys([*new, *old]):
        if old.get(field) != new.get(field):
            yield Change(field, old.get(field), new.get(field))
    shared = [[field for field in side if field in old and field in new] for side in (old, new)]
    if shared[0] != shared[1]:
        yield Change("order of inputs", *(_inputs(side) for side in shared))


def stated(node: Node) -> dict[str, Any]:
    """Return everything of a node that is more than words, by field."""
    return definition(node) | _plain(node, STATED)


def wording(node: Node) -> dict[str, Any]:
    """Return the words of a node by field, those that are as by default left out."""
    return _plain(node, WORDS)


def signature(step: Step) -> bytes:
    """Return what identifies the computation of a step, its inputs aside; a metric's is its id and range."""
    node = step.node
    own = step.id if node.op == "metric" else ""
    return msgspec.json.encode(
        (node.op, own, node.range, node.coverage, step.labels, step.weights, sorted(step.constants.items()))
    )


def _plain(node: Node, fields: tuple[str, ...]) -> dict[str, Any]:
    plain = node.model_dump(mode="json", include=set(fields), exclude_defaults=True)
    return {field: plain[field] for field in fields if field in plain}


def _inputs(fields: list[str]) -> list[str]:
    return [field.removeprefix("inputs.") for field in fields if field.startswith("inputs.")]

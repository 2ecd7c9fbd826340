"""Nodes that a rubric writes once for many subjects, as the nodes that they stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from site_builder.records.rubric import Node, Repeat, Rubric


def expanded(repeats: Iterable[Repeat]) -> Iterator[tuple[str, Node]]:
    """Yield (id, node) for every node of every subject."""
    for repeat in repeats:
        written_once = {node_id: node.model_dump(mode="json") for node_id, node in repeat.nodes.items()}
        for value, title in repeat.values.items():
            for node_id, fields in written_once.items():
                filled = _fill(fields, repeat.name, value, title)
                written = Node.model_validate_json(msgspec.json.encode(filled))
                yield _fill(node_id, repeat.name, value, title), written


def _fill(data: Any, name: str, value: str, title: str) -> Any:
    if isinstance(data, str):
        return data.replace(f"{{{name}.title}}", title).replace(f"{{{name}}}", value)
    if isinstance(data, dict):
        return {_fill(k, name, value, title): _fill(v, name, value, title) for k, v in data.items()}
    if isinstance(data, list):
        return [_fill(item, name, value, title) for item in data]
    return data


def written_twice(rubric: Rubric) -> list[str]:
    """Return what is wrong with ids that a rubric writes more than once."""
    filled = [
        _fill(pattern, repeat.name, value, title)
        for repeat in rubric.repeat
        for value, title in repeat.values.items()
        for pattern in repeat.nodes
    ]
    written = Counter([*rubric.nodes, *filled])
    return [f"node {node_id} is written twice" for node_id, times in written.items() if times > 1]

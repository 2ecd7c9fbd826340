"""Nodes that a rubric writes once for many subjects, as the nodes that they stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from pydantic import ConfigDict, TypeAdapter

from site_builder.records.rubric import Node, Repeat, Rubric

_NODES = TypeAdapter(dict[str, Node], config=ConfigDict(defer_build=True))


def expanded(repeats: Iterable[Repeat]) -> Iterator[tuple[str, Node]]:
    """Yield (id, node) for every node of every subject."""
    for repeat in repeats:
        nodes = {node_id: node.model_dump(mode="json") for node_id, node in repeat.nodes.items()}
        written_once = _as_json(nodes)
        for value, title in repeat.values.items():
            filled = _fill(written_once, repeat.name, *(_as_json(text)[1:-1] for text in (value, title)))
            yield from _NODES.validate_json(filled).items()


def _as_json(data: Any) -> str:
    return msgspec.json.encode(data).decode()


def _fill(text: str, name: str, value: str, title: str) -> str:
    """Return a text, or what is written in JSON, with the words of one subject in it."""
    return text.replace(f"{{{name}.title}}", title).replace(f"{{{name}}}", value)


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

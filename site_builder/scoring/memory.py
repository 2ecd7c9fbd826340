"""Results remembered by digest: what a run's record gave under a rubric before, it gives again.

Evaluating a graph of six hundred nodes takes a millisecond or two. To order a board of thousands of runs of
which one changed, little of each is enough: the values that medians are taken over, and the results that
boards and cards show. The others are computed when a page asks for one (``Deferred``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

import msgspec

from site_builder.records.run import Metric
from site_builder.scoring.evaluate import Median, Result, Scored, evaluate
from site_builder.scoring.graph import Graph, layout_nodes

T = TypeVar("T")

EMPTY: Mapping[str, bytes] = MappingProxyType({})


class Memory:
    """Short results by key: known from before, and those used now."""

    def __init__(self, known: Mapping[str, bytes] = EMPTY) -> None:
        self._known = known
        self.used: dict[str, bytes] = {}
        """What this build asked for; the next one will ask for most of it again."""

    def recall(self, key: str, kind: type[T], make: Callable[[], T]) -> T:
        """Return the result under ``key``, made now when it is not known; never remembered without a key."""
        record = self._known.get(key) if key else None
        try:
            result = msgspec.msgpack.decode(record, type=kind) if record is not None else make()
        except msgspec.MsgspecError:
            record, result = None, make()
        if key:
            self.used[key] = record if record is not None else msgspec.msgpack.encode(result)
        return result


class Deferred(Scored):
    """Results of one run that are computed when one is asked for that ``brief`` does not hold."""

    __slots__ = ("_medians", "brief")

    def __init__(self, graph: Graph, metrics: Mapping[str, Metric], medians: Mapping[str, Median]) -> None:
        self.graph = graph
        self.metrics = metrics
        self._medians = medians
        self.brief: dict[int, Result] = {}
        """Results known from before, by position in the graph."""

    def __getattr__(self, name: str) -> object:
        """Compute everything; called for a result that is not there yet."""
        if name not in Scored.__slots__:
            raise AttributeError(name)
        whole = evaluate(self.graph, self.metrics, self._medians)
        for slot in Scored.__slots__:
            setattr(self, slot, getattr(whole, slot))
        return getattr(self, name)

    def at(self, index: int) -> Result:
        """Return the result at a position of the graph."""
        known = self.brief.get(index)
        return known if known is not None else super().at(index)

    def value(self, node_id: str) -> float | None:
        """Return the value of a node, ``None`` when missing. Raises ``KeyError`` for an unknown id."""
        return self.at(self.graph.position[node_id]).value

    def remember(self, memory: Memory, key: str) -> None:
        """Take the results that boards and cards show from ``memory``, or compute them."""
        self.brief = memory.recall(key, dict[int, Result], self._make_brief)

    def _make_brief(self) -> dict[int, Result]:
        positions = sorted({self.graph.position[name] for name in layout_nodes(self.graph.layout)})
        return {index: super(Deferred, self).at(index) for index in positions}


def medians_digest(medians: Mapping[str, Median]) -> str:
    """Return a digest of all that evaluation reads of medians: values, and how many runs they rest on."""
    plain = {name: (median.value, len(median.runs)) for name, median in sorted(medians.items())}
    return hashlib.sha256(msgspec.json.encode(plain)).hexdigest()

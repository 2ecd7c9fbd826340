"""One graph that holds two versions and everything between them, so that one evaluation gives all scores.

The nodes that both versions have and define differently are swapped one after the other, in the order in
which the newer version evaluates them. Hybrid *k* defines the first *k* of them as the newer version does. A
swapped node rests only on nodes that stand before it in that order, all of them swapped or alike, so no
hybrid depends on itself. Equal definitions over equal inputs are one node here, so a hybrid costs no more
than the nodes between its swapped node and the headline.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec

from site_builder.scoring.graph import Graph, Step
from site_builder.studies.rubric_diff.clauses import changed_nodes
from site_builder.studies.rubric_diff.definitions import signature
from site_builder.studies.rubric_diff.subjects import closure


class Hybrids(Graph):
    """The union of two versions and their hybrids, reduced to what headlines and gates rest on.

    Ids of nodes that are no metrics are made unique by a number; a metric is found in a run by its id.
    """

    def __init__(self, older: Graph, newer: Graph) -> None:
        """Weave the graphs together. Both must be of one family and know the same operators."""
        self.rubric = newer.rubric
        self.older, self.newer = older, newer
        self.operators = newer.operators
        self.variant = f"from {older.id}"
        self.digest = pair_digest(older, newer)
        self.renamed = older.layout.headline != newer.layout.headline
        """Whether the newer version ranks by another node, which is the last step."""
        self.under_headlines = closure(older, [older.layout.headline]) | closure(
            newer, [newer.layout.headline]
        )
        """Ids of the nodes that the headline of either version rests on."""
        weaver = _Weaver(older, newer)
        changed = changed_nodes(older, newer)
        heads = [weaver.level(()).place(older.layout.headline)]
        swapped = []
        for count, name in enumerate(changed, start=1):
            head = weaver.level(changed[:count]).place(older.layout.headline)
            if head != heads[-1] and name in self.under_headlines:
                heads.append(head)
                swapped.append(name)
        if self.renamed:
            heads.append(weaver.level(changed).place(newer.layout.headline))
        self.swapped = tuple(swapped)
        """The nodes in whose order the headline is attributed: those whose swap reaches it at once.

        A changed node that nothing below the headline reads yet counts with the first one that reads it. One
        on which neither headline rests is swapped in silence.
        """
        self.heads = tuple(heads)
        """Position of the headline after every step, the older version's first."""
        every = weaver.level(changed)
        self.ends = (
            (self.heads[0], _gate(older, weaver.level(()))),
            (every.place(newer.layout.headline), _gate(newer, every)),
        )
        """(headline, gate) of the older and of the newer version; without a gate ``None``."""
        self.steps = tuple(weaver.steps)
        self.names = tuple(weaver.names)
        """Id of each node in its own version, by position."""
        self.position = {step.id: step.index for step in self.steps}

    @property
    def count(self) -> int:
        """How many steps the attribution has."""
        return len(self.heads) - 1


def pair_digest(older: Graph, newer: Graph) -> str:
    """Return the digest of two versions together."""
    return hashlib.sha256(f"{older.digest}\n{newer.digest}\n".encode()).hexdigest()


def _gate(graph: Graph, level: _Level) -> int | None:
    return None if graph.layout.gate is None else level.place(graph.layout.gate)


class _Weaver:
    """Collects steps; what is there already is not added again."""

    def __init__(self, older: Graph, newer: Graph) -> None:
        self.older, self.newer = older, newer
        self.steps: list[Step] = []
        self.names: list[str] = []
        self._known: dict[tuple[bytes, tuple[int, ...]], int] = {}
        self._taken: set[str] = set()
        self._signatures: dict[tuple[bool, str], bytes] = {}

    def level(self, swapped: tuple[str, ...]) -> _Level:
        """Return the hybrid in which ``swapped`` are defined as in the newer version."""
        return _Level(self, frozenset(swapped))

    def add(self, step: Step, inputs: tuple[int, ...], *, newer: bool) -> int:
        """Return the position of a step over given inputs."""
        own = (newer, step.id)
        if own not in self._signatures:
            self._signatures[own] = signature(step)
        key = (self._signatures[own], inputs)
        if key not in self._known:
            index = self._known[key] = len(self.steps)
            unique = step.node.op == "metric" or step.id not in self._taken
            name = step.id if unique else f"{step.id}~{index}"
            self._taken.add(step.id)
            self.names.append(step.id)
            self.steps.append(msgspec.structs.replace(step, index=index, id=name, inputs=inputs))
        return self._known[key]


class _Level:
    """One hybrid: where its nodes are among the weaver's steps."""

    def __init__(self, weaver: _Weaver, swapped: frozenset[str]) -> None:
        self._weaver = weaver
        self._swapped = swapped
        self._places: dict[str, int] = {}

    def place(self, node_id: str) -> int:
        """Return the position of a node of this hybrid, added with all it rests on when it is not there."""
        found = self._places.get(node_id)
        if found is None:
            weaver = self._weaver
            newer = node_id not in weaver.older or node_id in self._swapped
            graph = weaver.newer if newer else weaver.older
            step = graph.step(node_id)
            inputs = tuple(self.place(graph.steps[index].id) for index in step.inputs)
            found = self._places[node_id] = weaver.add(step, inputs, newer=newer)
        return found


def companions(hybrids: Hybrids) -> Mapping[str, tuple[str, ...]]:
    """Return, for each swapped node, the other nodes of either version that count with it.

    Nodes come in through the first swapped node that uses them, directly or not; they go with the first one
    that used them. What only another headline uses is under the empty name.
    """
    older, newer = hybrids.older, hybrids.newer
    differing = {step.id for step in older.steps if step.id not in newer}
    differing |= {step.id for step in newer.steps if step.id not in older}
    differing |= set(changed_nodes(older, newer))
    differing = (differing & hybrids.under_headlines) - set(hybrids.swapped)
    found: dict[str, tuple[str, ...]] = {}
    for name in (*hybrids.swapped, ""):
        roots = ((newer, name or newer.layout.headline), (older, name or older.layout.headline))
        own = [item for graph, root in roots for item in _below(graph, root, differing, hybrids.swapped)]
        found[name] = tuple(dict.fromkeys(own))
        differing -= set(own)
    return found


def _below(graph: Graph, root: str, wanted: set[str], closed: tuple[str, ...]) -> list[str]:
    """Return those of ``wanted`` that ``root`` rests on, itself included, other than through ``closed``."""
    seen = {root}
    todo = [root]
    while todo:
        for index in graph.step(todo.pop()).inputs:
            name = graph.steps[index].id
            if name not in seen and name not in closed:
                seen.add(name)
                todo.append(name)
    return sorted(seen & wanted, key=graph.position.__getitem__)

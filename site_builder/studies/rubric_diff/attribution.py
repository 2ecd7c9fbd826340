"""The change of a run's headline from one version to another, one clause at a time.

The headline is evaluated under every hybrid (``hybrids``); what a clause does is the difference between the
hybrid with it and the one without it, so that the clauses sum to the whole change. Where a hybrid has no
value, its clause counts together with those that follow, up to the next one with a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import msgspec

from site_builder.records.rubric_diff import Move, Outcome, Part
from site_builder.records.run import Metric
from site_builder.scoring.addends import additive, values_of
from site_builder.scoring.evaluate import Median, Scored, evaluate
from site_builder.scoring.graph import Graph, Step
from site_builder.studies.rubric_diff.hybrids import Hybrids
from site_builder.studies.rubric_diff.subjects import closure, subject_nodes


class Telescope(msgspec.Struct, frozen=True, array_like=True):
    """One run under both versions and everything between them."""

    values: tuple[float | None, ...]
    """The headline after every step, the older version's first; ``None`` where a hybrid has none."""
    before: Outcome
    after: Outcome
    parts: tuple[Part, ...] = ()
    """The addends of the headline around the step that is about the headline itself."""


class Attributor:
    """Attributes the changes of many runs between the same two versions."""

    def __init__(self, hybrids: Hybrids) -> None:
        self.hybrids = hybrids
        older, newer = hybrids.older, hybrids.newer
        self.stops = frozenset((*subject_nodes(older), *subject_nodes(newer)))
        """Nodes at which a headline is taken apart no further: readers know them by name."""
        self._opened = frozenset(_above(older, self.stops) | _above(newer, self.stops))

    @cached_property
    def about_headline(self) -> int | None:
        """The step in which the headline itself changes; its effect is also told by addends."""
        if self.hybrids.renamed:
            return self.hybrids.count - 1
        name = self.hybrids.newer.layout.headline
        return self.hybrids.swapped.index(name) if name in self.hybrids.swapped else None

    def telescope(self, metrics: Mapping[str, Metric], medians: Mapping[str, Median]) -> Telescope:
        """Evaluate one run under both versions and all hybrids; ``medians`` are those of the hybrids."""
        hybrids = self.hybrids
        scored = evaluate(hybrids, metrics, medians, bounds=False)
        values = tuple(scored.at(head).value for head in hybrids.heads)
        before, after = (_outcome(scored, *end) for end in hybrids.ends)
        return Telescope(values, before, after, self._parts(scored))

    def moves(self, telescope: Telescope) -> tuple[Move, ...]:
        """Return what each step does, those that change nothing left out.

        There are none without a value at both ends.
        """
        values = telescope.values
        before = values[0]
        if before is None or values[-1] is None:
            return ()
        found: list[Move] = []
        together: list[int] = []
        for number, after in enumerate(values[1:]):
            together.append(number)
            if after is None:
                continue
            if after != before:
                parts = telescope.parts if together == [self.about_headline] else ()
                found.append(Move(tuple(together), before, after, parts))
            together, before = [], after
        return tuple(found)

    def _parts(self, scored: Scored) -> tuple[Part, ...]:
        number = self.about_headline
        if number is None:
            return ()
        sides = []
        for head in self.hybrids.heads[number : number + 2]:
            if scored.at(head).value is None:
                return ()
            sides.append(self._addends(scored, head))
        if max(map(len, sides)) < 2:  # one addend says no more than the whole
            return ()
        names = dict.fromkeys([*sides[0], *sides[1]])
        return tuple(Part(name, sides[0].get(name), sides[1].get(name)) for name in names)

    def _addends(self, scored: Scored, head: int) -> dict[str, float]:
        """Return what enters the headline additively, opened down to the nodes that readers know by name."""
        found: dict[str, float] = {}
        values = values_of(scored)
        todo = [(head, 1.0)]
        while todo:
            index, factor = todo.pop()
            name, value = self.hybrids.names[index], values(index)
            step = self.hybrids.steps[index]
            inputs = list(additive(step, values)) if index == head or self._opens(name, step) else []
            if inputs:
                todo += reversed([(source, factor * share) for source, share in inputs])
            elif value is not None:
                found[name] = found.get(name, 0.0) + factor * value
        return found

    def _opens(self, name: str, step: Step) -> bool:
        """Return whether a node's inputs stand for it in the account; never where one is withheld."""
        sources = (self.hybrids.steps[index].node for index in step.inputs)
        inside = name in self._opened and name not in self.stops
        return inside and all(node.withheld is None for node in sources)


def _outcome(scored: Scored, head: int, gate: int | None) -> Outcome:
    result = scored.at(head)
    detail = result.absence.detail if result.absence is not None else ""
    return Outcome(result.value, result.coverage, None if gate is None else scored.at(gate).value, detail)


def _above(graph: Graph, stops: frozenset[str]) -> set[str]:
    """Return the nodes below the headline that rest on one of ``stops``."""
    below = closure(graph, [graph.layout.headline])
    above = graph.above(graph.position[name] for name in stops if name in graph)
    return {graph.steps[index].id for index in above if graph.steps[index].id in below}

"""The arithmetic of a rubric as HTML: written once per graph, filled with the numbers of each run."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

from site_builder.output.numbers import brief
from site_builder.scoring.explain import write_formula
from site_builder.scoring.graph import Graph, Step

SLOT = re.compile("\x00([0-9]+)\x01")


class Formulas:
    """The formulas of one graph, in words with links and as arithmetic to be filled."""

    def __init__(self, graph: Graph, anchors: Mapping[str, str] | None = None) -> None:
        """``anchors`` maps node ids to the ids of their rows on the page; ``n-`` and the node id by default."""
        self.graph = graph
        self.anchors = anchors or {step.id: f"n-{step.id}" for step in graph.steps}
        self.words = tuple(self._words(step) for step in graph.steps)
        self.hidden = tuple(self._is_hidden(step) for step in graph.steps)
        self._filled: dict[tuple[int, int], tuple[tuple[str, ...], tuple[int, ...]]] = {}

    def arithmetic(self, index: int, values: Sequence[float | None]) -> str:
        """Return the formula of a node over the values of its inputs, as HTML.

        Empty for leaves and where a value is withheld. Missing inputs are left out as the operator does.
        """
        step = self.graph.steps[index]
        if step.operator is None or self.hidden[index]:
            return ""
        if step.node.op == "steps":
            return escape(write_formula(step, [brief(v) if v is not None else None for v in values], values))
        mask = 0
        for position, value in enumerate(values):
            if value is not None:
                mask |= 1 << position
        key = (index, mask)
        if key not in self._filled:
            self._filled[key] = self._fill(step, mask)
        segments, slots = self._filled[key]
        texts = [brief(v) if v is not None else "" for v in values]
        if len(slots) == 1:
            return f"{segments[0]}{texts[slots[0]]}{segments[1]}"
        out = [segments[0]]
        for slot, segment in zip(slots, segments[1:], strict=True):
            out.append(texts[slot])
            out.append(segment)
        return "".join(out)

    def _fill(self, step: Step, mask: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
        texts = [f"\x00{n}\x01" if mask >> n & 1 else None for n in range(len(step.inputs))]
        pieces = SLOT.split(write_formula(step, texts))
        return tuple(escape(piece) for piece in pieces[::2]), tuple(int(slot) for slot in pieces[1::2])

    def _words(self, step: Step) -> str:
        """Return the formula in words, each input a link to its own row."""
        if step.node.op == "metric":
            return "measured"
        links = [self._link(self.graph.steps[index]) for index in step.inputs]
        if step.operator is None:
            return f"median of {links[0]} over the cohort, from {step.constants['minimum']} runs up"
        marks = [f"\x00{n}\x01" for n in range(len(links))]
        pieces = SLOT.split(write_formula(step, marks))
        return "".join(links[int(p)] if n % 2 else escape(p) for n, p in enumerate(pieces))

    def _link(self, step: Step) -> str:
        return f'<a href="#{self.anchors[step.id]}">{escape(quiet(step.node.title))}</a>'

    def _is_hidden(self, step: Step) -> bool:
        inputs = (self.graph.steps[index].node for index in step.inputs)
        return step.node.withheld is not None or any(node.withheld is not None for node in inputs)


def quiet(title: str) -> str:
    """Lower the first letter of a title for use inside a formula, unless its first word is an abbreviation."""
    first = title.split(" ", maxsplit=1)[0]
    return title if any(c.isupper() for c in first[1:]) else title[:1].lower() + title[1:]

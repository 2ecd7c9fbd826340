"""The arithmetic of a rubric as HTML: written once per graph, filled with the numbers of each run."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from site_builder.output.markup import escaped
from site_builder.pages.words import quiet
from site_builder.scoring.explain import write_formula
from site_builder.scoring.graph import Graph, Step

SLOT = re.compile("\x00([0-9]+)\x01")

Filling = tuple[str, tuple[tuple[int, str], ...]]
"""Text before the first value, then (position of the value among the graph's nodes, text after it)."""


class RowForm(NamedTuple):
    """The static side of a node's row."""

    head: str
    """From the start of the row to the end of its head cell."""
    node: str
    decimals: int
    withheld: bool
    leaf: bool
    words: str
    """The cell with the formula in words, for computed nodes."""
    alone: str
    """The same across the column of the arithmetic, for rows without one."""


class Formulas:
    """The formulas of one graph: in words with links, and as arithmetic to be filled."""

    def __init__(self, graph: Graph, anchors: Mapping[str, str] | None = None) -> None:
        """Write every formula in words.

        ``anchors`` maps node ids to the ids of their rows on the page: ``n-`` and the node id by default.
        """
        self.graph = graph
        self.anchors = anchors or {step.id: f"n-{step.id}" for step in graph.steps}
        self.words = tuple(self._words(step) for step in graph.steps)
        self.plain = tuple(re.sub("<[^>]*>", "", words) for words in self.words)
        """The same without links, for places that are controls themselves."""
        self.hidden = tuple(self._is_hidden(step) for step in graph.steps)
        self.forms = tuple(self._form(step) for step in graph.steps)
        self._fillings: dict[tuple[int, int], Filling] = {}

    def arithmetic(self, index: int, values: Sequence[float | None], briefs: Sequence[str]) -> str:
        """Return the formula of a node over its inputs' values, as HTML; empty for leaves and withheld ones.

        ``values`` and ``briefs`` are those of every node of the graph, by position. Missing inputs are left
        out as the operator does.
        """
        step = self.graph.steps[index]
        if step.operator is None or self.hidden[index]:
            return ""
        own = [values[source] for source in step.inputs]
        if step.node.op == "steps" or (0.0 in own and step.operator.formula):
            texts = [None if v is None else briefs[s] for s, v in zip(step.inputs, own, strict=True)]
            return escaped(write_formula(step, texts, own))  # what is written depends on the values
        mask = 0
        if None in own:
            for value in own:
                mask = mask << 1 | (value is None)
        filling = self._fillings.get((index, mask))
        if filling is None:
            filling = self._fillings[index, mask] = _fill(step, [value is None for value in own])
        text, rest = filling
        for source, after in rest:
            text += briefs[source] + after
        return text

    def _words(self, step: Step) -> str:
        """Return the formula in words, each input a link to its own row."""
        return self.written(step, [self._link(self.graph.steps[index]) for index in step.inputs])

    def written(self, step: Step, links: Sequence[str]) -> str:
        """Return the formula of a step over HTML that stands for its inputs."""
        if step.node.op == "metric":
            return "measured"
        if step.operator is None:
            return f"median of {links[0]} over the cohort, from {step.constants['minimum']} runs up"
        pieces = SLOT.split(write_formula(step, [f"\x00{n}\x01" for n in range(len(links))]))
        return "".join(links[int(p)] if n % 2 else escaped(p) for n, p in enumerate(pieces))

    def _form(self, step: Step) -> RowForm:
        node = step.node
        title = f"{escaped(node.title)}{unit_after(node.unit)}"
        return RowForm(
            head=f'<tr id="{self.anchors[step.id]}"><th scope="row">{title}</th>',
            node=step.id,
            decimals=node.decimals,
            withheld=node.withheld is not None,
            leaf=step.operator is None,
            words=f"<td>{self.words[step.index]}</td>",
            alone=f'<td colspan="2">{self.words[step.index]}</td>',
        )

    def _link(self, step: Step) -> str:
        return f'<a href="#{self.anchors[step.id]}">{escaped(quiet(step.node.title))}</a>'

    def _is_hidden(self, step: Step) -> bool:
        inputs = (self.graph.steps[index].node for index in step.inputs)
        return step.node.withheld is not None or any(node.withheld is not None for node in inputs)


def _fill(step: Step, missing: Sequence[bool]) -> Filling:
    texts = [None if gone else f"\x00{n}\x01" for n, gone in enumerate(missing)]
    pieces = SLOT.split(write_formula(step, texts))
    slots = [step.inputs[int(slot)] for slot in pieces[1::2]]
    after = [escaped(piece) for piece in pieces[2::2]]
    return escaped(pieces[0]), tuple(zip(slots, after, strict=True))


UNSAID = ("", "0–1", "0 or 1")
"""Units that are not written out: values from 0 to 1 have none."""


def unit_after(unit: str) -> str:
    """Return a unit as it follows a title."""
    return "" if unit in UNSAID else f" ({escaped(unit)})"


def values(number: int) -> str:
    """Return how many values there are, in words."""
    return f"{number} value{'' if number == 1 else 's'}"

"""The arithmetic of a rubric as HTML: written once per graph, filled with the numbers of each run."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from site_builder.output.markup import escaped
from site_builder.pages.cells import MEDIAN
from site_builder.pages.words import quiet
from site_builder.scoring.explain import CHOOSING, equated, write_formula
from site_builder.scoring.graph import Graph, Step

Made = TypeVar("Made")

SLOT = re.compile("\x00([0-9]+)\x01")

Picking = Callable[[Sequence[str]], tuple[str, ...]]
"""Takes the texts of some nodes from those of every node of the graph."""


class Filling(NamedTuple):
    """A sum, ready to be filled: ``a × b = c``."""

    text: str
    """HTML with ``%s`` where a number goes."""
    pick: Picking
    """Takes the numbers in the order of the text, that of the node itself last."""


class Shape(NamedTuple):
    """A formula without what it is over, which many nodes of a graph have in common."""

    texts: tuple[str, ...]
    """HTML before, between and behind the inputs."""
    inputs: tuple[int, ...]
    """Which of the inputs stands in each gap."""
    form: str
    """The texts with ``%s`` in the gaps."""


class RowForm(NamedTuple):
    """The static side of a node's row. Texts with ``%s`` are filled with numbers, as HTML."""

    head: str
    """From the start of the row to the end of its head cell."""
    cell: str
    """The cell of the value: the whole value, then what is shown of it."""
    node: str
    decimals: int
    withheld: bool
    gate: bool
    """Whether other tables show a word in place of the value."""
    leaf: bool
    words: str
    """The cell with the formula in words, for computed nodes."""
    alone: str
    """The same across the column of the arithmetic, for rows without one."""


class ByPosition(dict[int, Made]):
    """What is made of each node when it is first asked for; a page may ask for few of many hundreds."""

    def __init__(self, make: Callable[[int], Made]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, index: int) -> Made:
        made = self[index] = self._make(index)
        return made


class Formulas:
    """The formulas of one graph: in words with links, and as arithmetic to be filled."""

    def __init__(self, graph: Graph, anchors: Mapping[str, str] | None = None) -> None:
        """Write every formula in words.

        ``anchors`` maps node ids to the ids of their rows on the page: ``n-`` and the node id by default.
        """
        self.graph = graph
        self.decimals = tuple(None if s.node.withheld is not None else s.node.decimals for s in graph.steps)
        """By position; ``None`` for a value that is never shown."""
        self.medians = tuple(s.index for s in graph.steps if s.node.op == MEDIAN and s.node.withheld is None)
        """Positions of medians of cohorts, of which a half may be shown beside those decimals."""
        self.anchors = anchors or {step.id: f"n-{step.id}" for step in graph.steps}
        self._shapes: dict[tuple[Any, ...], Shape] = {}
        self.links = ByPosition(lambda index: self._link(graph.steps[index]))
        """By position: what stands for a node in the formulas of others, which leads to its row."""
        self.words = ByPosition(lambda index: self._words(graph.steps[index]))
        self.plain = ByPosition(lambda index: re.sub("<[^>]*>", "", self.words[index]))
        """The same without links, for places that are controls themselves."""
        self.quoted = self._quoted()
        """By position: whether the value of a node can stand inside of arithmetic."""
        self.hidden = tuple(self._is_hidden(step) for step in graph.steps)
        self._fillings: dict[tuple[int, tuple[bool, ...]], Filling] = {}
        self._usual = ByPosition(lambda index: self._usually(graph.steps[index]))
        self._usual_rows = ByPosition(self._usual_row)
        self.forms = ByPosition(lambda index: self._form(graph.steps[index]))

    def arithmetic(self, index: int, values: Sequence[float | None], briefs: Sequence[str]) -> str:
        """Return ``a × b = c`` for a node with a value, as HTML; empty for leaves and withheld ones.

        ``values`` and ``briefs`` are those of every node of the graph, by position. Missing inputs are left
        out as the operator does.
        """
        usual = self._usual[index]
        if usual is not None:
            numbers = usual.pick(briefs)
            if "" not in numbers and "0" not in numbers:
                return usual.text % numbers
        return self._unusual(index, values, briefs)

    def row(self, index: int, shown: tuple[str, str], briefs: Sequence[str]) -> str:
        """Return the whole row of a computed node with a value: ``shown`` in its cell, and its arithmetic.

        Empty for leaves, and where an input is missing or 0, which may change what is written.
        """
        usual = self._usual_rows[index]
        if usual is not None:
            numbers = usual.pick(briefs)
            if "" not in numbers and "0" not in numbers:
                return usual.text % (*shown, *numbers)
        return ""

    def _usual_row(self, index: int) -> Filling | None:
        usual, form = self._usual[index], self.forms[index]
        if usual is None or not usual.text:
            return None
        start = f"{as_form(form.head)}{form.cell}{as_form(form.words)}"
        return Filling(f"{start}<td>{usual.text}</td></tr>\n", usual.pick)

    def _unusual(self, index: int, values: Sequence[float | None], briefs: Sequence[str]) -> str:
        """Return the sum of a node with an input that is missing or 0, which may change what is written."""
        step = self.graph.steps[index]
        if step.operator is None or self.hidden[index]:
            return ""
        own = [values[source] for source in step.inputs]
        if step.node.op in CHOOSING or (0.0 in own and step.operator.formula):
            texts = [None if v is None else briefs[s] for s, v in zip(step.inputs, own, strict=True)]
            return equated(escaped(write_formula(step, texts, own)), briefs[index])
        text, pick = self._filling(index, tuple([value is None for value in own]))
        return text % pick(briefs)

    def _quoted(self) -> tuple[bool, ...]:
        found = {index for step in self.graph.steps for index in (step.index, *step.inputs) if step.operator}
        return tuple(step.index in found for step in self.graph.steps)

    def _usually(self, step: Step) -> Filling | None:
        """Return the sum of a node over all its inputs; ``None`` where what is written depends on values."""
        if step.operator is None or step.node.op in CHOOSING or self.hidden[step.index]:
            return None
        return self._filling(step.index, (False,) * len(step.inputs))

    def _filling(self, index: int, missing: tuple[bool, ...]) -> Filling:
        """Return the sum of a node over the inputs that are there."""
        filling = self._fillings.get((index, missing))
        if filling is None:
            filling = self._fillings[index, missing] = self._made(self.graph.steps[index], missing)
        return filling

    def _made(self, step: Step, missing: tuple[bool, ...]) -> Filling:
        shape = self._shape(step, missing)
        if shape.inputs:
            slots = [step.inputs[slot] for slot in shape.inputs]
            return Filling(f"{shape.form} = %s", itemgetter(*slots, step.index))
        index, text = step.index, shape.form
        return Filling(f"{text} = %s" if text else "", lambda briefs: (briefs[index],) if text else ())

    def _shape(self, step: Step, missing: tuple[bool, ...]) -> Shape:
        """Return the formula of a step over the inputs that are there, written once for all alike."""
        alike = (step.node.op, str(step.constants), step.weights, step.labels, missing)
        shape = self._shapes.get(alike)
        if shape is None:
            texts = [None if gone else f"\x00{n}\x01" for n, gone in enumerate(missing)]
            pieces = SLOT.split(write_formula(step, texts))
            html = tuple(map(escaped, pieces[::2]))
            slots = tuple(map(int, pieces[1::2]))
            shape = self._shapes[alike] = Shape(html, slots, "%s".join(map(as_form, html)))
        return shape

    def _words(self, step: Step) -> str:
        """Return the formula in words, each input a link to its own row."""
        return self.written(step, [self.links[index] for index in step.inputs])

    def written(self, step: Step, links: Sequence[str]) -> str:
        """Return the formula of a step over HTML that stands for its inputs."""
        if step.node.op == "metric":
            return "measured"
        if step.operator is None:
            return f"median of {links[0]} over the cohort, from {step.constants['minimum']} runs up"
        shape = self._shape(step, (False,) * len(links))
        return shape.texts[0] + "".join(
            [links[slot] + text for slot, text in zip(shape.inputs, shape.texts[1:], strict=True)]
        )

    def _form(self, step: Step) -> RowForm:
        node = step.node
        title = f"{escaped(node.title)}{unit_after(node.unit)}"
        return RowForm(
            head=f'<tr id="{self.anchors[step.id]}"><th scope="row">{title}</th>',
            cell=value_form(step.id),
            node=step.id,
            decimals=node.decimals,
            withheld=node.withheld is not None,
            gate=step.id == self.graph.layout.gate,
            leaf=step.operator is None,
            words=f"<td>{self.words[step.index]}</td>",
            alone=f'<td colspan="2">{self.words[step.index]}</td>',
        )

    def _link(self, step: Step) -> str:
        return f'<a href="#{self.anchors[step.id]}">{escaped(quiet(step.node.title))}</a>'

    def _is_hidden(self, step: Step) -> bool:
        inputs = (self.graph.steps[index].node for index in step.inputs)
        return step.node.withheld is not None or any(node.withheld is not None for node in inputs)


def as_form(html: str) -> str:
    """Return HTML as part of a text that is filled by ``%``."""
    return html.replace("%", "%%")


def value_form(node: str, anchor: str = "") -> str:
    """Return a table cell that is itself the number: to be filled with the whole value and what is shown."""
    named = f' id="{anchor}"' if anchor else ""
    return f'<td class="n"{named} data-value="%s" data-node="{node}">%s</td>'


UNSAID = ("", "0–1", "0 or 1")
"""Units that are not written out: values from 0 to 1 have none."""


def unit_after(unit: str) -> str:
    """Return a unit as it follows a title."""
    return "" if unit in UNSAID else f" ({escaped(unit)})"


def values(number: int, kind: str = "") -> str:
    """Return how many values there are, in words; ``kind`` stands before the noun."""
    return f"{number} {kind}value{'' if number == 1 else 's'}"

"""Values on their way to a page: a number that knows its node and digits, or a reason instead of one."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from site_builder.records.rubric import Node
from site_builder.records.run import REASON_WORDS
from site_builder.scoring.evaluate import Absence, Result, Scored
from site_builder.scoring.graph import Graph

Form = Literal["", "percent", "duration", "signed", "signed percent"]

MEDIAN = "cohort_median"

STATE_WORDS = REASON_WORDS | {"withheld": "withheld", "none": "none"}
"""Words that stand where a number is missing."""


class Cell(msgspec.Struct, frozen=True, gc=False):
    """One value as shown: never a bare number, never a missing one that could be taken for one."""

    node: str
    """Node id, or the name of a figure made by a page (``board.gap``); ``data-node`` in the HTML."""
    value: float | None
    decimals: int = 0
    unit: str = ""
    reason: str = ""
    """For a missing value: a key of ``STATE_WORDS``."""
    detail: str = ""
    """For a missing value: one clause that says more."""
    form: Form = ""
    """How to write it: plain, ``percent`` (of a share), ``duration`` (of seconds), ``signed``,
    ``signed percent``."""
    text: str = ""
    """What to print instead of the number, or instead of the words for its reason (``passed``)."""

    @property
    def words(self) -> str:
        """What to print where the value is missing."""
        return self.text or STATE_WORDS.get(self.reason, "not collected")

    def _replace(self, **changes: Any) -> Cell:
        """Return the same with some fields changed, as named tuples do."""
        return msgspec.structs.replace(self, **changes)

    def plain(self) -> Any:
        """Return the value as plain data: a number, or an object with the reason."""
        if self.value is not None:
            return self.value
        return {"missing": self.reason or "not_collected", "detail": self.detail}


class Link(msgspec.Struct, frozen=True, gc=False):
    """A link inside a sentence; ``address`` is relative to the root of the site."""

    text: str
    address: str


Sentence = tuple["str | Cell | Link", ...]
"""Words, numbers and links in reading order."""


def as_data(value: Any) -> Any:
    """Return a page's record as plain data: numbers as they are, missing ones as their reasons."""
    if isinstance(value, Cell):
        return value.plain()
    if isinstance(value, Link):
        return value.text
    if isinstance(value, msgspec.Struct):
        return {name: as_data(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {str(name): as_data(item) for name, item in value.items()}
    if isinstance(value, tuple | list):
        return [as_data(item) for item in value]
    return value


def count(node: str, value: int, unit: str = "") -> Cell:
    """Return a whole number made by a page."""
    return Cell(node, float(value), 0, unit)


class Sheet:
    """The results of one run under one rubric, each read once and kept for everything a page makes of it."""

    __slots__ = (
        "_cells",
        "_gaps",
        "_sure",
        "absences",
        "coverages",
        "graph",
        "lower",
        "scored",
        "upper",
        "values",
    )

    def __init__(self, scored: Scored) -> None:
        self.scored = scored
        self.graph = scored.graph
        columns = scored.columns()
        self.values, self.absences, self.coverages = columns.values, columns.absences, columns.coverage
        self.lower, self.upper = columns.lower, columns.upper
        self._cells: dict[int, Cell] = {}
        self._gaps: dict[int, tuple[str, str]] = {}
        self._sure: list[bool] = []

    @property
    def sure(self) -> list[bool]:
        """By position: whether a value is there, may be shown and is known wholly, as most are."""
        if not self._sure:
            rows = zip(self.values, self.coverages, self.lower, self.upper, self.graph.withheld, strict=True)
            self._sure = [
                value is not None and coverage == 1.0 and lower == upper == value and not withheld
                for value, coverage, lower, upper, withheld in rows
            ]
        return self._sure

    def cell(self, node_id: str) -> Cell:
        """Return the value of a node as shown. Raises ``KeyError`` for an unknown id."""
        return self.at(self.graph.position[node_id])

    def at(self, index: int) -> Cell:
        """Return the value at a position of the graph as shown."""
        found = self._cells.get(index)
        if found is None:
            found = self._cells[index] = _shown(self.scored, index, self.values[index])
        return found

    def gap(self, index: int) -> tuple[str, str]:
        """Return why the value at a position is not shown: reason and detail, as in ``Cell``."""
        found = self._gaps.get(index)
        if found is None:
            found = self._gaps[index] = _gap(self.graph, index, self.absences.get(index))
        return found

    def result(self, node_id: str) -> Result:
        """Return the result of a node with its coverage and bounds; a withheld one must not be shown."""
        return self.scored[node_id]

    def coverage(self, node_id: str) -> Cell:
        """Return the coverage of a node, 0–1, written in per cent."""
        return around(self.cell(node_id), self.result(node_id))[2]

    def bounds(self, node_id: str) -> tuple[Cell, Cell]:
        """Return the lower and upper bound of a node as shown."""
        return around(self.cell(node_id), self.result(node_id))[:2]


def as_read(shown: Cell) -> Cell:
    """Return a share in per cent, as readers know it; any other value as it is."""
    if shown.unit != "share" or shown.value is None:
        return shown
    return shown._replace(decimals=max(0, shown.decimals - 2), unit="", form="percent")


def around(shown: Cell, result: Result) -> tuple[Cell, Cell, Cell]:
    """Return lower bound, upper bound and coverage of a shown value."""
    coverage = Cell(f"{shown.node}#coverage", result.coverage, 0, form="percent")
    if shown.reason == "withheld":
        return shown, shown, coverage
    lower, upper = (
        Cell(f"{shown.node}#{end}", value, shown.decimals, shown.unit, "" if value is not None else "none")
        for end, value in (("lower", result.lower), ("upper", result.upper))
    )
    return lower, upper, coverage


def cell(scored: Scored, node_id: str) -> Cell:
    """Return the value of a single node as shown. Raises ``KeyError`` for an unknown id."""
    index = scored.graph.position[node_id]
    return _shown(scored, index, scored.at(index).value)


def _shown(scored: Scored, index: int, value: float | None) -> Cell:
    graph = scored.graph
    step = graph.steps[index]
    node = step.node
    is_gate = step.id == graph.rubric.layout.gate
    if value is not None and node.withheld is None:
        decimals = node.decimals if node.op != MEDIAN else decimals_of(node, value)
        shown = Cell(step.id, value, decimals, node.unit)
        return shown._replace(text=_gate_words(graph, value)) if is_gate else shown
    words = _gate_words(graph, value) if is_gate else ""
    reason, detail = _gap(graph, index, scored.at(index).absence)
    words = "" if reason == "withheld" else words
    return Cell(step.id, None, node.decimals, node.unit, reason, detail, text=words)


def _gap(graph: Graph, index: int, absence: Absence | None) -> tuple[str, str]:
    """Return (reason, detail) for a value that is not shown; without detail where that is not public."""
    withheld = graph.steps[index].node.withheld
    if withheld is not None:
        return "withheld", withheld.reason
    assert absence is not None
    return absence.reason, absence.detail if absence.cause in graph.told else ""


def decimals_of(node: Node, value: float) -> int:
    """Return how many decimals of a value are shown: those of its node, and one for the half of a median.

    A median of whole numbers may lie between two of them. Rounded away, the half would contradict the
    arithmetic beside it.
    """
    return 1 if node.op == MEDIAN and node.decimals == 0 and value % 1 == 0.5 else node.decimals


def _gate_words(graph: Graph, value: float | None) -> str:
    words = graph.layout.gate_words
    if value is None:
        return words.missing
    return words.closed if value == 0 else words.open

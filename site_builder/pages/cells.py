"""Values on their way to a page: a number that knows its node and digits, or a reason instead of one."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from site_builder.records.run import REASON_WORDS
from site_builder.scoring.evaluate import Scored
from site_builder.scoring.graph import Graph

Form = Literal["", "percent", "duration", "signed"]

STATE_WORDS = REASON_WORDS | {"withheld": "withheld", "none": "none"}
"""Words that stand where a number is missing."""


class Cell(NamedTuple):
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
    """How to write it: plain, ``percent`` (of a share), ``duration`` (of seconds), ``signed``."""

    @property
    def words(self) -> str:
        """What to print where the value is missing."""
        return STATE_WORDS.get(self.reason, "not collected")

    def plain(self) -> Any:
        """Return the value as plain data: a number, or an object with the reason."""
        if self.value is not None:
            return self.value
        return {"missing": self.reason or "not_collected", "detail": self.detail}


class Link(NamedTuple):
    """A link inside a sentence; ``address`` is relative to the root of the site."""

    text: str
    address: str


Sentence = tuple["str | Cell | Link", ...]
"""Words, numbers and links in reading order."""


def count(node: str, value: int, unit: str = "") -> Cell:
    """Return a whole number made by a page."""
    return Cell(node, float(value), 0, unit)


def cell(scored: Scored, node_id: str) -> Cell:
    """Return the value of a node as shown. Raises ``KeyError`` for an unknown id."""
    return cell_at(scored, scored.graph.position[node_id])


def cell_at(scored: Scored, index: int) -> Cell:
    """Return the value at a position of the graph as shown."""
    step = scored.graph.steps[index]
    node = step.node
    if node.withheld is not None:
        return Cell(step.id, None, node.decimals, node.unit, "withheld", node.withheld.reason)
    result = scored.at(index)
    if result.value is not None:
        return Cell(step.id, result.value, node.decimals, node.unit)
    absence = result.absence
    assert absence is not None
    detail = absence.detail if tells_nothing_withheld(scored.graph, absence.cause) else ""
    return Cell(step.id, None, node.decimals, node.unit, absence.reason, detail)


def tells_nothing_withheld(graph: Graph, cause: str) -> bool:
    """Return whether the detail of an absence that began at ``cause`` may be shown.

    Details quote the values they are about (``3 observed, at least 20 needed``), so that of a withheld node,
    or of one computed from withheld nodes, stays unsaid.
    """
    step = graph.step(cause)
    sources = (graph.steps[index].node for index in step.inputs)
    return step.node.withheld is None and all(source.withheld is None for source in sources)


def coverage_of(scored: Scored, node_id: str) -> Cell:
    """Return the coverage of a node, 0–1, written in per cent."""
    return Cell(f"{node_id}#coverage", scored[node_id].coverage, 0, form="percent")


def with_coverage(scored: Scored, node_id: str) -> tuple[Cell, Cell, Cell, Cell]:
    """Return a node's value, coverage (0–1) and lower and upper bound as shown."""
    shown = cell(scored, node_id)
    result = scored[node_id]
    coverage = coverage_of(scored, node_id)
    if shown.reason == "withheld":
        return shown, coverage, shown, shown
    lower, upper = (
        Cell(f"{node_id}#{end}", value, shown.decimals, shown.unit, "" if value is not None else "none")
        for end, value in (("lower", result.lower), ("upper", result.upper))
    )
    return shown, coverage, lower, upper

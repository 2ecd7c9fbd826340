"""Derivations of one run as HTML: every node once, in compact rows that link to their inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape

from site_builder.output.formulas import Formulas
from site_builder.output.numbers import brief, display, gap, number, percent
from site_builder.pages.cells import Cell, cell_at
from site_builder.pages.outline import Group
from site_builder.records.run import NOT_COLLECTED, Evidence
from site_builder.scoring.evaluate import Median, Scored
from site_builder.scoring.explain import exact


class Derivations:
    """Writes the rows of one run's nodes; one object per page."""

    def __init__(self, formulas: Formulas, scored: Scored, medians: Mapping[str, Median]) -> None:
        self.formulas = formulas
        self.scored = scored
        self.medians = medians
        graph = formulas.graph
        results = [scored.at(index) for index in range(len(graph.steps))]
        self.results = results
        self.values = [result.value for result in results]

    def arithmetic(self, node_id: str) -> str:
        """Return ``a × b = c`` for a node with a value, empty where there is nothing to show."""
        index = self.formulas.graph.position[node_id]
        return self._arithmetic(index)

    def words(self, node_id: str) -> str:
        """Return the node's formula in words with links to its inputs."""
        return self.formulas.words[self.formulas.graph.position[node_id]]

    def group(self, group: Group) -> str:
        """Return the table body of one group of nodes."""
        return self.rows(group.indices)

    def rows(self, indices: Sequence[int]) -> str:
        """Return the rows of the nodes at these positions of the graph."""
        return "".join([self._row(index) for index in indices])

    def _arithmetic(self, index: int) -> str:
        value = self.values[index]
        if value is None:
            return ""
        step = self.formulas.graph.steps[index]
        text = self.formulas.arithmetic(index, [self.values[source] for source in step.inputs])
        return f"{text} = {brief(value)}" if text else ""

    def _row(self, index: int) -> str:
        step = self.formulas.graph.steps[index]
        node = step.node
        value, _, coverage, lower, upper = self.results[index]
        if value is None or node.withheld is not None:
            shown = gap(cell_at(self.scored, index))
        else:
            whole = exact(value)
            shown = (
                f'<data class="num" value="{whole}" data-value="{whole}" data-node="{step.id}">'
                f"{display(value, node.decimals)}</data>"
            )
            if coverage != 1.0 or lower != upper:
                shown += _doubt(step.id, coverage, lower, upper, node.decimals)
        if step.operator is None:
            how = self._source(index)
        else:
            text = self._arithmetic(index)
            how = (
                f"{self.formulas.words[index]}<br><span class=sum>{text}</span>"
                if text
                else self.formulas.words[index]
            )
        return f'{_head(self.formulas.anchors[step.id], node.title, node.unit)}<td class="n">{shown}</td><td>{how}</td></tr>\n'

    def _source(self, index: int) -> str:
        step = self.formulas.graph.steps[index]
        if step.node.op == "metric":
            metric = self.scored.metrics.get(step.id, NOT_COLLECTED)
            if metric.value is None:
                detail = cell_at(self.scored, index).detail
                return escape(detail) if detail else "measured"
            if step.node.withheld is not None:
                return "; ".join(evidence(Evidence(e.file, e.pointer)) for e in metric.evidence) or "measured"
            return "; ".join([evidence(item) for item in metric.evidence]) or "measured"
        median = self.medians.get(step.id)
        words = self.formulas.words[index]
        return f"{words}: {len(median.runs)} had the value" if median else words


@lru_cache(maxsize=4096)
def _head(anchor: str, title: str, unit: str) -> str:
    return f'<tr id="{anchor}"><th scope="row">{escape(title)} <span class="unit">{escape(unit)}</span></th>'


@lru_cache(maxsize=16384)
def evidence(item: Evidence) -> str:
    """Return where a value was read, as HTML."""
    place = escape(item.file)
    if item.pointer:
        place += f" <code>{escape(item.pointer)}</code>"
    return f"{place} ({escape(item.note)})" if item.note else place


def _doubt(node_id: str, coverage: float, lower: float | None, upper: float | None, decimals: int) -> str:
    """Return coverage and bounds of a value that is not fully measured."""
    covered = f"{percent(coverage)} measured" if coverage < 1 else "bounds"
    if lower is None or upper is None or lower == upper:
        return f'<span class="doubt">{covered}</span>'
    low, high = (
        number(Cell(f"{node_id}#{end}", value, decimals))
        for end, value in (("lower", lower), ("upper", upper))
    )
    return f'<span class="doubt">{covered}: {low}–{high}</span>'

"""Derivations of one run as HTML: every node once, in compact rows that link to their inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from site_builder.output.formulas import Formulas, RowForm
from site_builder.output.markup import escaped
from site_builder.output.numbers import brief, figures, gap_cell, number, percent
from site_builder.pages.cells import Cell, Sheet, tells_nothing_withheld
from site_builder.records.run import NOT_COLLECTED, Evidence
from site_builder.scoring.evaluate import Median
from site_builder.scoring.graph import Step

HEAD = (
    '<thead><tr><th scope="col">Value</th><th scope="col" class="n">Result</th>'
    '<th scope="col">Formula or place</th><th scope="col">Arithmetic</th></tr></thead>'
)
"""Head of a table of derivation rows."""


class Derivations:
    """Writes the rows of one run's nodes; one object per page."""

    def __init__(self, formulas: Formulas, sheet: Sheet, medians: Mapping[str, Median]) -> None:
        self.formulas = formulas
        self.sheet = sheet
        self.medians = medians
        self.steps = formulas.graph.steps
        self.results = sheet.results
        self.values = [result.value for result in self.results]
        self.briefs = ["" if value is None else brief(value) for value in self.values]

    def words(self, node_id: str) -> str:
        """Return the node's formula in words with links to its inputs."""
        return self.formulas.words[self.formulas.graph.position[node_id]]

    def plain(self, node_id: str) -> str:
        """Return the node's formula in words without links."""
        return self.formulas.plain[self.formulas.graph.position[node_id]]

    def is_leaf(self, node_id: str) -> bool:
        """Return whether a node is measured, not computed."""
        return self.formulas.graph.step(node_id).operator is None

    def source(self, node_id: str) -> str:
        """Return where a leaf comes from."""
        return self._source(self.formulas.graph.step(node_id))

    def short(self, node_id: str) -> str:
        """Return the arithmetic of a node with a single input, empty for any other."""
        index = self.formulas.graph.position[node_id]
        return self._arithmetic(index) if len(self.steps[index].inputs) == 1 else ""

    def arithmetic(self, node_id: str) -> str:
        """Return ``a × b = c`` for a node with a value, empty where there is nothing to show."""
        return self._arithmetic(self.formulas.graph.position[node_id])

    def rows(self, indices: Sequence[int]) -> list[str]:
        """Return the rows of the nodes at these positions of the graph."""
        return [self._row(index) for index in indices]

    def _arithmetic(self, index: int) -> str:
        if self.values[index] is None:
            return ""
        text = self.formulas.arithmetic(index, self.values, self.briefs)
        return f"{text} = {self.briefs[index]}" if text else ""

    def _row(self, index: int) -> str:
        form = self.formulas.forms[index]
        value, _, coverage, lower, upper = self.results[index]
        if value is None or form.withheld:
            shown = gap_cell(self.sheet.at(index))
        else:
            whole, text = figures(value, form.decimals)
            doubt = _doubt(form, coverage, lower, upper) if coverage != 1.0 or lower != upper else ""
            shown = f'<td class="n" data-value="{whole}" data-node="{form.node}">{text}{doubt}</td>'
        if form.leaf:
            return f'{form.head}{shown}<td colspan="2">{self._source(self.steps[index])}</td></tr>\n'
        text = self._arithmetic(index)
        return f"{form.head}{shown}{f'{form.words}<td>{text}</td>' if text else form.alone}</tr>\n"

    def _source(self, step: Step) -> str:
        """Return where a leaf comes from: files and pointers of a metric, size of a median's cohort."""
        if step.node.op != "metric":
            median = self.medians.get(step.id)
            words = self.formulas.words[step.index]
            return f"{words}; {len(median.runs)} had the value" if median else words
        metric = self.sheet.scored.metrics.get(step.id, NOT_COLLECTED)
        evidence = metric.evidence
        if step.node.withheld is not None:
            evidence = tuple(Evidence(item.file, item.pointer) for item in evidence)
        if metric.value is None:
            told = tells_nothing_withheld(self.formulas.graph, step.id)
            return escaped(metric.detail) if metric.detail and told else "looked for, not found"
        return "; ".join([place(item) for item in evidence]) or "measured"


@lru_cache(maxsize=16384)
def place(item: Evidence) -> str:
    """Return where a value was read, as HTML: a file, its pointer as the fragment of the address."""
    text = escaped(item.file)
    if item.pointer:
        text += f"{'#' if item.pointer.startswith('/') else ' '}{escaped(item.pointer)}"
    return f"{text} ({escaped(item.note)})" if item.note else text


def _doubt(form: RowForm, coverage: float, lower: float | None, upper: float | None) -> str:
    """Return coverage and bounds of a value that is not fully measured."""
    covered = f"{percent(coverage)} measured" if coverage < 1 else "bounds"
    if lower is None or upper is None or lower == upper:
        return f"<small>{covered}</small>"
    low = number(Cell(f"{form.node}#lower", lower, form.decimals))
    high = number(Cell(f"{form.node}#upper", upper, form.decimals))
    return f"<small>{covered}: {low}&ndash;{high}</small>"

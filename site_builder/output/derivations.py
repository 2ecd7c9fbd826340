"""Derivations of one run as HTML: every node once, in compact rows that link to their inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from site_builder.output.formulas import Formulas, RowForm
from site_builder.output.markup import escaped
from site_builder.output.numbers import brief, figures, figures_of, gap_cell, gap_words, inline, percent
from site_builder.output.tables import value_cell
from site_builder.pages.cells import Sheet, decimals_of
from site_builder.records.run import NOT_COLLECTED, Evidence
from site_builder.scoring.evaluate import Median, Result

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
        self.values = sheet.values
        self.figures = figures_of(self.values, formulas.decimals)
        """By position: the whole value and what is shown of it, ``None`` where nothing is."""
        for index in formulas.medians:
            if (value := self.values[index]) is not None:
                self.figures[index] = figures(value, decimals_of(self.steps[index].node, value))
        self.briefs = [
            "" if value is None or not quoted else brief(value)
            for value, quoted in zip(self.values, formulas.quoted, strict=True)
        ]
        """By position: as written inside of arithmetic; empty where a value is missing."""

    def words(self, index: int) -> str:
        """Return the formula in words of the node at a position of the graph, with links to its inputs."""
        return self.formulas.words[index]

    def plain(self, index: int) -> str:
        """Return the same without links."""
        return self.formulas.plain[index]

    def is_leaf(self, index: int) -> bool:
        """Return whether a node is measured, not computed."""
        return self.formulas.forms[index].leaf

    def sum_of(self, index: int) -> str:
        """Return ``a × b = c`` for a node with a value, empty where there is nothing to show."""
        return "" if self.values[index] is None else self.formulas.arithmetic(index, self.values, self.briefs)

    def cell(self, index: int) -> str:
        """Return the table cell of the value at a position of the graph, for tables other than this one."""
        form, shown = self.formulas.forms[index], self.figures[index]
        if form.gate:
            return value_cell(self.sheet.at(index))
        return self.gap(index) if shown is None else form.cell % shown

    def gap(self, index: int, anchor: str = "") -> str:
        """Return the cell of a value that is not shown, with an anchor of its own where one is given."""
        named = f' id="{anchor}"' if anchor else ""
        return f'<td class="n gap"{named}{gap_words(*self.sheet.gap(index))}'

    def rows(self, indices: Sequence[int]) -> list[str]:
        """Return the rows of the nodes at these positions of the graph."""
        whole, sure, figures, briefs = self.formulas.row, self.sheet.sure, self.figures, self.briefs
        return [
            ((shown := figures[index]) and sure[index] and whole(index, shown, briefs)) or self._row(index)
            for index in indices
        ]

    def _row(self, index: int) -> str:
        form, shown = self.formulas.forms[index], self.figures[index]
        if shown is None:
            cell = gap_cell(self.sheet.at(index)) if form.gate else self.gap(index)
        elif self.sheet.sure[index]:
            cell = form.cell % shown
        else:
            cell = form.cell % (shown[0], shown[1] + _doubt(form, self.sheet.scored.at(index)))
        if form.leaf:
            return f'{form.head}{cell}<td colspan="2">{self.source(index)}</td></tr>\n'
        text = self.sum_of(index)
        return f"{form.head}{cell}{f'{form.words}<td>{text}</td>' if text else form.alone}</tr>\n"

    def source(self, index: int) -> str:
        """Return where a leaf comes from: files and pointers of a metric, size of a median's cohort."""
        step = self.steps[index]
        if step.node.op != "metric":
            median = self.medians.get(step.id)
            words = self.formulas.words[step.index]
            return f"{words}; {len(median.runs)} had the value" if median else words
        metric = self.sheet.scored.metrics.get(step.id, NOT_COLLECTED)
        evidence = metric.evidence
        if step.node.withheld is not None:
            evidence = tuple(Evidence(item.file, item.pointer) for item in evidence)
        if metric.value is None:
            told = step.id in self.formulas.graph.told
            return escaped(metric.detail) if metric.detail and told else "looked for, not found"
        return "; ".join([place(item) for item in evidence]) or "measured"


@lru_cache(maxsize=16384)
def place(item: Evidence) -> str:
    """Return where a value was read, as HTML: a file, its pointer as the fragment of the address."""
    text = escaped(item.file)
    if item.pointer:
        text += f"{'#' if item.pointer.startswith('/') else ' '}{escaped(item.pointer)}"
    return f"{text} ({escaped(item.note)})" if item.note else text


def _doubt(form: RowForm, result: Result) -> str:
    """Return coverage and bounds of a value that is not fully measured."""
    lower, upper = result.lower, result.upper
    covered = f"{percent(result.coverage)} measured" if result.coverage < 1 else "bounds"
    if lower is None or upper is None or lower == upper:
        return f"<small>{covered}</small>"
    low = inline(f"{form.node}#lower", figures(lower, form.decimals))
    high = inline(f"{form.node}#upper", figures(upper, form.decimals))
    return f"<small>{covered}: {low}&ndash;{high}</small>"

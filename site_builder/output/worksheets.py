"""What a rubric writes once for many subjects, as one table: the formula of each row stands at its head."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from site_builder.output.derivations import Derivations, place
from site_builder.output.formulas import Formulas, unit_after, value_form
from site_builder.output.markup import escaped
from site_builder.pages.outline import SheetRow, Worksheet
from site_builder.pages.words import quiet
from site_builder.records.run import NOT_COLLECTED, Evidence


class WorksheetForm:
    """The static side of one worksheet: made once per graph, filled for each run."""

    def __init__(self, sheet: Worksheet, formulas: Formulas) -> None:
        self.sheet = sheet
        self.formulas = formulas
        graph = formulas.graph
        own = {graph.steps[index].id: row for row in sheet.rows for index in row.indices[:1]}
        self.heads = tuple(self._head(row, own) for row in sheet.rows)
        self.cells = [value_form(step.id, f"n-{step.id}") for step in graph.steps]

    def _head(self, row: SheetRow, own: dict[str, SheetRow]) -> str:
        steps = self.formulas.graph.steps
        step = steps[row.indices[0]]
        links = []
        for index in step.inputs:
            source = steps[index]
            held = own.get(source.id)
            anchor = f"w-{held.key}" if held else self.formulas.anchors[source.id]
            title = held.title if held else source.node.title
            links.append(f'<a href="#{anchor}">{escaped(quiet(title))}</a>')
        formula = self.formulas.written(step, links)
        words = "" if step.node.op == "metric" else f'<small class="below">{formula}</small>'
        title = escaped(row.title[:1].upper() + row.title[1:])
        return f'<tr id="w-{row.key}"><th scope="row">{title}{unit_after(row.unit)}{words}</th>'

    def fill(self, derive: Derivations, absent: frozenset[str]) -> list[str]:
        """Return the pieces of the table for one run, without the columns of roles that did not take part."""
        sheet = self.sheet
        columns = [n for n, role in enumerate(sheet.roles) if role not in absent]
        head = "".join([f'<th scope="col" class="n">{escaped(sheet.subjects[n][1])}</th>' for n in columns])
        rows = [
            f"{start}{self._cells(derive, [row.indices[n] for n in columns])}"
            f"<td>{self._places(derive, row, columns)}</td></tr>\n"
            for start, row in zip(self.heads, sheet.rows, strict=True)
        ]
        start = (
            f'<table class="worksheet"><thead><tr><th scope="col">Value</th>{head}'
            '<th scope="col">Place</th></tr></thead><tbody>'
        )
        return [start, *rows, "</tbody></table>"]

    def _cells(self, derive: Derivations, indices: Sequence[int]) -> str:
        return "".join(
            [
                derive.gap(index, f"n-{derive.steps[index].id}")
                if (shown := derive.figures[index]) is None
                else self.cells[index] % shown
                for index in indices
            ]
        )

    def _places(self, derive: Derivations, row: SheetRow, columns: Sequence[int]) -> str:
        """Return where the values of a row were read, the subject's own name replaced by its kind."""
        steps = derive.steps
        if steps[row.indices[0]].node.op != "metric":
            return ""
        metrics, subjects = derive.sheet.scored.metrics, self.sheet.subjects
        found: dict[str, None] = {}
        for n in columns:
            for item in metrics.get(steps[row.indices[n]].id, NOT_COLLECTED).evidence:
                found[_place(item, subjects[n][0])] = None
        return "; ".join(found)


@lru_cache(maxsize=16384)
def _place(item: Evidence, own: str) -> str:
    """Return where a value was read, the name of its subject replaced by its kind."""
    return place(Evidence(item.file.replace(own, "…"), item.pointer.replace(own, "…")))

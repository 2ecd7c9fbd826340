"""What a rubric writes once for many subjects, as one table: the formula of each row stands at its head."""

from __future__ import annotations

from site_builder.output.derivations import Derivations, place
from site_builder.output.formulas import Formulas, unit_after
from site_builder.output.markup import escaped
from site_builder.output.numbers import figures, gap_cell
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
            f"{start}{''.join([_cell(derive, row.indices[n]) for n in columns])}"
            f"<td>{self._places(derive, row, columns)}</td></tr>\n"
            for start, row in zip(self.heads, sheet.rows, strict=True)
        ]
        start = (
            f'<table class="worksheet"><thead><tr><th scope="col">Value</th>{head}'
            '<th scope="col">Place</th></tr></thead><tbody>'
        )
        return [start, *rows, "</tbody></table>"]

    def _places(self, derive: Derivations, row: SheetRow, columns: list[int]) -> str:
        """Return where the values of a row were read, the subject's own name replaced by its kind."""
        step = derive.steps[row.indices[0]]
        if step.node.op != "metric":
            return ""
        found: dict[str, None] = {}
        for n in columns:
            own = self.sheet.subjects[n][0]
            step = derive.steps[row.indices[n]]
            metric = derive.sheet.scored.metrics.get(step.id, NOT_COLLECTED)
            for item in metric.evidence:
                general = Evidence(item.file.replace(own, "…"), item.pointer.replace(own, "…"))
                found[place(general)] = None
        return "; ".join(found)


def _cell(derive: Derivations, index: int) -> str:
    step = derive.steps[index]
    value = derive.values[index]
    if value is None or step.node.withheld is not None:
        return gap_cell(derive.sheet.at(index), f"n-{step.id}")
    whole, text = figures(value, step.node.decimals)
    return f'<td class="n" id="n-{step.id}" data-value="{whole}" data-node="{step.id}">{text}</td>'

"""How the figures of a cohort come about as HTML: every value a row, every formula with links to its rows."""

from __future__ import annotations

from markupsafe import Markup

from site_builder.output.formulas import Formulas
from site_builder.output.markup import escaped, safe
from site_builder.output.numbers import number
from site_builder.pages.campaigns.derived import DerivedRow
from site_builder.pages.words import quiet
from site_builder.scoring.graph import Graph


def derived_rows(key: str, rows: tuple[DerivedRow, ...], graph: Graph) -> Markup:
    """Return the rows of one cohort; what was counted leads to its samples, at ``#<key>-samples``."""
    formulas = Formulas(graph, {step.id: f"{key}-{step.id}" for step in graph.steps})
    shown = {row.node for row in rows}

    def name(index: int) -> str:
        node, title = graph.steps[index].id, escaped(quiet(graph.steps[index].node.title))
        return f'<a href="#{formulas.anchors[node]}">{title}</a>' if node in shown else title

    def how(row: DerivedRow) -> str:
        step = graph.step(row.node)
        if step.operator is None:
            return f'{escaped(row.how)} <a href="#{key}-samples">Its samples</a>'
        return formulas.written(step, [name(index) for index in step.inputs])

    return safe(
        "".join(
            f'<tr id="{formulas.anchors[row.node]}"><th scope="row">{escaped(row.title)} '
            f'<small>{escaped(row.unit)}</small></th><td class="n">{number(row.value)}</td>'
            f"<td>{how(row)}</td></tr>"
            for row in rows
        )
    )

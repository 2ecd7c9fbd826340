"""The tables of a methodology that asks for named values: what is measured, what is derived, its words."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from site_builder.output.markup import escaped, safe
from site_builder.output.method_tables import MethodTables
from site_builder.pages.anatomy import BETTER, FigureGroup, figure_groups, range_words, unit_symbol
from site_builder.scoring.graph import Graph, Step


class StandardTables:
    """Writes the tables of one rubric; templates call its methods."""

    def __init__(self, graph: Graph, tables: MethodTables) -> None:
        self.graph = graph
        self.tables = tables
        self.asked = figure_groups(graph)

    def counts(self) -> tuple[int, int, int]:
        """Return how many values are asked for: all, core, extension."""
        kinds = [step.node.requirement for step in self.graph.asked]
        return len(kinds), kinds.count("core"), kinds.count("extension")

    def figures(self) -> Markup:
        """Return a table body for each heading of what is asked for."""
        return safe("".join([self._group(group) for group in self.asked]))

    def derived(self) -> Markup:
        """Return the named figures under their headings, each with its formula."""
        steps = [self.graph.step(name) for name in self.graph.layout.derived]
        titles = dict.fromkeys(step.node.group for step in steps)
        bodies = [
            _body(title, 5, [self._derived(step) for step in steps if step.node.group == title])
            for title in titles
        ]
        return safe("".join(bodies))

    def _group(self, group: FigureGroup) -> str:
        return _body(group.title, 6, [self._figure(self.graph.steps[index]) for index in group.indices])

    def _figure(self, step: Step) -> str:
        node = step.node
        return (
            f"<tr>{self._head(step)}<td>{escaped(unit_symbol(node.unit))}</td><td>{range_words(step)}</td>"
            f"<td>{BETTER[node.direction]}</td><td>{node.requirement}</td>"
            f"<td>{escaped(node.description)}{_decided(step)}</td></tr>\n"
        )

    def _derived(self, step: Step) -> str:
        node = step.node
        limits = next((axis.limits for axis in self.graph.layout.axes if axis.node == step.id), "")
        limits = f" {escaped(limits)}" if limits else ""
        return (
            f"<tr>{self._head(step)}<td>{escaped(unit_symbol(node.unit))}</td><td>{BETTER[node.direction]}</td>"
            f'<td><span class="words">{self.tables.words(step.id)}</span></td>'
            f"<td>{escaped(node.description)}{limits}{_decided(step)}</td></tr>\n"
        )

    def _head(self, step: Step) -> str:
        anchor = self.tables.anchors[step.id]
        symbol = f'<span class="id">{escaped(step.node.symbol)}</span>' if step.node.symbol else ""
        return f'<th scope="row"><a href="#{anchor}">{escaped(step.node.name)}</a> {symbol}</th>'


def _body(title: str, width: int, rows: Sequence[str]) -> str:
    heading = (
        f'<tr class="heading"><th scope="rowgroup" colspan="{width}">{escaped(title)} '
        f"<small>{len(rows)}</small></th></tr>"
    )
    return f"<tbody>{heading}{''.join(rows)}</tbody>\n"


def _decided(step: Step) -> str:
    basis = step.node.basis
    return (
        f' <span class="unit">{escaped(basis.kind)}: {escaped(basis.reason)}</span>' if basis.reason else ""
    )

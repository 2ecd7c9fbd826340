"""The tables of a run page: axes, components, roles, completion, neighbours and all nodes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup

from site_builder.output.charts import radar
from site_builder.output.derivations import HEAD, Derivations
from site_builder.output.formulas import Formulas, values
from site_builder.output.markup import escaped, safe
from site_builder.output.numbers import display
from site_builder.output.tables import bar_cell, value_cell
from site_builder.output.worksheets import WorksheetForm
from site_builder.pages.breakdown import AxisScore, RoleScore, Weighed
from site_builder.pages.outline import term_title
from site_builder.pages.run import Absent, RunView
from site_builder.scoring.explain import exact

CLOSE = "</tbody></table>"
TERM_HEAD = (
    '<thead><tr><th scope="col">Term</th><th scope="col" class="n">0&ndash;1</th>'
    '<th scope="col" class="n">Weight</th><th scope="col" class="n">Adds</th>'
    '<th scope="col">From</th></tr></thead>'
)


class RunTables:
    """Writes the tables of one run page; templates call its methods."""

    def __init__(self, view: RunView, formulas: Formulas, forms: Sequence[WorksheetForm]) -> None:
        self.view = view
        self.forms = forms
        self.derive = Derivations(formulas, view.sheet, view.medians)

    def derivation(self, node_id: str) -> Markup:
        """Return formula in words and arithmetic of a node, as two lines."""
        return safe(self._derivation(node_id))

    def axes(self) -> Markup:
        """Return the rows of the axis table: a bar for each axis and its points."""
        return safe("".join([self._axis(axis) for axis in self.view.axes]))

    def components(self, axis: AxisScore) -> Markup:
        """Return the rows of one axis' component table."""
        return safe("".join([self._component(part) for part in axis.parts]))

    def roles(self) -> Markup:
        """Return the bodies of the role table, a pair of rows for each role that took part."""
        return safe("".join([self._role(role) for role in self.view.roles if role.took_part]))

    def role_total(self) -> Markup:
        """Return the closing row of the role table."""
        view = self.view
        root = view.graph.layout.roles_root
        if root is None:
            return Markup("")
        weight = sum(role.role.weight for role in view.roles if role.score.value is not None)
        return safe(
            f'<tbody class="total"><tr><th scope="row">Role part</th><td></td><td class="n">{weight:g}</td>'
            f"{value_cell(view.sheet.cell(root))}{value_cell(view.sheet.coverage(root))}</tr></tbody>"
        )

    def radar(self) -> Markup:
        """Return the radar of the axes."""
        spokes = [(axis.axis.short, axis.share) for axis in self.view.axes]
        return radar(spokes, "radar", f"Axes of {self.view.run.run_id}")

    def nodes(self) -> Markup:
        """Return every node of the run in closed groups, then the worksheets of the rubric."""
        pieces: list[str] = []
        for group in self.view.groups:
            size = f", {values(len(group.indices))}"
            rows = self.derive.rows(group.indices)
            pieces += _closed(group.title, size, [f'<table class="derivations">{HEAD}<tbody>', *rows, CLOSE])
        for form in self.forms:
            pieces += _closed(form.sheet.title, "", form.fill(self.derive, self.view.absent_roles))
        return safe("".join(pieces))

    def missing(self) -> Markup:
        """Return what was looked for and not found, by reason, in closed lists."""
        return safe("".join([_absent(group) for group in self.view.absent]))

    def _derivation(self, node_id: str) -> str:
        text = self.derive.arithmetic(node_id)
        if self.derive.is_leaf(node_id):
            return f'<span class="words">{self.derive.source(node_id)}</span>'
        words = f'<span class="words">{self.derive.words(node_id)}</span>'
        return f'{words}<span class="sum">{text}</span>' if text else words

    def _axis(self, axis: AxisScore) -> str:
        share = 0.0 if axis.share is None else axis.share
        state = "" if axis.share is not None else " absent"
        anchor = "n" if self.view.anatomy.derived else "axis"
        return (
            f'<tr><th scope="row"><a href="#{anchor}-{axis.axis.node}">{escaped(axis.axis.title)}</a></th>'
            f'<td class="track{state}"><span style="--v:{share:.3f}"></span></td>'
            f'{value_cell(axis.points)}<td class="n of">{axis.axis.scale}</td>'
            f"{value_cell(axis.coverage)}</tr>\n"
        )

    def _component(self, part: Weighed) -> str:
        unit = part.raw.unit if part.raw.value is not None else ""
        node = part.part.node
        return (
            f'<tbody><tr><th scope="row">{escaped(part.part.title)}</th>'
            f"{value_cell(part.raw, unit)}{bar_cell(part.normal, 1.0)}"
            f'<td class="n">{_weight(part)}</td>{value_cell(part.contribution)}</tr>'
            f'<tr class="more"><td colspan="5"><details><summary>{self.derive.plain(node)}</summary>'
            f"{self._derivation(node)}</details></td></tr></tbody>\n"
        )

    def _role(self, role: RoleScore) -> str:
        model = f"{escaped(role.model)} &middot; " if role.model else ""
        terms = "".join([self._term(term) for term in role.terms])
        return (
            f'<tbody id="role-{role.role.node}"><tr><th scope="row">{escaped(role.role.title)}</th>'
            f'{bar_cell(role.score, 10.0)}<td class="n">{role.role.weight:g}</td>'
            f"{value_cell(role.contribution)}{value_cell(role.coverage)}</tr>"
            f'<tr class="more"><td colspan="5"><details><summary>{model}{len(role.terms)} terms</summary>'
            f'<table class="terms">{TERM_HEAD}<tbody>{terms}</tbody></table>'
            f"<p>{self.derive.arithmetic(role.role.weighing)}</p></details></td></tr></tbody>\n"
        )

    def _term(self, term: Weighed) -> str:
        part = term.part
        return (
            f'{_term_head(part.node, part.title)}{value_cell(term.normal)}<td class="n">{_weight(term)}</td>'
            f"{value_cell(term.contribution)}<td>{self.derive.short(part.node)}</td></tr>"
        )


def _closed(title: str, size: str, table: Sequence[str]) -> list[str]:
    name = escaped(title)
    start = (
        f'<details class="nodes"><summary>{name}{size}</summary>'
        f'<div class="frame" tabindex="0" role="region" aria-label="{name}">'
    )
    return [start, *table, "</div></details>\n"]


def _absent(group: Absent) -> str:
    items = "".join(
        [
            f'<li><a href="#n-{node}">{escaped(title)}</a>{f": {escaped(detail)}" if detail else ""}</li>\n'
            for node, title, detail in group.nodes
        ]
    )
    return (
        f"<details><summary>{escaped(group.words.capitalize())}: {len(group.nodes)} measured values</summary>"
        f'<ul class="reasons">{items}</ul></details>\n'
    )


@lru_cache(maxsize=4096)
def _term_head(node: str, title: str) -> str:
    return f'<tr><th scope="row"><a href="#n-{node}">{escaped(term_title(title))}</a></th>'


@lru_cache(maxsize=512)
def _stated(weight: float) -> str:
    return exact(weight)


def _weight(part: Weighed) -> str:
    stated = _stated(part.part.weight)
    if part.share is None or part.normal.value is None or abs(part.share - part.part.weight) < 1e-9:
        return stated
    return f"{stated} &rarr; {display(part.share, 3)}"

"""The tables of a run page: axes, components, roles, completion, neighbours and all nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from site_builder.output.charts import radar
from site_builder.output.derivations import HEAD, Derivations
from site_builder.output.formulas import Formulas, values
from site_builder.output.markup import escaped, safe
from site_builder.output.numbers import display
from site_builder.output.role_terms import RoleForm, weight_words
from site_builder.output.tables import bar_cell, value_cell
from site_builder.output.worksheets import WorksheetForm
from site_builder.pages.breakdown import AxisScore, RoleScore, Weighed, scored_weight
from site_builder.pages.outline import Outline
from site_builder.pages.run import Absent, RunView

CLOSE = "</tbody></table>"


class RunForms(NamedTuple):
    """What a rubric alone decides of the tables of its runs: made once, filled for each run."""

    formulas: Formulas
    roles: Mapping[str, RoleForm]
    """By the node of the role."""
    worksheets: tuple[WorksheetForm, ...]


def run_forms(outline: Outline) -> RunForms:
    """Return the forms of a rubric."""
    formulas = Formulas(outline.graph)
    return RunForms(
        formulas,
        {role.node: RoleForm(role, formulas) for role in outline.roles},
        tuple(WorksheetForm(sheet, formulas) for sheet in outline.worksheets),
    )


class RunTables:
    """Writes the tables of one run page; templates call its methods."""

    def __init__(self, view: RunView, forms: RunForms) -> None:
        self.view = view
        self.forms = forms
        self.derive = Derivations(forms.formulas, view.sheet, view.medians)

    def derivation(self, node_id: str) -> Markup:
        """Return formula in words and arithmetic of a node, as two lines."""
        return safe(self._derivation(self.derive.formulas.graph.position[node_id]))

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
        weight = scored_weight(view.roles)
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
        for form in self.forms.worksheets:
            pieces += _closed(form.sheet.title, "", form.fill(self.derive, self.view.absent_roles))
        return safe("".join(pieces))

    def files(self) -> Markup:
        """Return the rows of the files of the export."""
        rows = [
            f'<tr><th scope="row">{escaped(file.path)}</th><td class="n">{display(file.bytes, 0)}</td>'
            f'<td class="sha">{escaped(file.sha256)}</td></tr>'
            for file in self.view.run.files
        ]
        return safe("".join(rows))

    def missing(self) -> Markup:
        """Return what was looked for and not found, by reason, in closed lists."""
        return safe("".join([_absent(group) for group in self.view.absent]))

    def _derivation(self, index: int) -> str:
        derive = self.derive
        if derive.is_leaf(index):
            return f'<span class="words">{derive.source(index)}</span>'
        words, sum_ = f'<span class="words">{derive.words(index)}</span>', derive.sum_of(index)
        return f'{words}<span class="sum">{sum_}</span>' if sum_ else words

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

    def _component(self, weighed: Weighed) -> str:
        part, raw = weighed.part, weighed.raw
        index = self.derive.formulas.graph.position[part.node]
        unit = raw.unit if raw.value is not None else ""
        return (
            f'<tbody><tr><th scope="row">{escaped(part.title)}</th>'
            f"{value_cell(raw, unit)}{bar_cell(weighed.normal, 1.0)}"
            f'<td class="n">{weight_words(weighed)}</td>{value_cell(weighed.contribution)}</tr>'
            f'<tr class="more"><td colspan="5"><details><summary>{self.derive.plain(index)}</summary>'
            f"{self._derivation(index)}</details></td></tr></tbody>\n"
        )

    def _role(self, role: RoleScore) -> str:
        model = f"{escaped(role.model)} &middot; " if role.model else ""
        weighing = self.derive.formulas.graph.position[role.role.weighing]
        return (
            f'<tbody id="role-{role.role.node}"><tr><th scope="row">{escaped(role.role.title)}</th>'
            f'{bar_cell(role.score, 10.0)}<td class="n">{role.role.weight:g}</td>'
            f"{value_cell(role.contribution)}{value_cell(role.coverage)}</tr>"
            f'<tr class="more"><td colspan="5"><details><summary>{model}{len(role.terms)} terms</summary>'
            f"{self.forms.roles[role.role.node].fill(self.derive, role.terms)}"
            f"<p>{self.derive.sum_of(weighing)}</p></details></td></tr></tbody>\n"
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
        f"<details><summary>{escaped(group.words.capitalize())}: {values(len(group.nodes), 'measured ')}"
        "</summary>"
        f'<ul class="reasons">{items}</ul></details>\n'
    )

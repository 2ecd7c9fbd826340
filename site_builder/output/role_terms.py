"""The terms of a role, as a table that is made once for its rubric and filled for each run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from site_builder.output.derivations import Derivations
from site_builder.output.formulas import Formulas, as_form, value_form
from site_builder.output.markup import escaped
from site_builder.output.numbers import display, figures_of
from site_builder.pages.breakdown import Weighed
from site_builder.pages.outline import Part, Role, term_title
from site_builder.scoring.explain import exact

HEAD = (
    '<thead><tr><th scope="col">Term</th><th scope="col" class="n">0&ndash;1</th>'
    '<th scope="col" class="n">Weight</th><th scope="col" class="n">Adds</th>'
    '<th scope="col">From</th></tr></thead>'
)


class TermForm(NamedTuple):
    """The static side of one term."""

    position: int
    """Of its node in the graph."""
    row: str
    """To be filled with its value as a cell, its weight, and the cells of what it adds and its arithmetic."""
    usual: str
    """The same of a term with a value and its weight: with the figures of both cells; empty for a gate."""
    adds: str
    """The cell of what it adds: the whole value, then what is shown of it."""
    weight: str
    single: bool
    """Whether it is made from one value, so that its arithmetic is short enough to be told."""


class RoleForm:
    """The static side of the terms of one role."""

    def __init__(self, role: Role, formulas: Formulas) -> None:
        self.terms = tuple(_term(part, formulas) for part in role.terms)

    def fill(self, derive: Derivations, terms: Sequence[Weighed]) -> str:
        """Return the table of the terms of one run."""
        adds = figures_of([term.adds for term in terms], [2] * len(terms))
        rows = [
            _row(derive, form, term, added) for form, term, added in zip(self.terms, terms, adds, strict=True)
        ]
        return f'<table class="terms fold">{HEAD}<tbody>{"".join(rows)}</tbody></table>'


def _row(derive: Derivations, form: TermForm, term: Weighed, adds: tuple[str, str] | None) -> str:
    shown = derive.figures[form.position]
    arithmetic = f"<td>{text}</td>" if form.single and (text := derive.sum_of(form.position)) else ""
    if form.usual and shown is not None and adds is not None and term.share == term.part.weight:
        return form.usual % (*shown, *adds, arithmetic)
    return form.row % (
        derive.cell(form.position),
        form.weight if term.share == term.part.weight else weight_words(term),
        derive.gap(form.position) if adds is None else form.adds % adds,
        arithmetic,
    )


def _term(part: Part, formulas: Formulas) -> TermForm:
    graph = formulas.graph
    title = as_form(escaped(term_title(part.title)))
    start = f'<tr><th scope="row"><a href="#{formulas.anchors[part.node]}">{title}</a></th>'
    is_gate = part.node == graph.layout.gate
    cell, adds, weight = value_form(part.node), value_form(part.contribution), exact(part.weight)
    return TermForm(
        position=graph.position[part.node],
        row=f'{start}%s<td class="n">%s</td>%s%s</tr>',
        usual="" if is_gate else f'{start}{cell}<td class="n">{weight}</td>{adds}%s</tr>',
        adds=adds,
        weight=weight,
        single=len(graph.step(part.node).inputs) == 1,
    )


def weight_words(weighed: Weighed) -> str:
    """Return the weight as the rubric states it, and what it became where something else is missing."""
    weight, share = weighed.part.weight, weighed.share
    stated = exact(weight)
    if share is None or weighed.adds is None or abs(share - weight) < 1e-9:
        return stated
    return f"{stated} &rarr; {display(share, 3)}"

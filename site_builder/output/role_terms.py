"""The terms of a role, as a table that is made once for its rubric and filled for each run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from site_builder.output.derivations import Derivations
from site_builder.output.formulas import Formulas, as_form, value_form
from site_builder.output.markup import escaped
from site_builder.output.numbers import display, figures
from site_builder.pages.breakdown import Weighed
from site_builder.pages.outline import Role, term_title
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
    adds: str
    """The cell of what it adds: the whole value, then what is shown of it."""
    weight: str
    single: bool
    """Whether it is made from one value, so that its arithmetic is short enough to be told."""


class RoleForm:
    """The static side of the terms of one role."""

    def __init__(self, role: Role, formulas: Formulas) -> None:
        graph = formulas.graph
        self.terms = tuple(
            TermForm(
                position=graph.position[part.node],
                row=(
                    f'<tr><th scope="row"><a href="#{formulas.anchors[part.node]}">'
                    f"{as_form(escaped(term_title(part.title)))}</a></th>"
                    '%s<td class="n">%s</td>%s%s</tr>'
                ),
                adds=value_form(part.contribution),
                weight=exact(part.weight),
                single=len(graph.step(part.node).inputs) == 1,
            )
            for part in role.terms
        )

    def fill(self, derive: Derivations, terms: Sequence[Weighed]) -> str:
        """Return the table of the terms of one run."""
        rows = [
            form.row
            % (
                derive.cell(form.position),
                form.weight if term.share == term.part.weight else weight_words(term),
                derive.gap(form.position) if term.adds is None else form.adds % figures(term.adds, 2),
                f"<td>{text}</td>" if form.single and (text := derive.sum_of(form.position)) else "",
            )
            for form, term in zip(self.terms, terms, strict=True)
        ]
        return f'<table class="terms fold">{HEAD}<tbody>{"".join(rows)}</tbody></table>'


def weight_words(weighed: Weighed) -> str:
    """Return the weight as the rubric states it, and what it became where something else is missing."""
    weight, share = weighed.part.weight, weighed.share
    stated = exact(weight)
    if share is None or weighed.adds is None or abs(share - weight) < 1e-9:
        return stated
    return f"{stated} &rarr; {display(share, 3)}"

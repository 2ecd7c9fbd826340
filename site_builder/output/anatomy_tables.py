"""The tables of a run whose score is a product: factors, named figures, what is asked for, stated results."""

from __future__ import annotations

from markupsafe import Markup

from site_builder.output.derivations import Derivations
from site_builder.output.markup import escaped, safe
from site_builder.output.numbers import number
from site_builder.output.tables import value_cell
from site_builder.output.waterfall import waterfall
from site_builder.pages.anatomy import BETTER, FigureGroup, Stage, Stated, range_words, unit_symbol
from site_builder.pages.run import RunView
from site_builder.scoring.graph import Step


class AnatomyTables:
    """Writes the tables of one run's anatomy; templates call its methods."""

    def __init__(self, view: RunView, derive: Derivations) -> None:
        self.view = view
        self.anatomy = view.anatomy
        self.derive = derive

    def waterfall(self) -> Markup:
        """Return the walk from the amount to the score as a drawing."""
        score = self.view.headline.score._replace(text="")
        if score.value is None and self.view.reading.title:
            score = score._replace(text=self.view.reading.title.lower())
        return waterfall(self.anatomy.stages, score, self.anatomy.unit, "waterfall")

    def stages(self) -> Markup:
        """Return the rows of the walk, every missing term named."""
        return safe("".join([self._stage(stage) for stage in self.anatomy.stages]))

    def derived(self) -> Markup:
        """Return the rows of the named figures, with formula and arithmetic."""
        return safe("".join([self._derived(index) for index in self.anatomy.derived]))

    def figures(self) -> Markup:
        """Return a table body for each heading of what the rubric asks for."""
        return safe("".join([self._group(group) for group in self.anatomy.figures]))

    def stated(self) -> Markup:
        """Return the rows of the stated results."""
        return safe("".join([_stated(one) for one in self.anatomy.stated]))

    def _marks(self, step: Step) -> str:
        """Return the marks of doubtful values that a value is or rests on; the number is shown as stated."""
        if not self.view.doubts:
            return ""
        below, todo = {step.index}, [step.index]
        for index in todo:
            new = set(self.derive.steps[index].inputs) - below
            below |= new
            todo += new
        names = {self.derive.steps[index].id for index in below}
        found = dict.fromkeys(badge for name, badge in self.view.doubts.items() if name in names)
        return "".join(
            f' <span class="badge" title="{escaped(badge.about)}">{escaped(badge.title)}</span>'
            for badge in found
        )

    def _stage(self, stage: Stage) -> str:
        unit = f" <small>{escaped(unit_symbol(stage.value.unit))}</small>" if stage.kind == "amount" else ""
        sign = "&times; " if stage.kind == "share" else ""
        missing = ", ".join([f'<a href="#n-{node}">{escaped(title)}</a>' for node, title, _ in stage.missing])
        title = f'<a href="#n-{stage.node}">{escaped(stage.title)}</a>'
        return (
            f'<tr><th scope="row" class="lead-cell">{sign}{title}</th>'
            f'<td class="n">{number(stage.value)}{unit if stage.value.value is not None else ""}</td>'
            f'<td class="n">{_lost(stage)}</td><td class="n">{_or_dash(stage)}</td>'
            f"<td>{missing or 'everything measured'}</td></tr>\n"
        )

    def _derived(self, index: int) -> str:
        step = self.derive.steps[index]
        arithmetic = self.derive.sum_of(index)
        sum_ = f'<span class="sum">{arithmetic}</span>' if arithmetic else ""
        return (
            f"<tr>{_head(step, self._marks(step))}{value_cell(self.view.sheet.at(index))}"
            f"<td>{escaped(unit_symbol(step.node.unit))}</td><td>{BETTER[step.node.direction]}</td>"
            f'<td><span class="words">{self.derive.words(index)}</span>{sum_}</td></tr>\n'
        )

    def _group(self, group: FigureGroup) -> str:
        rows = "".join([self._figure(self.derive.steps[index]) for index in group.indices])
        counted = f"{number(group.present)} of {len(group.indices)} measured"
        return (
            f'<tbody><tr class="heading"><th scope="rowgroup" colspan="7">{escaped(group.title)} '
            f"<small>{counted}</small></th></tr>{rows}</tbody>\n"
        )

    def _figure(self, step: Step) -> str:
        return (
            f"<tr>{_head(step, self._marks(step))}{value_cell(self.view.sheet.at(step.index))}"
            f"<td>{escaped(unit_symbol(step.node.unit))}</td><td>{range_words(step)}</td>"
            f"<td>{BETTER[step.node.direction]}</td><td>{step.node.requirement or ''}</td>"
            f"<td>{self.derive.source(step.index)}</td></tr>\n"
        )


def _head(step: Step, marks: str) -> str:
    symbol = f'<span class="id">{escaped(step.node.symbol)}</span>' if step.node.symbol else ""
    return f'<th scope="row">{escaped(step.node.name)} {symbol}{marks}</th>'


def _lost(stage: Stage) -> str:
    if stage.kind == "amount":
        return ""
    return f"&minus;{number(stage.lost)}" if stage.lost.value else _none_or(stage)


def _none_or(stage: Stage) -> str:
    return '<span class="small">unknown</span>' if stage.lost.value is None else number(stage.lost)


def _or_dash(stage: Stage) -> str:
    return number(stage.left) if stage.left.value is not None else '<span class="small">unknown</span>'


def _stated(one: Stated) -> str:
    kind = ' class="differs"' if one.agreement == "differs" else ""
    under = f' <span class="small">under {escaped(one.under)}</span>' if one.under else ""
    return (
        f'<tr{kind}><th scope="row">{escaped(one.title)}</th><td class="n">{number(one.published)}</td>'
        f'<td class="n">{number(one.recomputed)}</td>'
        f'<td data-word="agreement">{escaped(one.words)}{under}</td></tr>\n'
    )

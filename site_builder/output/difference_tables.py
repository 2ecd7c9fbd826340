"""The rows of a board under two versions, written by hand for speed; every text is escaped here."""

from __future__ import annotations

from markupsafe import Markup

from site_builder.output.markup import escaped, safe
from site_builder.output.numbers import number
from site_builder.output.tables import value_cell
from site_builder.pages.differences.board_view import BoardDifferenceView
from site_builder.pages.differences.run_rows import Passing, RunRow
from site_builder.pages.differences.summaries import row_anchor
from site_builder.pages.differences.walks import Step, Walk
from site_builder.pages.leaders import Named

WALK_HEAD = (
    '<table class="walk"><thead><tr><th scope="col">Clause</th><th scope="col" class="n">Change</th>'
    '<th scope="col" class="ends"><span class="unit">{}</span><span class="unit">{}</span></th>'
    '<th scope="col" class="n">Score then</th></tr></thead><tbody>\n'
)


def difference_rows(view: BoardDifferenceView, root: str) -> Markup:
    """Return the bodies of the table, one for each run; ``root`` leads from the page to that of the site."""
    table = _Table(view, root)
    return safe("".join([table.body(row, n == 0) for n, row in enumerate(view.rows)]))


class _Table:
    """Writes the rows of one board; what they share is made once."""

    def __init__(self, view: BoardDifferenceView, root: str) -> None:
        self._ranked = view.ranked
        self._behind = f'<tr class="behind"><td colspan="{5 if view.ranked else 4}">'
        self._root = root
        self._clauses = f"{root}{view.pair_address}index.html#"
        self._titles: dict[tuple[str, str, str], str] = {}

    def body(self, row: RunRow, first: bool) -> str:
        """Return what stands of a run: its line, and what is behind it; of the first run that is open."""
        ranked = row.rank_before.value is not None and row.rank_after.value is not None
        kind = "rank-change" if ranked else "rank-change whole"  # a reason needs a line of its own on a phone
        rank = f'<td class="{kind}">{_rank(row)}</td>' if self._ranked else ""
        line = (
            f'<tbody>\n<tr id="{escaped(row_anchor(row.run.address))}">'
            f'<th scope="row" class="lead-cell">{self._run(row.run)}</th>{rank}'
            f"{value_cell(row.before)}{value_cell(row.after)}{value_cell(row.change)}</tr>\n"
        )
        passing = self._passing("Passed", row.passed) + self._passing("Passed by", row.passed_by)
        walk = self._walk(row.walk, first) if row.walk is not None else ""
        if not passing and not walk:
            return f"{line}</tbody>\n"
        told = f"<p>{passing.rstrip()}</p>" if passing else ""
        return f"{line}{self._behind}{told}{walk}</td></tr>\n</tbody>\n"

    def _run(self, named: Named) -> str:
        """Return a run by name and id, linked to its page."""
        address = f"{self._root}{escaped(named.address)}index.html"
        name = f'<a href="{address}">{escaped(named.configuration)}</a>'
        return f'{name} <span class="id">{escaped(named.run_id)}</span>'

    def _named(self, named: Named) -> str:
        """Return a run in a sentence that names many: one element."""
        address = f"{self._root}{escaped(named.address)}index.html"
        words = " ".join(dict.fromkeys((named.configuration, named.run_id)))
        return f'<a href="{address}">{escaped(words)}</a>'

    def _passing(self, words: str, passing: Passing) -> str:
        if not passing.named:
            return ""
        more = f" and {number(passing.more)} more" if passing.more.value else ""
        return f"{words} {', '.join([self._named(one) for one in passing.named])}{more}. "

    def _walk(self, walk: Walk, first: bool) -> str:
        head = WALK_HEAD.format(number(walk.least), number(walk.greatest))
        return (
            f"<details{' open' if first else ''}><summary>What moved it</summary>\n{head}"
            f"{''.join([self._step(step) for step in walk.steps])}</tbody></table></details>\n"
        )

    def _step(self, step: Step) -> str:
        key = (step.title, step.about, step.clause)
        title = self._titles.get(key)
        if title is None:
            title = self._titles[key] = self._title(step)
        low, high = (step.start, step.end) if step.start <= step.end else (step.end, step.start)
        down = " down" if step.end < step.start else ""
        leap = f'<td class="leap{down}" style="--a:{low:.3f};--b:{high:.3f}"></td>'
        return f"{title}{value_cell(step.change)}{leap}{value_cell(step.total)}</tr>\n"

    def _title(self, step: Step) -> str:
        """Return a line of a walk up to its first number."""
        name = escaped(step.title)
        if step.clause:
            name = f'<a href="{self._clauses}{step.clause}">{name}</a>'
        about = f' <span class="unit">{escaped(step.about)}</span>' if step.about else ""
        row = '<tr class="inner">' if step.inner else "<tr>"
        return f'{row}<th scope="row">{name}{about}</th>'


def _rank(row: RunRow) -> str:
    """Return the ranks that a run has, and what happened to them in words."""
    before, after = row.rank_before.value, row.rank_after.value
    old = f"{number(row.rank_before)} " if before is not None else ""
    new = f"&rarr; {number(row.rank_after)} " if after is not None else ""
    return f'{old}{new}<span class="unit">{escaped(row.words)}</span>'

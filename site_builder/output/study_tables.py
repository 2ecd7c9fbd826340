"""Rows of the studies on a board's page: groups, reach of ranks, points where neighbours change places."""

from __future__ import annotations

from markupsafe import Markup

from site_builder.output.markup import escaped, pieces, safe
from site_builder.output.numbers import number
from site_builder.pages.board import BoardView
from site_builder.pages.cells import Cell
from site_builder.pages.firmness import NOT_ESTIMABLE, Standing
from site_builder.pages.grouping import Figure
from site_builder.pages.leaders import Named
from site_builder.pages.rank_reversals import RankReversal
from site_builder.pages.sensitivity import Reach, SensitivityView

LISTED = 50
"""Rows of a study on a page; all of them are in its data."""

MOST_COLUMNS = 4
"""Weights up to which each has a column for the points at which neighbours change places."""


def figure(one: Figure) -> Markup:
    """Return a middle with its spread (``26.0 ± 1.2``), or a rate."""
    if one.beside is None or one.middle.value is None:
        return safe(number(one.middle))
    if one.beside.value is None:
        return safe(number(one.middle))
    return safe(f"{number(one.middle)}{one.joint}{number(one.beside)}")


def reach_rows(view: BoardView, root: str) -> Markup:
    """Return a row for each run that the order was tried over: rank, band, and where other choices put it."""
    tried = view.sensitivity
    assert tried is not None
    last = max((reach.rank.value or 1.0 for reach in tried.reaches), default=1.0)
    standings = {row.run_id: row.standing for row in view.rows}
    rows = [_reach(reach, standings[reach.run.run_id], last, root) for reach in tried.reaches[:LISTED]]
    return safe("".join(rows))


def reversal_rows(view: SensitivityView, root: str) -> Markup:
    """Return a row for each pair of neighbours."""
    weights, amounts = point_columns(view), amount_columns(view)
    return safe("".join([_reversal(one, weights, amounts, root) for one in view.reversals[:LISTED]]))


def point_columns(view: SensitivityView) -> list[tuple[str, str]]:
    """Return (node, name) of the weights that have a column of their own; none where they are many."""
    columns = [(weight.node, weight.name) for one in view.weighings for weight in one.weights]
    return columns if len(columns) <= MOST_COLUMNS else []


def amount_columns(view: SensitivityView) -> list[str]:
    """Return what the columns of the amounts of a pair are called; none where amounts do not vary."""
    if view.amounts is None:
        return []
    return [f"{view.amounts.name} of the {which}" for which in ("first", "second")]


def band_words(standing: Standing | None) -> str:
    """Return a rank band (``2–4``), or the words for there being none."""
    if standing is None or standing.best.value is None:
        return f'<span class="gap">{NOT_ESTIMABLE}</span>'
    return between((standing.best, standing.worst))


def between(pair: tuple[Cell, Cell]) -> str:
    """Return two ranks as a range, one where they are the same."""
    best, worst = pair
    return number(best) if best.value == worst.value else f"{number(best)}&ndash;{number(worst)}"


def _reach(reach: Reach, standing: Standing | None, last: float, root: str) -> str:
    cells = _moved(reach.by_weights, reach.rank, last) + f'<td class="n">{number(reach.first)}</td>'
    if reach.by_amounts is not None:
        cells += _moved(reach.by_amounts, reach.rank, last)
    return (
        f'<tr><td class="n rank">{number(reach.rank)}</td>'
        f'<th scope="row">{_link(reach.run, root)}</th>'
        f'<td class="n">{band_words(standing)}</td>{cells}</tr>\n'
    )


def _moved(pair: tuple[Cell, Cell], rank: Cell, last: float) -> str:
    return f'<td class="n">{between(pair)}</td>{_strip(pair, rank, last)}'


def _strip(pair: tuple[Cell, Cell], rank: Cell, last: float) -> str:
    ends = [(cell.value or 1.0) - 1.0 for cell in (*pair, rank)]
    best, worst, now = (end / max(last - 1.0, 1.0) for end in ends)
    return f'<td class="strip"><span style="--a:{best:.3f};--b:{worst:.3f};--m:{now:.3f}"></span></td>'


def _reversal(reversal: RankReversal, weights: list[tuple[str, str]], amounts: list[str], root: str) -> str:
    points = {node: (cell, within) for node, cell, within in reversal.weights}
    cells = "".join([_point(name, *points.get(node, (None, False))) for node, name in weights])
    cells += "".join([_point(name, *one) for name, one in zip(amounts, reversal.amounts, strict=True)])
    return (
        f'<tr><th scope="row" class="lead-cell">{number(reversal.rank)}. {_link(reversal.above, root)}<br>'
        f'<span class="small">before</span> {_link(reversal.below, root)}</th>'
        f'<td class="whole">{_smallest(reversal)}</td>{cells}</tr>\n'
    )


def _smallest(reversal: RankReversal) -> str:
    change = reversal.smallest
    if change is None:
        words = "equal as they are" if reversal.tied else "no weight by itself"
        return f'<span class="gap">{words}</span>'
    marked = ' class="within"' if reversal.within else ""
    return (
        f"{escaped(change.name)}<br><span{marked}>{number(change.now)} &rarr; {number(change.at)}</span> "
        f'<span class="small">({number(change.relative)})</span>'
    )


def _point(column: str, cell: Cell | None, within: bool) -> str:
    point = '<span class="gap">never</span>' if cell is None else number(cell)
    return f'<td class="n{" within" if within else ""}" data-column="{escaped(column)}">{point}</td>'


def _link(run: Named, root: str) -> str:
    return f'<a href="{root}{run.address}index.html"><span class="id">{pieces(run.run_id)}</span></a>'

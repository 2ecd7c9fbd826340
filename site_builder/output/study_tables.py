"""Rows of the studies on a board's page: groups, reach of ranks, points where neighbours change places."""

from __future__ import annotations

from markupsafe import Markup

from site_builder.output.markup import escaped, safe
from site_builder.output.numbers import number
from site_builder.pages.cells import Cell
from site_builder.pages.grouping import Figure
from site_builder.pages.leaders import Named
from site_builder.pages.sensitivity import Reach, SensitivityView, Turn

LISTED = 200
"""Rows of a study on a page; all of them are in its data."""


def figure(one: Figure) -> Markup:
    """Return a middle with its spread (``26.0 ± 1.2``), or a rate."""
    if one.beside is None or one.middle.value is None:
        return safe(number(one.middle))
    if one.beside.value is None:
        return safe(number(one.middle))
    return safe(f"{number(one.middle)}{one.joint}{number(one.beside)}")


def reach_rows(view: SensitivityView, root: str) -> Markup:
    """Return a row for each run: its rank, and the best and worst one under either kind of change."""
    last = max((reach.rank.value or 1.0 for reach in view.reaches), default=1.0)
    return safe("".join([_reach(reach, last, root) for reach in view.reaches[:LISTED]]))


def turn_rows(view: SensitivityView, root: str) -> Markup:
    """Return a row for each pair of neighbours."""
    return safe("".join([_turn(turn, root) for turn in view.turns[:LISTED]]))


def _reach(reach: Reach, last: float, root: str) -> str:
    cells = "".join(
        [_between(pair) + _strip(pair, reach.rank, last) for pair in (reach.by_weights, reach.by_amounts)]
    )
    return (
        f'<tr><td class="n rank">{number(reach.rank)}</td>'
        f'<th scope="row">{_link(reach.run, root)}</th>{cells}</tr>\n'
    )


def _between(pair: tuple[Cell, Cell]) -> str:
    best, worst = pair
    text = number(best) if best.value == worst.value else f"{number(best)}&ndash;{number(worst)}"
    return f'<td class="n">{text}</td>'


def _strip(pair: tuple[Cell, Cell], rank: Cell, last: float) -> str:
    ends = [(cell.value or 1.0) - 1.0 for cell in (*pair, rank)]
    best, worst, now = (end / max(last - 1.0, 1.0) for end in ends)
    return f'<td class="strip"><span style="--a:{best:.3f};--b:{worst:.3f};--m:{now:.3f}"></span></td>'


def _turn(turn: Turn, root: str) -> str:
    cells = "".join([_point(cell, within) for cell, within in (*turn.weights, *turn.amounts)])
    return (
        f'<tr><th scope="row">{number(turn.rank)}. {_link(turn.above, root)}<br>'
        f'<span class="small">before</span> {_link(turn.below, root)}</th>{cells}</tr>\n'
    )


def _point(cell: Cell, within: bool) -> str:
    return f'<td class="n{" within" if within else ""}">{number(cell)}</td>'


def _link(run: Named, root: str) -> str:
    return f'<a href="{root}{run.address}index.html"><span class="id">{escaped(run.run_id)}</span></a>'

"""Score against cost as a drawing: a dot a run, and the line of what no run beats."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from site_builder.output.charts import NAMED, framed, round_end
from site_builder.output.markup import escaped
from site_builder.output.numbers import display
from site_builder.pages.cells import Cell
from site_builder.pages.frontier import FrontierView, Spot

WIDTH, HEIGHT = 520, 260
LEFT, RIGHT, TOP, BOTTOM = 40, 508, 12, 222
"""Edges of the field in which dots stand."""


def frontier(view: FrontierView, score: str, top: float | None, key: str) -> Markup:
    """Draw the runs of a board by cost and score, both from 0 on, and the steps of the frontier.

    ``score`` is what the score is called and ``top`` its greatest value; without one the scale ends at a
    round number that is not below any score.
    """
    ends = round_end(max(x for x, _ in view.spots)), top or round_end(max(y for _, y in view.spots))
    kept = [(run.cost.value or 0.0, run.score.value or 0.0) for run in view.runs]
    steps = "".join(f"H{_x(x, ends)}V{_y(y, ends)}" for x, y in kept[1:])
    body = (
        f'<path class="axis" d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}"/>'
        f'<path class="runs" d="{_dots(view.spots, ends)}"/>'
        f'<path class="edge" d="M{_x(kept[0][0], ends)} {_y(kept[0][1], ends)}{steps}H{RIGHT}"/>'
        f'<path class="lead" d="{_dots(kept, ends)}"/>'
        f'<text x="{LEFT - 5}" y="{BOTTOM}" text-anchor="end">0</text>'
        f'<text x="{LEFT - 5}" y="{TOP + 8}" text-anchor="end">{ends[1]:,.15g}</text>'
        f'<text x="{LEFT}" y="{BOTTOM + 14}">0</text>'
        f'<text x="{RIGHT}" y="{BOTTOM + 14}" text-anchor="end">{ends[0]:,.15g}</text>'
        f'<text class="name" x="{LEFT + 6}" y="{TOP + 8}">{escaped(score)}</text>'
        f'<text class="name" x="{(LEFT + RIGHT) / 2:g}" y="{BOTTOM + 28}" text-anchor="middle">'
        f"{escaped(cost_words(view))}</text>"
    )
    return framed(
        "frontier", (WIDTH, HEIGHT), key, (f"{score} against {cost_words(view)}", describe(view)), body
    )


def cost_words(view: FrontierView) -> str:
    """Return what counts as cost, with its unit where that is another word."""
    return view.title if view.unit in ("", view.title.lower()) else f"{view.title}, {view.unit}"


def describe(view: FrontierView) -> str:
    """Return the drawing as a sentence."""
    listed = [f"{_plain(run.cost)} for {_plain(run.score)}" for run in view.runs[:NAMED]]
    more = f"; and {len(view.runs) - NAMED} more" if len(view.runs) > NAMED else ""
    return f"{len(view.spots)} runs; those that none beats, by cost: {'; '.join(listed)}{more}."


def _plain(cell: Cell) -> str:
    """Return a value as the axes count: seconds are no hours and minutes there."""
    return display(cell.value or 0.0, cell.decimals)


def _dots(spots: Sequence[Spot], ends: Spot) -> str:
    return "".join(f"M{_x(x, ends)} {_y(y, ends)}h0" for x, y in spots)


def _x(cost: float, ends: Spot) -> str:
    return f"{LEFT + (RIGHT - LEFT) * max(0.0, cost / ends[0]):.1f}"


def _y(score: float, ends: Spot) -> str:
    return f"{BOTTOM - (BOTTOM - TOP) * max(0.0, score / ends[1]):.1f}"

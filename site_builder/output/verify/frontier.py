"""Score against cost on the page of a board: which runs no other one beats, and the drawing of them."""

from __future__ import annotations

import itertools
import math
import re
from typing import Any

from site_builder.output.verify.bars import greatest_of
from site_builder.output.verify.drawn import Drawing, DrawnAgain, DrawnCheck, Said, on_line
from site_builder.output.verify.faults import number_in
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.page_numbers import numbers_of
from site_builder.output.verify.score_drawings import NAMED_SCORES, end_of_scale

FIELD_SIZE = 520, 260
FIELD_LEFT, FIELD_RIGHT, FIELD_TOP, FIELD_BOTTOM = 40.0, 508.0, 12.0, 222.0
FRONTIER = "frontier"
"""Key and class of the drawing."""
FRONTIER_ROWS = re.compile(r'<tr class="unbeaten">(.*?)</tr>', re.S)
FEWEST_COMPARED = 3
DURATION = "run.duration_s"

Costed = tuple[float, float, str]
"""Cost, score and id of a run."""


def check_frontier(check: DrawnCheck, page: str, board: dict[str, Any], graph: Graph) -> None:
    """Compare all ranked runs of a board again, and hold data, table and drawing against that."""
    told = board["frontier"]
    cost = _cost_of(board, graph)
    check.expect("what counts as cost", told["cost"], cost)
    known = _compared(board, cost)
    again = sorted(_unbeaten(known), key=lambda one: (one[0], -one[1]))
    check.expect("runs compared by cost", told["considered"], len(known))
    check.expect("whether enough runs are compared", len(known) >= FEWEST_COMPARED, True)
    check.expect("runs that none beats", told["runs"], [run for _, _, run in again])
    rows = [{name: text for text, name, _ in numbers_of(row)} for row in FRONTIER_ROWS.findall(page)]
    listed = [(float(row[cost]), float(row[graph.headline])) for row in rows]
    check.expect("costs and scores of runs that none beats", listed, [(x, y) for x, y, _ in again])


def frontier_again(told: Drawing, board: dict[str, Any], graph: Graph) -> DrawnAgain:
    """Return the drawing; what score and cost are called is taken as it is told."""
    known = {run: (x, y) for x, y, run in _compared(board, board["frontier"]["cost"])}
    kept = [known[run] for run in board["frontier"]["runs"]]
    top = greatest_of(graph, graph.headline)
    ends = (
        end_of_scale(max(x for x, _ in known.values())),
        top or end_of_scale(max(y for _, y in known.values())),
    )
    score, _, costs = told.title.partition(" against ")
    named: list[Any] = []
    for x, y in kept[:NAMED_SCORES]:
        named += ["; ", x, " for ", y]
    more = f"; and {len(kept) - NAMED_SCORES} more" if len(kept) > NAMED_SCORES else ""
    words: Said = (f"{len(known)} runs; those that none beats, by cost: ", *named[1:], f"{more}.")
    steps = "".join(f"H{_across(x, ends)}V{_up(y, ends)}" for x, y in kept[1:])
    shapes = (
        '<path class="axis" d="M40 12V222H508"/>'
        f'<path class="runs" d="{_dots([*known.values()], ends)}"/>'
        f'<path class="edge" d="M{_across(kept[0][0], ends)} {_up(kept[0][1], ends)}{steps}H508"/>'
        f'<path class="lead" d="{_dots(kept, ends)}"/>'
        '<text x="35" y="222" text-anchor="end"></text><text x="35" y="20" text-anchor="end"></text>'
        '<text x="40" y="236"></text><text x="508" y="236" text-anchor="end"></text>'
        '<text class="name" x="46" y="20"></text>'
        '<text class="name" x="274" y="250" text-anchor="middle"></text>'
    )
    texts: list[Said] = [("0",), (f"{ends[1]:,.15g}",), ("0",), (f"{ends[0]:,.15g}",), (score,), (costs,)]
    return DrawnAgain(FIELD_SIZE, (told.title,), words, shapes, texts)


def _cost_of(board: dict[str, Any], graph: Graph) -> str:
    """Return the last column that is no axis and of which less is better, else the duration."""
    page_columns = [one["node"] for one in board["columns"]]
    axes = {axis["points"] for axis in graph.document["axes"]}
    lower = [
        name
        for name in page_columns
        if name not in axes and graph.nodes[graph.position[name]].get("direction") == "lower"
    ]
    return lower[-1] if lower else DURATION


def _compared(board: dict[str, Any], cost: str) -> list[Costed]:
    """Return the ranked runs that have a score and a cost, in the order of the board."""
    ranked = (row for row in board["rows"] if row["rank"] is not None)
    found = [(_paid(row, cost), number_in(row["score"]), row["run"]) for row in ranked]
    return [(x, y, run) for x, y, run in found if x is not None and y is not None]


def _paid(row: dict[str, Any], cost: str) -> float | None:
    return number_in(row["duration_s"] if cost == DURATION else row["values"][cost])


def _unbeaten(known: list[Costed]) -> list[Costed]:
    """Return the runs with the best score at some cost, if none that costs less has as high a score."""
    best: dict[float, float] = {}
    for x, y, _ in known:
        best[x] = max(y, best.get(x, y))
    highest = list(itertools.accumulate((best[x] for x in sorted(best)), max))
    before = dict(zip(sorted(best), [-math.inf, *highest]))
    return [one for one in known if one[1] == best[one[0]] > before[one[0]]]


def _dots(spots: list[tuple[float, float]], ends: tuple[float, float]) -> str:
    return "".join(f"M{_across(x, ends)} {_up(y, ends)}h0" for x, y in spots)


def _across(cost: float, ends: tuple[float, float]) -> str:
    return f"{on_line(cost, (0.0, ends[0]), (FIELD_LEFT, FIELD_RIGHT)):.6f}"


def _up(score: float, ends: tuple[float, float]) -> str:
    return f"{on_line(score, (0.0, ends[1]), (FIELD_BOTTOM, FIELD_TOP)):.6f}"

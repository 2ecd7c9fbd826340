"""Drawings: radars, intervals and waterfalls have their points where the data of the page put them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

from site_builder.output.verify.bars import greatest_of
from site_builder.output.verify.faults import Comparison, number_in
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.page_numbers import float_of, reads_as

DIGIT = 0.0501
"""Half of the last digit that coordinates are written with."""
SVG = re.compile(r'<svg class="([a-z-]+)"(.*?)</svg>', re.DOTALL)
HELD = ("radar", "interval", "waterfall", "whisker")
"""Classes of the drawings that are measured."""
LIKE_HELD = re.compile(rf'<svg\b[^<>]*\bclass="[^"<>]*\b(?:{"|".join(HELD)})\b')
POINT = re.compile(r"[ML](-?[0-9.]+) (-?[0-9.]+)")
Place = tuple[float, float]
CENTRE, RADIUS = 150.0, 96.0
"""Of a radar."""
DOT = re.compile(r'<circle class="dot[^"]*" cx="([0-9.]+)" cy="([0-9.]+)"')
SPOKE = re.compile(r'<path class="(spoke(?: absent)?)" d="([^"]*)"/><text[^<>]*>[^<]*<tspan[^<>]*>([^<]*)<')
SHAPE = re.compile(r'<path class="(?:shape|sector)" d="([^"]*)"')
LINE_FROM, LINE_TO = 4.0, 316.0
"""Between which a scale of scores is drawn."""
RANGE_LINE = re.compile(r'<path class="range" d="([^"]*)"')
ACROSS = re.compile(r"[MH](-?[0-9.]+)")
"""How far to the right a line begins or ends."""
EDGE = re.compile(r'<path class="edge" d="([^"]*)"')
MARK = re.compile(r'<path class="mark" d="M(-?[0-9.]+) ')
RUNS = re.compile(r'<path class="runs" d="((?:M-?[0-9.]+ 8V18)*)"')
SCALE_END = re.compile(r'text-anchor="end">([0-9.,e+-]+)</text>')
WATERFALL = 340.0
"""Width of the whole amount."""
STEP_HEIGHT = 38
RECT = re.compile(r'<rect class="(left|lost)" x="(-?[0-9.]+)" y="([0-9.]+)" width="([0-9.]+)"')
DRAWN_NUMBER = r'<data class="num" value="([^"<>]*)" data-value="\{}" data-node="([^"<>]*)">[^<]*</data>'
ESTIMATE = re.compile(
    rf'<div class="estimate"><p><b>{DRAWN_NUMBER.format(1)}</b> <span class="range-text">'
    rf"\[{DRAWN_NUMBER.format(3)}, {DRAWN_NUMBER.format(5)}\]</span></p>"
    r'<svg class="whisker"(.*?)</svg>',
    re.DOTALL,
)
WHISKER_FROM, WHISKER_TO = 6.0, 194.0


class DrawingsCheck(Comparison):
    """The drawings of a page whose numbers are in its data."""

    def __init__(self, file: str, page: str, data: Any, graphs: dict[str, Graph]) -> None:
        super().__init__(file)
        self.graphs, self.checked = graphs, 0
        drawn: dict[str, list[str]] = {}
        for kind, body in SVG.findall(page):
            drawn.setdefault(kind, []).append(body)
        held = sum(len(drawn.get(kind, ())) for kind in HELD)
        self.expect("drawings written as the site writes them", held, len(LIKE_HELD.findall(page)))
        if isinstance(data, dict) and "nodes" in data and "other_rubrics" in data:
            self._of_a_run(data, drawn)
        elif isinstance(data, dict) and file.startswith("configurations/") and "interval" in drawn:
            self._of_repeats(data, drawn["interval"])
        if "whisker" in drawn:
            self._whiskers(page, len(drawn["whisker"]))

    def _of_a_run(self, data: dict[str, Any], drawn: dict[str, list[str]]) -> None:
        graph = self.graphs[data["rubric"]["id"]]
        for body in drawn.get("radar", ()):
            self._radar(body, data, graph)
        score, lower, upper = (number_in(data[key]) for key in ("score", "lower", "upper"))
        if score is not None:
            ends = score if lower is None else lower, score if upper is None else upper
            self.expect("drawings of its score", len(drawn.get("interval", ())), 1)
            for body in drawn.get("interval", ()):
                self._interval(body, ends, score, greatest_of(graph, graph.headline))
        for body in drawn.get("waterfall", ()):
            self._waterfall(body, data["walk"], score)

    def _radar(self, body: str, data: dict[str, Any], graph: Graph) -> None:
        """Hold the spokes, dots and corners of a radar against the shares of the axes."""
        self.checked += 1
        shares: list[float | None] = []
        for axis in graph.document["axes"]:
            value = number_in(data["nodes"].get(axis["points"], {}).get("value"))
            shares.append(None if value is None else value / (greatest_of(graph, axis["points"]) or 1.0))
        spokes = SPOKE.findall(body)
        told = ["absent" in kind for kind, _, _ in spokes]
        self.expect("spokes without a value", told, [share is None for share in shares])
        for (_, _, words), share in zip(spokes, shares):
            if share is not None and not reads_as(words, share):
                self.fault("what stands at a spoke", words, share)
        count = len(shares)
        rim = [_polar(1.0, n, count) for n in range(count)]
        self._points("ends of the spokes", [POINT.findall(path)[-1] for _, path, _ in spokes], rim)
        there = {n: _polar(share, n, count) for n, share in enumerate(shares) if share is not None}
        self._points("dots", DOT.findall(body), list(there.values()))
        corners = [point for path in SHAPE.findall(body) for point in POINT.findall(path)]
        self._points("corners", corners, _shape(there, count))
        edges = [point for path in EDGE.findall(body) for point in POINT.findall(path)]
        sectors = [] if len(there) == count else list(_sectors(there, count))
        self._points("edges", edges, [point for pair in sectors for point in pair])

    def _points(self, what: str, told: list[Any], again: list[Place]) -> None:
        pairs = [(float(x), float(y)) for x, y in told]
        near = all(abs(a - b) <= DIGIT for one, other in zip(pairs, again) for a, b in zip(one, other))
        if len(pairs) != len(again) or not near:
            self.fault(f"{what} of the radar", pairs, [(round(x, 1), round(y, 1)) for x, y in again])

    def _interval(self, body: str, ends: tuple[float, float], mark: float, top: float | None) -> None:
        """Hold a score and its bounds on their scale; without a greatest score it ends where it says."""
        self.checked += 1
        found, said = RANGE_LINE.search(body), SCALE_END.findall(body)
        marks = MARK.search(body)
        stated = float_of(said[-1].replace(",", "")) if said else math.nan
        if top is not None:
            self.expect("where the scale of scores ends", stated, top)
        if found is None or marks is None or not stated >= max(*ends, mark) * (1 - 1e-9) > -math.inf:
            self.fault("the drawing of scores has no range or mark, or ends before them", stated, ends)
            return
        told = [*map(float, ACROSS.findall(found[1])), float(marks[1])]
        self._places("range and mark of scores", told, (*ends, mark), (0.0, stated), (LINE_FROM, LINE_TO))

    def _places(
        self,
        what: str,
        told: list[float],
        values: tuple[float, ...],
        scale: tuple[float, float],
        line: tuple[float, float],
    ) -> None:
        """Hold places on a line against values on its scale."""
        low, high = scale
        shares = [max(0.0, min(1.0, (value - low) / (high - low))) for value in values]
        again = [line[0] + (line[1] - line[0]) * share for share in shares]
        if len(told) != len(again) or any(abs(a - b) > DIGIT for a, b in zip(told, again)):
            self.fault(f"{what} as drawn", told, [round(place, 1) for place in again])

    def _of_repeats(self, data: dict[str, Any], drawings: list[str]) -> None:
        """Hold the drawings of repeats against the scores of each board with two or more."""
        many = [board for board in data["boards"] if board["n"] > 1]
        self.expect("drawings of repeats", len(drawings), len(many))
        for board, body in zip(many, drawings):
            graph = self.graphs[board["rubric"]["id"]]
            scores = sorted(s for s in (number_in(row["score"]) for row in board["rows"]) if s is not None)
            top = greatest_of(graph, graph.headline)
            self._interval(body, (scores[0], scores[-1]), board["mean"], top)
            runs, said = RUNS.search(body), SCALE_END.findall(body)
            told = [float(place) for place in ACROSS.findall(runs[1])] if runs else []
            scale = (0.0, float_of(said[-1].replace(",", "")) if said else 1.0)
            self._places("scores of the runs", told, tuple(scores), scale, (LINE_FROM, LINE_TO))

    def _waterfall(self, body: str, walk: list[dict[str, Any]], score: float | None) -> None:
        """Hold what each factor leaves and takes away, as boxes on one scale from 0 to the amount."""
        self.checked += 1
        whole = number_in(walk[0]["value"]) if walk else None
        steps = [(number_in(step["left"]), number_in(step["lost"])) for step in walk] + [(score, None)]
        again: list[tuple[str, float, float, float]] = []
        for row, (left, lost) in enumerate(steps):
            if left is None or not whole:
                continue
            kept = WATERFALL * max(0.0, min(1.0, left / whole))
            again.append(("left", 0.0, STEP_HEIGHT * row + 17.0, kept))
            if lost:
                gone = min(WATERFALL * lost / whole, WATERFALL - kept)
                again.append(("lost", kept, STEP_HEIGHT * row + 17.5, gone))
        told = [(kind, float(x), float(y), float(width)) for kind, x, y, width in RECT.findall(body)]
        near = all(
            a[0] == b[0] and all(abs(m - n) <= DIGIT for m, n in zip(a[1:], b[1:]))
            for a, b in zip(told, again)
        )
        if len(told) != len(again) or not near:
            self.fault("boxes of the waterfall", told, again)

    def _whiskers(self, page: str, count: int) -> None:
        """Hold intervals of shares and differences against the three numbers before each drawing."""
        found = ESTIMATE.findall(page)
        self.expect("intervals that are drawn beside their numbers", len(found), count)
        for value, node, lower, _, upper, _, body in found:
            self.checked += 1
            both = float_of(lower), float_of(upper)
            values = float_of(value), *both, *both  # a line between both ends, and a stroke at each
            scale = min(-1.0 if "difference" in node else 0.0, *values), max(1.0, *values)
            dot, line = DOT.search(body), RANGE_LINE.search(body)
            told = [float(dot[1]), *map(float, ACROSS.findall(line[1]))] if dot and line else []
            self._places(f"interval of {node}", told, values, scale, (WHISKER_FROM, WHISKER_TO))


def _polar(share: float, n: int, count: int) -> Place:
    angle = 2 * math.pi * n / count - math.pi / 2
    return CENTRE + RADIUS * share * math.cos(angle), CENTRE + RADIUS * share * math.sin(angle)


def _shape(there: dict[int, Place], count: int) -> list[Place]:
    """Return the corners of the area: all of them, or of each sector between neighbours that are there."""
    if len(there) == count:
        return list(there.values())
    return [point for pair in _sectors(there, count) for point in ((CENTRE, CENTRE), *pair)]


def _sectors(there: dict[int, Place], count: int) -> Iterator[tuple[Place, Place]]:
    """Yield the dots of neighbouring spokes that are both there."""
    for n in range(count):
        after = (n + 1) % count
        if n in there and after in there:
            yield there[n], there[after]

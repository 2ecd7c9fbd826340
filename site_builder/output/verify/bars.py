"""Bars behind numbers, and strips of ranks: as long as the numbers beside them say."""

from __future__ import annotations

import html
import math
import re
from typing import Any

from site_builder.output.verify.faults import Comparison, number_in
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.operators import OPERATORS
from site_builder.output.verify.page_numbers import float_of

SHARE_STEP = 0.0005
"""Half of the last digit that the length of a bar is written with."""
BAR = re.compile(r'<td class="([^"<>]*)"(?: data-column="[^"<>]*"|><span)? style="--v:([01]\.[0-9]{3})"')
BESIDE = re.compile(r'data-value="([^"<>]*)" data-node="([^"<>]*)"')
STRIP = re.compile(r'<td class="strip"><span style="--a:([0-9.]+);--b:([0-9.]+);--m:([0-9.]+)"></span></td>')
LIKE_LEAP = re.compile(r'<td class="leap(?: down)?" style="--a:([0-9.]+);--b:([0-9.]+)"></td>')
"""From one score to another under two versions; measured among drawings."""
TABLE_BEGINS, BOARD_BEGINS = "<table", ' class="board'
TRACK = '<td class="track'
"""A cell in which there is a bar and nothing else."""
AXIS_TRACK = re.compile(rf'<a href="#(?:axis|n)-([^"<>]*)">[^<]*</a></th>{TRACK}')
BAR_OF_CELL = re.compile(
    r'<td class="n(?: score)?( bar)?"(?: style="[^"<>]*")?(?:>\s*<data class="num" value="[^"<>]*")? '
    r'data-value="[^"<>]*" data-node="([^"<>]*)"'
)
ROLES, COMPONENTS = '<section id="roles">', '<section id="components">'
STRIPS_LISTED = 50
"""Runs that have strips."""
OF_MEAN = "#mean"
ONE = 1.0
"""Where the scale of an axis ends whose values have no greatest one."""


class BarsCheck(Comparison):
    """The bars and strips on a page; on what scale a bar is drawn follows from the range of its node."""

    def __init__(self, file: str, page: str, data: Any, graphs: dict[str, Graph]) -> None:
        super().__init__(file)
        self.graphs, self.checked = graphs, 0
        tracks = 0
        for table in page.split(TABLE_BEGINS)[1:]:
            self._bars(table)
            tracks += table.count(TRACK)
            if table.startswith(BOARD_BEGINS):
                self._of_a_board(table)
        drawn = sum("track" in bar[1] for bar in BAR.finditer(page))
        self.expect("bars in cells of their own", drawn, tracks)
        if isinstance(data, dict) and "nodes" in data and "other_rubrics" in data:
            self._of_a_run(page, data)
        self.expect("bars written as the site writes them", self.checked, page.count("--v:"))
        strips = len(STRIP.findall(page)) + len(LIKE_LEAP.findall(page))
        self.expect("strips written as the site writes them", strips, page.count("--a:"))
        said = data.get("sensitivity") if isinstance(data, dict) else None
        if said is not None:
            self._strips(STRIP.findall(page), said["reach"])

    def _of_a_board(self, table: str) -> None:
        """Hold that there is a bar behind scores, axes and columns with a greatest value, and no other."""
        for bar, name in BAR_OF_CELL.findall(table):
            wanted = self._has_bar(html.unescape(name))
            if wanted is not None:
                self.expect(f"whether there is a bar behind {name}", bool(bar), wanted)

    def _has_bar(self, node: str) -> bool | None:
        """Return whether boards have a bar behind a node; ``None`` where graphs do not tell."""
        found: set[bool | None] = set()
        for graph in self.graphs.values():
            document, i = graph.document, graph.position.get(node)
            if i is None or node not in (graph.headline, *document["on_boards"]):
                continue
            whole = node == graph.headline or any(axis["points"] == node for axis in document["axes"])
            known = "range" in graph.nodes[i] or graph.nodes[i]["op"] in (
                *OPERATORS,
                "metric",
                "cohort_median",
            )
            found.add(
                whole
                or (node != document["gate"] and greatest_of(graph, node) is not None if known else None)
            )
        return found.pop() if len(found) == 1 else None

    def _of_a_run(self, page: str, data: dict[str, Any]) -> None:
        """Hold that each axis has a bar, and each role and component with a value one behind it."""
        graph = self.graphs[data["rubric"]["id"]]
        axes = [axis["node"] for axis in graph.document["axes"]]
        self.expect("axes with a bar", [html.unescape(name) for name in AXIS_TRACK.findall(page)], axes)
        needed = set(graph.roles) if ROLES in page else set()
        if COMPONENTS in page:
            of_axes = (w.parts for w in graph.weighed if not w.role and w.parts[0][0])
            needed.update(graph.names[i] for parts in of_axes for _, i, _, _ in parts)
        there = {name for name in needed if number_in(data["nodes"].get(name, {}).get("value")) is not None}
        barred = {html.unescape(name) for bar, name in BAR_OF_CELL.findall(page) if bar}
        self.expect("roles and components without a bar", sorted(there - barred), [])

    def _bars(self, table: str) -> None:
        """Hold the bars of a table; those of a node without a greatest value share one scale there."""
        open_ends: dict[str, tuple[float, float]] = {}
        for bar in BAR.finditer(table):
            share = float(bar[2])
            beside = BESIDE.search(table, bar.end(1))
            self.checked += 1
            if beside is None or "absent" in bar[1]:
                self.expect("the bar of a missing value", share, 0.0)
                continue
            value, node = float_of(beside[1]), html.unescape(beside[2])
            tops = self._tops(node)
            if any(_drawn(share, value, top) for top in tops if top is not None):
                continue
            if None not in tops:
                self.fault(
                    f"the bar of {node}", share, [value, *sorted(top for top in tops if top is not None)]
                )
            elif value > 0:
                least, most = open_ends.get(node, (value * (1 - 1e-9), math.inf))
                low = value / (share + SHARE_STEP)
                high = value / (share - SHARE_STEP) if share > SHARE_STEP else math.inf
                open_ends[node] = max(least, low), min(most, high)
        for node, (least, most) in open_ends.items():
            if least > most * (1 + 1e-9):
                self.fault(f"the bars of {node} are drawn on different scales", least, most)

    def _tops(self, node: str) -> set[float | None]:
        """Return where the scale of a node may end; ``None`` where its values have no greatest one."""
        name = node.removesuffix(OF_MEAN)
        found: set[float | None] = set()
        for graph in self.graphs.values():
            if name in graph.position:
                end = greatest_of(graph, name)
                is_axis = any(axis["points"] == name for axis in graph.document["axes"])
                found.add(end or ONE if is_axis else end)
        return found or {ONE}

    def _strips(self, drawn: list[tuple[str, ...]], reach: list[dict[str, Any]]) -> None:
        """Hold the strips of the first runs: best and worst rank, and the rank on the board."""
        last = max((one["rank"] for one in reach), default=1.0)
        pairs = [
            (*one[key], one["rank"])
            for one in reach[:STRIPS_LISTED]
            for key in ("by_weights", "by_amounts")
            if key in one
        ]
        self.checked += len(drawn)
        self.expect("strips of ranks", len(drawn), len(pairs))
        for strip, places in zip(drawn, pairs):
            again = [(place - 1) / max(last - 1, 1) for place in places]
            told = [float(part) for part in strip]
            if any(abs(a - b) > SHARE_STEP * (1 + 1e-6) for a, b in zip(told, again)):
                self.fault("a strip of ranks", told, [round(share, 3) for share in again])


def _drawn(share: float, value: float, top: float) -> bool:
    """Return whether a bar of this length says the value on a scale up to ``top``."""
    exact = max(0.0, min(1.0, value / top)) if top else 0.0
    return abs(share - exact) <= SHARE_STEP * (1 + 1e-6)


def greatest_of(graph: Graph, name: str) -> float | None:
    """Return the greatest value that a node may have; ``None`` where there is none."""
    own = graph.nodes[graph.position[name]]
    operator = OPERATORS.get(own["op"])
    end: float | None = own["range"][1] if "range" in own else None
    return 1.0 if "range" not in own and operator is not None and operator.share else end

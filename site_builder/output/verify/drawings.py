"""Which drawings a page has to have, and each of them held against the data of the page."""

from __future__ import annotations

import html
import re
from typing import Any

from site_builder.output.verify.bars import greatest_of
from site_builder.output.verify.campaign_drawings import check_chips, check_estimates, estimates_in
from site_builder.output.verify.curves import ROWS_OF_COMPONENTS, check_curves, curve_key, curve_of
from site_builder.output.verify.drawn import LIKE_DRAWN, DrawnCheck, drawings_on
from site_builder.output.verify.faults import number_in
from site_builder.output.verify.frontier import FRONTIER, check_frontier, frontier_again
from site_builder.output.verify.gate_margins import check_margins, margin_key
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.pages import says_gate
from site_builder.output.verify.score_drawings import (
    Stage,
    interval_again,
    radar_again,
    repeats_again,
    waterfall_again,
)
from site_builder.output.verify.version_drawings import check_leaps, flow_again

CAMPAIGN_PAGE = re.compile(r"campaigns/[^/]+/(?:suite/)?index\.html")
"""A page with a mark for each sample."""
WHY_MISSING = re.compile(r' data-missing="[^"<>]*"[^<>]*>([^<]*)<')
FACTOR = re.compile(r'<th scope="row" class="lead-cell">(?:&times; )?<a href="#n-([^"<>]*)">([^<]*)</a></th>')
"""A row of the table beside a waterfall: node and title."""
FEWEST_AXES = 3
"""Of a radar."""


class DrawingsCheck(DrawnCheck):
    """The drawings of a page: all that there have to be, no other ones, each as the data of the page say."""

    def __init__(self, file: str, page: str, data: Any, graphs: dict[str, Graph]) -> None:
        """Raise ``KeyError`` and the like for data that are not as on pages of their kind."""
        super().__init__(file)
        self.page, self.graphs = page, graphs
        self.leaps = 0
        """Bars of what moved runs, which count as bars."""
        found = [*drawings_on(page)]
        self.drawn = {one.key: one for one in found}
        self.expect("drawings written as the site writes them", len(found), len(LIKE_DRAWN.findall(page)))
        wanted: list[tuple[str, str]] = []
        if isinstance(data, dict):
            if "nodes" in data and "other_rubrics" in data:
                wanted = self._of_a_run(data)
            elif file.startswith("configurations/") and "boards" in data:
                wanted = self._of_repeats(data)
            elif "ranking" in data and "frontier" in data:
                wanted = self._of_a_board(data)
            elif isinstance(data.get("checks"), list) and "verdict" in data:
                wanted = [("margin", margin_key(check["code"])) for check in data["checks"]]
                check_margins(self, page, data, self.drawn)
            elif "counts" in data and "basis" in data:
                wanted = self._of_a_rubric(data)
            elif "steps" in data and "medians_differing" in data:
                wanted = self._of_two_versions(data)
            else:
                wanted = [("whisker", one["key"]) for one in estimates_in(data)]
                check_estimates(self, page, data, self.drawn)
                if CAMPAIGN_PAGE.fullmatch(file):
                    check_chips(self, page, data)
        self.expect("its drawings", sorted((one.kind, one.key) for one in found), sorted(wanted))

    def _of_a_run(self, data: dict[str, Any]) -> list[tuple[str, str]]:
        graph, drawn = self.graphs[data["rubric"]["id"]], self.drawn
        score, *ends = (number_in(data[key]) for key in ("score", "lower", "upper"))
        wanted = []
        if len(graph.document["axes"]) >= FEWEST_AXES:
            wanted.append(("radar", "radar"))
            if "radar" in drawn:
                self.hold(drawn["radar"], radar_again(drawn["radar"], self._shares(data, graph), data["run"]))
        if score is not None:
            wanted.append(("interval", "score-interval"))
            low, high = (score if end is None else end for end in ends)
            if "score-interval" in drawn:
                again = interval_again((low, high), score, greatest_of(graph, graph.headline))
                self.hold(drawn["score-interval"], again)
        if graph.document["factors"]:
            wanted.append(("waterfall", "waterfall"))
            self._waterfall(data, graph, score)
        return wanted

    def _shares(self, data: dict[str, Any], graph: Graph) -> list[float | None]:
        """Return each axis as a share of the most that it can be."""
        shares: list[float | None] = []
        for axis in graph.document["axes"]:
            value = number_in(data["nodes"].get(axis["points"], {}).get("value"))
            shares.append(None if value is None else value / (greatest_of(graph, axis["points"]) or 1.0))
        return shares

    def _waterfall(self, data: dict[str, Any], graph: Graph, score: float | None) -> None:
        told, walk = self.drawn.get("waterfall"), data["walk"]
        self.expect("factors of its walk", [step["node"] for step in walk], graph.document["factors"])
        if told is None or not walk:
            return
        titles = {html.unescape(node): html.unescape(title) for node, title in FACTOR.findall(self.page)}
        reasons = {html.unescape(text) for text in WHY_MISSING.findall(self.page)}
        stages = []
        for step in walk:
            value, left, lost = (number_in(step[key]) for key in ("value", "left", "lost"))
            words = reasons if value is None else self._words_of_gate(graph, step["node"], value)
            stages.append(Stage(titles[step["node"]], value, left, lost, words))
        whole = Stage("Score", score, score, None, reasons if score is None else ())
        self.hold(told, waterfall_again(told, stages, whole))

    def _words_of_gate(self, graph: Graph, node: str, value: float) -> list[str]:
        told = self.drawn["waterfall"].texts
        return [text for text in told if says_gate(graph, node, value, html.escape(text))]

    def _of_repeats(self, data: dict[str, Any]) -> list[tuple[str, str]]:
        """Hold the drawings of repeats against the scores of each board with two or more."""
        wanted = []
        for n, board in enumerate(data["boards"], 1):
            scores = sorted(s for s in (number_in(row["score"]) for row in board["rows"]) if s is not None)
            graph, key = self.graphs[board["rubric"]["id"]], f"repeats-{n}"
            if len(scores) < 2:
                continue
            wanted.append(("interval", key))
            if key in self.drawn:
                again = repeats_again(scores, float(board["mean"]), greatest_of(graph, graph.headline))
                self.hold(self.drawn[key], again)
        return wanted

    def _of_a_board(self, data: dict[str, Any]) -> list[tuple[str, str]]:
        graph = self.graphs[data["rubric"]["id"]]
        check_frontier(self, self.page, data, graph)
        if FRONTIER in self.drawn:
            self.hold(self.drawn[FRONTIER], frontier_again(self.drawn[FRONTIER], data, graph))
        return [(FRONTIER, FRONTIER)]

    def _of_a_rubric(self, data: dict[str, Any]) -> list[tuple[str, str]]:
        if ROWS_OF_COMPONENTS not in self.page:
            return []
        graph = self.graphs[data["rubric"]["id"]]
        check_curves(self, self.page, data, graph, self.drawn)
        names = [part["node"] for axis in data["axes"] for part in axis["components"]]
        return [("curve", curve_key(name)) for name in names if curve_of(graph, name).points]

    def _of_two_versions(self, data: dict[str, Any]) -> list[tuple[str, str]]:
        self.leaps = check_leaps(self, self.page, data)
        again = flow_again(data)
        if again is not None and "flow" in self.drawn:
            self.hold(self.drawn["flow"], again)
        return [("rank-flow", "flow")] if again is not None else []

"""The home page: the head of every board, who is first on it, and the best run on each axis."""

from __future__ import annotations

import statistics
from typing import Any

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.faults import TOLERANCE
from site_builder.output.verify.first_place import FirstPlace, check_overview, reasons_of
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.ranking import BoardRun
from site_builder.output.verify.site_files import SiteFiles

HOME_PAGE = "index.json"
HEAD_ROWS = 10
"""Rows of each board on the home page."""


class HomeCheck:
    """What the home page says of each board, held against the board."""

    def __init__(self, site: SiteFiles, graphs: dict[str, Graph], boards: BoardFiles) -> None:
        self.site, self.graphs, self.boards = site, graphs, boards.boards
        data = site.json(HOME_PAGE)
        for one in data["boards"]:
            board, runs = self.boards[one["board"]]
            self._head(one, board)
            FirstPlace(board).compare(site, HOME_PAGE, one["top"])
            reasons = one.get("nobody_ranked", reasons_of(board))  # editions of before have none
            self._expect(f"why nobody is ranked on {board['board']}", reasons, reasons_of(board))
            self._leaders(one, board, runs)
        shown = {one["board"]: self.boards[one["board"]][0] for one in data["boards"]}
        by_graph = {name: graphs[board["rubric"]["id"]] for name, board in shown.items()}
        ranking = {name: shown[name] for name, graph in by_graph.items() if not graph.document["unranked"]}
        headlines = [by_graph[name].headline for name in ranking]
        check_overview(site, HOME_PAGE.replace("json", "html"), ranking, headlines)
        if "campaigns" in data:  # editions of before have none
            listed = site.json("campaigns/index.json")
            self._expect("its campaigns", data["campaigns"], listed["rows"] if listed else [])
        for one in data["further_boards"]:
            name = one["page"].split("/")[1]
            self._expect(f"runs listed on {name}", one["listed"], self.boards[name][0]["runs"]["listed"])

    def _expect(self, what: str, published: Any, again: Any, tolerance: float = 0.0) -> None:
        self.site.expect(HOME_PAGE, what, published, again, tolerance)

    def _head(self, one: dict[str, Any], board: dict[str, Any]) -> None:
        """Hold counts and the first rows of a board against it."""
        name = one["board"]
        self._expect(f"rubric of {name}", one["rubric"], board["rubric"])
        for key in ("listed", "ranked"):
            self._expect(f"runs {key} on {name}", one[key], board["runs"][key])
        self._expect(f"rows of {name}", len(one["rows"]), min(HEAD_ROWS, len(board["rows"])))
        head = [
            {key: value for key, value in whole.items() if key in row and key != "values"}
            for row, whole in zip(one["rows"], board["rows"])
        ]
        told = [{key: value for key, value in row.items() if key != "values"} for row in one["rows"]]
        self.site.compare(HOME_PAGE, told, f"the board {name}", head)

    def _leaders(self, one: dict[str, Any], board: dict[str, Any], runs: dict[str, BoardRun]) -> None:
        """Hold the best ranked runs on each axis, and the median of all of them, against their records."""
        ranked = [runs[row["run"]] for row in board["rows"] if row["rank"] is not None]
        found = [
            self._leader(axis["points"], ranked)
            for axis in self.graphs[board["rubric"]["id"]].document["axes"]
            if any(run.number(axis["points"]) is not None for run in ranked)
        ]
        told = one["leaders"]
        self._expect(f"axes of {one['board']}", [own["axis"] for own in told], [own["axis"] for own in found])
        for published, again in zip(told, found):
            for key, value in again.items():
                what = f"{key} of the leader on {again['axis']} of {one['board']}"
                self._expect(what, published[key], value, TOLERANCE)

    def _leader(self, axis: str, ranked: list[BoardRun]) -> dict[str, Any]:
        values = [(run.number(axis), run.record["run"]) for run in ranked]
        pairs = [(value, run) for value, run in values if value is not None]
        best = max(value for value, _ in pairs)
        return {
            "axis": axis,
            "runs": [run for value, run in pairs if value == best],
            "points": best,
            "median": statistics.median(value for value, _ in pairs),
            "n": len(pairs),
        }

"""The home page: the head of every board, who is first on it, and the best run on each axis."""

from __future__ import annotations

import statistics
from typing import Any

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.faults import TOLERANCE, number_in
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
            self._first(one, board)
            self._leaders(one, board, runs)
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

    def _first(self, one: dict[str, Any], board: dict[str, Any]) -> None:
        """Hold who is first, the distance to the next, and how many are inside the noise of it."""
        ranked = [row for row in board["rows"] if row["rank"] is not None]
        first = [row for row in ranked if row["rank"] == 1]
        top, about = one["top"], f"first of {one['board']}"
        self._expect(f"whether there is a {about}", top is not None, bool(first))
        if top is None or not first:
            return
        second = ranked[1] if len(first) == 1 and len(ranked) > 1 else None
        gap = None if second is None else first[0]["score"] - second["score"]
        repeats = board["repeats"]
        again: dict[str, Any] = {
            "runs": [row["run"] for row in first],
            "score": first[0]["score"],
            "coverage": first[0]["coverage"],
            "runner_up": None if second is None else second["run"],
            "bounds_overlap": second is not None and _overlap(first[0], second),
            "inside_noise": max(0.0, repeats["runs_tied_with_the_first"] - len(first)),
            "least_significant_difference": repeats["least_significant_difference"],
        }
        for key, value in again.items():
            self._expect(f"{key.replace('_', ' ')} of the {about}", top[key], value)
        self._expect(f"gap of the {about}", number_in(top["gap"]), gap)

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


def _overlap(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether the bounds of two rows overlap; open ones overlap with everything."""
    ends = [number_in(row[key]) for row in (one, other) for key in ("lower", "upper")]
    lower, upper = ([end for end in side if end is not None] for side in (ends[::2], ends[1::2]))
    return len(lower) + len(upper) < 4 or max(lower) <= min(upper)

"""Pages and tables on two versions of a rubric."""

from __future__ import annotations

import os
import re
from typing import Any

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.site_files import SiteFiles, in_table, is_moved
from site_builder.output.verify.two_versions import DifferenceCheck, PairCheck, summed_up

PAIR = re.compile(r"methodology/[^/]+/[^/]+\.\.[^/]+/index\.json")
"""The data of a page on two versions."""
BOARD_OF_PAIR = re.compile(r"methodology/[^/]+/[^/]+\.\.[^/]+/[^/]+/index\.json")
"""The data of a page on one board under two versions."""


class VersionsCheck:
    """The pages on two versions, and on each board under both."""

    def __init__(self, site: SiteFiles, graphs: dict[str, Graph], boards: BoardFiles) -> None:
        self.site, self.graphs, self.boards = site, graphs, boards

    def pair(self, path: str) -> None:
        """Check the page on two versions against those of its boards, and the table of all runs."""
        data = self.site.json(path)
        if data is None or is_moved(path, data):
            return
        folder = os.path.dirname(path)
        there = [
            one for one in self.site.own if BOARD_OF_PAIR.fullmatch(one) and one.startswith(f"{folder}/")
        ]
        pages = [page for page in map(self.site.json, there) if isinstance(page, dict) and "runs" in page]
        by_board = {page["board"]: page for page in pages}
        boards = {board: summed_up(page) for board, page in by_board.items()}
        self.site.faults += PairCheck(path, data, self.graphs, boards).faults
        for board in sorted({one["board"] for one in data["boards"]} - by_board.keys()):
            self.site.fault(
                f"{folder}/{board}/index.json", f"there is no page of {board} under both versions"
            )
        table = f"data/diffs/{folder.split('/', 1)[1]}.csv"
        if data["boards"] or table in self.site.own:
            listed = [one["board"] for one in data["boards"] if one["board"] in by_board]
            runs = [(board, run) for board in listed for run in by_board[board]["runs"]]
            self.site.guarded(table, lambda file: self._table(file, runs, data["order"]))

    def board(self, path: str) -> None:
        """Check the page on a board under two versions."""
        data = self.site.json(path)
        if data is None or is_moved(path, data):
            return
        folder, _, board = os.path.dirname(path).rpartition("/")
        self.site.expect(path, "the board that it is of", data["board"], board)
        versions = f"methodology/{data['older']['id']}..{data['newer']['id'].partition('/')[2]}"
        self.site.expect(path, "the versions that it is of", versions, folder)
        if f"{folder}/index.json" not in self.site.own:
            self.site.fault(path, "there is no page of the two versions")
        if board not in self.boards.boards:
            self.site.fault(path, "there is no such board")
        found = DifferenceCheck(path, data, self.graphs, self.boards.boards.get(board), self.boards.sheets)
        self.site.faults += found.faults
        self.site.checked["runs under two versions"] += found.checked

    def _table(self, path: str, runs: list[tuple[str, dict[str, Any]]], order: list[list[str]]) -> None:
        rows = self.site.table(path)
        listed = [(row["board"].lstrip("'"), row["run"].lstrip("'")) for row in rows]
        self.site.expect(path, "its runs", listed, [(board, run["run"]) for board, run in runs])
        for row, (board, run) in zip(rows, runs):
            known: dict[str, Any] = {
                "score_before": _or(run["before"]["score"], "none"),
                "score_after": _or(run["after"]["score"], "none"),
                "change": _or(run["change"], "none"),
                "rank_before": _or(run["rank_before"], "unranked"),
                "rank_after": _or(run["rank_after"], "unranked"),
                **{key: run[key] for key in ("unranked_before", "unranked_after", "passes", "passes_by")},
            }
            for name in row:
                if name.startswith("change:"):
                    known[name] = "none" if run["change"] is None else 0.0
            for move in run["attribution"]:
                steps = " + ".join(order[step][0] for step in move["steps"])
                known[f"change:{steps}"] = move["change"]
            for name, value in known.items():
                if not in_table(row.get(name, ""), value):
                    self.site.fault(path, f"{name} of {run['run']} on {board}", row.get(name), value)
        self.site.checked["table cells"] += sum(map(len, rows))


def _or(value: Any, word: str) -> Any:
    return word if value is None else value

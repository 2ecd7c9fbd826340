"""Pages and tables on two versions of a rubric."""

from __future__ import annotations

import os
import re
from typing import Any

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.clauses import ClausesCheck, lines_on_versions
from site_builder.output.verify.faults import number_in
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.site_files import SiteFiles, in_table, is_moved
from site_builder.output.verify.two_versions import DifferenceCheck, PairCheck, summed_up

PAIR = re.compile(r"methodology/[^/]+/[^/]+\.\.[^/]+/index\.json")
"""The data of a page on two versions."""
BOARD_OF_PAIR = re.compile(r"methodology/[^/]+/[^/]+\.\.[^/]+/[^/]+/index\.json")
"""The data of a page on one board under two versions."""
ON_VERSIONS = re.compile(r"methodology/(?!order/)[^/]+/(?:(?:(?!\.\.)[^/])+/)?index\.json")
"""The data of the page of a family, or of a version of its rubric."""


class VersionsCheck:
    """The pages on two versions, and on each board under both."""

    def __init__(self, site: SiteFiles, graphs: dict[str, Graph], boards: BoardFiles) -> None:
        self.site, self.graphs, self.boards = site, graphs, boards
        self.shifts: dict[tuple[str, str], list[dict[str, Any]]] = {}
        """(board, run) → what the pages on two versions of which one is the board's say of the run."""

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
        self.site.faults += ClausesCheck(path, data, self.graphs).faults
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
        pair = data["older"]["id"], data["newer"]["id"]
        for run in data["runs"]:
            told = {"older": pair[0], "newer": pair[1], "page": f"{folder}/{board}/index.html"}
            told |= {"change": run["change"], "rank": _rank_words(run)}
            self.shifts.setdefault((board, run["run"]), []).append(told)

    def listed(self, path: str) -> None:
        """Hold the lines that a page about a rubric has on two versions against the pages on both."""
        data = self.site.json(path)
        for told in () if is_moved(path, data) else data["differences"]:
            pair = f"methodology/{told['older']}..{told['newer'].partition('/')[2]}/index"
            self.site.expect(
                path, f"the page on {told['older']} and {told['newer']}", told["page"], f"{pair}.html"
            )
            again = lines_on_versions(self.site.json(f"{pair}.json"))
            self.site.compare(path, {key: told[key] for key in again}, f"{pair}.json", again)

    def runs(self, path: str) -> None:
        """Hold what the runs of a board say of other versions against the pages on both."""
        name = path.split("/")[1]
        board, runs = self.boards.boards[name]
        own = board["rubric"]["id"]
        for run, page in runs.items():
            there = [one for one in self.shifts.get((name, run), ()) if own in (one["older"], one["newer"])]
            told = [{**one, "change": number_in(one["change"])} for one in page.record["shifts"]]
            again = sorted(there, key=lambda one: str(one["page"]))
            told.sort(key=lambda one: str(one["page"]))
            self.site.compare(path, told, f"the pages on two versions, of run {run},", again)

    def _table(self, path: str, runs: list[tuple[str, dict[str, Any]]], order: list[list[str]]) -> None:
        rows = self.site.table(path)
        listed = [(row["board"], row["run"]) for row in rows]
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


def _rank_words(run: dict[str, Any]) -> str:
    """Return what happens to the rank of a run between two versions, as its page says it."""
    before, after = run["rank_before"], run["rank_after"]
    if before is None:
        return "" if after is None else f"gains a rank; before: {run['unranked_before']}"
    if after is None:
        return f"loses its rank: {run['unranked_after']}"
    if before == after:
        return "same rank"
    return f"up {before - after}" if after < before else f"down {after - before}"


def _or(value: Any, word: str) -> Any:
    return word if value is None else value

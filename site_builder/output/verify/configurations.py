"""Pages of configurations, held against the boards on which their runs stand."""

from __future__ import annotations

import html
import math
import re
from collections import Counter
from typing import Any

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.proportions import bootstrap_ends
from site_builder.output.verify.repeat_figures import rows_by_task, scores_of
from site_builder.output.verify.site_files import SiteFiles, is_moved

CONFIGURATION_PAGE = re.compile(r'<dt>Configuration</dt><dd><a href="(?:\.\./)*([^"<>]*)">')


class ConfigurationsCheck:
    """The rows on pages of configurations, what they come to, and that no run is missing there.

    A run whose export names no configuration is a repeat of nothing; it says so and is on none of them.
    """

    def __init__(self, site: SiteFiles, graphs: dict[str, Graph], boards: BoardFiles) -> None:
        self.site, self.graphs, self.boards = site, graphs, boards.boards
        self.shown: dict[tuple[str, str], tuple[str, str]] = {}
        """(board, run) → the page of its configuration, and the configuration as exported."""
        for path in self.site.own:
            if re.fullmatch(r"configurations/[^/]+/index\.html", path):
                self.site.guarded(f"{path[: -len('html')]}json", self.page)
        for name in self.boards:
            self.site.guarded(f"data/{name}/runs.jsonl", self._board)

    def page(self, path: str) -> None:
        """Hold the rows of a configuration against the boards that have them."""
        data = self.site.json(path)
        if is_moved(path, data):
            return
        if not isinstance(data, dict) or not isinstance(data.get("boards"), list):
            self.site.fault(path, "it does not say on which boards its runs stand")
            return
        runs = {row["digest"] for part in data["boards"] for row in part["rows"]}
        self.site.expect(path, "its runs", data["runs"], len(runs))
        for part in data["boards"]:
            board = self.boards[part["id"]][0] if part["id"] in self.boards else {"rows": []}
            self.site.expect(path, f"the title of {part['id']}", part["board"], board.get("title"))
            self.site.expect(path, f"the rubric of {part['id']}", part["rubric"], board.get("rubric"))
            rows = {row["run"]: row for row in board["rows"]}
            self._intervals(path, part, board)
            for row in part["rows"]:
                self.shown[part["id"], row["run"]] = f"{path[: -len('json')]}html", data["exported_as"]
                there = {key: value for key, value in rows.get(row["run"], {}).items() if key in row}
                self.site.compare(path, row, f"the board {part['id']}", there)

    def _intervals(self, path: str, part: dict[str, Any], board: dict[str, Any]) -> None:
        """Draw the intervals of the means again, at the confidence of the board."""
        about, confidence = f"on {part['id']}", part["confidence"]
        self.site.expect(path, f"confidence {about}", confidence, board.get("repeats", {}).get("confidence"))
        graph = self.graphs[part["rubric"]["id"]]
        tasks = rows_by_task(part, graph)
        for name, told, rows in (
            ("all", part, part["rows"]),
            *((task, part["by_task"][task], tasks[task]) for task in tasks),
        ):
            scores = scores_of(sorted(rows, key=lambda row: str(row["run"])))
            ends: list[float | None] = [None, None]
            if len(scores) > 1:
                draws = part["seed"], part["resamples"], confidence
                ends = [*bootstrap_ends(scores, *draws, within=(-math.inf, math.inf))]
            told_ends = told["interval_of_the_mean"]
            self.site.figure(path, f"interval of the mean of {name} {about}", told_ends, ends)

    def _board(self, path: str) -> None:
        """Hold the page that each run names as its configuration's against the pages that list the run."""
        name = path.split("/")[1]
        board, runs = self.boards[name]
        members = Counter(run.record["configuration_page"] for run in runs.values())
        for row in board["rows"]:
            run, page = row["run"], runs[row["run"]].record["configuration_page"]
            together = 1 if page is None else members[page]
            what = f"runs of the configuration of {run}"
            self.site.expect(path, what, row["runs_of_configuration"], together)
            shown, exported = self.shown.get((name, run), (None, ""))
            if shown is None and page is not None:
                self.site.fault(f"{page[: -len('html')]}json", f"run {run} of {name} is missing there")
            else:
                self.site.expect(path, f"the page of the configuration of {run}", page, shown)
            led_to = CONFIGURATION_PAGE.search(
                (self.site.read(row["page"]) or b"").decode("utf-8", "replace")
            )
            if led_to is not None:
                what = "the page of its configuration"
                self.site.expect(row["page"], what, html.unescape(led_to[1]), page)
            if row["rank"] is not None:
                self._repeat(name, row, exported)

    def _repeat(self, name: str, row: dict[str, Any], exported: str) -> None:
        """Derive what the repeats of a ranked run share: its configuration as exported, and its task."""
        task = self.graphs[self.boards[name][0]["rubric"]["id"]].document.get("task", "")
        parts = [exported, row.get("labels", {}).get(task, "")] if exported else [row["run"]]
        wanted = " / ".join(part for part in parts if part)
        what = f"what the repeats of {row['run']} share"
        self.site.expect(f"data/{name}/board.json", what, row["repeats_of"], wanted)

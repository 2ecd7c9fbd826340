"""Pages of configurations, held against the boards on which their runs stand."""

from __future__ import annotations

import re
from typing import Any

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.site_files import SiteFiles, is_moved


class ConfigurationsCheck:
    """The rows on pages of configurations."""

    def __init__(self, site: SiteFiles, graphs: dict[str, Graph], boards: BoardFiles) -> None:
        self.site, self.graphs, self.boards = site, graphs, boards.boards
        rows: dict[tuple[str, str, str], Any] = {}
        for path in self.site.own:
            if re.fullmatch(r"data/[^/]+/board\.json", path):
                board = self.site.json(path)
                if isinstance(board, dict):
                    for row in board.get("rows", ()):
                        rows[board["title"], board["rubric"]["id"], row["run"]] = row
        self.site.guarded("configurations/index.json", lambda _: self._with_pages(rows))
        for path in self.site.own:
            if re.fullmatch(r"configurations/[^/]+/index\.json", path):
                self.site.guarded(path, lambda file: self._configuration(file, rows))

    def _with_pages(self, rows: dict[tuple[str, str, str], Any]) -> None:
        """Say which boards and runs a configuration's page leaves out."""
        shown: dict[tuple[str, str, str], str] = {}
        files: dict[str, str] = {}
        for path in self.site.own:
            if re.fullmatch(r"configurations/[^/]+/index\.html", path):
                beside = path[: -len("html")] + "json"
                data = self.site.json(beside)
                if is_moved(path, data):
                    continue
                if not isinstance(data, dict) or not isinstance(data.get("boards"), list):
                    self.site.fault(beside, "it does not say on which boards its runs stand")
                    continue
                files[data["configuration"]] = beside
                for board in data["boards"]:
                    for row in board["rows"]:
                        key = board["board"], board["rubric"]["id"], row["run"]
                        shown[key] = data["configuration"]
                        self._repeat(key, rows.get(key), data.get("exported_as"))
        for key, row in rows.items():
            if shown.get(key) != row["configuration"]:
                file = files.get(row["configuration"], "configurations/index.json")
                self.site.fault(
                    file, f"run {key[2]} on {key[0]} is missing on the page of {row['configuration']}"
                )

    def _repeat(self, key: tuple[str, str, str], row: Any, exported: Any) -> None:
        """Derive what the repeats of a ranked run share: its configuration as exported, and its task."""
        if row is None or row["rank"] is None:
            return
        task = self.graphs[key[1]].document.get("task", "")
        parts = [exported or key[2], row.get("labels", {}).get(task, "") if exported else ""]
        wanted = " / ".join(part for part in parts if part)
        for name, (board, _) in self.boards.items():
            if (board["title"], board["rubric"]["id"]) == key[:2]:
                what = f"what the repeats of {key[2]} share"
                self.site.expect(f"data/{name}/board.json", what, row["repeats_of"], wanted)

    def _configuration(self, path: str, rows: dict[tuple[str, str, str], Any]) -> None:
        data = self.site.json(path)
        for board in [] if is_moved(path, data) else data["boards"]:
            for row in board["rows"]:
                of = rows.get((board["board"], board["rubric"]["id"], row["run"]), {})
                there = {key: value for key, value in of.items() if key in row}
                self.site.compare(path, row, f"the board {board['board']}", there)

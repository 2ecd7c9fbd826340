"""What pages count of the whole site: runs, boards, configurations, exports, files to download."""

from __future__ import annotations

from typing import Any

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.exchange_format import EXCHANGE_FORMAT
from site_builder.output.verify.rubric_pages import DATA_PAGE, LEFT_OUT
from site_builder.output.verify.site_files import SiteFiles


class SiteCounts:
    """Everything that the boards and the list of what is left out hold, counted again."""

    def __init__(self, site: SiteFiles, boards: BoardFiles) -> None:
        self.site, self.boards = site, boards.boards
        self.ranks: dict[str, bool] = {}
        """Page of a run → whether it has a rank on any board."""
        configurations: set[str] = set()
        for board, runs in self.boards.values():
            for row in board["rows"]:
                page = str(row["page"])
                self.ranks[page] = self.ranks.get(page, False) or row["rank"] is not None
            pages = (run.record["configuration_page"] for run in runs.values())
            configurations.update(page for page in pages if page is not None)
        left_out = site.json(LEFT_OUT) if LEFT_OUT in site.own else {}
        self.left_out = len(left_out.get("left_out", ()))
        self.again = {
            "site.runs": len(self.ranks),
            "site.boards": len(self.boards),
            "site.configurations": len(configurations),
            "site.left_out": self.left_out,
        }

    def check(self, told: dict[str, dict[str, Any]]) -> None:
        """Hold what pages say of the whole site (path → name → value), and the lists of exports and files."""
        for path, values in told.items():
            for name, value in values.items():
                self.site.expect(path, name, value, self.again.get(name))
        self.site.guarded(LEFT_OUT, self._inputs)
        self.site.guarded(DATA_PAGE, self._files)

    def _inputs(self, path: str) -> None:
        data = self.site.json(path)
        ranked = sum(self.ranks.values())
        unranked = len(self.ranks) - ranked
        again = {"found": len(self.ranks) + self.left_out, "ranked": ranked}
        again |= {"unranked": unranked, "left_out": self.left_out}
        self.site.expect(path, "what became of the exports", data["inputs"], again)
        listed = [
            [f"{row['page'].rpartition('/')[0]}/", board["title"], row["unranked"]]
            for board, _ in self.boards.values()
            for row in board["rows"]
            if row["rank"] is None
        ]
        told = [[one["address"], one["board"], one["reason"]] for one in data["unranked"]]
        self.site.expect(path, "its runs without a rank", sorted(told), sorted(listed))

    def _files(self, path: str) -> None:
        data = self.site.json(path)
        told = {one["board"]: one["listed"] for one in data["boards"]}
        again = {name: board["runs"]["listed"] for name, (board, _) in self.boards.items()}
        self.site.expect(path, "runs of its boards", told, again)
        for file in [file for one in data["boards"] for file in one["files"]]:
            if f"data/{file}" not in self.site.own:
                self.site.fault(path, "a file that it lists is not there", file)
        if any(one["name"] == EXCHANGE_FORMAT for one in data["files"]):
            for board in self.boards:
                if f"data/{board}/{EXCHANGE_FORMAT}" not in self.site.own:
                    self.site.fault(path, f"the results of {board} in the exchange format are not there")

"""The files of boards: their data, the records of their runs, their pages."""

from __future__ import annotations

import hashlib
import os
import re
from typing import Any

from site_builder.output.verify.board_tables import check_board_table, check_metrics_table
from site_builder.output.verify.boards import BoardCheck
from site_builder.output.verify.evaluation import Sheet
from site_builder.output.verify.exchange_format import EXCHANGE_FORMAT, check_exchange_format
from site_builder.output.verify.exports import check_exports
from site_builder.output.verify.first_place import check_leads
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.moves import MovesCheck
from site_builder.output.verify.nodes import Recomputed
from site_builder.output.verify.own_weights import check_parts
from site_builder.output.verify.page_numbers import rows_of, slug_of
from site_builder.output.verify.ranking import BoardAgain, BoardRun
from site_builder.output.verify.run_record import RunPage
from site_builder.output.verify.sensitivity import SensitivityCheck
from site_builder.output.verify.site_files import SiteFiles, is_moved
from site_builder.output.verify.withdrawals import WithdrawalsCheck


class BoardFiles:
    """Every board of a site computed again; what other pages are held against is kept."""

    def __init__(self, site: SiteFiles, graphs: dict[str, Graph], exports: str | None) -> None:
        self.site, self.graphs, self.exports = site, graphs, exports
        self.scored: dict[tuple[str, str], tuple[Recomputed, str, list[str], str]] = {}
        """(run, rubric) → results again, digest of the export, runs of the cohort, digest of the exports."""
        self.boards: dict[str, BoardAgain] = {}
        self.pages: set[str] = set()
        """The pages on which the boards go on."""
        self.sheets: dict[tuple[str, str, str], Sheet] = {}
        """(board, run, rubric) → results computed again."""
        self.gates: set[str] = set()
        """Addresses of the runs that have the page of a release gate."""
        for path in site.own:
            if re.fullmatch(r"gates/[^/]+/index\.json", path):
                gate = site.json(path)
                if isinstance(gate, dict) and "listed" in gate:
                    self.gates.add(str(gate["listed"]))
        for path in site.own:
            if re.fullmatch(r"data/[^/]+/board\.json", path):
                site.guarded(path, self._board)

    def _board(self, path: str) -> None:
        board = self.site.json(path)
        if board is None:
            return
        folder = os.path.dirname(path)
        self.site.expect(path, "the board that it is of", board["board"], folder[len("data/") :])
        pages = self._run_pages(f"{folder}/runs.jsonl", board)
        runs = {run: BoardRun(page.record, self.graphs) for run, page in pages.items()}
        found = BoardCheck(path, board, runs, self.graphs)
        self.site.faults += found.faults
        self._keep(board, runs, pages)
        self.site.checked["boards"] += 1
        self.site.checked["medians"] += found.medians
        self.site.guarded(path, lambda file: self._sensitivity(file, board, runs))
        self.site.guarded(f"{folder}/runs.jsonl", lambda file: self._moves(file, runs))
        self.site.guarded(path, lambda file: self._withdrawals(file, board, runs))
        self._board_page(path, board)
        self._tables(folder, board, pages)

    def _run_pages(self, path: str, board: dict[str, Any]) -> dict[str, RunPage]:
        """Return the runs of a board by id, computed again from the lines of a file, one each."""
        lines = (self.site.read(path) or b"").splitlines(keepends=True)
        records = [self.site.parse(path, line) for line in lines]
        addresses = {row["run"]: f"{row['page'][: -len('html')]}json" for row in board["rows"]}
        pages: dict[str, RunPage] = {}
        for line, record in zip(lines, records):
            if record is not None:
                page = RunPage(path, record, self.graphs)
                self.site.faults += page.faults
                pages[record["run"]] = page
                self.site.checked["runs"] += 1
                self.site.checked["nodes"] += sum(sheet.graph.computed for sheet in page.sheets)
                self._run_page(addresses.get(record["run"], ""), path, line, record)
        return pages

    def _keep(self, board: dict[str, Any], runs: dict[str, BoardRun], pages: dict[str, RunPage]) -> None:
        """Keep what other pages are held against."""
        cohort = sorted(run for run in runs if run not in board["ranking"]["barred"])
        members = sorted(f"{run} {pages[run].record['digest']}\n" for run in cohort)
        exports = f"sha256:{hashlib.sha256(''.join(members).encode()).hexdigest()}"
        self.boards[board["board"]] = board, runs
        for run, page in pages.items():
            for sheet in page.sheets:
                self.sheets[board["board"], run, sheet.graph.id] = sheet.sheet
                self.scored[run, sheet.graph.id] = sheet, page.record["digest"], cohort, exports

    def _board_page(self, path: str, board: dict[str, Any]) -> None:
        """Hold the page of a board against its data; where a family decides, it is a list of gates."""
        page, graph = f"boards/{board['board']}/index.html", self.graphs[board["rubric"]["id"]]
        if "checks" not in graph.document:
            self.site.twins(path, f"{page[: -len('html')]}json")
            self.site.guarded(page, lambda file: self._board_rows(file, board))
            self.site.guarded(page, lambda file: check_leads(self.site, file, board, graph.headline))
            return
        self.pages.add(page)
        for row in board["rows"]:
            if os.path.dirname(row["page"]) + "/" not in self.gates:
                gate = f"gates/{row['page'].split('/')[1]}/index.json"
                self.site.fault(gate, f"there is no page of the release gate of {row['run']}")

    def _tables(self, folder: str, board: dict[str, Any], pages: dict[str, RunPage]) -> None:
        """Hold the data files of a board against it and its runs."""
        site, graph = self.site, self.graphs[board["rubric"]["id"]]
        records = {run: page.record for run, page in pages.items()}
        for name, check in (
            ("board.csv", lambda file: check_board_table(site, file, board)),
            ("parts.js", lambda file: check_parts(site, file, board, pages)),
            ("metrics.csv", lambda file: check_metrics_table(site, file, pages)),
            (EXCHANGE_FORMAT, lambda file: check_exchange_format(site, file, board, graph, records)),
            ("exports.jsonl", lambda file: check_exports(site, file, pages, self.exports)),
        ):
            site.guarded(f"{folder}/{name}", check)

    def _sensitivity(self, path: str, board: dict[str, Any], runs: dict[str, BoardRun]) -> None:
        """Make the order of a board again under other weights and amounts."""
        found = SensitivityCheck(path, board, runs, self.graphs[board["rubric"]["id"]])
        self.site.faults += found.faults
        self.site.checked["other orders"] += found.orders
        self.site.checked["changes of place"] += found.points

    def _moves(self, path: str, runs: dict[str, BoardRun]) -> None:
        """Find again what would move each run of a board up one place."""
        for run in runs.values():
            found = MovesCheck(path, run)
            self.site.faults += found.faults
            self.site.checked["ways up"] += found.checked

    def _withdrawals(self, path: str, board: dict[str, Any], runs: dict[str, BoardRun]) -> None:
        """Take the medians of a board again with each withdrawn run among its runs."""
        graph = self.graphs[board["rubric"]["id"]]
        self.site.faults += WithdrawalsCheck(path, board, runs, graph).faults

    def _board_rows(self, path: str, board: dict[str, Any]) -> None:
        """Hold the rows on a board's pages against its data: which they are, whose, ranks and scores."""
        pages: dict[str, Any] = {path: board}
        while (page := f"{os.path.dirname(path)}/page/{len(pages) + 1}/index.html") in self.site.own:
            pages[page] = self.site.json(page[: -len("html")] + "json")
        pages = {page: data for page, data in pages.items() if not is_moved(page, data)}
        begins = [0, *(data["page"]["first"] - 1 for data in pages.values() if data is not board)]
        for number, (page, begin, end) in enumerate(zip(pages, begins, [*begins[1:], None]), start=1):
            part = board["rows"][begin:end]
            self.pages.add(page)
            self._rows_of_page(page, part)
            if number > 1:
                again = {key: board.get(key) for key in pages[page]} | {"rows": part}
                again["page"] = {"number": number, "of": len(pages), "first": begin + 1}
                self.site.compare(page[: -len("html")] + "json", pages[page], "its board", again)

    def _rows_of_page(self, path: str, part: list[dict[str, Any]]) -> None:
        """Hold which rows a page has against its board; whose they are is held where the page is."""
        rows = rows_of((self.site.read(path) or b"").decode("utf-8", "replace"))
        self.site.expect(path, "its rows", [slug for slug, _ in rows], [slug_of(row) for row in part])

    def _run_page(self, path: str, lines: str, line: bytes, record: dict[str, Any]) -> None:
        """Hold a line of a board's runs against the data of the run's page, which shows its first board."""
        data = self.site.read(path)
        if data is None:
            self.site.fault(path or lines, f"there is no page of run {record['run']}")
        elif data != line.rstrip(b"\n"):
            page = self.site.parse(path, data)
            if isinstance(page, dict) and page.get("board") == record["board"]:
                self.site.compare(path, page, lines, record)

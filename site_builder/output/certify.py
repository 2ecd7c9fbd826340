"""Verify pages and boards while they are made, with the very verifier that the site carries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from site_builder.errors import Problem, shorten
from site_builder.output import verifier_script
from site_builder.output.files import OutputFile
from site_builder.output.graph_files import graph_document
from site_builder.output.markup import escaped
from site_builder.output.page_sources import TO_CORRECT
from site_builder.output.run_briefs import BriefReader
from site_builder.output.verify.boards import BoardCheck
from site_builder.output.verify.faults import KINDS, Fault
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.ranking import BoardAgain, BoardRun, needed_by_boards
from site_builder.output.verify.report import certificate, report_of
from site_builder.output.verify.run_record import RunPage
from site_builder.output.verify.two_versions import DifferenceCheck, PairCheck, summed_up
from site_builder.pages.lookup import SiteLookup

OF_PAGE = b"<!--certificate-->"
"""What templates write where a page's own figures belong."""
UNDER_TWO = re.compile(r"(methodology/[^/]+/[^/]+\.\.[^/]+/)(?:([^/]+)/)?index\.html")
"""Pages on two versions of a rubric, and, with a second group, on one board under both."""
OF_SITE = b"<!--certificate-of-site-->"
"""What templates write where the figures of the whole site belong."""
TABLE = b"<!--report-->"
"""What the page about verification writes where the rows of the report belong."""
SCRIPT = "verify/verify.py"
REPORT = "verify/report.json"


class Certifier:
    """Recomputes what is about to be published; shared by the processes that make it."""

    def __init__(self, lookup: SiteLookup) -> None:
        self.graphs = {graph.id: _graph(graph_document(graph)) for graph in lookup.graphs}
        self._readers: dict[tuple[str, ...], BriefReader] = {}

    def board(self, files: Iterable[OutputFile]) -> Iterator[Problem]:
        """Yield what is wrong with the data files of a board that holds the records of its runs itself."""
        by_name = {file.path.rsplit("/", 1)[-1]: file for file in files}
        lines = by_name.get("runs.jsonl")
        if lines is None:
            return
        records = lines.content.splitlines()
        for record in map(msgspec.json.decode, records):
            yield from map(problem, RunPage(lines.path, record, self.graphs).faults)
        board = by_name["board.json"]
        yield from self.order(board.path, self.ordered(board.content, records))

    def ordered(self, board: bytes, records: Iterable[bytes]) -> BoardAgain:
        """Return a board with its runs, given its data and the records of the runs in its order."""
        data = msgspec.json.decode(board)
        own = data["rubric"]["id"]
        rubrics = (own, *sorted(data["medians"].keys() - {own}))
        if rubrics not in self._readers:
            self._readers[rubrics] = BriefReader(needed_by_boards([self.graphs[name] for name in rubrics]))
        briefs = map(self._readers[rubrics].read, records)
        return data, {brief["run"]: BoardRun(brief, self.graphs) for brief in briefs}

    def order(self, path: str, board: BoardAgain) -> Iterator[Problem]:
        """Yield what is wrong with a board; ``path`` is where its data are."""
        yield from map(problem, BoardCheck(path, *board, self.graphs).faults)

    def difference(self, page: str, place: Path, board: BoardAgain | None) -> Iterator[Problem]:
        """Yield what is wrong with a page on a board under two versions, whose data are written in ``place``.

        Without ``board`` only what the page says of itself is looked at.
        """
        path, data = _beside(page, place)
        yield from map(problem, DifferenceCheck(path, data, self.graphs, board).faults)

    def pair(self, page: str, place: Path, boards: Mapping[str, bytes]) -> Iterator[Problem]:
        """Yield what is wrong with a page on two versions, whose data are written in ``place``.

        ``boards`` holds the briefs of its boards by id.
        """
        path, data = _beside(page, place)
        if "totals" in data:
            briefs = {board: msgspec.msgpack.decode(brief) for board, brief in boards.items()}
            yield from map(problem, PairCheck(path, data, self.graphs, briefs).faults)


def brief_of(record: Any) -> bytes:
    """Return what a page on two versions is held against of the data of another page, packed.

    It is what a board under two versions comes to; of all other pages nothing.
    """
    if not isinstance(record, dict) or not {"steps", "older"} <= record.keys():
        return b""
    return msgspec.msgpack.encode(summed_up(record))


def _beside(page: str, place: Path) -> tuple[str, Any]:
    """Return path and content of the data beside a page that is written."""
    path = page.removesuffix("html") + "json"
    return path, msgspec.json.decode((place / path).read_bytes())


def filled(html: bytes, counts: Mapping[str, int]) -> bytes:
    """Return a page with its own figures in their place."""
    parts = html.split(OF_PAGE)  # a page is large: searched and put together once
    return certificate(dict(counts), " on this page").encode().join(parts)


def filled_for_site(html: bytes, found: Mapping[str, Any]) -> bytes:
    """Return a page with the figures of the whole site, and the rows of the report, in their places."""
    rows = "".join(_row(kind, numbers) for kind, numbers in found["pages"].items() if numbers["all"])
    return html.replace(OF_SITE, found["certificate"].encode()).replace(TABLE, rows.encode())


def _row(kind: str, numbers: Mapping[str, int]) -> str:
    cells = "".join(f'<td class="n">{numbers[name]:,}</td>' for name in ("all", *KINDS))
    return f'<tr><th scope="row" class="lead-cell">{escaped(kind)}</th>{cells}</tr>\n'


def script() -> OutputFile:
    """Return the verifier as the site carries it."""
    return OutputFile(SCRIPT, verifier_script.published().encode())


def report(pages: Iterable[tuple[str, Mapping[str, int], Mapping[str, int]]]) -> dict[str, Any]:
    """Return the report over (path, counts, names that were only matched) of all pages."""
    return report_of((path, dict(counts), dict(names)) for path, counts, names in pages)


def problem(fault: Fault) -> Problem:
    """Return a fault that the verifier found as a problem of the build."""
    return Problem(
        file=fault.file,
        code=f"page.{fault.code}",
        message=f"{shorten(fault.words().partition(': ')[2], 300).rstrip('.')}.",
        advice=_ADVICE.get(fault.code, _NOT_RECOMPUTED),
    )


_NOT_RECOMPUTED = (
    "Program and verifier disagree, so nothing is published; the site that was in place is unchanged. "
    "Correct the operator or page it comes from, or report it."
)
_ADVICE = dict.fromkeys(
    ("number-differs", "number-without-node", "number-without-data", "number-misread"), TO_CORRECT
)


def _graph(document: dict[str, Any]) -> Graph:
    return Graph(msgspec.json.decode(msgspec.json.encode(document)))

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
        self._needed: dict[tuple[str, ...], list[str]] = {}
        self._ordered: dict[str, BoardAgain] = {}
        """The boards that were put in order again, by id."""
        self.briefs: dict[str, bytes] = {}
        """Page → its brief: of pages that are made now; of kept ones where it was asked for."""

    def board(self, files: Iterable[OutputFile]) -> Iterator[Problem]:
        """Yield what is wrong with the data files of a board that holds the records of its runs itself."""
        by_name = {file.path.rsplit("/", 1)[-1]: file for file in files}
        lines = by_name.get("runs.jsonl")
        if lines is None:
            return
        records = [msgspec.json.decode(line) for line in lines.content.splitlines()]
        for record in records:
            yield from map(problem, RunPage(lines.path, record, self.graphs).faults)
        yield from self.order(by_name["board.json"], records)

    def order(self, board: OutputFile, records: Iterable[dict[str, Any]]) -> Iterator[Problem]:
        """Yield what is wrong with a board, given the records of its runs, or briefs, in its order."""
        runs = {record["run"]: BoardRun(record, self.graphs) for record in records}
        data = msgspec.json.decode(board.content)
        self._ordered[data["board"]] = data, runs
        yield from map(problem, BoardCheck(board.path, data, runs, self.graphs).faults)

    def differences(self, made: Iterable[str], pages: Iterable[str], place: Path) -> Iterator[Problem]:
        """Yield what is wrong with pages on two versions of which something was ``made``.

        ``pages`` are all of the site; the data are read where they were written, in ``place``.
        """
        pairs: set[str] = set()
        for found in filter(None, map(UNDER_TWO.fullmatch, sorted(made))):
            pairs.add(found[1])
            if found[2] and self.briefs[found[0]]:  # else an old address
                path, data = _beside(found[0], place)
                check = DifferenceCheck(path, data, self.graphs, self._ordered.get(found[2]))
                yield from map(problem, check.faults)
        under_two = [found for found in map(UNDER_TWO.fullmatch, pages) if found and found[2]]
        for pair in sorted(pairs):
            path, data = _beside(f"{pair}index.html", place)
            if "totals" not in data:
                continue
            briefs = {found[2]: self.brief_of(found[0], place) for found in under_two if found[1] == pair}
            boards = {board: brief for board, brief in briefs.items() if brief}
            yield from map(problem, PairCheck(path, data, self.graphs, boards).faults)

    def brief_of(self, page: str, place: Path) -> dict[str, Any]:
        """Return the brief of a page that is written in ``place``, empty where it has none."""
        if page not in self.briefs:
            self.briefs[page] = self.brief(_beside(page, place)[1])
        packed = self.briefs[page]
        return msgspec.msgpack.decode(packed) if packed else {}

    def brief(self, record: Any) -> bytes:
        """Return what other pages are held against of a page's data, packed; mostly nothing.

        Of a run its record without what no board needs, of a board under two versions what it comes to.
        """
        if not isinstance(record, dict):
            return b""
        if "steps" in record and "older" in record:
            return msgspec.msgpack.encode(summed_up(record))
        if "other_rubrics" not in record:
            return b""
        rubrics = (record["rubric"]["id"], *(other["rubric"] for other in record["other_rubrics"]))
        if rubrics not in self._needed:
            self._needed[rubrics] = needed_by_boards([self.graphs[name] for name in rubrics])
        nodes = {name: record["nodes"][name] for name in self._needed[rubrics] if name in record["nodes"]}
        kept = {key: record[key] for key in KEPT if key in record}
        return msgspec.msgpack.encode(kept | {"nodes": nodes})


KEPT = (
    *("run", "rubric", "configuration", "repeats_on_board", "finished_at", "duration_s", "digest", "rank"),
    *("rank_shared", "ranked_on_board", "unranked", "score", "lower", "upper", "coverage", "neighbours"),
    *("other_rubrics", "measured", "doubted"),
)
"""Keys of a run's record that boards are held against."""


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

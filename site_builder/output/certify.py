"""Verify pages and boards while they are made, with the very verifier that the site carries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from site_builder.errors import Problem, shorten
from site_builder.output.files import OutputFile
from site_builder.output.graph_files import graph_document
from site_builder.output.verify import verify
from site_builder.pages.atlas import Atlas

OF_PAGE = b"<!--certificate-->"
"""What templates write where a page's own figures belong."""
OF_SITE = b"<!--certificate-of-site-->"
"""What templates write where the figures of the whole site belong."""
SCRIPT = "verify/verify.py"
REPORT = "verify/report.json"


class Certifier:
    """Recomputes what is about to be published; shared by the processes that make it."""

    def __init__(self, atlas: Atlas) -> None:
        self.graphs = {graph.id: _graph(graph_document(graph)) for graph in atlas.graphs}
        self._on_pages = {(places[0].board.id, places[0].entry.run.run_id) for places in atlas.runs}

    def board(self, files: Iterable[OutputFile]) -> Iterator[Problem]:
        """Yield what is wrong with the data files of one board: order, medians, neighbours and groups.

        The records of runs whose pages show another board are recomputed as well; the others are where their
        pages are made.
        """
        by_name = {file.path.rsplit("/", 1)[-1]: file for file in files}
        file = by_name["board.json"]
        board = msgspec.json.decode(file.content)
        lines = by_name["runs.jsonl"]
        records = [msgspec.json.decode(line) for line in lines.content.splitlines()]
        faults: list[verify.Fault] = []
        for record in records:
            if (board["board"], record["run"]) not in self._on_pages:
                faults += verify.RunPage(lines.path, record, self.graphs).faults
        runs = {record["run"]: verify.BoardRun(record, self.graphs) for record in records}
        faults += verify.BoardCheck(file.path, board, runs, self.graphs).faults
        yield from map(problem, faults)


def filled(html: bytes, counts: Mapping[str, int]) -> bytes:
    """Return a page with its own figures in their place."""
    if OF_PAGE not in html:
        return html
    return html.replace(OF_PAGE, verify.certificate(dict(counts), " on this page").encode())


def script() -> OutputFile:
    """Return the verifier as the site carries it."""
    return OutputFile(SCRIPT, Path(verify.__file__).read_bytes())


def report(pages: Iterable[tuple[str, Mapping[str, int], Mapping[str, int]]]) -> dict[str, Any]:
    """Return the report over (path, counts, names that were only matched) of all pages."""
    return verify.report_of((path, dict(counts), dict(names)) for path, counts, names in pages)


def problem(fault: verify.Fault) -> Problem:
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
_TEMPLATE = "Correct the template or prose it comes from; the site that was in place is unchanged."
_ADVICE = dict.fromkeys(
    ("number-differs", "number-without-node", "number-without-data", "number-misread"), _TEMPLATE
)


def _graph(document: dict[str, Any]) -> verify.Graph:
    return verify.Graph(msgspec.json.decode(msgspec.json.encode(document)))

"""Our run pages beside those of other generators: the same rows from the same data, and bare cells."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from measuring import builds, report
from measuring.costs import Cost
from measuring.page_tables import cells, read_pages
from measuring.peers import PeerResult, measure_peers, measured
from measuring.programs import command_of, run_program
from measuring.row_peers import measure_row_peers

IN_MEMORY = "from scores in memory"
Saying = Callable[[str], None]


def compare(project: Path, folder: Path, everything: bool, say: Saying) -> Iterator[str]:
    """Yield both comparisons over a project that has been built, each a heading and a table.

    ``folder`` is made, and used for what the generators read and write.
    """
    same, bare = folder / "same", folder / "bare"
    for place in (folder, same, bare):
        place.mkdir()
    say("our pages")
    whole, rows = _from_memory(project)
    started = _started(project, same / "own", whole.pages)
    builds.forget(project, measurements=False)
    build = builds.build(project)
    run_program("rows.py", project, same / "data")
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    theirs = _told(measure_row_peers(same / "data", project / "dist", same, processors), say)
    table = report.peers_table([whole, started, rows, *theirs])
    yield f"### Other generators: the same rows from the same data\n\n{table}"
    pages = read_pages(project / "dist")
    whole_build = PeerResult(
        "Proofboard: whole build, runs measured",
        build,
        f"{cells(pages):,} cells",
        whole.pages,
        whole.megabytes,
    )
    table = report.peers_table([whole, whole_build, *_told(measure_peers(pages, bare, everything), say)])
    yield f"### Other generators: the texts of the cells, bare\n\n{table}"


def _from_memory(project: Path) -> tuple[PeerResult, PeerResult]:
    """Return what our whole pages cost, and the rows alone, by a program that loaded all of it before."""
    found = run_program("own_pages.py", project)
    return (
        _of(found["pages"], "Proofboard: whole pages and their JSON", found["whole"]),
        _of(found["pages"], "Proofboard: the rows alone", found["rows"]),
    )


def _of(pages: int, name: str, found: dict[str, Any]) -> PeerResult:
    return PeerResult(name, Cost(**found["cost"]), IN_MEMORY, pages, found["megabytes"])


def _started(project: Path, place: Path, pages: int) -> PeerResult:
    """Return what our whole pages cost when the program starts and reads first."""
    place.mkdir()
    command = command_of("own_pages.py", project, place / "out")
    return measured(
        "Proofboard: the same, with start and reading",
        "from the store",
        command,
        place,
        pages=pages,
    )


def _told(results: Iterable[PeerResult], say: Saying) -> Iterator[PeerResult]:
    for result in results:
        say(f"{result.name}: {result.note}")
        yield result

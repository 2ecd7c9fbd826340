"""Render and write the run pages of a project whose runs are measured already: what other generators do.

Checks of the pages, data files and all other pages are left out, because the others have none of them.

    python own_pages.py PROJECT            prints costs, pages and megabytes as JSON, from scores in memory
    python own_pages.py PROJECT FOLDER     writes the pages once, to be measured from outside, start included
"""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from measuring.costs import measure
from measuring.own_rows import RowWriter
from site_builder.building import processors
from site_builder.garbage_collection import collection_rare
from site_builder.loading import LoadOptions, load, look_at
from site_builder.output.files import OutputFile
from site_builder.output.render import Renderer
from site_builder.pages.lookup import Place
from site_builder.pages.page import Page
from site_builder.pages.plan import plan_pages
from site_builder.sources.project import load_project
from site_builder.sources.store import Store

TASK = 25
"""Pages that a process takes at a time, as in a build."""

Making = Callable[[], tuple[OutputFile, ...]]
"""Makes the files of one page."""

_work: list[tuple[Sequence[Making], Path]] = []
"""Shared with the processes of the pool by being forked."""


def main(root: Path, folder: Path | None) -> None:
    """Write the run pages of a project once, or print what rendering and writing them costs."""
    renderer, pages = _loaded(root)
    if folder is not None:
        _write_all([partial(renderer.render, page) for page in pages], folder)
        return
    for board in renderer.data.boards:  # scores that nobody asked for yet are computed when a page does
        for entry in board.entries:
            for scored in (entry.scored, *entry.others.values()):
                scored.columns()
    rows = RowWriter(renderer.lookup)
    places = [places[0] for places in renderer.lookup.runs]
    whole = _measured([partial(renderer.render, page) for page in pages])
    alone = _measured([partial(_only, rows, place) for place in places])
    print(json.dumps({"pages": len(pages), "whole": whole, "rows": alone}))


def _loaded(root: Path) -> tuple[Renderer, list[Page]]:
    """Return what renders the pages of a project, and the pages of its runs."""
    project = load_project(root.resolve())
    with Store(project.root) as store:
        loaded = load(project, store, look_at(project), LoadOptions(jobs=processors()))
    pages = [page for page in plan_pages(loaded.data, loaded.prose) if page.template == "run.html"]
    return Renderer(project.layers("templates"), loaded.data), pages


def _only(rows: RowWriter, place: Place) -> tuple[OutputFile, ...]:
    return (rows.page(place),)


def _measured(making: Sequence[Making]) -> dict[str, Any]:
    """Return the median cost of making and writing pages, and their size."""
    with tempfile.TemporaryDirectory(prefix="pages-") as place:
        folder = Path(place, "site")
        with collection_rare():  # as in a build
            cost = measure(
                partial(_write_all, making, folder), before=lambda: shutil.rmtree(folder, ignore_errors=True)
            )
        size = sum(path.stat().st_size for path in folder.rglob("*.html")) / 1e6
    return {"cost": asdict(cost), "megabytes": size}


def _write_all(making: Sequence[Making], folder: Path) -> None:
    """Write every page on all processors."""
    _work[:] = [(making, folder)]
    with ProcessPoolExecutor(processors(), multiprocessing.get_context("fork")) as pool:
        list(pool.map(_write_some, range(0, len(making), TASK)))


def _write_some(start: int) -> None:
    """Write the pages of one task."""
    making, folder = _work[0]
    for make in making[start : start + TASK]:
        for file in make():
            target = folder / file.path
            os.makedirs(target.parent, exist_ok=True)
            target.write_bytes(file.content)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)

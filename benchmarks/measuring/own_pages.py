"""Render and write the run pages of a project whose runs are measured already: what other generators do.

Checks of the pages, data files and all other pages are left out, because the others have none of them.

    python own_pages.py PROJECT        prints cost, pages and megabytes as JSON
"""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path

from measuring.costs import measure
from site_builder.building import processors
from site_builder.collector import set_aside
from site_builder.output.render import Renderer
from site_builder.pages.page import Page
from site_builder.pages.plan import plan_pages
from site_builder.pipeline import Options, load, look_at
from site_builder.sources.project import load_project
from site_builder.sources.store import Store

TASK = 25
"""Pages that a process takes at a time, as in a build."""

_work: list[tuple[Renderer, list[Page], Path]] = []
"""Shared with the processes of the pool by being forked."""


def main(root: Path) -> None:
    """Print the median cost of rendering and writing the run pages from scores in memory."""
    project = load_project(root.resolve())
    with Store(project.root) as store:
        loaded = load(project, store, look_at(project), Options(jobs=processors()))
    for board in loaded.data.boards:  # scores that nobody asked for yet are computed when a page does
        for entry in board.entries:
            for scored in (entry.scored, *entry.others.values()):
                scored.columns()
    pages = [page for page in plan_pages(loaded.data, loaded.prose) if page.template == "run.html"]
    renderer = Renderer(project.layers("templates"), loaded.data)
    with tempfile.TemporaryDirectory(prefix="pages-") as place:
        folder = Path(place, "site")
        _work.append((renderer, pages, folder))
        with set_aside():  # as in a build
            cost = measure(write_all, before=lambda: shutil.rmtree(folder, ignore_errors=True))
        size = sum(path.stat().st_size for path in folder.rglob("*.html")) / 1e6
    print(json.dumps({"cost": asdict(cost), "pages": len(pages), "megabytes": size}))


def write_all() -> None:
    """Write every page on all processors."""
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(processors(), context) as pool:
        list(pool.map(write_some, range(0, len(_work[0][1]), TASK)))


def write_some(start: int) -> None:
    """Write the pages of one task."""
    renderer, pages, folder = _work[0]
    for page in pages[start : start + TASK]:
        for file in renderer.render(page):
            target = folder / file.path
            os.makedirs(target.parent, exist_ok=True)
            target.write_bytes(file.content)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

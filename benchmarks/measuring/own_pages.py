"""Render, check and write all pages of a project whose runs are measured already: what other generators do.

python own_pages.py PROJECT        prints cost, pages and megabytes as JSON
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from measuring.costs import middle, once
from site_builder.building import processors
from site_builder.output.publish import publish
from site_builder.output.render import Renderer
from site_builder.output.write import Output
from site_builder.pages.plan import plan_pages
from site_builder.pipeline import Options, load, look_at
from site_builder.sources.project import load_project
from site_builder.sources.store import Store

TIMES = 4
"""The first does not count."""


def main(root: Path) -> None:
    """Print the median cost of publishing the pages from data in memory."""
    project = load_project(root.resolve())
    with Store(project.root) as store:
        loaded = load(project, store, look_at(project), Options(jobs=processors()))
    pages = plan_pages(loaded.data, loaded.prose)
    costs = []
    size = 0
    for turn in range(TIMES):
        with tempfile.TemporaryDirectory(prefix="pages-") as place:
            folder = Path(place, "site")
            with Output(folder, "site", project.root, []) as output:

                def work(output: Output = output) -> None:
                    renderer = Renderer(project.layers("templates"), loaded.data)
                    publish(
                        renderer, pages, renderer.assets(), output, keys={}, previous={}, jobs=processors()
                    )

                costs.append(once(work))
                if turn == 0:
                    size = sum(path.stat().st_size for path in output.place.rglob("*.html"))
    cost = middle(costs[1:])
    print(json.dumps({"cost": asdict(cost), "pages": len(pages), "megabytes": size / 1e6}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""Pages of release gates."""

from __future__ import annotations

import re

from site_builder.output.verify.site_files import SiteFiles

GATE = re.compile(r"gates/[^/]+(/conditions)?/index\.json")
"""The data of the pages of a release gate."""


def check_gate(site: SiteFiles, path: str) -> None:
    """Hold the values on a page of a release gate against those on the page of its run."""
    data = site.json(path)
    gate = site.json(f"gates/{path.split('/')[1]}/index.json")
    if not isinstance(data, dict) or "nodes" not in data or not gate["listed"]:
        return
    run = site.json(f"{gate['listed']}index.json")
    if run["rubric"]["id"] == data["rubric"]:
        site.compare(path, data["nodes"], gate["listed"], run["nodes"])

"""Where the least number of samples of a campaign comes from: its suite, or the rubric where it has none."""

from __future__ import annotations

import json
import math
from typing import Any

from site_builder.output.verify.exports import digest_of_file, published_as
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.site_files import SiteFiles, is_regular


def check_minimum(site: SiteFiles, folder: str, graph: Graph, minimum: float, exports: str | None) -> None:
    """Hold the minimum of a campaign against the files of the campaign, and its suite below ``exports``."""
    path, page = f"data/{folder}comparison.json", f"{folder}suite/index.json"
    where, suite = f"data/{folder}claim.json", site.json(path)["suite"]
    claim = site.json(where)
    stated = [part["minRuns"] for part in (claim["methodology"], *([claim["suite"]] if suite else ()))]
    site.figure(where, "its minimum", stated, [minimum] * len(stated))
    if suite is None:
        site.figure(path, "its minimum", minimum, graph.document["parameters"]["minimum_runs"])
        return
    site.figure(path, "minimum of its suite", suite["minimum_runs"], minimum)
    told = site.json(page)
    names = [told[key] for key in ("id", "title", "version", "digest")]
    digest = suite["source"]["sha256"]
    again = [suite["id"], suite["title"], suite["version"], f"sha256:{digest}"]
    site.expect(page, "its suite", names, again)
    if exports is not None:
        site.guarded(suite["source"]["path"], lambda file: _check_suite(site, file, suite, exports))


def _check_suite(site: SiteFiles, path: str, suite: dict[str, Any], exports: str) -> None:
    """Hold a suite as it lies on disk against its digest, and its minimum against what it says there."""
    if {"", ".", ".."} & {*path.split("/")}:
        raise ValueError("a path that leaves the folder of the exports")
    there = [file for file in published_as(exports, path) if is_regular(file)]
    fitting = [file for file in there if digest_of_file(file) == suite["source"]["sha256"]]
    site.checked["files of exports"] += 1
    if not fitting:
        what = "its SHA-256 is not the published one" if there else "it is not there"
        site.fault(path, f"{what} (suite {suite['id']})")
        return
    with open(fitting[0], "rb") as file:
        stated = json.loads(file.read())["methodology"]["minRuns"]
    site.figure(path, "samples that it asks for", suite["minimum_runs"], math.ceil(stated) or 1)

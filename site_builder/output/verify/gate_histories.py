"""Histories of release gates, and the suites that they run: counts, decisions and values of every run."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from site_builder.output.verify.graph import Graph
from site_builder.output.verify.site_files import SiteFiles, is_moved
from site_builder.output.verify.summaries import mean_of

HISTORIES = re.compile(r"(?:gates/|boards/[^/]+/)?index\.json")
"""The data of pages that may have histories of release gates."""


def check_history(site: SiteFiles, graphs: dict[str, Graph], path: str) -> None:
    """Hold each run of the histories on a page against the page of its gate; other pages have none."""
    data = site.json(path)
    if not isinstance(data, dict) or is_moved(path, data):
        return
    for history in data.get("histories", ()):
        nodes = graphs[history["rubrics"][0]].document["on_boards"]
        for entry in history["entries"]:
            _check_entry(site, path, entry, nodes)
        outcomes = Counter(entry["decisions"][0]["outcome"] for entry in history["entries"])
        for word, count in history["counts"]:
            site.figure(path, f"{word} of {history['title']}", count, outcomes[word])


def _check_entry(site: SiteFiles, path: str, entry: dict[str, Any], nodes: list[str]) -> None:
    gate = site.json(f"{entry['address']}index.json")
    about = f"run {entry['run_id']}"
    decided = [(one["rubric"], one["outcome"]) for one in (gate["verdict"], *gate["others"])]
    told = [(one["rubric"], one["outcome"]) for one in entry["decisions"]]
    site.expect(path, f"{about}: what was decided", told, decided)
    site.expect(path, f"{about}: its id", entry["run_id"], gate["run_id"])
    known = gate.get("nodes", {})
    if len(nodes) == len(entry["values"]):
        again = [known.get(node, {}).get("value") for node in nodes]
        site.figure(path, f"{about}: {', '.join(nodes)}", entry["values"], again)


def check_suite(site: SiteFiles, path: str) -> None:
    """Count the cases of a suite again, and the means of the words of its inputs."""
    data = site.json(path)
    if is_moved(path, data):
        return
    site.figure(path, "its cases", data["cases"], len(data["rows"]))
    risks = Counter(row[2] for row in data["rows"])
    site.expect(
        path, "its risks", [[risk, count] for risk, count in data["risks"]], sorted(map(list, risks.items()))
    )
    if data["inputs"] is None:
        return
    *cases, means = data["inputs"]["rows"]
    listed = [row["under"] for row in cases]
    site.expect(path, "cases of its inputs", listed, [row[0] for row in data["rows"]])
    columns = zip(*(row["cells"] for row in cases))
    again = [mean_of([*words]) for words in columns]
    site.figure(path, "mean words of its inputs", means["cells"], again)


def words_of_inputs(site: SiteFiles, suite: str) -> dict[tuple[str, str], Any]:
    """Return (case, condition) → words of the input, as the page of a suite has them."""
    inputs = site.json(f"{suite}index.json")["inputs"]
    if inputs is None:
        return {}
    rows = inputs["rows"][:-1]
    return {(row["under"], name): n for row in rows for name, n in zip(inputs["columns"], row["cells"])}

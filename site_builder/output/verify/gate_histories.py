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
        barred = _barred_of(site, history)
        for entry in history["entries"]:
            _check_entry(site, path, entry, nodes, barred)
        _check_counting(site, path, history)


def _barred_of(site: SiteFiles, history: dict[str, Any]) -> dict[str, str]:
    """Return run id → why it does not count, as the board of a suite has it."""
    return site.json(f"{history['data']}board.json")["ranking"]["barred"] if history["data"] else {}


def _check_counting(site: SiteFiles, path: str, history: dict[str, Any]) -> None:
    """Count the runs by outcome again, and find the newest of those that count."""
    counting = [entry for entry in history["entries"] if not entry.get("barred")]
    outcomes = Counter(entry["decisions"][0]["outcome"] for entry in counting)
    outcomes["not counted"] = len(history["entries"]) - len(counting)
    for word, count in history["counts"]:
        site.figure(path, f"{word} of {history['title']}", count, outcomes[word])
    missing = {word for word, count in outcomes.items() if count} - {word for word, _ in history["counts"]}
    site.expect(path, f"counts of {history['title']} that are not told", sorted(missing), [])
    newest = counting[0] if counting else None
    told = history.get("newest", newest)  # editions of before do not tell it
    site.expect(path, f"newest run of {history['title']}", told, newest)


def _check_entry(
    site: SiteFiles, path: str, entry: dict[str, Any], nodes: list[str], barred: dict[str, str]
) -> None:
    gate = site.json(f"{entry['address']}index.json")
    about = f"run {entry['run_id']}"
    decided = [(one["rubric"], one["outcome"]) for one in (gate["verdict"], *gate["others"])]
    told = [(one["rubric"], one["outcome"]) for one in entry["decisions"]]
    site.expect(path, f"{about}: what was decided", told, decided)
    site.expect(path, f"{about}: its id", entry["run_id"], gate["run_id"])
    why = entry.get("barred", "")  # editions of before say it on the page of the run alone
    site.expect(path, f"{about}: why it does not count", why, gate.get("barred", ""))
    if gate["listed"] and "barred" in entry:
        site.expect(path, f"{about}: why it is barred", why, barred.get(entry["run_id"], ""))
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

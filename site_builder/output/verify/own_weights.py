"""What pages rank the runs of a board from under a reader's own weights."""

from __future__ import annotations

import json
from typing import Any

from site_builder.output.verify.faults import DERIVED
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.operators import OPERATORS
from site_builder.output.verify.run_record import RunPage
from site_builder.output.verify.site_files import SiteFiles

PART = ("node", "weight", "of", "at")
"""What is held of a part, beside its names."""


def check_parts(site: SiteFiles, path: str, board: dict[str, Any], pages: dict[str, RunPage]) -> None:
    """Hold the script with a board's weighed parts against its graph, its rows and the records of its runs.

    There must be one exactly where a board has an order that rests on weights.
    """
    graph = next((page.main.graph for page in pages.values()), None)
    wanted = graph is not None and _can_be_reweighed(graph, board)
    data = site.read(path)
    if (data is not None) != wanted:
        there = "there is one" if data is not None else "there is none"
        site.fault(path, f"weights of the board {'can' if wanted else 'cannot'} be varied, and {there}")
    if data is None or graph is None or not wanted:
        return
    begin, end = f"proofboard.board({json.dumps(board['board'], ensure_ascii=False)}, ".encode(), b");\n"
    if not data.startswith(begin) or not data.endswith(end) or len(data.splitlines()) > 1:
        site.fault(path, "it is not one call of proofboard.board with the board's id and an object")
        return
    published = site.parse(path, data[len(begin) : -len(end)])
    if published is None:
        return
    again = _again(graph, board, pages)
    told = {**published, "parts": [{k: v for k, v in p.items() if k in PART} for p in published["parts"]]}
    held = {key: value for key, value in told.items() if key not in ("title", "decimals")}
    site.compare(path, held, "the board with its runs", again)
    if published["title"] != board["headline"]["title"]:
        site.fault(path, "title of the headline", published["title"], board["headline"]["title"])


def _can_be_reweighed(graph: Graph, board: dict[str, Any]) -> bool:
    """Return whether an order can be made again under other weights from what is published."""
    steps = graph.rests_on(list(graph.document.get("weighings") or ()))
    known = all(graph.kinds[i] == DERIVED and graph.nodes[i]["op"] in OPERATORS for i in steps)
    shown = not any(graph.nodes[i].get("withheld") for i in steps)
    return bool(steps) and known and shown and sum(row["rank"] is not None for row in board["rows"]) > 1


def _again(graph: Graph, board: dict[str, Any], pages: dict[str, RunPage]) -> dict[str, Any]:
    """Return what the script says, but for titles and digits."""
    weighings: list[str] = graph.document["weighings"]
    steps = graph.rests_on(weighings)
    given = sorted({j for i in steps for j in graph.inputs[i]} - set(steps))
    names = [graph.names[i] for i in given]
    parts = []
    for name in weighings:
        node = graph.nodes[graph.position[name]]
        for at, (part, weight) in enumerate(zip(node["inputs"], node["weights"])):
            parts.append({"node": part, "weight": weight, "of": name, "at": at})
    runs = [_run(graph, row, names, pages[row["run"]].record) for row in board["rows"]]
    return {
        "rubric": graph.id,
        "headline": graph.headline,
        "nodes": [{"id": name, "op": "metric"} for name in names] + [graph.nodes[i] for i in steps],
        "parts": parts,
        "given": names,
        "runs": runs,
    }


def _run(graph: Graph, row: dict[str, Any], given: list[str], record: dict[str, Any]) -> dict[str, Any]:
    """Return one run as its row and its record say, whose values are computed again by themselves."""
    nodes, gate = record["nodes"], graph.document["gate"]
    marks = {
        "shared": row["rank_shared"],
        "unranked": row["unranked"],
        "last": gate is not None and nodes[gate].get("value") == 0,
    }
    values = [nodes[name]["missing"] if "missing" in nodes[name] else nodes[name]["value"] for name in given]
    return {
        **{key: row[key] for key in ("run", "page", "configuration", "rank")},
        "values": values,
        **{key: mark for key, mark in marks.items() if mark},
    }

"""``parts.js`` of a board: what ranking its runs under a reader's own weights takes, and no more.

It is a script, because pages read from a disk cannot fetch JSON: a call of ``proofboard.board`` with the id
of the board and one object. The object is a graph as ``<version>.graph.json`` is one, cut down to the nodes
between the weights and the headline; the nodes below those stand in it like measurements. So
``templates/assets/evaluate.js`` evaluates it as any other graph.
"""

from __future__ import annotations

from typing import Any

import msgspec

from site_builder.output.files import OutputFile, in_script
from site_builder.output.graph_files import node_document
from site_builder.pages.board_rows import Row
from site_builder.pages.own_weights import given_nodes
from site_builder.scoring.graph import Graph
from site_builder.scoring.interpret import gate_closed
from site_builder.scoring.variant import weights_of
from site_builder.site_data import Board, Entry
from site_builder.studies.reweighing import steps_between, varied_nodes


def parts_file(board: Board, rows: tuple[Row, ...]) -> OutputFile:
    """Return ``data/<board>/parts.js``; ``rows`` are those of the whole board, in its order."""
    document = msgspec.json.encode(parts_document(board, rows))
    name = msgspec.json.encode(board.id)
    return OutputFile(
        f"data/{board.id}/parts.js", b"proofboard.board(%b, %b);\n" % (name, in_script(document))
    )


def parts_document(board: Board, rows: tuple[Row, ...]) -> dict[str, Any]:
    """Return the weighed parts of a board and what each of its runs has for them, as plain data."""
    graph = board.graph
    nodes = varied_nodes(graph)
    given = given_nodes(graph)
    headline = graph.node(graph.layout.headline)
    return {
        "rubric": graph.id,
        "headline": graph.layout.headline,
        "title": headline.name,
        "decimals": headline.decimals,
        "nodes": [
            *({"id": node, "op": "metric"} for node in given),
            *(node_document(graph, step) for step in steps_between(graph, nodes)),
        ],
        "parts": [part for node in nodes for part in _parts(graph, node)],
        "given": list(given),
        "runs": [_run(row, entry, given) for row, entry in zip(rows, board.entries, strict=True)],
    }


def _parts(graph: Graph, weighing: str) -> list[dict[str, Any]]:
    """Return the parts of a node that weighs; ``at`` is the place of a part's weight among the node's."""
    name = graph.node(weighing).name
    return [
        {
            "node": node,
            "title": graph.node(node).name,
            "weight": weight,
            "of": weighing,
            "name": name,
            "at": at,
        }
        for at, (node, weight) in enumerate(weights_of(graph, weighing).items())
    ]


def _run(row: Row, entry: Entry, given: tuple[str, ...]) -> dict[str, Any]:
    """Return one run: where it stands, and the value of each given node or the reason why there is none."""
    results = [entry.scored[node] for node in given]
    data: dict[str, Any] = {
        "run": row.run_id,
        "page": f"{row.address}index.html",
        "configuration": row.configuration,
        "rank": row.rank,
        "values": [one.absence.reason if one.absence is not None else one.value for one in results],
    }
    if row.shared:
        data["shared"] = True
    if row.unranked:
        data["unranked"] = row.unranked
    if gate_closed(entry.scored):
        data["last"] = True
    return data

"""What programs that check a site start from: rubric graphs as they are evaluated, digests of exports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from site_builder.output.files import OutputFile, in_script
from site_builder.pages.lookup import SiteLookup
from site_builder.records.rubric import Comparison, Node
from site_builder.records.run import RunRecord
from site_builder.scoring.graph import Graph, Step
from site_builder.studies.reweighing import varied_nodes

FORMAT = "proofboard-graph/1"


def graph_files(lookup: SiteLookup) -> Iterator[OutputFile]:
    """Yield ``data/rubrics/<family>/<version>.graph.json`` of every rubric of the site.

    The same as a script, ``<version>.graph.js``, is for pages that are opened from a disk: a browser reads no
    JSON there.
    """
    for graph in lookup.graphs:
        rubric = graph.rubric
        paths = lookup.rubric_files[graph.id]
        document = graph_document(graph) | {"published": bool(paths)}
        document["files"] = [
            paths.get(name, name).removeprefix(f"{rubric.family}/") for name in document["files"]
        ]
        content = msgspec.json.encode(document)
        path = f"data/rubrics/{rubric.family}/{rubric.version}.graph"
        yield OutputFile(f"{path}.json", content + b"\n")
        yield OutputFile(
            f"{path}.js",
            b"proofboard.rubric(%s, %s);\n" % (msgspec.json.encode(graph.id), in_script(content)),
        )
    yield from _lock(lookup)


def _lock(lookup: SiteLookup) -> Iterator[OutputFile]:
    """Yield the lines of the LOCK files that are about rubrics of the site; nothing where all are drafts."""
    here = {graph.id for graph in lookup.graphs}
    lines = [
        f"{rubric} {release.digest} {release.day}\n"
        for rubric, release in lookup.data.released.items()
        if rubric in here
    ]
    if lines:
        yield OutputFile("data/rubrics/LOCK", "".join(lines).encode("utf-8"))


def export_line(run: RunRecord) -> bytes:
    """Return a line of ``exports.jsonl``: a run with the SHA-256 of every file of its export."""
    files = {f"{run.folder}/{path}" if path else run.folder: sha for path, sha in run.export.items()}
    line = {"run": run.run_id, "folder": run.folder, "digest": run.digest}
    return msgspec.json.encode({**line, "digest_of": run.digest_of, "files": files}) + b"\n"


def graph_document(graph: Graph) -> dict[str, Any]:
    """Return a graph as plain data; ``docs/verify.md`` says what its parts mean."""
    layout, rubric = graph.layout, graph.rubric
    checks = {code: _check(check) for code, check in rubric.checks.items()}
    parameters = {name: parameter.value for name, parameter in rubric.parameters.items()}
    return {
        "format": FORMAT,
        "rubric": graph.id,
        "digest": graph.digest,
        "files": [f"{rubric.version}.yaml", *sorted(rubric.files)],
        "minimum_coverage": rubric.minimum_coverage,
        "headline": layout.headline,
        "gate": layout.gate,
        "gate_words": {"open": layout.gate_words.open, "closed": layout.gate_words.closed},
        "unranked": layout.unranked,
        "task": layout.varied.amount_of if layout.varied is not None else "",
        "amount": layout.varied.amount if layout.varied is not None else None,
        "weighings": list(varied_nodes(graph)),
        "axes": [{"node": axis.node, "points": axis.points or axis.node} for axis in layout.axes],
        "roles": [role.node for role in layout.roles],
        "roles_root": layout.roles_root,
        "factors": list(layout.factors),
        "on_boards": _on_boards(graph),
        "nodes": [node_document(graph, step) for step in graph.steps],
        **({"checks": checks} if checks else {}),
        **({"parameters": parameters} if parameters else {}),
    }


def _check(check: Comparison) -> dict[str, Any]:
    """Return a check of a decision; ``limit`` is there where no other node's value is the limit."""
    return {
        "observed": check.observed,
        "comparison": check.comparison,
        "required": check.required,
        "factor": check.factor,
        "limit": check.limit,
        "tolerance": check.tolerance,
        "above_zero": check.above_zero,
    }


def _on_boards(graph: Graph) -> list[str]:
    """Return the nodes whose values boards show or sum up, beside headline and gate."""
    layout = graph.layout
    names = [axis.points or axis.node for axis in layout.axes] + [*layout.columns, *layout.parts]
    return list(dict.fromkeys(names + (layout.groupings.nodes if layout.groupings else [])))


def node_document(graph: Graph, step: Step) -> dict[str, Any]:
    """Return one node as plain data, with the ids of its inputs."""
    node = step.node
    data: dict[str, Any] = {"id": step.id, "op": node.op}
    if step.inputs:
        data["inputs"] = [graph.steps[index].id for index in step.inputs]
    if "weights" in step.constants:
        data["weights"] = list(step.weights)
    constants = {name: value for name, value in node.constants.items() if name != "required"}
    if constants:
        data["constants"] = constants
    if step.required:
        data["required"] = [graph.steps[step.inputs[place]].id for place in step.required]
    if node.range is not None:
        data["range"] = list(node.range)
    return data | _stated(node)


def _stated(node: Node) -> dict[str, Any]:
    """Return what is said of a node where it is not as most are."""
    data: dict[str, Any] = {}
    if node.direction != "neutral":
        data["direction"] = node.direction
    if node.coverage != "presence":
        data["coverage"] = node.coverage
    if node.withheld is not None:
        data["withheld"] = True
    if node.basis.kind != "published":
        data["basis"] = node.basis.kind
    if node.requirement is not None:
        data |= {"requirement": node.requirement, "group": node.group}
    return data

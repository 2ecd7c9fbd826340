"""The results of a board in the format of Every Eval Ever, held against its data."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterator
from typing import Any

from site_builder.output.verify.faults import number_in
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.site_files import SiteFiles

EXCHANGE_FORMAT = "every-eval-ever.jsonl"
OPEN_END = sys.float_info.max
"""What a record has in place of the open end of a range."""
NOT_KNOWN = "unknown"
"""What a record has in place of a name or a time that nobody stated."""


def check_exchange_format(
    site: SiteFiles, path: str, board: dict[str, Any], graph: Graph, runs: dict[str, dict[str, Any]]
) -> None:
    """Hold each record against the row of its run, and against the run's own record among ``runs``.

    A site from before there were any is left alone.
    """
    if path not in site.own:
        return
    records = [site.parse(path, line) for line in (site.read(path) or b"").splitlines()]
    rows = [row for row in board["rows"] if number_in(row["score"]) is not None]
    site.expect(path, "how many records it has", len(records), len(rows))
    for record, row in zip(records, rows):
        for held in (
            _of_record(record, row, board, graph),
            _of_its_run(record, row, board, runs[row["run"]]),
        ):
            for what, published, again in held:
                site.expect(path, f"{what} of run {row['run']}", published, again)
                site.checked["table cells"] += 1


def _of_record(
    record: dict[str, Any], row: dict[str, Any], board: dict[str, Any], graph: Graph
) -> Iterator[tuple[str, Any, Any]]:
    """Yield (what, as the record says it, as the board does)."""
    model, found = record["model_info"]["additional_details"], record["evaluation_results"]
    yield "the id", model["run"], row["run"]
    yield "the configuration", model["configuration"], row["configuration"]
    yield "the digest", f"sha256:{record['dedupe_identity']['content_hash']}", row["digest"]
    library = record["eval_library"]["additional_details"]
    page = record["detailed_evaluation_results"]["file_path"]
    yield "the page", page, row["page"].replace("index.html", "index.json")
    yield "the rubric", library["rubric"], board["rubric"]["id"]
    yield "the digest of the rubric", library["rubric_digest"], board["rubric"]["digest"]
    nodes = [result["metric_config"]["additional_details"]["node"] for result in found]
    yield "what is scored", nodes[0], board["headline"]["node"]
    yield "the axes", nodes[1:], _axes(row, board, graph)
    for node, result in zip(nodes, found):
        config = result["metric_config"]
        stated = tuple(config[name] for name in ("lower_is_better", "min_score", "max_score"))
        yield f"direction and range of {node}", stated, _direction_and_range(node, graph)
        value = row["score"] if node == nodes[0] else row["values"][node]
        yield node, result["score_details"]["score"], number_in(value)
    known = {"rank": "unranked" if row["rank"] is None else str(row["rank"])}
    known["runs_of_configuration"] = str(row["runs_of_configuration"])
    ends = {name: number_in(row[name]) for name in ("coverage", "lower", "upper")}
    known.update({name: repr(value) for name, value in ends.items() if value is not None})
    yield "the details", found[0]["score_details"]["details"], known


def _of_its_run(
    record: dict[str, Any], row: dict[str, Any], board: dict[str, Any], run: dict[str, Any]
) -> Iterator[tuple[str, Any, Any]]:
    """Yield the same of who ran, and when: models, harness and times."""
    model, details = record["model_info"], record["model_info"]["additional_details"]
    models, configuration = run["models"], row["configuration"] or NOT_KNOWN
    names = [configuration] * 2
    if len(models) == 1:
        names = [models[0].get("shown_as") or models[0].get("name") or models[0]["id"], models[0]["id"]]
    yield "the model", [model["name"], model["id"]], names
    if len(models) > 1:
        yield "the models", details.get("models"), ", ".join(one["id"] for one in models)
    elif models and models[0].get("provider"):
        yield "who provides it", details.get("provider"), models[0]["provider"]
    role_models = {f"model of {role}": name for role, name in run["role_models"].items()}
    told = {name: text for name, text in details.items() if name.startswith("model of ")}
    yield "the models of roles", told, role_models
    library = record["eval_library"]
    name, _, version = run["harness"].rpartition(" ")
    harness = [name or version or NOT_KNOWN, version if name else NOT_KNOWN, run.get("harness_commit")]
    told_harness = [library["name"], library["version"], library["additional_details"].get("commit")]
    yield "the harness", told_harness, harness
    commands = [
        one.get("generation_config", {}).get("generation_args", {}).get("execution_command")
        for one in record["evaluation_results"]
    ]
    yield "the command", commands, [run.get("harness_command")] * len(commands)
    came, ended = _seconds(row["added"]), run["finished_at"] or run["started_at"] or None
    yield "when it ended", record.get("evaluation_timestamp"), ended
    yield "when it was added", record["retrieved_timestamp"], came
    told_id = f"{board['board']}/{names[1]}/{row['run']}/{came}"
    yield "the id of the record", record["evaluation_id"], told_id


def _seconds(day: str) -> str:
    """Return the beginning of a UTC day as Unix time in seconds."""
    if not day:
        return NOT_KNOWN
    return str(int(datetime.datetime.fromisoformat(f"{day}T00:00:00+00:00").timestamp()))


def _axes(row: dict[str, Any], board: dict[str, Any], graph: Graph) -> list[str]:
    """Return the axes among the columns of a board that have a value in a row."""
    axes = {axis["points"] or axis["node"] for axis in graph.document["axes"]} - {graph.headline}
    names = (column["node"] for column in board["columns"])
    return [name for name in names if name in axes and number_in(row["values"][name]) is not None]


def _direction_and_range(name: str, graph: Graph) -> tuple[bool, float, float]:
    """Return whether lower is better, and both ends of what a node can be."""
    node = graph.nodes[graph.position[name]]
    low, high = node.get("range") or (None, None)
    ends = -OPEN_END if low is None else low, OPEN_END if high is None else high
    return node.get("direction") == "lower", *ends

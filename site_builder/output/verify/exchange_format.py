"""The results of a board in the format of Every Eval Ever, held against its data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from site_builder.output.verify.faults import number_in
from site_builder.output.verify.site_files import SiteFiles

EXCHANGE_FORMAT = "every-eval-ever.jsonl"


def check_exchange_format(site: SiteFiles, path: str, board: dict[str, Any]) -> None:
    """Hold each record against the row of its run; a site from before there were any is left alone."""
    if path not in site.own:
        return
    records = [site.parse(path, line) for line in (site.read(path) or b"").splitlines()]
    rows = [row for row in board["rows"] if number_in(row["score"]) is not None]
    site.expect(path, "how many records it has", len(records), len(rows))
    for record, row in zip(records, rows):
        for what, published, again in _of_record(record, row, board):
            site.expect(path, f"{what} of run {row['run']}", published, again)
            site.checked["table cells"] += 1


def _of_record(
    record: dict[str, Any], row: dict[str, Any], board: dict[str, Any]
) -> Iterator[tuple[str, Any, Any]]:
    """Yield (what, as the record says it, as the board does)."""
    model, found = record["model_info"]["additional_details"], record["evaluation_results"]
    yield "the id", model["run"], row["run"]
    yield "the configuration", model["configuration"], row["configuration"]
    yield "the digest", f"sha256:{record['dedupe_identity']['content_hash']}", row["digest"]
    page = record["detailed_evaluation_results"]["file_path"]
    yield "the page", page, row["page"].replace("index.html", "index.json")
    yield "the rubric", record["eval_library"]["additional_details"]["rubric"], board["rubric"]["id"]
    nodes = [result["metric_config"]["additional_details"]["node"] for result in found]
    yield "what is scored", nodes[0], board["headline"]["node"]
    axes = [column["node"] for column in board["columns"] if column["node"] in nodes[1:]]
    yield "the axes", nodes[1:], axes
    for node, result in zip(nodes, found):
        value = row["score"] if node == nodes[0] else row["values"][node]
        yield node, result["score_details"]["score"], number_in(value)
    known = {"rank": "unranked" if row["rank"] is None else str(row["rank"])}
    known["runs_of_configuration"] = str(row["runs_of_configuration"])
    ends = {name: number_in(row[name]) for name in ("coverage", "lower", "upper")}
    known.update({name: repr(value) for name, value in ends.items() if value is not None})
    yield "the details", found[0]["score_details"]["details"], known

"""Data files hold what the pages show, with documented columns (R27, R28)."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from site_builder.output.graph_files import graph_document
from site_builder.output.verify.rubric_files import RubricFiles
from site_builder.output.verify.site_files import SiteFiles
from site_builder.pages.data_columns import BOARD_COLUMNS, EXCLUDED, FILES, METRIC_COLUMNS
from site_builder.records.run import Metric
from tests.output.conftest import Files, rendered
from tests.pages.synthetic import graph, run, site, site_of


def table(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8"), newline="")))


def test_a_board_has_its_four_files_and_the_site_its_ledger(files: Files) -> None:
    """R27, R28: stable addresses."""
    for board in ("circles", "solar-system"):
        for file in FILES:
            assert f"data/{board}/{file.name}" in files
    assert "data/excluded.json" in files
    assert "data/rubrics/favur/15.yaml" in files


def test_the_table_of_a_board_reads_back_as_its_json(files: Files) -> None:
    """R28: round trip; numbers are whole, reasons are words."""
    board = json.loads(files["data/circles/board.json"])
    rows = table(files["data/circles/board.csv"])
    assert [row["run"] for row in rows] == [row["run"] for row in board["rows"]]
    for line, row in zip(rows, board["rows"], strict=True):
        for name, value in (row["values"] | {"score": row["score"], "lower": row["lower"]}).items():
            if isinstance(value, dict):
                assert line[name] == value["missing"]
            else:
                assert float(line[name]) == value
        assert line["rank"] == str(row["rank"])


def test_no_cell_of_a_number_is_empty(files: Files) -> None:
    """R1: a missing value has its reason in the table."""
    for board in ("circles", "solar-system"):
        for row in table(files[f"data/{board}/board.csv"]):
            assert all(value for name, value in row.items() if name != "unranked")
        for row in table(files[f"data/{board}/metrics.csv"]):
            assert bool(row["value"]) != bool(row["missing"])


def test_columns_are_the_documented_ones(files: Files) -> None:
    """R28: the dictionary on the data page is the head of the files."""
    head = files["data/circles/board.csv"].decode().split("\r\n", 1)[0].split(",")
    documented = [c.name for c in BOARD_COLUMNS if not c.name.startswith("<") and not c.optional]
    assert [name for name in head if name in documented] == documented
    assert all(name in graph() for name in head if name not in documented)
    metrics = files["data/circles/metrics.csv"].decode().split("\r\n", 1)[0].split(",")
    assert metrics == [column.name for column in METRIC_COLUMNS]


def test_the_data_of_a_board_page_is_the_published_file(files: Files) -> None:
    """R7: one record, several surfaces."""
    assert json.loads(files["boards/circles/index.json"]) == json.loads(files["data/circles/board.json"])


def test_the_line_of_a_run_is_the_data_of_its_page(files: Files) -> None:
    """R7, R27."""
    for line in files["data/circles/runs.jsonl"].splitlines():
        record = json.loads(line)
        assert json.loads(files[f"runs/{record['run']}/index.json"]) == record


KINDS: dict[str, Any] = {
    "string": str,
    "number": (int, float),
    "integer": int,
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Check the part of JSON Schema that the published schemas use."""
    if "anyOf" in schema:
        return any(fits(value, option) for option in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"]
    if "const" in schema:
        return bool(value == schema["const"])
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(isinstance(value, KINDS[kind]) for kind in kinds):
        return False
    if isinstance(value, dict):
        if any(name not in value for name in schema.get("required", ())):
            return False
        return all(fits(value[n], s) for n, s in schema.get("properties", {}).items() if n in value)
    return (
        all(fits(item, schema["items"]) for item in value)
        if isinstance(value, list) and "items" in schema
        else True
    )


@pytest.mark.parametrize("name", [file.name for file in (*FILES, EXCLUDED)])
def test_every_file_fits_its_published_schema(files: Files, name: str) -> None:
    """R28: documented columns."""
    schema = json.loads(files[f"data/schemas/{name}.schema.json"])
    content = files[f"data/{name}" if name == EXCLUDED.name else f"data/circles/{name}"]
    if name.endswith(".csv"):
        records: list[Any] = [
            {key: _typed(key, value, schema) for key, value in row.items()} for row in table(content)
        ]
    elif name.endswith(".jsonl"):
        records = [json.loads(line) for line in content.splitlines()]
    else:
        records = [json.loads(content)]
    assert records
    for record in records:
        assert fits(record, schema)


def _typed(key: str, value: str, schema: dict[str, Any]) -> Any:
    """Return a field of a table as its schema means it."""
    about = json.dumps(schema["properties"].get(key, {}))
    if '"boolean"' in about:
        return value == "true"
    if '"number"' in about or '"integer"' in about:
        try:
            return int(value) if value.isdigit() else float(value)
        except ValueError:
            return value
    return value


def test_withheld_values_are_in_no_file() -> None:
    """Money is used in the arithmetic and published nowhere."""
    secret = 1234.56789123
    metrics = {
        name: Metric(value=secret + n)
        for n, name in enumerate(m for m in graph().metrics if graph().node(m).withheld)
    }
    data = site_of([run(f"r-{n}", missing=0, metrics=metrics) for n in range(3)])
    for path, content in rendered(data).items():
        assert b"1234.5" not in content, path
        assert b"1235.5" not in content, path


def test_the_ledger_balances(files: Files) -> None:
    """R35."""
    inputs = json.loads(files["data/excluded.json"])["inputs"]
    assert inputs["found"] == inputs["ranked"] + inputs["unranked"] + inputs["left_out"]


def test_rubric_copies_are_the_bytes_that_the_digest_is_taken_over(files: Files) -> None:
    data = site(1)
    assert files["data/rubrics/favur/15.yaml"] == data.copies.rubrics["favur/15"]["15.yaml"]


def test_a_graph_is_one_line_of_a_script_whatever_words_its_rubric_has(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = {"unranked": "one\u2028two\u2029three"}
    monkeypatch.setattr("site_builder.output.graph_files.graph_document", lambda g: graph_document(g) | words)
    files = rendered(site(3))
    script, document = (files[f"data/rubrics/favur/15.graph.{kind}"].decode() for kind in ("js", "json"))
    assert json.loads(document)["unranked"] == words["unranked"]
    assert len(script.splitlines()) == 1
    assert json.loads(
        script.removeprefix('proofboard.rubric("favur/15", ').removesuffix(");\n")
    ) == json.loads(document)
    for path, content in files.items():
        if path.startswith("data/rubrics/"):
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_bytes(content)
    site_files = SiteFiles(str(tmp_path))
    assert RubricFiles(site_files).graphs.keys() == {"favur/6", "favur/15"}
    assert [fault.words() for fault in site_files.faults if ".graph.js" in fault.file] == []

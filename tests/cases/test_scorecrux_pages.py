"""Records of real published sessions as a site: boards without ranks, excluded ones with their reasons."""

from __future__ import annotations

import json
from html import unescape

import pytest

from tests.cases.test_scorecrux_cases import REAL, as_document
from tests.scorecrux.site import Files, page_faults, site_files

pytestmark = [
    pytest.mark.cases_scorecrux,
    pytest.mark.skipif(not REAL, reason="no records of published sessions here"),
]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    documents = [as_document(case) for case in REAL]
    for case, made in zip(REAL, documents, strict=True):
        if not case["usable"]:
            made["session"]["excluded"] = case["exclude_reason"]
    return site_files(tmp_path_factory.mktemp("published"), *documents)


def test_usable_records_are_listed_without_a_rank_and_with_what_was_measured(files: Files) -> None:
    """R3, R35: no published session declares a human baseline, so none has a score."""
    paths = [path for path in files if path.startswith("boards/") and path.endswith(".json")]
    boards = [json.loads(files[path]) for path in paths]
    rows = {row["run"]: row for board in boards for row in board["rows"]}
    assert set(rows) == {case["id"] for case in REAL if case["usable"]}
    for case in REAL:
        if case["usable"]:
            row = rows[case["id"]]
            assert (row["rank"], row["reading"]) == (None, "Not scored")
            assert "no human baseline" in row["unranked"]
            assert row["values"]["q_info"] == case["expected"]["derived"]["Q_info"]


def test_excluded_records_are_on_the_left_out_page_with_their_reasons(files: Files) -> None:
    """R35: every record is on a board, or left out with its reason."""
    page = unescape(files["data/left-out/index.html"].decode())
    ledger = json.loads(files["data/excluded.json"])
    told = {item["run_id"]: item["reason"] for item in ledger["left_out"]}
    excluded = {case["id"]: case["exclude_reason"] for case in REAL if not case["usable"]}
    assert set(told) == set(excluded)
    assert excluded
    for run, reason in excluded.items():
        assert reason in told[run]
        assert reason in page
        assert f"runs/{run}/index.html" not in files
    assert ledger["inputs"]["found"] == len(REAL)


def test_the_numbers_of_the_pages_are_those_of_their_data(files: Files) -> None:
    """R7."""
    assert page_faults(files) == []

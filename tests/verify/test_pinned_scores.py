"""What pages of runs and boards say of the ledger, of withdrawn runs and other versions is computed again."""

from __future__ import annotations

import copy
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.ledger import LedgerCheck
from site_builder.output.verify.pages import check_page
from site_builder.output.verify.pinned_scores import PinnedScores
from site_builder.output.verify.run_history import LEDGER_PAGE, PAST
from site_builder.output.verify.run_record import RunPage
from site_builder.output.verify.site_files import SiteFiles
from site_builder.output.verify.version_files import BOARD_OF_PAIR, VersionsCheck
from site_builder.output.verify.withdrawals import WithdrawalsCheck
from tests.verify.held_site import HeldSite, changed, numbers
from tests.verify.test_hostile import blamed

CORRECTED, WITHDRAWN = "aurora-large-notes-pager-storm-1", "circles-gale-1"
"""Runs of the demonstration with an event each; the first has two pinned scores."""


@pytest.fixture(scope="module")
def boards(held: HeldSite, graphs: dict[str, Graph]) -> BoardFiles:
    return BoardFiles(held, graphs, None)


def _entries(site: SiteFiles) -> dict[int, Any]:
    lines = (site.read("data/ledger.jsonl") or b"").splitlines()
    return {entry["entry"]: entry for entry in map(json.loads, lines)}


def _record(boards: BoardFiles, run: str) -> tuple[str, dict[str, Any]]:
    return next((board, runs[run].record) for board, (_, runs) in boards.boards.items() if run in runs)


@pytest.mark.parametrize("run", [CORRECTED, WITHDRAWN, "2026-09-14-aurora-large"])
def test_no_number_that_a_run_tells_of_its_past_can_be_changed_by_itself(
    held: HeldSite, boards: BoardFiles, graphs: dict[str, Graph], run: str
) -> None:
    board, record = _record(boards, run)
    past = {key: record[key] for key in (*PAST, "since_first", "shifts") if key in record}
    before = copy.deepcopy(past)
    versions = VersionsCheck(held, graphs, boards)
    for path in sorted(filter(BOARD_OF_PAIR.fullmatch, held.own)):
        versions.board(path)

    def check(_: SiteFiles) -> None:
        versions.runs(f"data/{board}/runs.jsonl")
        PinnedScores(held, boards, _entries(held)).check()
        held.faults += RunPage(f"data/{board}/runs.jsonl", record, graphs).faults

    assert held.blamed_by(check) == set()
    places = list(numbers(past, ()))
    assert len(places) >= 6
    for keys in places:
        try:
            record.update(changed(before, keys))
            assert held.blamed_by(check) == {f"data/{board}/runs.jsonl"}, keys
        finally:
            record.update(copy.deepcopy(before))


def test_a_pinned_score_that_is_left_out_or_made_up_is_found(held: HeldSite, boards: BoardFiles) -> None:
    board, record = _record(boards, CORRECTED)
    pinned = record["pinned"]
    for told in (pinned[:1], pinned[::-1], [*pinned, pinned[1]]):
        record["pinned"] = told
        found = held.blamed_by(lambda site: PinnedScores(site, boards, _entries(held)).check())
        assert found == {f"data/{board}/runs.jsonl"}
    record["pinned"] = pinned
    assert held.blamed_by(lambda site: PinnedScores(site, boards, {}).check())


def test_another_day_on_which_a_run_was_added_is_found(held: HeldSite, boards: BoardFiles) -> None:
    board, _ = boards.boards["circles"]
    row = next(row for row in board["rows"] if row["run"] == WITHDRAWN)
    pinned, row["added"] = row["added"], row["date"]
    found = held.blamed_by(lambda site: PinnedScores(site, boards, _entries(held)).check())
    row["added"] = pinned
    assert pinned == "2026-10-09" > row["date"]
    assert found == {"data/circles/board.json"}


def test_what_other_versions_make_of_a_rank_is_said_in_the_words_of_the_ranks(
    held: HeldSite, boards: BoardFiles, graphs: dict[str, Graph]
) -> None:
    versions = VersionsCheck(held, graphs, boards)
    versions.board("methodology/favur/6..15/circles/index.json")
    words = {run: told[0]["rank"] for (_, run), told in versions.shifts.items()}
    assert {"up 1", "same rank", ""} <= set(words.values())
    record = boards.boards["circles"][1]["circles-aurora-1"].record
    assert record["shifts"][0]["rank"] == words["circles-aurora-1"] == "up 1"
    record["shifts"][0]["rank"] = "up 2"
    assert held.blamed_by(lambda _: versions.runs("data/circles/runs.jsonl")) == {"data/circles/runs.jsonl"}
    record["shifts"][0]["rank"] = "up 1"
    assert held.blamed_by(lambda _: versions.runs("data/circles/runs.jsonl")) == set()


def test_no_number_of_the_page_of_the_ledger_can_be_changed_by_itself(
    held: HeldSite, boards: BoardFiles
) -> None:
    assert held.blamed_by(lambda site: LedgerCheck(site, boards)) == set()
    places = held.places(LEDGER_PAGE, ())
    assert len(places) > 20
    for path, keys in places:
        document = {path: held.changed(path, keys)}
        assert held.blamed_by(lambda site: LedgerCheck(site, boards), document) == {path}, keys


def test_no_median_with_and_without_a_withdrawn_run_can_be_changed_by_itself(
    boards: BoardFiles, graphs: dict[str, Graph]
) -> None:
    board, runs = boards.boards["circles"]
    graph = graphs[board["rubric"]["id"]]
    told = board["medians_changed"]
    assert WithdrawalsCheck("it", board, runs, graph).faults == []
    places = [keys for keys in numbers(told, ("withheld",))]
    assert len(places) > 20
    for keys in places:
        other = {**board, "medians_changed": changed(told, keys)}
        assert WithdrawalsCheck("it", other, runs, graph).faults, keys
    less = copy.deepcopy(told)
    less[0]["medians"].pop("turns.median")
    assert WithdrawalsCheck("it", {**board, "medians_changed": less}, runs, graph).faults
    less[0]["withdrawn"] = "circles-aurora-1"
    assert WithdrawalsCheck("it", {**board, "medians_changed": less}, runs, graph).faults


def test_a_pinned_score_that_was_changed_in_every_file_but_the_ledger_is_found(
    site: Path, tmp_path: Path
) -> None:
    copied = shutil.copytree(site, tmp_path / "site")
    page = copied / f"runs/{CORRECTED}/index.html"
    lines = copied / "data/incident-review-2026-03/runs.jsonl"
    for path in (page, page.with_suffix(".json"), lines):
        text = path.read_text(encoding="utf-8")
        assert "34.07" in text
        path.write_text(text.replace("34.07", "34.57"), encoding="utf-8")
    assert "data/incident-review-2026-03/runs.jsonl" in blamed(copied)


def test_a_pinned_score_counts_as_derived_where_it_is_the_one_of_today(
    held: HeldSite, graphs: dict[str, Graph]
) -> None:
    for run, given in ((CORRECTED, 2), ("circles-aurora-1", 0)):
        path = f"runs/{run}/index.html"
        page = (held.read(path) or b"").decode()
        data = held.json(f"runs/{run}/index.json")
        found = check_page(path, page, data, graphs)
        without = check_page(path, page, {**data, "pinned": data["pinned"][1:] or data["pinned"]}, graphs)
        assert not found.matched.keys() & {"ledger.entry", "cohort.then", "cohort.now"}
        assert found.counts["taken as given"] >= given
        assert (without.counts == found.counts) == (len(data["pinned"]) == 1)

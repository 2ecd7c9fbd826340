"""A board that ranks nobody says so before its table, and why; so does the home page."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.build.projects import REPOSITORY
from tests.output.built_sites import Files, built, data, page
from tests.output.html_reader import read
from tests.verify.forgery import Change, faults_of, forge

BOARD = "boards/schema-migration-2026-05/"
FEW = "its board ranks from 30 comparable runs on and has 10"
GATE = "its gate was not measured, and such a run may not lead this board"
SITE = """\
title: Nobody
tagline: A board that ranks nobody.
boards:
  - family: scorecrux
    rubric: scorecrux/1.3
    runs: runs/sessions
    minimum_runs: 30
  - family: ruhroh
    rubric: ruhroh/0.7
    runs: runs/campaigns
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("nobody") / "project"
    (root / "runs/sessions").mkdir(parents=True)
    shutil.copy(REPOSITORY / "runs/scorecrux/schema-migration.jsonl", root / "runs/sessions")
    shutil.copytree(REPOSITORY / "runs/ruhroh", root / "runs", dirs_exist_ok=True)
    (root / "site.yaml").write_text(SITE, "utf-8")
    return root


@pytest.fixture(scope="module")
def files(project: Path) -> Files:
    return built(project)[1]


def said(files: Files, address: str) -> str:
    (callout,) = [
        one for one in read(page(files, address).encode()).all("p") if "No run is ranked" in one.text
    ]
    return " ".join(callout.text.split())


def test_a_board_that_ranks_nobody_says_so_and_why_before_its_table(files: Files) -> None:
    reasons = f"10 runs: {FEW}. 1 run: {GATE}."
    assert said(files, BOARD) == f"No run is ranked, and the order of the table is no ranking. {reasons}"
    html = page(files, BOARD)
    assert html.index("No run is ranked") < html.index("<table")
    assert data(files, BOARD)["nobody_ranked"] == [[FEW, 10], [GATE, 1]]


def test_the_home_page_says_the_same_at_a_glance_and_above_the_rows(files: Files) -> None:
    assert said(files, "").endswith(f"10 runs: {FEW}. 1 run: {GATE}.")
    glance = page(files, "").partition("</table>")[0]
    assert FEW in glance
    assert GATE in glance


def test_runs_without_a_rank_are_listed_under_their_reason(files: Files) -> None:
    without = page(files, BOARD).partition('id="left-out"')[2]
    reasons = re.findall(r'<li><span data-word="why">([^<]*)</span>: (.*?)</li>', without)
    assert [(why, runs.count("<a ")) for why, runs in reasons] == [(GATE, 1), (FEW, 10)]


FORGED = {
    "the reason": Change(
        f"{BOARD}index.html", f">{FEW}<", ">its figures are being printed<", "nobody_ranked.0"
    ),
    "for how many": Change("index.html", "10</data> runs: ", "11</data> runs: ", "board.unranked_for"),
    "whose reason": Change(
        f"{BOARD}index.html", ">aurora-large-ledger-split-table-1</a>, ", ">somebody</a>, ", "runs.0"
    ),
}


def test_the_verifier_holds_reasons_and_numbers(files: Files, project: Path, tmp_path: Path) -> None:
    pages = forge(project / "dist", tmp_path / "forged", FORGED)
    faults = faults_of(tmp_path / "forged")
    for name, change in FORGED.items():
        told = [fault.words() for fault in faults if fault.file == pages[name]]
        assert [words for words in told if change.blamed in words], (name, told)

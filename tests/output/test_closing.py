"""A board is closed when its runs are written: pages on it under two versions are held against them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from site_builder.building import build
from site_builder.loading import load_site
from site_builder.output.certify import Certifier
from site_builder.output.parts import Closing, Part, Site, close_board
from site_builder.pages.lookup import SiteLookup
from site_builder.sources.project import load_project
from tests.build.projects import REPOSITORY

UNDER_TWO = "methodology/favur/6..15/circles/index.html"


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A board that holds the records of its runs itself, as one does whose runs have pages on another."""
    build(REPOSITORY, tmp_path / "site", use_store=False)
    part = Part("boards/circles/index.html", "", tuple, board="circles")
    return Site((part,), tmp_path / "site", Certifier(SiteLookup(load_site(load_project(REPOSITORY)))))


def test_pages_under_two_versions_of_a_board_that_gathers_nothing_are_held_against_its_runs(
    site: Site,
) -> None:
    closing = Closing(0, gathers=True, under_two=(UNDER_TWO,))
    assert close_board(site, closing).faults == ()
    lines = site.place / "data/circles/runs.jsonl"
    runs = [json.loads(line) for line in lines.read_bytes().splitlines()]
    for other in runs[0]["other_rubrics"]:
        other["score"] = 0.5
    lines.write_text("".join(f"{json.dumps(run)}\n" for run in runs))
    faults = close_board(site, closing).faults
    assert {fault.file for fault in faults} == {UNDER_TWO.replace(".html", ".json")}

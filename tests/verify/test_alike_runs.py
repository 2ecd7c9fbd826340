"""Runs that have their id or their rubric twice on a site: the verifier knows which page is of which."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from site_builder.building import build
from tests.blueprint.gate_sites import FAILED, project_with_gates
from tests.build.projects import small_project
from tests.verify.test_hostile import blamed, rewritten
from tests.verify.test_sites import faults_of

TWO_BOARDS = """\
title: Two versions
tagline: The same runs under both.
boards:
  - {family: favur, rubric: favur/15, runs: runs, also: [favur/6]}
  - {family: favur, rubric: favur/6, runs: runs}
"""


def _site(root: Path) -> Path:
    build(root, jobs=1, use_store=False)
    return root / "dist"


def test_a_recorded_run_that_lies_in_two_folders_has_two_gates(tmp_path: Path) -> None:
    root = project_with_gates(tmp_path / "p")
    shutil.copytree(root / "runs" / FAILED, root / "runs" / "a-second-folder")
    site = _site(root)
    gates = [path for path in (site / "gates").glob("*/index.json") if FAILED in path.parent.name]
    assert len(gates) == 2
    assert faults_of(site) == []
    listed = next(gate for gate in gates if json.loads(gate.read_text("utf-8"))["listed"])
    shutil.rmtree(listed.parent)
    assert any(file.startswith("gates/") for file in blamed(site))


def test_a_gate_says_of_which_run_it_is(tmp_path: Path) -> None:
    site = _site(project_with_gates(tmp_path / "p"))
    ours, other = sorted((site / "gates").glob("*/index.json"))[:2]
    address = json.loads(other.read_text("utf-8"))["listed"]
    rewritten(ours, lambda data: data.update(listed=address))
    assert {file for file in blamed(site) if file.startswith(("gates/", "data/gates/"))}


def test_an_example_may_stand_on_either_of_two_boards(tmp_path: Path) -> None:
    site = _site(small_project(tmp_path / "p", site=TWO_BOARDS))
    assert faults_of(site) == []
    page = site / "methodology/favur/6/index.json"
    told = json.loads(page.read_text("utf-8"))["example"]
    assert {path.parent.name for path in (site / "data").glob("*/board.json")} >= {told["board"]}
    rewritten(page, lambda data: data["example"].update(board="no-board"))
    assert "methodology/favur/6/index.json" in blamed(site)

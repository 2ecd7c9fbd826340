"""What lies in a folder of runs is published or named, and a rebuild with a warm store is the same site."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.build.projects import REPOSITORY, contents, in_this_process, small_project

SESSIONS = """\
title: Sessions
tagline: Sessions in one file.
boards:
  - family: scorecrux
    rubric: scorecrux/1.3
    runs: runs
"""
LINES = REPOSITORY / "runs/scorecrux/schema-migration.jsonl"


@pytest.fixture
def sessions(tmp_path: Path) -> Path:
    project = tmp_path / "project"
    (project / "runs").mkdir(parents=True)
    (project / "site.yaml").write_text(SESSIONS, encoding="utf-8")
    shutil.copy(LINES, project / "runs")
    return project


def test_a_warm_rebuild_of_many_runs_in_one_file_is_the_same_site(sessions: Path) -> None:
    """R53: what is remembered of one run is never taken for another's."""
    assert in_this_process("build", cwd=sessions).returncode in (0, 1)
    with (sessions / "site.yaml").open("a", encoding="utf-8") as site:
        site.write("# a remark\n")
    warm = in_this_process("build", cwd=sessions)
    assert warm.returncode in (0, 1), warm.stdout + warm.stderr
    before = contents(sessions / "dist")
    cold = in_this_process("build", "--no-cache", "--out", "cold", cwd=sessions)
    assert cold.returncode in (0, 1), cold.stdout + cold.stderr
    assert contents(sessions / "cold") == before


def test_a_baseline_beyond_all_measure_does_not_stop_the_build(sessions: Path) -> None:
    line = json.loads(LINES.read_text("utf-8").splitlines()[0])
    for number in range(2):
        line["session_id"] = f"huge-{number}"
        line["fixture"] = (
            {**line["fixture"], "id": "huge"} if isinstance(line.get("fixture"), dict) else "huge"
        )
        line["fundamentals"]["T_human_s"] = 1e308
        (sessions / f"runs/huge-{number}.json").write_text(json.dumps(line), encoding="utf-8")
    done = in_this_process("build", cwd=sessions)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize("target", ["itself", "nowhere", "run-2"])
def test_a_link_among_the_runs_is_named_and_hides_no_other_run(tmp_path: Path, target: str) -> None:
    """R35."""
    project = small_project(tmp_path)
    (project / "runs/itself").symlink_to(project / "runs" / target)
    report = json.loads(in_this_process("build", "--json", cwd=project).stdout)
    assert report["runs"] == 3
    assert report["left_out"] == 1
    assert any(problem["file"] == "runs/itself" for problem in report["problems"])


def test_what_is_no_file_among_sessions_is_named(sessions: Path) -> None:
    os.mkfifo(sessions / "runs/pipe.json")
    report = json.loads(in_this_process("build", "--json", cwd=sessions).stdout)
    assert any("pipe.json" in problem["file"] for problem in report["problems"])
    assert report["runs"] > 1

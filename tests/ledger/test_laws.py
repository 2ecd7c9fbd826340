"""Laws of sites with a ledger: what is put back is as it was, and what is kept is what would be made."""

from __future__ import annotations

import random
import shutil
import time
from pathlib import Path

import pytest

from site_builder.building import build
from tests.build.projects import contents, small_project
from tests.ledger.projects import add_run, correct, edit, pinned_project, reinstate, score, withdraw


@pytest.mark.parametrize("gone", ["run-1", "run-3", "run-5"])
def test_a_run_taken_away_and_put_back_restores_the_site_byte_for_byte(gone: str, tmp_path: Path) -> None:
    project = pinned_project(tmp_path / "project", 5)
    withdraw(project, "run-2")
    build(project, jobs=1)
    before = contents(project / "dist")
    shutil.copytree(project / "runs" / gone, tmp_path / "aside")
    shutil.rmtree(project / "runs" / gone)
    build(project, jobs=1)
    assert contents(project / "dist") != before
    shutil.copytree(tmp_path / "aside", project / "runs" / gone)
    build(project, jobs=1)
    assert contents(project / "dist") == before
    build(project, tmp_path / "clean", use_store=False, jobs=1)
    assert contents(tmp_path / "clean") == before


def test_a_project_without_a_ledger_is_restored_too(tmp_path: Path) -> None:
    project = small_project(tmp_path / "project", 4)
    build(project, jobs=1)
    before = contents(project / "dist")
    shutil.move(project / "runs/run-4", tmp_path / "aside")
    build(project, jobs=1)
    shutil.move(tmp_path / "aside", project / "runs/run-4")
    build(project, jobs=1)
    assert contents(project / "dist") == before


@pytest.mark.parametrize("seed", range(3))
def test_after_entries_of_all_kinds_kept_pages_are_those_of_a_clean_build(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    project = pinned_project(tmp_path / "project", 4)
    build(project, jobs=1)
    run = f"run-{chance.randrange(1, 5)}"

    def corrected() -> None:
        edit(project, run, coverage_percent=chance.uniform(1, 99))
        correct(project, run, 2)

    steps = [
        lambda: withdraw(project, run, 1),
        lambda: reinstate(project, run, 1),
        corrected,
        lambda: score(project, 3),
        lambda: add_run(project, 5),
        lambda: score(project, 4),
        lambda: withdraw(project, f"run-{chance.randrange(1, 5)}", 5),
    ]
    for number, step in enumerate(steps):
        step()
        build(project, jobs=1)
        clean = tmp_path / f"clean-{number}"
        build(project, clean, use_store=False, jobs=1)
        assert contents(project / "dist") == contents(clean), number


def test_a_build_after_a_new_entry_is_not_up_to_date(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    time.sleep(0.1)  # a file changed within the clock's resolution never counts as unchanged
    build(project, jobs=1)
    assert build(project, jobs=1).up_to_date
    withdraw(project, "run-1")
    assert not build(project, jobs=1).up_to_date

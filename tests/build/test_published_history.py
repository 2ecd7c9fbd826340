"""A build never takes back what the site in place has published of its history."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from site_builder.building import build
from site_builder.cli.freezing import freeze_site
from site_builder.cli.ledgering import Order, pin, withdraw_run
from site_builder.errors import CannotBuild
from site_builder.records.ledger import LEDGER_FILE
from tests.build.projects import contents, small_project


def pinned_and_built(root: Path) -> Path:
    project = small_project(root)
    pin(project, "2026-07-01", dry_run=False)
    withdraw_run(Order(project, "run-2", None, "a test", "2026-07-02", False))
    build(project, jobs=1)
    return project


def codes(project: Path) -> list[str]:
    before = contents(project / "dist")
    with pytest.raises(CannotBuild) as caught:
        build(project, jobs=1)
    assert contents(project / "dist") == before, "the site in place is unchanged"
    assert all(problem.advice for problem in caught.value.problems)
    return [problem.code for problem in caught.value.problems]


def test_a_ledger_that_lost_its_last_entry_stops_the_build(tmp_path: Path) -> None:
    project = pinned_and_built(tmp_path)
    path = project / LEDGER_FILE
    whole = path.read_bytes()
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    assert codes(project) == ["ledger.not-continued"]
    path.write_bytes(whole)
    assert build(project, jobs=1).runs


def test_a_ledger_that_is_gone_stops_the_build(tmp_path: Path) -> None:
    project = pinned_and_built(tmp_path)
    (project / LEDGER_FILE).unlink()
    assert codes(project) == ["ledger.not-continued"]


def test_a_ledger_that_grew_does_not(tmp_path: Path) -> None:
    project = pinned_and_built(tmp_path)
    withdraw_run(Order(project, "run-3", None, "a test", "2026-07-03", False))
    assert build(project, jobs=1).runs


def test_a_trial_may_be_built_elsewhere(tmp_path: Path) -> None:
    project = pinned_and_built(tmp_path)
    (project / LEDGER_FILE).unlink()
    assert build(project, project / "trial", jobs=1).runs


def test_an_edition_that_vanished_stops_the_build(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    freeze_site(project, "2026-07", "2026-07-01", jobs=1, without_address=True)
    build(project, jobs=1)
    shutil.move(project / "releases", tmp_path / "elsewhere")
    assert codes(project) == ["edition.not-continued"]


def test_a_day_to_come_is_refused_as_no_later_entry_could_be_before_it(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    with pytest.raises(CannotBuild, match="a day to come"):
        pin(project, "2206-07-01", dry_run=False)
    assert not (project / LEDGER_FILE).exists()


@pytest.mark.parametrize("why", ["x" * 5000, "not \ud800 text"])
def test_what_could_not_be_read_again_is_not_written(why: str, tmp_path: Path) -> None:
    project = pinned_and_built(tmp_path)
    before = (project / LEDGER_FILE).read_bytes()
    with pytest.raises(CannotBuild) as caught:
        withdraw_run(Order(project, "run-3", None, why, "2026-07-03", False))
    assert caught.value.problems[0].code == "ledger.refused"
    assert (project / LEDGER_FILE).read_bytes() == before
    assert json.loads(before.splitlines()[-1])["kind"] == "withdrawal"

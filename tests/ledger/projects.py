"""Small projects with a ledger, and the commands that add to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from site_builder.cli.ledgering import Noted, Order, Pinned, correct_run, pin, reinstate_run, withdraw_run
from site_builder.errors import Problem
from site_builder.loading import load_site
from site_builder.site_data import Entry, SiteData
from site_builder.sources.project import load_project
from tests.build.projects import meta, small_project, write_run

DAYS = ("2026-10-01", "2026-10-02", "2026-10-03", "2026-10-04", "2026-10-05", "2026-10-06")


def pinned_project(root: Path, runs: int = 4) -> Path:
    """Write a project whose runs are all pinned on the first day; four are enough for medians."""
    project = small_project(root, runs)
    score(project)
    return project


def score(project: Path, day: int = 0, *, dry_run: bool = False) -> Pinned:
    return pin(project, DAYS[day], dry_run=dry_run)


def withdraw(project: Path, run: str, day: int = 1, why: str = "it saw the answers") -> Noted:
    return withdraw_run(Order(project, run, None, why, DAYS[day], dry_run=False))


def reinstate(project: Path, run: str, day: int = 2, why: str = "another one was meant") -> Noted:
    return reinstate_run(Order(project, run, None, why, DAYS[day], dry_run=False))


def correct(project: Path, run: str, day: int = 1, why: str = "usage was counted twice") -> Noted:
    return correct_run(Order(project, run, None, why, DAYS[day], dry_run=False))


def add_run(project: Path, number: int) -> None:
    write_run(project / "runs" / f"run-{number}", meta(f"run-{number}", number))


def edit(project: Path, run: str, **changes: Any) -> None:
    path = project / "runs" / run / "meta.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | changes), encoding="utf-8")


def loaded(project: Path) -> SiteData:
    return load_site(load_project(project))


def problems(project: Path, code: str = "ledger.") -> list[Problem]:
    return [problem for problem in loaded(project).problems if problem.code.startswith(code)]


def entry(data: SiteData, run: str) -> Entry:
    entries = (entry for board in data.boards for entry in board.entries)
    return next(entry for entry in entries if entry.run.run_id == run)


def ledger(project: Path) -> bytes:
    return (project / "runs/ledger.jsonl").read_bytes()

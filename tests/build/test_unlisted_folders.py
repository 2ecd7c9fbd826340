"""No run vanishes silently: a folder that cannot be looked into is an error that names it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from site_builder.building import build
from site_builder.loading import load_site
from site_builder.receipts import Look
from site_builder.site_data import SiteData
from site_builder.sources import exports
from site_builder.sources.project import load_project
from tests.build.projects import REPOSITORY, small_project
from tests.ruhroh.campaign_sites import project_with_campaigns
from tests.scorecrux.sessions import document, write

SCORECRUX = "title: T\ntagline: S.\nboards:\n  - {family: scorecrux, rubric: scorecrux/1.3, runs: runs}\n"
BLUEPRINT = "title: T\ntagline: S.\nboards:\n  - {family: blueprint, rubric: blueprint/3.0, runs: runs}\n"


def close(monkeypatch: pytest.MonkeyPatch, closed: Path) -> None:
    """Let a folder be one that the system does not list."""
    scandir = os.scandir

    def refusing(path: Any = ".") -> Any:
        if not isinstance(path, int) and os.fsdecode(path) == str(closed):
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)


def errors(data: SiteData) -> list[tuple[str, str]]:
    return [(p.file, p.code) for p in data.problems if p.severity == "error"]


def left_out(data: SiteData) -> list[str]:
    return [item.folder for item in data.left_out]


def test_a_runs_folder_that_cannot_be_listed_is_left_out_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = load_project(small_project(tmp_path / "p"))
    close(monkeypatch, project.root / "runs")
    data = load_site(project)
    assert errors(data) == [("runs", "file.folder-unreadable")]
    assert left_out(data) == ["runs"]
    assert "(Permission denied)" in data.left_out[0].reason


def test_an_export_that_cannot_be_listed_is_left_out_and_the_others_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = small_project(tmp_path / "p")
    names = sorted(path.name for path in (root / "runs").iterdir())
    close(monkeypatch, root.resolve() / "runs" / names[0])
    done = build(root, use_store=False, jobs=1)
    assert (done.runs, done.left_out) == (len(names) - 1, 1)
    assert [p.code for p in done.problems if p.file == f"runs/{names[0]}"] == ["file.folder-unreadable"]


def test_an_export_that_was_seen_whole_is_not_looked_into_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = small_project(tmp_path / "p")
    asked: list[Path] = []
    monkeypatch.setattr(exports, "why_unlisted", lambda path: asked.append(path) or "")
    build(root, use_store=False, jobs=1)
    assert asked == [root.resolve() / "runs"]


def test_a_folder_of_sessions_at_any_depth_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path.resolve() / "p"
    write(root / "runs", "one.json", document("one"))
    (root / "runs/deep/er").mkdir(parents=True)
    (root / "runs/.hidden").mkdir()
    (root / "site.yaml").write_text(SCORECRUX, "utf-8")
    project = load_project(root)
    for closed, named in (("runs/deep/er", ["runs/deep/er"]), ("runs/.hidden", [])):
        with monkeypatch.context() as patch:
            close(patch, root / closed)
            data = load_site(project)
        assert left_out(data) == named
        assert errors(data) == [(folder, "file.folder-unreadable") for folder in named]


@pytest.mark.parametrize("below", ["", "suite", "run"])
def test_recorded_runs_and_their_suite_that_cannot_be_listed_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, below: str
) -> None:
    root = tmp_path.resolve() / "p"
    shutil.copytree(REPOSITORY / "runs/blueprint/harbour-office", root / "runs")
    (root / "site.yaml").write_text(BLUEPRINT, "utf-8")
    runs = sorted(path.name for path in (root / "runs").iterdir() if path.name != "suite")
    closed = {"": "runs", "suite": "runs/suite", "run": f"runs/{runs[0]}"}[below]
    before = load_site(load_project(root))
    close(monkeypatch, root / closed)
    data = load_site(load_project(root))
    assert (closed, "file.folder-unreadable") in errors(data)
    assert len(data.left_out) == len(before.left_out) + (len(runs) if below == "suite" else 1)


@pytest.mark.parametrize("below", ["", "/lantern-desk"])
def test_campaigns_that_cannot_be_listed_are_left_out_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, below: str
) -> None:
    project = load_project(project_with_campaigns(tmp_path / "p"))
    folder = f"runs/campaigns{below}"
    close(monkeypatch, project.root / folder)
    data = load_site(project)
    assert errors(data) == [(folder, "file.folder-unreadable")]
    assert [item.folder for item in data.studies[0].value.left_out] == [folder]


def test_results_without_a_campaign_are_warned_of_unless_a_campaign_counts_them(tmp_path: Path) -> None:
    root = project_with_campaigns(tmp_path / "p")
    campaigns = root / "runs/campaigns"
    shutil.copytree(campaigns / "lantern-desk/results", campaigns / "new/results")
    (campaigns / "notes").mkdir()
    (campaigns / "notes/a.json").write_text("{}", "utf-8")
    warned = [p for p in load_site(load_project(root)).problems if p.code == "ruhroh.no-campaign"]
    assert [(p.file, p.severity) for p in warned] == [("runs/campaigns/new", "warning")]
    card = (campaigns / "lantern-desk/campaign.json").read_text("utf-8")
    (campaigns / "lantern-desk/campaign.json").write_text(
        card.replace(': "results"', ': "../new/results"'), "utf-8"
    )
    codes = [p.code for p in load_site(load_project(root)).problems]
    assert "ruhroh.no-campaign" not in codes


def test_a_runs_folder_that_is_itself_a_campaign_is_warned_of(tmp_path: Path) -> None:
    root = project_with_campaigns(tmp_path / "p")
    site = (root / "site.yaml").read_text("utf-8")
    (root / "site.yaml").write_text(site.replace("runs/campaigns", "runs/campaigns/lantern-desk"), "utf-8")
    warned = [p.file for p in load_site(load_project(root)).problems if p.code == "ruhroh.no-campaign"]
    assert warned == ["runs/campaigns/lantern-desk"]


def test_a_folder_that_can_be_listed_again_is_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "runs").mkdir()
    empty = Look(tmp_path, ["runs"]).inputs

    def refused(path: Any = ".") -> Any:
        raise PermissionError(13, "Permission denied", os.fspath(path))

    monkeypatch.setattr(os, "listdir", refused)
    close(monkeypatch, tmp_path / "runs")
    assert Look(tmp_path, ["runs"]).inputs != empty

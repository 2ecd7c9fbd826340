"""What lies in a folder of runs and is not read is said, and what everybody keeps there is not."""

from __future__ import annotations

import json
from pathlib import Path

from site_builder.building import build
from site_builder.loading import load_site
from site_builder.sources.importers import IMPORTERS, Overlooking
from site_builder.sources.importers.overlooked import MOST
from site_builder.sources.project import load_project
from tests.build.projects import SITE, meta, small_project, write_run
from tests.scorecrux.sessions import document


def said(project: Path) -> list[tuple[str, str, str]]:
    problems = load_site(load_project(project)).problems
    of_files = (problem for problem in problems if problem.code in {"file.hidden-run", "file.stray"})
    return [(problem.severity, problem.code, problem.file) for problem in of_files]


def test_a_hidden_run_and_stray_files_are_named(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    write_run(project / "runs/.hidden", meta("run-9", 4))
    (project / "runs/run.json").write_text("{}", encoding="utf-8")
    (project / "runs/notes.txt").write_text("later", encoding="utf-8")
    assert said(project) == [
        ("warning", "file.hidden-run", "runs/.hidden"),
        ("note", "file.stray", "runs/notes.txt"),
        ("note", "file.stray", "runs/run.json"),
    ]


def test_what_everybody_keeps_beside_runs_is_passed_over(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    for name in (".DS_Store", ".gitkeep", "README.md", "LICENSE", "ledger.jsonl"):
        (project / "runs" / name).write_text("", encoding="utf-8")
    (project / "runs/.git").mkdir()
    assert said(project) == []


def test_of_many_stray_files_some_are_named_and_the_rest_counted(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    for number in range(MOST + 5):
        (project / f"runs/{number:02}.txt").touch()
    assert len(said(project)) == MOST + 1
    (rest,) = [one for one in load_site(load_project(project)).problems if one.file == "runs"]
    assert rest.message.startswith("5 more files are not read.")


def test_a_file_between_sessions_that_holds_none_is_named(tmp_path: Path) -> None:
    site = SITE.replace("favur/15", "scorecrux/1.3").replace("favur", "scorecrux")
    project = small_project(tmp_path, 0, site)
    (project / "runs/week").mkdir()
    (project / "runs/week/one.json").write_text(json.dumps(document()), encoding="utf-8")
    (project / "runs/week/two.json.gz").write_bytes(b"")
    assert said(project) == [("note", "file.stray", "runs/week/two.json.gz")]


def test_a_hidden_recorded_run_is_named_and_its_suite_is_no_stray_file(tmp_path: Path) -> None:
    for folder in ("run-1", ".run-2"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "run.json").touch()
    for name in ("suite.json", "answers.json"):
        (tmp_path / name).touch()
    importer = IMPORTERS["blueprint"]
    assert isinstance(importer, Overlooking)
    assert [(problem.code, problem.file) for problem in importer.overlooked(tmp_path, "runs")] == [
        ("file.hidden-run", "runs/.run-2"),
        ("file.stray", "runs/answers.json"),
    ]


def test_a_run_that_was_hidden_since_the_last_build_is_seen(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    build(project, jobs=1)
    write_run(project / "runs/.hidden", meta("run-9", 4))
    again = build(project, jobs=1)
    assert not again.up_to_date
    assert "file.hidden-run" in {problem.code for problem in again.problems}

"""A build without any change is recognised as such, and no change is missed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from site_builder.building import build
from site_builder.errors import CannotBuild
from tests.build.projects import REPOSITORY, command, contents, small_project
from tests.build.python_version import OF_PYTHON


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that was built, all of whose files are older than any clock's resolution."""
    project = small_project(tmp_path / "project")
    time.sleep(0.1)
    build(project, jobs=1)
    return project


def test_a_second_build_has_nothing_to_do(project: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (project / "dist").rglob("*")}
    again = build(project, jobs=1)
    assert again.up_to_date
    assert (again.runs, again.pages > 10, again.measured, again.rendered) == (3, True, 0, 0)
    assert {path: path.stat().st_mtime_ns for path in (project / "dist").rglob("*")} == before


def test_a_build_that_has_nothing_to_do_clears_up_after_one_that_was_killed(project: Path) -> None:
    (project / ".dist.new-4194999").mkdir()  # no process has a number as large
    assert build(project, jobs=1).up_to_date
    assert list(project.glob(".dist.*")) == []


def test_the_outcome_of_a_build_that_is_up_to_date_is_that_of_the_build(project: Path) -> None:
    (project / "runs/broken").mkdir()
    time.sleep(0.1)
    first = build(project, jobs=1)
    again = build(project, jobs=1)
    assert again.up_to_date
    assert again.problems == first.problems != ()
    assert again.boards == first.boards


def rewrite(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n")


CHANGES: dict[str, Callable[[Path], object]] = {
    "a run": lambda p: rewrite(p / "runs/run-1/meta.json"),
    "a file of a workspace": lambda p: rewrite(p / "runs/run-1/workspace/src/area.py"),
    "a run more": lambda p: shutil.copytree(p / "runs/run-1", p / "runs/run-7"),
    "a run less": lambda p: shutil.rmtree(p / "runs/run-1"),
    "site.yaml": lambda p: rewrite(p / "site.yaml"),
    "a first template of one's own": lambda p: shutil.copytree(REPOSITORY / "templates", p / "templates"),
    "a first article of one's own": lambda p: ((p / "content").mkdir(), (p / "content/x.md").touch()),
    "a page of the output": lambda p: rewrite(p / "dist/index.html"),
    "a page of the output less": lambda p: (p / "dist/index.html").unlink(),
    "no output": lambda p: shutil.rmtree(p / "dist"),
    "no store": lambda p: shutil.rmtree(p / ".proofboard"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_after_any_change_the_site_is_built_anew(change: Callable[[Path], object], project: Path) -> None:
    change(project)
    assert not build(project, jobs=1).up_to_date
    build(project, project.parent / "clean", use_store=False, jobs=1)
    assert contents(project / "dist") == contents(project.parent / "clean")


def test_a_changed_file_with_its_old_size_and_time_is_seen(project: Path) -> None:
    path = project / "runs/run-1/meta.json"
    before = path.stat()
    path.write_bytes(path.read_bytes().replace(b'"coverage_percent": 81', b'"coverage_percent": 18'))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    built = build(project, jobs=1)
    assert not built.up_to_date
    assert built.measured == 1


def test_a_foreign_file_in_the_output_is_not_overlooked(project: Path) -> None:
    (project / "dist/CNAME").touch()
    with pytest.raises(CannotBuild) as caught:
        build(project, jobs=1)
    assert caught.value.problems[0].code == "output.unsafe"


def test_each_output_folder_has_a_receipt_of_its_own(project: Path) -> None:
    assert not build(project, project / "public", jobs=1).up_to_date
    assert build(project, project / "public", jobs=1).up_to_date
    assert build(project, jobs=1).up_to_date


def test_without_the_store_a_build_is_made_and_nothing_kept(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    assert not build(project, use_store=False, jobs=1).up_to_date
    assert not build(project, use_store=False, jobs=1).up_to_date
    assert not (project / ".proofboard").exists()


def loaded_by(*arguments: str, cwd: Path) -> tuple[str, set[str]]:
    """Return the last line that a command prints, and the modules that it loads."""
    script = (
        f"import sys\nsys.argv = ['site-builder', *{arguments!r}]\nfrom site_builder.cli import main\n"
        "try:\n    main()\nfinally:\n    print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=cwd, capture_output=True, text=True, check=False
    )
    *said, modules = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    return said[-1], set(modules.split())


def test_a_build_without_change_loads_none_of_what_building_needs(project: Path) -> None:
    said, loaded = loaded_by("build", cwd=project)
    assert said.startswith("Up to date")
    libraries = {"jinja2", "markdown_it", "plotly", "pydantic", "radon", "yaml"}
    of_python = {"concurrent.futures", "email", "importlib.metadata", "logging", "multiprocessing", "zipfile"}
    assert sorted((libraries | of_python) & loaded) == []


def test_a_build_loads_nothing_that_other_commands_or_schemas_need(project: Path) -> None:
    shutil.rmtree(project / "dist")
    said, loaded = loaded_by("build", "--jobs", "1", cwd=project)
    assert said.startswith("Built")
    assert "site_builder.pipeline" in loaded
    libraries = {"jsonschema", "numpy", "pandas", "plotly", "ruff", "watchfiles"}
    own = {"site_builder.cli.explaining", "site_builder.output.serve", "site_builder.schemas"}
    assert sorted((libraries | own | {"http.server", "unittest"}) & loaded) == []


def test_an_unusable_store_is_a_note_and_no_page_says_so(project: Path) -> None:
    before = contents(project / "dist")
    (project / ".proofboard/store.sqlite").write_bytes(b"not a database at all, only text" * 100)
    built = build(project, jobs=1)
    assert [note.code for note in built.notes] == ["ledger.none", "store.unusable"]
    assert contents(project / "dist") == before
    done = command("build", "--strict", cwd=project)
    assert done.returncode == len(OF_PYTHON), done.stderr

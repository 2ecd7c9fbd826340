"""Same inputs, same bytes; the store changes nothing but time (R53, R55, R56)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from site_builder.building import build
from site_builder.output import render
from site_builder.output.exploring import plotly_script
from site_builder.records.own_page import TAKEN
from tests.build.projects import (
    REPOSITORY,
    SITE,
    SOURCES,
    command,
    contents,
    meta,
    small_project,
    write_run,
)

ENVIRONMENTS = {
    "another hash seed": {"PYTHONHASHSEED": "1"},
    "a third hash seed": {"PYTHONHASHSEED": "4242"},
    "on the other side of the earth": {"TZ": "Pacific/Auckland"},
    "a time zone with a quarter": {"TZ": "Asia/Kathmandu"},
    "a poor locale": {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "a narrow terminal": {"COLUMNS": "20"},
}

POOR_LOCALES = {
    "where names are ASCII": ENVIRONMENTS["a poor locale"],
    "that Python takes for UTF-8": {"LC_ALL": "C", "LANG": "C"},
}


@pytest.fixture(autouse=True)
def _sites_have_plotly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Builds in this process have what those of the command have; other tests do without."""
    monkeypatch.setattr(render, "plotly_script", plotly_script)


@pytest.fixture(scope="module")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    """The demonstration project of the repository, built once."""
    root = tmp_path_factory.mktemp("demonstration") / "project"
    root.mkdir()
    shutil.copy(REPOSITORY / "site.yaml", root / "site.yaml")
    for folder in ("runs", "rubric_versions", "templates", "content"):
        shutil.copytree(REPOSITORY / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    done = command("build", "--no-cache", cwd=root, PYTHONHASHSEED="0", TZ="UTC")
    assert done.returncode in (0, 1), done.stderr
    return root, contents(root / "dist")


@pytest.mark.parametrize("environment", ENVIRONMENTS.values(), ids=ENVIRONMENTS)
def test_the_environment_changes_no_byte(
    environment: dict[str, str], demonstration: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    root, expected = demonstration
    done = command("build", "--no-cache", "--out", tmp_path / "dist", cwd=root, **environment)
    assert done.returncode in (0, 1), done.stderr
    assert contents(tmp_path / "dist") == expected


def test_no_page_of_a_project_can_have_the_address_of_another_one(
    demonstration: tuple[Path, dict[str, bytes]],
) -> None:
    assert {path.partition("/")[0] for path in demonstration[1] if "/" in path} <= TAKEN


@pytest.mark.parametrize("environment", POOR_LOCALES.values(), ids=POOR_LOCALES)
def test_names_beyond_ascii_are_the_same_in_every_locale(environment: dict[str, str], tmp_path: Path) -> None:
    """Of a folder of runs, of runs and files, of what an export names, and of bytes that are no UTF-8."""
    project = small_project(tmp_path / "lä", site=SITE.replace("runs: runs", "runs: läufe"))
    (project / "runs").rename(project / "läufe")
    named = meta("run-4", 4) | {"deliverables": [{"path": "src/größe.py", "kind": "source", "loc": 2}]}
    write_run(project / "läufe/vier ü", named, {"workspace/src/größe.py": "x = 1\ny = 2\n"})
    write_run(project / "läufe" / os.fsdecode(b"\xff\xfe"), meta("run-5", 5), SOURCES)
    first = command("build", "--no-cache", cwd=project)
    assert first.returncode == 0, first.stderr
    expected = contents(project / "dist")
    done = command("build", "--no-cache", "--out", tmp_path / "ö", cwd=project, **environment)
    assert (done.returncode, contents(tmp_path / "ö")) == (0, expected), done.stderr
    shutil.rmtree(project / "läufe" / os.fsdecode(b"\xff\xfe"))
    again = command("build", "--no-cache", "--out", tmp_path / "ö", cwd=project)
    assert again.returncode == 0, again.stderr
    script = [sys.executable, tmp_path / "ö/verify/verify.py", "--exports", project]
    checked = subprocess.run(
        script, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_neither_umask_nor_the_number_of_processes_changes_a_byte(
    demonstration: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    root, expected = demonstration
    before = os.umask(0o077)
    try:
        build(root, tmp_path / "one", use_store=False, jobs=1)
    finally:
        os.umask(before)
    build(root, tmp_path / "three", use_store=False, jobs=3)
    assert contents(tmp_path / "one") == expected
    assert contents(tmp_path / "three") == expected


def test_the_order_in_which_runs_were_copied_changes_no_byte(
    demonstration: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    root, expected = demonstration
    copy = tmp_path / "project"
    for folder in ("rubric_versions", "templates", "content"):
        shutil.copytree(root / folder, copy / folder)
    shutil.copy(root / "site.yaml", copy / "site.yaml")
    for path in sorted((root / "runs").rglob("*"), key=lambda path: path.as_posix()[::-1]):
        if path.is_file():
            target = copy / path.relative_to(root)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    build(copy, use_store=False, jobs=1)
    assert contents(copy / "dist") == expected


def test_a_cold_a_warm_and_a_deleted_store_change_no_byte(
    demonstration: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    root, expected = demonstration
    copy = tmp_path / "project"
    shutil.copytree(root, copy, ignore=shutil.ignore_patterns("dist", ".proofboard"))
    cold = build(copy, jobs=2).measured
    assert cold >= 16
    assert contents(copy / "dist") == expected
    shutil.rmtree(copy / "dist")
    assert build(copy, jobs=2).measured == 0
    assert contents(copy / "dist") == expected
    shutil.rmtree(copy / ".proofboard")
    assert build(copy, jobs=2).measured == cold
    assert contents(copy / "dist") == expected


def changed(project: Path) -> None:
    (project / "runs/run-2/workspace/src/area.py").write_text("import os\nx = 1\n", encoding="utf-8")


CHANGES = {
    "a source file": changed,
    "a figure": lambda p: write_run(p / "runs/run-3", meta("run-3", 3) | {"coverage_percent": 12}),
    "a figure of the medians": lambda p: write_run(p / "runs/run-1", meta("run-1", 7)),
    "a run more": lambda p: write_run(p / "runs/run-9", meta("run-9", 5)),
    "a run less": lambda p: shutil.rmtree(p / "runs/run-4"),
    "a broken run": lambda p: write_run(p / "runs/run-1", "{"),
    "another cohort": lambda p: write_run(p / "runs/run-1", meta("run-1", 1, "solar-system")),
    "a title": lambda p: (p / "site.yaml").write_text(
        (p / "site.yaml").read_text(encoding="utf-8").replace("Small board", "Larger board"), encoding="utf-8"
    ),
    "a configuration": lambda p: write_run(
        p / "runs/run-2", meta("run-2", 2) | {"configuration": "configuration 1"}
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_build_after_a_change_gives_the_bytes_of_a_clean_one(change: object, tmp_path: Path) -> None:
    project = small_project(tmp_path / "project", runs=4)
    build(project, jobs=1)
    assert callable(change)
    change(project)
    after = build(project, jobs=1)
    assert not after.up_to_date
    build(project, tmp_path / "clean", use_store=False, jobs=1)
    assert contents(project / "dist") == contents(tmp_path / "clean")


def test_the_site_holds_no_absolute_path(demonstration: tuple[Path, dict[str, bytes]]) -> None:
    """R54, R55: works from anywhere, and says nothing of the machine it was built on."""
    root, files = demonstration
    for path, content in files.items():
        assert str(root).encode() not in content, path
        assert str(REPOSITORY).encode() not in content, path

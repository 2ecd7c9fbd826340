"""The wheel holds everything that a first project needs, and nothing is found beside it by accident."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from site_builder.cli.start import EXAMPLES
from tests.build.projects import REPOSITORY, contents


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, REPOSITORY],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = folder.glob("*.whl")
    return found


def test_the_wheel_holds_the_data_and_no_tests(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for needed in (
        "site_builder/py.typed",
        "site_builder/_data/templates/base.html",
        "site_builder/_data/templates/assets/style.css",
        "site_builder/_data/rubric_versions/favur/15.yaml",
        "site_builder/_data/rubric_versions/favur/standard_ruff.toml",
        "site_builder/_data/rubric_versions/LOCK",
        "site_builder/_data/docs/favur-export.md",
        "site_builder/_data/examples/favur/circles-aurora-1/meta.json",
    ):
        assert needed in names
    assert any(name.startswith("site_builder/_data/content/") for name in names)
    assert not any("__pycache__" in name or name.startswith(("tests/", "benchmarks/")) for name in names)


def test_the_examples_of_the_wheel_are_the_runs_of_the_demonstration(wheel: Path) -> None:
    front = "site_builder/_data/examples/favur/"
    with zipfile.ZipFile(wheel) as archive:
        packed = {n.removeprefix(front): archive.read(n) for n in archive.namelist() if n.startswith(front)}
    runs = {f"{name}/": REPOSITORY / "runs/favur" / name for name in EXAMPLES}
    kept = {f"{at}{path}": data for at, folder in runs.items() for path, data in contents(folder).items()}
    assert packed == {path: data for path, data in kept.items() if "__pycache__" not in path}


def test_an_installed_program_starts_and_builds_a_project(wheel: Path, tmp_path: Path) -> None:
    """Unpacked without the source checkout on the path; only the libraries come from this environment."""
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)

    def run(*arguments: str, cwd: Path) -> str:
        code = (
            "import site_builder, sys; "
            f"assert site_builder.__file__.startswith({str(installed)!r}); "
            "from site_builder.cli import main; main()"
        )
        done = subprocess.run(
            [sys.executable, "-P", "-c", code, *arguments],
            cwd=cwd,
            env=os.environ | {"PYTHONPATH": str(installed), "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("init", "board", cwd=tmp_path)
    assert run("docs", "problems", cwd=tmp_path).startswith("# Problems\n")
    assert "Built dist" in run("build", cwd=tmp_path / "board")
    assert "Up to date" in run("build", cwd=tmp_path / "board")
    assert "read from meta.json" in run(
        "explain", "circles-aurora-1", "--depth", "20", cwd=tmp_path / "board"
    )
    assert (tmp_path / "board/dist/runs/circles-aurora-1/index.html").is_file()

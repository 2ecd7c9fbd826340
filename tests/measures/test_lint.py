"""Ruff is called so that nothing in a workspace can relax it, and one hostile file costs one run."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from site_builder.measures import lint
from site_builder.measures.lint import LintResult, lint_runs, ruff_version

STANDARD = Path(__file__).resolve().parents[2] / "rubric_versions" / "favur" / "standard_ruff.toml"
BAD = "import os\nimport sys\n\nl = lambda: 0\n"
"""Two unused imports, an ambiguous name and an assigned lambda."""


def write(folder: Path, name: str, text: str | bytes = BAD) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def violations(paths: list[Path]) -> int:
    result = lint_runs({"run": paths}, STANDARD)["run"]
    assert result.failure == ""
    return result.violations


@pytest.fixture(name="honest")
def _honest(tmp_path: Path) -> int:
    return violations([write(tmp_path / "honest" / "workspace", "a.py")])


def test_the_bar_counts_what_it_should(honest: int, tmp_path: Path) -> None:
    assert honest == 4
    assert violations([write(tmp_path, "clean.py", '"""Doc."""\n')]) == 0


def test_each_syntax_diagnostic_is_a_violation(tmp_path: Path) -> None:
    result = lint_runs({"run": [write(tmp_path, "a.py", "def f(:\n    pass\n")]}, STANDARD)["run"]
    assert dict(result.rules)["invalid-syntax"] >= 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ruff.toml", '[lint]\nselect = []\nignore = ["ALL"]\n'),
        (".ruff.toml", 'exclude = ["*"]\n'),
        ("pyproject.toml", '[tool.ruff]\nexclude = ["*"]\n[tool.ruff.lint]\nselect = []\n'),
        (".gitignore", "*\n"),
        (".ignore", "*\n"),
        ("setup.cfg", "[flake8]\nignore = E,F,W\n"),
        ("src/ruff.toml", "[lint]\nselect = []\n"),
        ("conftest.py", "raise SystemExit\n"),
    ],
)
def test_no_configuration_of_the_workspace_relaxes_the_bar(
    name: str, text: str, honest: int, tmp_path: Path
) -> None:
    workspace = tmp_path / "cheat" / "workspace"
    write(workspace, name, text)
    (workspace / ".git").mkdir()
    assert violations([write(workspace, "src/a.py")]) == honest


@pytest.mark.parametrize(
    "comment", ["# ruff: noqa", "# flake8: noqa", "# ruff: noqa: F401, E741", "# isort: skip_file"]
)
def test_no_comment_of_the_workspace_relaxes_the_bar(comment: str, honest: int, tmp_path: Path) -> None:
    assert violations([write(tmp_path, "a.py", f"{comment}\n{BAD}")]) == honest
    each = "".join(f"{line}  # noqa\n" if line else "\n" for line in BAD.splitlines())
    assert violations([write(tmp_path, "b.py", each)]) == honest


@pytest.mark.parametrize("folder", ["dist", "build", "venv", ".venv", "node_modules", "site-packages"])
def test_files_in_folders_that_ruff_leaves_out_by_default_count(
    folder: str, honest: int, tmp_path: Path
) -> None:
    assert violations([write(tmp_path, f"{folder}/a.py")]) == honest


def test_the_environment_does_not_relax_the_bar(
    honest: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUFF_NO_CACHE", "false")
    monkeypatch.setenv("RUFF_OUTPUT_FORMAT", "github")
    monkeypatch.setenv("RUFF_CONFIG", str(write(tmp_path, "other.toml", "[lint]\nselect = []\n")))
    monkeypatch.chdir(write(tmp_path / "here", "ruff.toml", "[lint]\nselect = []\n").parent)
    assert violations([write(tmp_path, "a.py")]) == honest


def test_nothing_is_written_beside_the_files(tmp_path: Path) -> None:
    path = write(tmp_path / "run", "a.py")
    violations([path])
    assert [entry.name for entry in path.parent.iterdir()] == ["a.py"]


def test_violations_go_to_the_run_whose_file_they_are_in(tmp_path: Path) -> None:
    runs = {
        "one": [write(tmp_path, "one/a.py"), write(tmp_path, "one/b.py")],
        "none": [],
        "two": [write(tmp_path, "two/a.py", "x = 1\n")],
    }
    results = lint_runs(runs, STANDARD)
    assert [results[key].violations for key in runs] == [8, 0, 0]
    assert results["one"].rules[0] == ("F401", 4)


@pytest.mark.parametrize(
    "name", ["-x.py", "a b.py", "ä\U0001f600.py", "<script>.py", "a:b.py", "a\nb.py", "'\".py"]
)
def test_any_file_name_is_linted(name: str, tmp_path: Path) -> None:
    assert violations([write(tmp_path, name)]) >= 4


def test_a_file_name_that_is_no_text_is_linted(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe.py"))
    path.write_text(BAD)
    assert violations([path]) >= 4


def test_many_files_need_several_processes_and_lose_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lint, "_ARGUMENT_BYTES", 300)
    paths = [write(tmp_path, f"module_{number}.py") for number in range(12)]
    assert violations(paths) == 48


def test_without_a_file_ruff_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lint.subprocess, "Popen", None)
    assert lint_runs({"a": [], "b": []}, STANDARD) == {"a": LintResult(), "b": LintResult()}


def test_a_file_that_ends_ruff_costs_its_own_run_alone(tmp_path: Path) -> None:
    deep = write(tmp_path, "bad/deep.py", "x = " + "-" * 300_000 + "1\n")
    runs = {
        "good": [write(tmp_path, "good/a.py")],
        "bad": [write(tmp_path, "bad/a.py"), write(tmp_path, "bad/b.py"), deep],
        "other": [write(tmp_path, "other/a.py")],
    }
    results = lint_runs(runs, STANDARD)
    assert (results["good"].violations, results["other"].violations) == (4, 4)
    assert results["bad"].failure.endswith("on deep.py")


def test_how_deep_a_file_may_nest_does_not_depend_on_its_company(tmp_path: Path) -> None:
    nested = "\n".join(" " * depth + "if x:" for depth in range(99)) + "\n" + " " * 99 + "pass\n"
    alone = write(tmp_path, "alone.py", nested)
    others = [write(tmp_path, f"other{number}.py", "x = 1\n") for number in range(5)]
    assert violations([alone]) == violations([alone, *others])


def test_a_linter_that_cannot_start_is_a_failed_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lint, "ruff_command", lambda: "/nowhere/ruff")
    results = lint_runs({"a": [write(tmp_path, "a.py")], "b": []}, STANDARD)
    assert "could not be started" in results["a"].failure
    assert results["b"].failure == ""
    assert ruff_version.__wrapped__() == "none"


def test_a_linter_that_hangs_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = write(tmp_path, "slow", "#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setattr(lint, "ruff_command", lambda: str(slow))
    began = time.perf_counter()
    result = lint_runs({"a": [write(tmp_path, "a.py")]}, STANDARD, seconds=0.3)["a"]
    assert time.perf_counter() - began < 20
    assert result.failure == "ruff was stopped after 0.3 seconds on a.py"


def test_a_broken_configuration_is_a_failed_tool_and_no_clean_run(tmp_path: Path) -> None:
    configuration = write(tmp_path, "bad.toml", "[lint]\nselect = 3\n")
    result = lint_runs({"a": [write(tmp_path, "a.py")]}, configuration)["a"]
    assert "exit code 2" in result.failure


def test_the_version_is_that_of_the_installed_ruff() -> None:
    done = subprocess.run([lint.ruff_command(), "--version"], capture_output=True, text=True, check=True)
    assert ruff_version() in done.stdout

"""The produced tree: what is measured, what cheating gains (nothing), and that nothing of it is executed."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from site_builder.records.run import Imported, RunRecord
from site_builder.sources.importers import favur_workspace as workspace_module
from tests.importers.exports import Files, codes, read_one, read_run, value, write_export

SOURCE = "import os\n\n\ndef f(a, b):\n    if a and b:\n        return a\n    return b\n"
TESTS = "import pytest\n\n\ndef test_one():\n    assert 1\n    with pytest.raises(E):\n        f()\n"
STALLING = 'x = f"' + "{a}" * 300_000 + '"\n'
UNICODE = 'x = "a\u2028b"\n'

QUALITY = (
    *("source.files", "source.sloc", "lint_violations", "complexity.total", "complexity.blocks"),
    *("maintainability_index", "test_code.tests", "test_code.asserts"),
)


def in_workspace(files: Files) -> Files:
    return {f"workspace/{name}": content for name, content in files.items()}


def quality(run: RunRecord) -> dict[str, float | None]:
    return {name: value(run, name) for name in QUALITY}


def manifest(*names: str, kind: str = "source") -> dict[str, Any]:
    return {"deliverables": [{"path": name, "kind": kind} for name in names]}


def test_without_a_workspace_everything_of_it_is_missing(tmp_path: Path) -> None:
    run = read_run(tmp_path)
    assert set(quality(run).values()) == {None}
    assert {run.metric(name).detail for name in QUALITY} == {"no workspace in the export"}


def test_a_workspace_without_python_has_zero_tests_and_no_source_figures(tmp_path: Path) -> None:
    run = read_run(tmp_path, files=in_workspace({"index.html": "x"}))
    assert (value(run, "source.files"), value(run, "test_code.tests")) == (0, 0)
    assert (value(run, "source.sloc"), value(run, "lint_violations")) == (None, None)


def test_source_and_tests_are_told_apart_by_path_or_by_manifest(tmp_path: Path) -> None:
    files = in_workspace(
        {"src/a.py": SOURCE, "tests/test_a.py": TESTS, "venv/lib/b.py": SOURCE, "b.txt": "x"}
    )
    run = read_run(tmp_path / "one", files=files)
    assert quality(run) == {
        "source.files": 1,
        "source.sloc": 5,
        "lint_violations": 1,
        "complexity.total": 3,
        "complexity.blocks": 1,
        "maintainability_index": pytest.approx(70.0, abs=20),
        "test_code.tests": 1,
        "test_code.asserts": 2,
    }
    listed = {
        "deliverables": [{"path": "src/a.py", "kind": "test"}, {"path": "tests/test_a.py", "kind": "source"}]
    }
    run = read_run(tmp_path / "two", listed, files)
    assert (value(run, "source.files"), value(run, "test_code.tests")) == (1, 0)


def test_the_manifest_decides_even_when_it_is_empty(tmp_path: Path) -> None:
    run = read_run(tmp_path, {"deliverables": []}, in_workspace({"a.py": SOURCE}))
    assert (value(run, "source.files"), value(run, "test_code.tests")) == (0, 0)


def test_a_path_listed_twice_is_measured_once(tmp_path: Path) -> None:
    run = read_run(tmp_path, manifest("a.py", "./a.py", "a.py"), in_workspace({"a.py": SOURCE}))
    assert (value(run, "source.files"), value(run, "source.sloc")) == (1, 5)


def test_an_empty_source_file_is_no_result_of_the_linter(tmp_path: Path) -> None:
    metric = read_run(tmp_path, files=in_workspace({"a.py": "# words\n"})).metric("lint_violations")
    assert (metric.value, metric.reason) == (None, "not_collected")
    run = read_run(tmp_path, files=in_workspace({"a.py": "def f(:\n"}))
    assert (value(run, "source.sloc"), (value(run, "lint_violations") or 0) > 0) == (0, True)


def test_files_that_are_no_python_are_left_out_and_named_and_still_linted(tmp_path: Path) -> None:
    files = in_workspace({"a.py": SOURCE, "bad.py": "def f(:\n", "latin.py": b"x = '\xff'\n"})
    imported = read_one(tmp_path, write_export(tmp_path, files=files))
    run = imported.run
    assert run is not None
    assert (value(run, "source.files"), value(run, "source.sloc"), value(run, "complexity.blocks")) == (
        3,
        5,
        1,
    )
    assert (value(run, "lint_violations") or 0) > 1
    named = {problem.file for problem in imported.problems if problem.code == "favur.not-python"}
    assert named == {"runs/run/workspace/bad.py", "runs/run/workspace/latin.py"}


def test_a_test_file_that_is_no_python_holds_no_test_and_is_named(tmp_path: Path) -> None:
    files = in_workspace({"tests/test_a.py": TESTS, "tests/test_b.py": "def test_b(:\n"})
    imported = read_one(tmp_path, write_export(tmp_path, files=files))
    assert imported.run is not None
    assert (value(imported.run, "test_code.tests"), value(imported.run, "test_code.files")) == (1, 2)
    assert codes(imported) == {"favur.not-python"}


# --- a run that cheats -------------------------------------------------------------------------------------

CHEATS: dict[str, Files] = {
    "ruff.toml": {"ruff.toml": '[lint]\nignore = ["ALL"]\n', "src/ruff.toml": 'exclude = ["*"]\n'},
    "pyproject.toml": {"pyproject.toml": '[tool.ruff]\nexclude = ["*"]\n[tool.radon]\nexclude = "*"\n'},
    "radon.cfg": {"radon.cfg": "[radon]\nexclude = *\n", "setup.cfg": "[radon]\ncc_min = F\n"},
    "gitignore": {".gitignore": "*\n", ".git/HEAD": "ref: refs/heads/main\n"},
    "conftest": {"conftest.py": "raise SystemExit(3)\n"},
    "empty modules": {f"pad{number}.py": "" for number in range(30)},
    "documented modules": {f"pad{number}.py": '"""Words."""\n' for number in range(30)},
}


@pytest.mark.parametrize("cheat", sorted(CHEATS))
def test_a_run_that_cheats_is_not_rewarded(cheat: str, tmp_path: Path) -> None:
    honest: Files = {"src/a.py": SOURCE, "tests/test_a.py": TESTS}
    plain = quality(read_run(tmp_path / "honest", files=in_workspace(honest)))
    cheated = quality(read_run(tmp_path / "cheat", files=in_workspace({**honest, **CHEATS[cheat]})))
    for name in (
        "source.sloc",
        "lint_violations",
        "complexity.total",
        "complexity.blocks",
        "test_code.tests",
    ):
        assert cheated[name] == plain[name], name
    assert cheated["maintainability_index"] == plain["maintainability_index"]


def test_noqa_comments_hide_nothing(tmp_path: Path) -> None:
    noisy = SOURCE.replace("import os", "import os  # noqa")
    files = in_workspace({"a.py": f"# ruff: noqa\n# flake8: noqa\n{noisy}"})
    assert value(read_run(tmp_path, files=files), "lint_violations") == 1


def test_links_out_of_the_workspace_are_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "good.py").write_text("def f(): pass\n")
    path = write_export(tmp_path, manifest("link.py", "dir/good.py", "a.py"), in_workspace({"a.py": SOURCE}))
    (path / "workspace" / "link.py").symlink_to(outside / "good.py")
    (path / "workspace" / "dir").symlink_to(outside)
    imported = read_one(tmp_path, path)
    assert imported.run is not None
    assert value(imported.run, "source.files") == 1
    assert {"file.link", "favur.absent-deliverable"} <= codes(imported)
    linked = {problem.file for problem in imported.problems if problem.code == "file.link"}
    assert linked == {"runs/run/workspace/link.py", "runs/run/workspace/dir"}


def test_a_workspace_that_is_a_link_is_none(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    path = write_export(tmp_path)
    (path / "workspace").symlink_to(tmp_path / "outside")
    imported = read_one(tmp_path, path)
    assert imported.run is not None
    assert value(imported.run, "test_code.tests") is None
    assert codes(imported) == {"file.link"}


def test_a_pipe_in_a_workspace_does_not_hang(tmp_path: Path) -> None:
    path = write_export(tmp_path, manifest("pipe.py", "a.py"), in_workspace({"a.py": SOURCE}))
    os.mkfifo(path / "workspace" / "pipe.py")
    os.mkfifo(path / "results")
    os.mkfifo(path / "telemetry")
    began = time.perf_counter()
    imported = read_one(tmp_path, path)
    assert time.perf_counter() - began < 15
    assert imported.run is not None
    assert value(imported.run, "source.files") == 1
    assert "file.not-regular" in codes(imported)


def test_nothing_of_a_workspace_is_imported_or_executed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marker = tmp_path / "executed"
    mark = f"open({str(marker)!r}, 'w').close()\n"
    large = mark + "def f(): pass\n" * 6000
    names = (
        "conftest.py",
        "sitecustomize.py",
        "usercustomize.py",
        "msgspec.py",
        "radon/__init__.py",
        "ast.py",
    )
    files: Files = dict.fromkeys((*names, "tests/conftest.py", "tests/test_a.py", "setup.py"), mark)
    files["large.py"] = large
    files["evil.pth"] = f"import os; {mark}"
    path = write_export(tmp_path, files=in_workspace(files))
    monkeypatch.chdir(path / "workspace")
    monkeypatch.setenv("PYTHONPATH", str(path / "workspace"))
    monkeypatch.setenv("PYTHONSTARTUP", str(path / "workspace" / "setup.py"))
    before = set(sys.modules)
    imported = read_one(tmp_path, path)
    assert imported.run is not None
    assert value(imported.run, "source.sloc") == 6000 + 7
    assert not marker.exists()
    assert not {
        name for name in set(sys.modules) - before if not name.startswith(("site_builder", "encodings"))
    }


def test_nothing_is_written_into_an_export(tmp_path: Path) -> None:
    path = write_export(tmp_path, files=in_workspace({"src/a.py": SOURCE, "tests/test_a.py": TESTS}))
    before = {entry: entry.stat().st_mtime_ns for entry in path.rglob("*")}
    read_one(tmp_path, path)
    assert {entry: entry.stat().st_mtime_ns for entry in path.rglob("*")} == before


# --- files that stall or break the tools -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [(STALLING, "not measured within"), ("#" * 1_100_000, "larger than 1,048,576 bytes")],
    ids=["stall", "size"],
)
def test_a_file_given_up_at_a_limit_is_tool_failed_by_name_within_the_limit(
    text: str, words: str, tmp_path: Path
) -> None:
    files = in_workspace({"a.py": SOURCE, "src/worst.py": text})
    began = time.perf_counter()
    imported = read_one(tmp_path, write_export(tmp_path, files=files), file_seconds=1.0, lint_seconds=1.0)
    assert time.perf_counter() - began < 20
    run = imported.run
    assert run is not None
    for name in ("source.sloc", "complexity.total", "complexity.blocks", "maintainability_index"):
        metric = run.metric(name)
        assert (metric.value, metric.reason) == (None, "tool_failed")
        assert metric.detail.startswith("src/worst.py: ")
        assert metric.evidence[0].file == "workspace/src/worst.py"
    assert_named(imported, words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("-" * 50_000 + "1\n", "stack"),
        ("x = " + "a + " * 10_000 + "a\n", "nested too deeply"),
        (UNICODE, "valid Python that radon cannot read"),
    ],
    ids=["stack", "depth", "unicode"],
)
def test_a_file_that_radon_refuses_is_left_out_and_named(text: str, words: str, tmp_path: Path) -> None:
    alone = read_run(tmp_path / "alone", files=in_workspace({"a.py": SOURCE}))
    files = in_workspace({"a.py": SOURCE, "src/worst.py": text})
    imported = read_one(tmp_path, write_export(tmp_path, files=files))
    assert imported.run is not None
    for name in ("source.sloc", "complexity.total", "complexity.blocks", "maintainability_index"):
        assert value(imported.run, name) == value(alone, name)
    assert_named(imported, words)


def assert_named(imported: Imported, words: str) -> None:
    [problem] = [problem for problem in imported.problems if problem.code == "favur.tool-failed"]
    assert problem.file == "runs/run/workspace/src/worst.py"
    assert words in problem.message
    assert "tool_failed" in problem.message


def test_hiding_the_worst_file_behind_a_limit_gains_nothing(tmp_path: Path) -> None:
    worst = "def g(a):\n" + "    if a:\n        a = 1\n" * 60
    shown = read_run(tmp_path / "shown", files=in_workspace({"a.py": SOURCE, "b.py": worst}))
    files = in_workspace({"a.py": SOURCE, "b.py": worst + "#" * 1_100_000})
    hidden = read_run(tmp_path / "hidden", files=files)
    assert value(shown, "complexity.total") == 64
    assert value(hidden, "complexity.total") is None


def test_a_run_of_stalling_files_takes_the_time_of_one(tmp_path: Path) -> None:
    files = in_workspace({f"stall{number}.py": STALLING for number in range(6)})
    began = time.perf_counter()
    imported = read_one(tmp_path, write_export(tmp_path, files=files), file_seconds=1.0, lint_seconds=1.0)
    assert time.perf_counter() - began < 20
    reasons = [problem.message for problem in imported.problems if problem.code == "favur.tool-failed"]
    assert len(reasons) == 6
    assert sum("not tried" in reason for reason in reasons) == 5


def test_a_test_file_that_stalls_makes_the_test_counts_missing(tmp_path: Path) -> None:
    files = in_workspace({"tests/test_a.py": TESTS, "tests/test_b.py": STALLING})
    run = read_run(tmp_path, files=files, file_seconds=1.0)
    assert (run.metric("test_code.tests").reason, value(run, "test_code.files")) == ("tool_failed", 2)


def test_a_file_that_ends_the_linter_is_named(tmp_path: Path) -> None:
    files = in_workspace({"a.py": SOURCE, "deep.py": "x = " + "-" * 300_000 + "1\n"})
    imported = read_one(tmp_path, write_export(tmp_path, files=files))
    assert imported.run is not None
    metric = imported.run.metric("lint_violations")
    assert (metric.reason, "deep.py" in metric.detail) == ("tool_failed", True)
    assert "favur.linter-failed" in codes(imported)


@pytest.mark.parametrize(
    "name",
    [
        "a b.py",
        "ä\U0001f600.py",
        "<script>alert(1)</script>.py".replace("/", ""),
        "a:b.py",
        "a\nb.py",
        "-.py",
    ],
)
def test_any_file_name_is_measured(name: str, tmp_path: Path) -> None:
    run = read_run(tmp_path, files=in_workspace({name: SOURCE}))
    assert (value(run, "source.sloc"), (value(run, "lint_violations") or 0) >= 1) == (5, True)


def test_a_file_name_that_is_no_text_is_measured_and_can_be_written_as_utf8(tmp_path: Path) -> None:
    name = os.fsdecode(b"\xff\xfe.py")
    imported = read_one(tmp_path, write_export(tmp_path, files=in_workspace({name: UNICODE, "a.py": SOURCE})))
    assert imported.run is not None
    assert value(imported.run, "source.files") == 2
    assert str(imported).encode("utf-8")


def test_of_more_python_than_a_run_may_have_the_rest_is_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace_module, "LARGEST_TOTAL", 2 * len(SOURCE))
    files = in_workspace({"a.py": SOURCE, "b.py": SOURCE, "c.py": SOURCE})
    metric = read_run(tmp_path, files=files).metric("source.sloc")
    assert (metric.reason, metric.detail[:25]) == ("tool_failed", "c.py: the run has more th")

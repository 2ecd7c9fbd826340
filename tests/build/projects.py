"""Small generated projects for tests: a ``site.yaml`` and Favur exports of a few lines."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from site_builder.cli import run
from site_builder.cli.commands import app

REPOSITORY = Path(__file__).resolve().parents[2]

SITE = """\
title: Small board
tagline: Three small runs.
boards:
  - family: favur
    rubric: favur/15
    runs: runs
"""


def meta(run_id: str, number: int = 1, sow: str = "circles") -> dict[str, Any]:
    """Return the ``meta.json`` of a small valid run; ``number`` makes its figures its own."""
    return {
        "schema": "favur-run/2",
        "run_id": run_id,
        "sow": {"id": sow, "title": sow.title()},
        "configuration": f"configuration {number}",
        "started_at": f"2026-06-0{number}T08:00:00Z",
        "finished_at": f"2026-06-0{number}T09:30:00+00:00",
        "models": [{"id": "m-1", "name": "Model One", "family": "Ones", "provider": "Maker"}],
        "usage": {
            "requests": 40 + number,
            "failed_requests": number,
            "request_time_s": 400.5 + number,
            "input_tokens": 50_000 + 1_000 * number,
            "cache_read_tokens": 20_000,
            "output_tokens": 9_000 + number,
            "cost_usd": 1.5 + number,
            "sessions": 3 + number,
            "largest_prompt_tokens": 30_000,
        },
        "roles": {"code": {"model": "m-1"}, "test": {"model": "m-1"}},
        "milestones": [{"id": "a", "completed": True}, {"id": "b", "completed": number != 2}],
        "acceptance_criteria": [{"id": "x", "met": True}],
        "sprints": [{"id": "s", "verdicts": ["APPROVE"], "fix_tasks": 0}],
        "tests": {"passed": 9, "failed": number - 1, "errors": 0, "skipped": 0},
        "coverage_percent": 80 + number,
    }


def write_run(
    folder: Path, data: Mapping[str, Any] | str | bytes, files: Mapping[str, str] | None = None
) -> Path:
    """Write one export; ``data`` is its ``meta.json`` as a record or as it stands in the file."""
    folder.mkdir(parents=True, exist_ok=True)
    text = data if isinstance(data, str | bytes) else json.dumps(data)
    (folder / "meta.json").write_bytes(text if isinstance(text, bytes) else text.encode())
    for path, content in (files if files is not None else SOURCES).items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, encoding="utf-8")
    return folder


SOURCES = {
    "workspace/src/area.py": '"""Areas."""\n\n\ndef square(x: float) -> float:\n    """Return x squared."""\n'
    "    if x < 0:\n        raise ValueError(x)\n    return x * x\n",
    "workspace/tests/test_area.py": "from src.area import square\n\n\ndef test_square() -> None:\n"
    "    assert square(3) == 9\n",
    "workspace/README.md": "# Areas\n\nSquares.\n",
}


def small_project(root: Path, runs: int = 3, site: str = SITE) -> Path:
    """Write a project with a few valid runs, named ``run-1`` upwards."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "site.yaml").write_text(site, encoding="utf-8")
    (root / "runs").mkdir(exist_ok=True)
    for number in range(1, runs + 1):
        write_run(root / "runs" / f"run-{number}", meta(f"run-{number}", number))
    return root


def command(*arguments: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``site-builder`` in a process of its own, without colours."""
    return subprocess.run(
        [sys.executable, "-c", "from site_builder.cli import main; main()", *map(str, arguments)],
        cwd=cwd,
        env=os.environ | {"NO_COLOR": "1", "COLUMNS": "100"} | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )


def in_this_process(
    *arguments: str | Path, cwd: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Do the same without starting a process: a fraction of the time, and templates stay compiled.

    For what a command says, writes and ends with. What a process is made of (signals, pipes, the encoding of
    its output, what it loads) needs ``command``.
    """
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.chdir(cwd)
        patch.setattr(sys, "argv", ["site-builder", *map(str, arguments)])
        for name, value in ({"NO_COLOR": "1", "COLUMNS": "100"} | environment).items():
            patch.setenv(name, value)
        code = run(app)
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }

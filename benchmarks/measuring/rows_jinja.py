"""Plain Jinja over the rows of our run pages: one compiled template, nothing escaped, no checks.

python rows_jinja.py DATA TEMPLATE.html FOLDER PROCESSES
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from jinja2 import Environment, Template

TASK = 25
"""Pages that a process takes at a time, as ours do."""

_work: list[tuple[Template, Any, list[Path], Path]] = []
"""Shared with the processes of the pool by being forked."""


def main(data: Path, template: Path, folder: Path, processes: int) -> None:
    """Write a page for every run into ``folder``."""
    environment = Environment(autoescape=False, trim_blocks=True, lstrip_blocks=True)
    compiled = environment.from_string(template.read_text(encoding="utf-8"))
    rubric = json.loads((data / "rubric.json").read_bytes())
    shared = {part: unpacked(rows) for part, rows in rubric.items()}
    runs = sorted((data / "runs").glob("*.json"))
    _work.append((compiled, shared, runs, folder))
    starts = range(0, len(runs), TASK)
    if processes == 1:
        for start in starts:
            write_some(start)
        return
    with ProcessPoolExecutor(processes, multiprocessing.get_context("fork")) as pool:
        list(pool.map(write_some, starts))


def unpacked(data: Any) -> Any:
    """Return data with objects as tuples of their values: Jinja unpacks faster than it looks up names."""
    if isinstance(data, dict):
        return tuple(unpacked(value) for value in data.values())
    return tuple(unpacked(value) for value in data) if isinstance(data, list) else data


def write_some(start: int) -> None:
    """Write the pages of one task."""
    template, rubric, runs, folder = _work[0]
    for path in runs[start : start + TASK]:
        html = filled(template, rubric, json.loads(path.read_bytes()))
        target = folder / "runs" / path.stem
        os.makedirs(target)
        (target / "index.html").write_text(html, encoding="utf-8")


def filled(template: Template, rubric: Any, run: Any) -> str:
    """Return the page of a run; ``rubric`` holds tuples."""
    return template.render(
        rubric=rubric,
        run=run,
        values=run["values"],
        missing={name: tuple(gap.values()) for name, gap in run["missing"].items()},
        doubts={name: tuple(doubt.values()) for name, doubt in run["doubts"].items()},
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))

"""Whole builds of generated projects: cold, with one run changed, with nothing changed."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from exports.project import change_run, write_project

from measuring.costs import Cost, middle, run_command

SETTLE_S = 0.3
"""Files changed within the last 50 ms are not trusted by the program; nobody builds that soon."""
DATA_PROBLEMS = 1
"""Exit code of a build that found fault with the data and wrote the site."""


@dataclass(frozen=True)
class Builds:
    """The three builds of one project."""

    runs: int
    cold: Cost
    one_changed: Cost
    none_changed: Cost
    times: int
    """How many cold builds the median is taken of; the others are medians of three."""


def build_command(project: Path, out: str = "dist") -> list[str]:
    """Return the command that a user would give."""
    program = [sys.executable, "-c", "from site_builder.cli import main; main()"]
    return [*program, "build", "--project", str(project), "--out", out]


def build(project: Path, out: str = "dist") -> Cost:
    """Build a site in a process of its own and return the cost."""
    return run_command(build_command(project, out), project, fine=DATA_PROBLEMS)


def forget(project: Path, *, measurements: bool = True) -> None:
    """Remove what earlier builds left: the output, and what they remembered of the runs."""
    shutil.rmtree(project / "dist", ignore_errors=True)
    if measurements:
        shutil.rmtree(project / ".proofboard", ignore_errors=True)


def measure_builds(project: Path, runs: int, seed: int, times: int, say: Callable[[str], None]) -> Builds:
    """Generate a project of ``runs`` runs in ``project`` and measure its builds; the folder stays."""
    say(f"{runs} runs: writing them")
    write_project(project, runs, seed)
    time.sleep(SETTLE_S)
    cold = []
    for turn in range(times):
        say(f"{runs} runs: cold build {turn + 1} of {times}")
        forget(project)
        cold.append(build(project))
    one = []
    for turn in range(3):
        say(f"{runs} runs: one run changed, {turn + 1} of 3")
        change_run(project, runs // 2 + turn, seed, revision=turn + 1)
        time.sleep(SETTLE_S)
        one.append(build(project))
    say(f"{runs} runs: nothing changed")
    none = [build(project) for _ in range(3)]
    return Builds(runs, middle(cold), middle(one), middle(none), times)


def remove(project: Path) -> None:
    """Remove a project that has been measured."""
    shutil.rmtree(project)

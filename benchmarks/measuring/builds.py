"""Whole builds of generated projects: cold, with one run changed or one file of it, with nothing changed."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from exports.project import change_run, change_source, write_project

from measuring.costs import Cost, middle, run_command

SETTLE_S = 0.3
"""Files changed within the last 50 ms are not trusted by the program; nobody builds that soon."""
DATA_PROBLEMS = 1
"""Exit code of a build that found fault with the data and wrote the site."""


@dataclass(frozen=True)
class Builds:
    """The builds of one project."""

    runs: int
    costs: dict[str, Cost]
    """What was built → its cost: of a cold build the median of ``times``, of the others that of three."""
    times: int


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
    costs = {"cold": middle(cold)}
    changes = {"one run changed": change_run, "one file of it changed": change_source}
    for kind, change in changes.items():
        say(f"{runs} runs: {kind}, three times")
        costs[kind] = middle([_after(change, project, runs // 2, seed, turn) for turn in (1, 2, 3)])
    say(f"{runs} runs: nothing changed")
    costs["nothing changed"] = middle([build(project) for _ in range(3)])
    return Builds(runs, costs, times)


def _after(
    change: Callable[[Path, int, int, int], None], project: Path, number: int, seed: int, turn: int
) -> Cost:
    """Change a run, another one each turn, and build."""
    change(project, number + turn, seed, turn)
    time.sleep(SETTLE_S)
    return build(project)


def remove(project: Path) -> None:
    """Remove a project that has been measured."""
    shutil.rmtree(project)

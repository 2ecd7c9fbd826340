"""What something costs: wall time, processor time, and for processes the peak of their memory."""

from __future__ import annotations

import gc
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

LAUNCHER = Path(__file__).resolve().parent / "launch.py"


class Failed(Exception):
    """A measured command did not do its work."""


@dataclass(frozen=True)
class Cost:
    """One measurement, or the middle of several."""

    wall_s: float
    processor_s: float
    """User and system time of all processes together."""
    peak_mb: float = 0.0
    """Largest resident set of any one of the processes, in MiB; 0 where it was not measured."""


@dataclass(frozen=True)
class Stage:
    """One stage: milliseconds of processor time for one run (or page, or chart)."""

    name: str
    unit: str
    careful_ms: float
    naive_ms: float | None
    naive_way: str


def middle(costs: Iterable[Cost]) -> Cost:
    """Return the medians of several measurements, each figure for itself."""
    rows = list(costs)
    return Cost(
        statistics.median(cost.wall_s for cost in rows),
        statistics.median(cost.processor_s for cost in rows),
        max(cost.peak_mb for cost in rows),
    )


def run_command(command: Sequence[str | Path], folder: Path, *, fine: int = 0) -> Cost:
    """Run a command in ``folder`` to its end and return its cost, that of its descendants included.

    Exit codes up to ``fine`` are success. Raises ``Failed`` with the last lines of what it said otherwise.
    """
    words = [os.fspath(part) for part in command]
    with tempfile.TemporaryDirectory(prefix="cost-") as place:
        report = Path(place, "report.json")
        launcher = [sys.executable, "-S", "-E", os.fspath(LAUNCHER), os.fspath(report)]
        done = subprocess.run(
            [*launcher, *words],
            cwd=folder,
            env=_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        said = done.stdout.decode("utf-8", "replace").strip().splitlines()
        if done.returncode:
            raise Failed(f"{Path(words[0]).name} could not be started: {' / '.join(said[-1:])[:400]}")
        used = json.loads(report.read_text(encoding="utf-8"))
    code = used.pop("code")
    if not 0 <= code <= fine:
        raise Failed(f"{Path(words[0]).name} ended with {code}: {' / '.join(said[-3:])[:400]}")
    return Cost(**used)


def _environment() -> dict[str, str]:
    """Return the environment of a measured command: installed programs have bytecode, so it is kept."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def measure(work: Callable[[], object], times: int = 3, before: Callable[[], object] = int) -> Cost:
    """Return the median cost of calling ``work`` in this process, after one call that does not count.

    Processes that it starts and waits for are included. ``before`` is called, unmeasured, before each call.
    """
    before()
    work()
    return middle(once(work, before) for _ in range(times))


def once(work: Callable[[], object], before: Callable[[], object] = int) -> Cost:
    """Return the cost of calling ``work`` once, after ``before`` and a collection of garbage."""
    before()
    gc.collect()
    began, used = time.perf_counter(), _processor()
    work()
    return Cost(time.perf_counter() - began, _processor() - used)


def _processor() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime

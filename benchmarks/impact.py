"""Measure how long it takes to weigh up a draft over many runs whose metrics are known.

A project of 10,000 run folders is written, and its store filled as measuring would leave it: with records of
the demonstration's Favur runs, each many times, with other numbers. Then ``rubric impact`` is run as a user
would: a draft of favur/16, with other weights and another scale of tokens, against favur/15. Nothing of it is
a test.

    python benchmarks/impact.py [RUNS]
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from measuring.costs import run_command

from site_builder.loading import load_site, look_at
from site_builder.records.run import Imported, RunRecord
from site_builder.sources.importers import ImportConfig
from site_builder.sources.importers.favur import FavurImporter
from site_builder.sources.measuring import Measuring
from site_builder.sources.project import load_project
from site_builder.sources.store import Store

ROOT = Path(__file__).resolve().parents[1]
SITE = """title: Impact
tagline: Many runs.
boards:
  - {family: favur, rubric: favur/15, runs: runs}
"""
CHANGES = (
    ('version: "15"', 'version: "16"'),
    ('supersedes: "6"', 'supersedes: "15"'),
    ("{role_mean: 75, completion: 25}", "{role_mean: 70, completion: 30}"),
    ("zero: 50000", "zero: 40000"),
)
SETTLE_S = 0.3
"""Files changed just before are not trusted by the program."""


class Copies(FavurImporter):
    """Gives copies of known records in the place of measuring."""

    def __init__(self, records: Sequence[RunRecord]) -> None:
        self.records = records

    def read(self, folders: Sequence[Path], config: ImportConfig) -> list[Imported]:
        """Return a record with numbers of its own for every folder."""
        return [self._one(folder, config) for folder in folders]

    def _one(self, folder: Path, config: ImportConfig) -> Imported:
        number = int(folder.name.rpartition("-")[2])
        chance = random.Random(number)
        record = self.records[number % len(self.records)]
        metrics = {
            name: msgspec.structs.replace(metric, value=metric.value * chance.uniform(0.9, 1.0))
            if metric.value is not None and not name.endswith(".ran")
            else metric
            for name, metric in record.metrics.items()
        }
        name = folder.relative_to(config.project).as_posix()
        changed = {"run_id": folder.name, "folder": name, "digest": f"sha256:{number:064x}"}
        run = msgspec.structs.replace(record, **changed, cohort="many", metrics=metrics)
        return Imported(folder=name, run=run)


def write(root: Path, runs: int) -> None:
    """Write the project, the draft and the store."""
    (root / "site.yaml").write_text(SITE, "utf-8")
    for number in range(runs):
        folder = root / f"runs/run-{number:05}"
        folder.mkdir(parents=True)
        (folder / "meta.json").write_text(f'{{"number": {number}}}\n', "utf-8")
    _write_draft(root / "rubric_versions/favur")
    time.sleep(SETTLE_S)
    boards = load_site(load_project(ROOT)).boards
    records = [entry.run for board in boards for entry in board.entries if entry.run.family == "favur"]
    project = load_project(root)
    look = look_at(project)
    importer = Copies(records)
    linter = ROOT / "rubric_versions/favur/standard_ruff.toml"
    config = ImportConfig(project=project.root, linter_configuration=linter)
    with Store(project.root) as store:
        measuring = Measuring(store, look.program, jobs=os.cpu_count() or 1)
        measuring.measure(importer, importer.discover(project.root / "runs"), config, look.runs)


def _write_draft(folder: Path) -> None:
    folder.mkdir(parents=True)
    text = (ROOT / "rubric_versions/favur/15.yaml").read_text("utf-8")
    for old, new in CHANGES:
        if old not in text:
            raise SystemExit(f"impact: the rubric no longer says {old}")
        text = text.replace(old, new)
    (folder / "16.yaml").write_text(text, "utf-8")
    linter = "standard_ruff.toml"
    (folder / linter).write_bytes((ROOT / "rubric_versions/favur" / linter).read_bytes())


def main() -> int:
    """Measure and print."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    program = [sys.executable, "-c", "from site_builder.cli import main; main()"]
    with tempfile.TemporaryDirectory(prefix="impact-") as place:
        root = Path(place)
        write(root, runs)
        command = [*program, "rubric", "impact", "favur/16", "--project", str(root)]
        begun = time.perf_counter()
        cost = run_command(command, root, fine=0)
        wall = time.perf_counter() - begun
    print(
        f"rubric impact over {runs:,} runs on {os.cpu_count()} processors: {wall:.1f} s, "
        f"{cost.processor_s:.1f} s of processor time, at most {cost.peak_mb:.0f} MiB a process"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

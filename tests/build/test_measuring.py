"""Measuring spreads over processes, remembers, and loses no more than the culprit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from site_builder.records.run import Imported, Metric, RunRecord
from site_builder.sources.importers import ImportConfig
from site_builder.sources.measuring import Measured, Measuring
from site_builder.sources.store import Store
from site_builder.sources.tree_scan import scan


class FakeImporter:
    """Reads one number from each folder, and misbehaves where the number is a word."""

    family = "fake"

    def discover(self, root: Path) -> list[Path]:
        return sorted(path for path in root.iterdir() if path.is_dir())

    def beside(self, folder: Path) -> tuple[Path, ...]:
        return (folder.parent / "shared",)

    def content_key(self, folder: Path, config: ImportConfig) -> str:
        return f"{folder.name}:{(folder / 'value').read_text(encoding='utf-8')}"

    def read(self, folders: Sequence[Path], config: ImportConfig) -> list[Imported]:
        return [self._read(folder, config) for folder in folders]

    def refuse_duplicates(self, imported: list[Imported]) -> list[Imported]:
        return imported

    def _read(self, folder: Path, config: ImportConfig) -> Imported:
        (config.project / "reads" / f"{folder.name}-{os.getpid()}-{threading.get_ident()}").touch()
        text = (folder / "value").read_text(encoding="utf-8")
        if text == "die":
            os._exit(9)
        if text == "raise":
            raise ZeroDivisionError
        metric = Metric(reason="tool_failed") if text == "fail" else Metric(value=float(text))
        name = folder.relative_to(config.project).as_posix()
        run = RunRecord(
            run_id=folder.name, family="fake", folder=name, digest="", cohort="c", metrics={"x": metric}
        )
        return Imported(folder=name, run=run)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for number in range(45):
        folder = tmp_path / f"runs/run-{number:02}"
        folder.mkdir(parents=True)
        (folder / "value").write_text(str(number), encoding="utf-8")
        os.utime(folder / "value", (1_700_000_000, 1_700_000_000))
    (tmp_path / "reads").mkdir()
    return tmp_path


def measure(
    project: Path,
    jobs: int = 2,
    context: str = "",
    *,
    newest: int = 1_700_000_000_000_000_001,
    **options: object,
) -> Measured:
    importer = FakeImporter()
    config = ImportConfig(project=project, linter_configuration=project / "none.toml")
    folders = importer.discover(project / "runs")
    signatures = {f"runs/{folder.name}": scan(folder)._replace(newest_ns=newest) for folder in folders}
    with Store(project) as store:
        measuring = Measuring(store, context, jobs=jobs, **options)  # type: ignore[arg-type]
        return measuring.measure(importer, folders, config, signatures)


def values(measured: Measured) -> dict[str, float | None]:
    return {item.run.run_id: item.run.metric("x").value for item in measured.imported if item.run is not None}


def reads(project: Path) -> int:
    return len(list((project / "reads").iterdir()))


@pytest.mark.parametrize("jobs", [1, 2, 7])
def test_the_outcome_does_not_depend_on_the_number_of_processes(jobs: int, project: Path) -> None:
    measured = measure(project, jobs)
    assert [item.folder for item in measured.imported] == [f"runs/run-{n:02}" for n in range(45)]
    assert values(measured) == {f"run-{n:02}": float(n) for n in range(45)}
    assert measured.fresh == 45


def test_nothing_is_measured_twice(project: Path) -> None:
    first = measure(project)
    again = measure(project)
    assert values(first) == values(again)
    assert again.fresh == 0
    assert reads(project) == 45


def test_exports_written_just_before_are_known_by_their_content(project: Path) -> None:
    """Their signatures are not trusted yet, so nothing is remembered of any folder."""
    ahead = time.time_ns() + 10**12
    assert measure(project, newest=ahead).fresh == 45
    assert measure(project, newest=ahead).fresh == 0


def test_one_changed_folder_is_measured_alone(project: Path) -> None:
    measure(project)
    (project / "runs/run-07/value").write_text("700", encoding="utf-8")
    again = measure(project)
    assert again.fresh == 1
    assert values(again)["run-07"] == 700.0


def test_a_touched_folder_with_the_same_content_is_not_measured(project: Path) -> None:
    measure(project)
    os.utime(project / "runs/run-07/value")
    assert measure(project).fresh == 0


def test_another_program_or_setting_measures_everything_again(project: Path) -> None:
    measure(project)
    assert measure(project, context="other").fresh == 45


def test_a_process_that_dies_costs_one_run(project: Path) -> None:
    (project / "runs/run-07/value").write_text("die", encoding="utf-8")
    measured = measure(project)
    assert len(values(measured)) == 44
    (lost,) = [item for item in measured.imported if item.run is None]
    assert lost.folder == "runs/run-07"
    assert lost.left_out is not None
    assert "died" in lost.left_out.reason
    assert [problem.code for problem in lost.problems] == ["run.measuring-failed"]


def test_an_importer_that_raises_costs_one_run(project: Path) -> None:
    (project / "runs/run-07/value").write_text("raise", encoding="utf-8")
    for jobs in (1, 2):
        measured = measure(project, jobs, context=str(jobs))
        assert len(values(measured)) == 44
        (lost,) = [item for item in measured.imported if item.run is None]
        assert lost.folder == "runs/run-07"
        assert "ZeroDivisionError" in lost.problems[0].message


def test_two_that_die_cost_two_runs(project: Path) -> None:
    for name in ("run-07", "run-31"):
        (project / f"runs/{name}/value").write_text("die", encoding="utf-8")
    assert len(values(measure(project))) == 43


def test_what_failed_is_tried_again(project: Path) -> None:
    (project / "runs/run-07/value").write_text("fail", encoding="utf-8")
    measure(project)
    assert measure(project).fresh == 1


def test_any_executor_will_do(project: Path) -> None:
    asked: list[int] = []

    def threads(workers: int) -> Executor:
        asked.append(workers)
        return ThreadPoolExecutor(workers)

    assert len(values(measure(project, pools=threads))) == 45
    assert asked[0] == 2


def test_progress_is_told_run_by_run(project: Path) -> None:
    told: list[tuple[int, int]] = []
    measure(project, progress=lambda done, total: told.append((done, total)))
    assert told == [(n, 45) for n in range(1, 46)]


KILLED = """
import os, signal, time
from site_builder.sources.processes import fork_pool
build = os.getpid()
def work(number):
    if number == 1:
        os.kill(build, signal.SIGKILL)
    time.sleep(600)
with fork_pool(2) as pool:
    list(pool.map(work, range(2)))
"""


def test_the_processes_of_a_build_that_is_killed_end_with_it() -> None:
    """They hold its stdout, which is read to its end here."""
    done = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL

"""Commands that are told to stop, whose output cannot be written, or that are given names nobody can have."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from site_builder.output.write import Output
from site_builder.sources.store import Store
from tests.build.projects import contents, small_project

MAIN = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # shells ignore it in what they start with &
from site_builder.cli import main
main()
"""
NOTHING = "Interrupted. Nothing was built; a site in place is unchanged.\n"
WAIT_S = 60


def started(*arguments: str, cwd: Path, program: str = MAIN, **options: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.Popen(
        command, cwd=cwd, text=True, stderr=subprocess.PIPE, start_new_session=True, **options
    )


def wait_for_parts(project: Path, process: subprocess.Popen[str]) -> None:
    """Wait until pages are being written beside the output folder."""
    while process.poll() is None and not any(project.glob(".dist.new-*/*/**/index.html")):
        time.sleep(0.002)


@pytest.mark.parametrize("again_after_s", [0.0, 0.03, 0.1])
def test_a_build_that_is_interrupted_twice_ends_and_leaves_nothing(
    again_after_s: float, tmp_path: Path
) -> None:
    project = small_project(tmp_path)
    process = started("build", "--jobs", "2", cwd=project)
    wait_for_parts(project, process)
    for _ in range(2):
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(again_after_s)
    _, said = process.communicate(timeout=WAIT_S)
    assert said.endswith(NOTHING), said
    assert "Traceback" not in said
    assert process.returncode == 128 + signal.SIGINT
    assert sorted(project.glob("*dist*")) == sorted(project.glob(".dist*")) == []
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_a_build_that_is_interrupted_once_its_site_is_in_place_says_that(tmp_path: Path) -> None:
    output = Output(tmp_path / "dist", "dist", tmp_path, [])

    def interrupted_late() -> None:
        with output:
            output.swap()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stopped:
        interrupted_late()
    assert stopped.value.__notes__ == ["The new site is complete and in place."]
    assert [*(tmp_path / "dist").iterdir()]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_build_that_the_system_stops_leaves_nothing(number: signal.Signals, tmp_path: Path) -> None:
    project = small_project(tmp_path)
    process = started("build", "--jobs", "2", cwd=project)
    wait_for_parts(project, process)
    process.send_signal(number)
    _, said = process.communicate(timeout=WAIT_S)
    assert (process.returncode, said.endswith(NOTHING)) == (128 + number, True)
    assert [*project.glob(".dist*"), *project.glob("dist*")] == []


def test_a_command_that_is_interrupted_while_it_loads_says_so_without_a_traceback(tmp_path: Path) -> None:
    loading = """
import os, signal, sys
class Interrupts:
    def find_spec(self, name, *_):
        if name == "site_builder.cli.commands":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupts())
"""
    process = started("docs", cwd=tmp_path, program=loading + MAIN)
    _, said = process.communicate(timeout=WAIT_S)
    assert (process.returncode, said) == (130, "\nInterrupted.\n")


@pytest.mark.parametrize("command", [["docs"], ["--help"], ["check"]])
def test_output_that_cannot_be_written_is_said_in_one_sentence(command: list[str], tmp_path: Path) -> None:
    project = small_project(tmp_path)
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        process = started(*command, cwd=project, stdout=full)
        _, said = process.communicate(timeout=WAIT_S)
    finally:
        os.close(full)
    assert process.returncode == 2
    assert said.splitlines()[-1:] == ["What is printed could not be written: No space left on device."]
    assert "Traceback" not in said


@pytest.mark.parametrize("command", [["docs", "problems"], ["--help"], ["schema", "site"]])
def test_output_that_nobody_reads_on_ends_every_command_alike(command: list[str], tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        process = started(*command, cwd=tmp_path, stdout=writing)
    finally:
        os.close(writing)
    _, said = process.communicate(timeout=WAIT_S)
    assert (process.returncode, said) == (128 + signal.SIGPIPE, "")


@pytest.mark.parametrize("length", [300, 5000])
@pytest.mark.parametrize(
    "command",
    ["init", "build --out", "compare", "validate-targets", "verify", "validate-claim", "validate-artifacts"],
)
def test_a_name_that_no_file_can_have_is_a_problem(command: str, length: int, tmp_path: Path) -> None:
    project = small_project(tmp_path)
    before = contents(project)
    process = started(*command.split(), "x" * length, cwd=project)
    _, said = process.communicate(timeout=WAIT_S)
    assert (process.returncode, "Traceback" in said) == (2, False)
    assert "File name too long" in said
    assert {name: held for name, held in contents(project).items() if not name.startswith(".")} == before


@pytest.mark.parametrize("jobs", ["3000000000", "999999999999999999999"])
def test_more_processes_than_any_machine_has_are_a_mistake_of_usage(jobs: str, tmp_path: Path) -> None:
    process = started("check", "--jobs", jobs, cwd=tmp_path)
    _, said = process.communicate(timeout=WAIT_S)
    assert (process.returncode, "is not in the range 1<=x<=1024" in said) == (2, True)


def test_a_store_that_another_build_writes_to_is_not_to_be_deleted(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    with Store(project) as store:
        busy = sqlite3.OperationalError("database is locked")
        busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
        store._leave_aside(busy)
        (note,) = store.notes
    assert (note.code, "Another build" in note.message, "delete" in note.advice) == (
        "store.unusable",
        True,
        False,
    )


def test_a_run_without_a_name_is_none(tmp_path: Path) -> None:
    process = started("check", "", cwd=small_project(tmp_path))
    _, said = process.communicate(timeout=WAIT_S)
    assert (process.returncode, 'reads a run "".' in said) == (2, True)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_what_is_no_file_in_the_place_of_a_template_is_told_of(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    project = small_project(tmp_path)
    (project / "templates").mkdir()
    make(project / "templates/article.html")
    process = started("check", cwd=project)
    _, said = process.communicate(timeout=WAIT_S)
    assert "templates/article.html" in said
    assert "project.not-regular" in said
    assert process.returncode == 2

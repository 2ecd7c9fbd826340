"""Lint violations of produced source: ruff over the files of many runs in one process.

The call is fixed: the rubric's own configuration, explicit absolute file paths, ``noqa`` ignored, no cache,
no configuration, environment or folder of a workspace looked at.
Every diagnostic is one violation, syntax errors included.

A hostile file can end the process (ruff overflows its stack on deep nesting) or keep it busy (one comment of
a megabyte). Then the runs are tried one by one, and of a run that fails the files, until the culprit has a
name. One hostile run costs at most three times the limit of a process.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from site_builder.measures.json_view import printable

try:
    import resource
except ImportError:  # not on this system
    resource = None  # type: ignore[assignment]

SECONDS = 20.0
"""Time for one process of ruff. A batch of 25 ordinary runs takes a fifth of a second."""
_ARGUMENT_BYTES = 96 * 1024
"""Length of the file list of one process, well below what any system allows for arguments."""
_MEMORY = 3 * 1024**3
"""Address space of one process in bytes, where the system can limit it."""
_STACK = 16 * 1024**2
"""Stack of one thread of ruff in bytes."""


class LintResult(msgspec.Struct, frozen=True):
    """Violations of one run, or why they could not be counted."""

    violations: int = 0
    rules: tuple[tuple[str, int], ...] = ()
    """Rule and count, most frequent first."""
    failure: str = ""
    """One clause when ruff did not do its work, naming the file where one is to blame; else empty."""


class _Failed(Exception):
    """Ruff did not give a result."""


class _NotStarted(Exception):
    """Ruff could not be started at all."""


class _Diagnostic(msgspec.Struct):
    filename: str
    code: str | None = None


_decoder = msgspec.json.Decoder(list[_Diagnostic])


def lint_runs(
    runs: Mapping[str, Sequence[Path]], configuration: Path, seconds: float = SECONDS
) -> dict[str, LintResult]:
    """Lint the files of each run (absolute paths of regular files) and return a result for every key.

    A run without files has no violations; ruff is never called with an empty list.
    """
    filled = {key: [os.fspath(path) for path in paths] for key, paths in runs.items() if paths}
    results = {key: LintResult() for key in runs}
    try:
        found = _lint_files([path for paths in filled.values() for path in paths], configuration, seconds)
    except _NotStarted as failure:
        return results | dict.fromkeys(filled, LintResult(failure=str(failure)))
    except _Failed:
        return results | {key: _lint_one_run(paths, configuration, seconds) for key, paths in filled.items()}
    for key, paths in filled.items():
        results[key] = _result(found, paths)
    return results


@lru_cache(maxsize=1)
def ruff_command() -> str:
    """Return the path of the ruff beside this Python, else of the one on the search path, else ``ruff``."""
    beside = Path(sysconfig.get_path("scripts"), "ruff.exe" if sys.platform == "win32" else "ruff")
    return str(beside) if beside.is_file() else shutil.which("ruff") or "ruff"


@lru_cache(maxsize=1)
def ruff_version() -> str:
    """Return the version of ruff (``0.17.5``), or ``none`` when it cannot be started."""
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command
            [ruff_command(), "--version"], capture_output=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return "none"
    words = done.stdout.decode("utf-8", "replace").split()
    return words[1] if done.returncode == 0 and len(words) > 1 else "none"


def _lint_one_run(paths: list[str], configuration: Path, seconds: float) -> LintResult:
    try:
        return _result(_lint_files(paths, configuration, seconds), paths)
    except _Failed as failure:
        name = _culprit(paths, configuration, seconds)
        return LintResult(failure=f"{failure} on {name}" if name else f"{failure} over the files of the run")


def _culprit(paths: list[str], configuration: Path, seconds: float) -> str:
    """Return the name of the first file that fails alone, the largest tried first; empty when none is found.

    All tries together take at most about ``seconds``.
    """
    end = time.monotonic() + seconds
    for path in sorted(paths, key=_size, reverse=True):
        left = end - time.monotonic()
        if left <= 0:
            break
        try:
            _lint_files([path], configuration, min(left, seconds / 3))
        except _Failed:
            return printable(_as_printed(os.path.basename(path)))
    return ""


def _size(path: str) -> int:
    try:
        return os.lstat(path).st_size
    except OSError:
        return 0


def _result(found: Mapping[str, Counter[str]], paths: Sequence[str]) -> LintResult:
    rules: Counter[str] = Counter()
    for printed in dict.fromkeys(map(_as_printed, paths)):
        rules.update(found.get(printed, {}))
    ordered = sorted(rules.items(), key=lambda item: (-item[1], item[0]))
    return LintResult(violations=rules.total(), rules=tuple(ordered))


def _as_printed(path: str) -> str:
    """Return a path the way it comes back in ruff's output, which is UTF-8 whatever the name on disk is."""
    return os.fsencode(path).decode("utf-8", "replace")


def _lint_files(paths: list[str], configuration: Path, seconds: float) -> dict[str, Counter[str]]:
    """Return file → rule → count for files with violations, in as many processes as the arguments need."""
    found: dict[str, Counter[str]] = {}
    for chunk in _chunks(paths):
        for diagnostic in _run_ruff(chunk, configuration, seconds):
            found.setdefault(diagnostic.filename, Counter())[diagnostic.code or "invalid-syntax"] += 1
    return found


def _chunks(paths: list[str]) -> list[list[str]]:
    chunks: list[list[str]] = []
    room = 0
    for path in paths:
        size = len(os.fsencode(path)) + 1
        if not chunks or size > room:
            chunks.append([])
            room = _ARGUMENT_BYTES
        chunks[-1].append(path)
        room -= size
    return chunks


def _run_ruff(paths: list[str], configuration: Path, seconds: float) -> list[_Diagnostic]:
    command = [ruff_command(), "check", "--config", os.fspath(configuration.resolve())]
    command += [
        "--no-cache",
        "--ignore-noqa",
        "--no-respect-gitignore",
        "--no-fix",
        "--output-format",
        "json",
    ]
    command += ["--", *paths]
    with tempfile.TemporaryDirectory(prefix="lint-") as neutral, tempfile.TemporaryFile() as output:
        companion = Path(neutral, "companion.py")
        companion.touch()
        command.append(os.fspath(companion))
        try:
            process = subprocess.Popen(  # noqa: S603 - absolute paths after "--", no shell
                command,
                cwd=neutral,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise _NotStarted(f"ruff could not be started ({error.strerror})") from error
        with process:
            _limit_memory(process.pid)
            try:
                _, complaint = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired as error:
                process.kill()
                raise _Failed(f"ruff was stopped after {seconds:g} seconds") from error
        if process.returncode not in (0, 1):
            raise _Failed(_exit_words(process.returncode, complaint))
        output.seek(0)
        try:
            return _decoder.decode(output.read())
        except msgspec.MsgspecError as error:
            raise _Failed("ruff printed no JSON") from error


def _environment() -> dict[str, str]:
    """Return the environment for ruff: no setting of its own, and threads with a stack of a known size.

    The companion file makes ruff use those threads even for one file; so how deep a file may nest depends
    neither on the machine nor on how many files are linted with it.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("RUFF_")}
    return kept | {"RAYON_NUM_THREADS": "4", "RUST_MIN_STACK": str(_STACK)}


def _exit_words(code: int, complaint: bytes) -> str:
    if code < 0:
        return f"ruff was ended by signal {-code}"
    lines = complaint.decode("utf-8", "replace").strip().splitlines()
    return f"ruff ended with exit code {code}" + (f" ({printable(lines[0][:80])})" if lines else "")


def _limit_memory(process_id: int) -> None:
    try:
        resource.prlimit(process_id, resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    except (AttributeError, OSError, ValueError):  # not on this system
        return

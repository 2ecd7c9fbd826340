"""Measure a Python file of any size: a large one in a process that can be stopped.

The parser of CPython cannot be interrupted: a signal waits until it returns, and one f-string of a megabyte
keeps it for a minute. A process can be ended. The child gets the bytes of the file on its standard input,
never a path of the workspace, and runs in isolated mode, so that it looks into no environment and no
folder.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from site_builder.measures.python_text import Unparsed, quiet_parsing
from site_builder.measures.source_code import SourceFile, measure_afresh, measure_source_file
from site_builder.measures.test_code import TestFile, measure_test_file

try:
    import resource
except ImportError:  # no such limits on this system
    resource = None  # type: ignore[assignment]

SMALL = 64 * 1024
"""Bytes up to which a file is measured in this process. Everything done to it is linear, but for one f-string
with thousands of fields, which costs a quarter of a second at that size."""
LARGEST = 1024 * 1024
"""Bytes beyond which a file is not measured: ``tool_failed``."""
SECONDS = 20.0
"""Time for one large file. Ordinary code of a megabyte takes one or two."""
MEMORY = 2 * 1024**3
"""Address space of the child in bytes, where the system can limit it."""
_START = (
    "import sys; sys.path.insert(0, sys.argv[1])\n"
    "from site_builder.measures.large_file import main; main(sys.argv[2])"
)

_Measured = TypeVar("_Measured", SourceFile, TestFile)


def measure_source(data: bytes, seconds: float = SECONDS) -> SourceFile:
    """Return the figures of a source file of any size. Call it inside of ``quiet_parsing``."""
    if len(data) <= SMALL:
        return measure_source_file(data)
    outcome = _measure_apart("source", SourceFile, data, seconds)
    return SourceFile("tool_failed", outcome) if isinstance(outcome, str) else outcome


def measure_tests(data: bytes, seconds: float = SECONDS) -> TestFile:
    """Return the counts of a test file of any size. Call it inside of ``quiet_parsing``."""
    if len(data) <= SMALL:
        return measure_test_file(data)
    outcome = _measure_apart("test", TestFile, data, seconds)
    return TestFile(unparsed=Unparsed("tool_failed", outcome)) if isinstance(outcome, str) else outcome


def _measure_apart(kind: str, result: type[_Measured], data: bytes, seconds: float) -> _Measured | str:
    """Return what the child measured, or why it did not."""
    if len(data) > LARGEST:
        return f"larger than {LARGEST:,} bytes"
    command = [sys.executable, "-I", "-c", _START, str(Path(__file__).resolve().parents[2]), kind]
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command; what a run exported is only its input
            command, input=data, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return f"not measured within {seconds:g} seconds"
    except OSError as error:
        return f"no process could be started ({error.strerror})"
    try:
        return msgspec.json.decode(done.stdout, type=result)
    except msgspec.MsgspecError:
        return "the measuring process ended early"


_MEASURES: dict[str, Callable[[bytes], Any]] = {"source": measure_afresh, "test": measure_test_file}


def main(kind: str) -> None:
    """Measure what comes on standard input and write the figures as JSON: the child's side."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    data = sys.stdin.buffer.read(LARGEST + 1)
    with quiet_parsing():
        figures = _MEASURES[kind](data)
    sys.stdout.buffer.write(msgspec.json.encode(figures))

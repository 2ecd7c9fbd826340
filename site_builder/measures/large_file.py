"""Measure a large source file in a process of its own, which is stopped when it takes too long or too much.

The parser of CPython cannot be interrupted: a signal waits until it returns, and one f-string of a megabyte
keeps it for a minute. A process can be ended. The child reads the file's bytes from its standard input, never a
path of the workspace, and runs in isolated mode, so that no environment and no folder is looked into.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec

from site_builder.measures.source_code import LARGEST, SMALL, SourceFile, measure_afresh, measure_source_file

SECONDS = 20.0
"""Time for one large file. Ordinary code of a megabyte takes one or two."""
MEMORY = 2 * 1024**3
"""Address space of the child in bytes, where the system can limit it."""
_START = "import sys; sys.path.insert(0, sys.argv[1]); from site_builder.measures.large_file import main; main()"


def measure_any_file(data: bytes, seconds: float = SECONDS) -> SourceFile:
    """Return the figures of a file of any size. Call it inside of ``quiet_parsing``."""
    if len(data) <= SMALL:
        return measure_source_file(data)
    if len(data) > LARGEST:
        return SourceFile("tool_failed", f"larger than {LARGEST:,} bytes")
    return _measure_apart(data, seconds)


def _measure_apart(data: bytes, seconds: float) -> SourceFile:
    package_root = str(Path(__file__).resolve().parents[2])
    command = [sys.executable, "-I", "-c", _START, package_root]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return SourceFile("tool_failed", f"not measured within {seconds:g} seconds")
    except OSError as error:
        return SourceFile("tool_failed", f"no process could be started: {error.strerror}")
    try:
        return msgspec.json.decode(done.stdout, type=SourceFile)
    except msgspec.MsgspecError:
        return SourceFile("tool_failed", "the measuring process ended early")


def main() -> None:
    """Measure what comes on standard input and write the figures as JSON: the child's side."""
    from site_builder.measures.python_text import quiet_parsing

    _limit_memory()
    data = sys.stdin.buffer.read(LARGEST + 1)
    with quiet_parsing():
        try:
            file = measure_afresh(data)
        except MemoryError:
            file = SourceFile("tool_failed", "needs too much memory")
    sys.stdout.buffer.write(msgspec.json.encode(file))


def _limit_memory() -> None:
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    except (ImportError, OSError, ValueError):
        return

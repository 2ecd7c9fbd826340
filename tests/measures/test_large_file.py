"""Large files are measured apart, within a time and a size."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator

import pytest

from site_builder.measures import large_file
from site_builder.measures.large_file import LARGEST, SMALL, measure_source, measure_tests
from site_builder.measures.python_text import quiet_parsing
from site_builder.measures.source_code import measure_afresh


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with quiet_parsing():
        yield


ORDINARY = b"def f(a, b):\n    if a and b:\n        return a\n    return b\n\n\n" * 1200
TESTS = b"def test_one():\n    assert 1\n\n\n" * 2500


def test_a_large_file_has_the_figures_it_would_have_here() -> None:
    assert len(ORDINARY) > SMALL
    assert measure_source(ORDINARY) == measure_afresh(ORDINARY)


def test_a_large_test_file_is_counted() -> None:
    assert len(TESTS) > SMALL
    file = measure_tests(TESTS)
    assert (file.tests, file.asserts) == (2500, 2500)


def test_a_dictionary_of_two_thousand_lines_is_measured_at_once() -> None:
    data = b"TABLE = {\n" + b"".join(b"    'key%d': [%d, %d],\n" % (n, n, n) for n in range(2000)) + b"}\n"
    began = time.perf_counter()
    assert measure_source(data).sloc == 2002
    assert time.perf_counter() - began < 10


def test_a_file_that_stalls_the_parser_is_stopped() -> None:
    stalling = b'x = f"' + b"{a}" * 300_000 + b'"\n'
    began = time.perf_counter()
    file = measure_source(stalling, seconds=1.0)
    assert time.perf_counter() - began < 15
    assert file.outcome == "tool_failed"
    assert "1 second" in file.detail
    assert measure_tests(stalling, seconds=1.0).unparsed is not None


def test_the_same_file_just_small_enough_for_this_process_takes_no_time() -> None:
    began = time.perf_counter()
    measure_source((b'x = f"' + b"{a}" * 30_000)[: SMALL - 2] + b'"\n')
    assert time.perf_counter() - began < 15


def test_a_file_beyond_the_largest_is_not_measured() -> None:
    file = measure_source(b"#" * (LARGEST + 1))
    assert (file.outcome, "1,048,576" in file.detail) == ("tool_failed", True)


def test_a_child_that_cannot_start_or_dies_is_a_failed_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_file.sys, "executable", "/nowhere/python")
    assert "started" in measure_source(ORDINARY).detail
    monkeypatch.undo()
    done = subprocess.CompletedProcess([], -9, b"", b"")
    monkeypatch.setattr(large_file.subprocess, "run", lambda *_, **__: done)
    assert measure_source(ORDINARY).detail == "the measuring process ended early"

"""Figures of source files: radon's numbers from one parse, and what happens to files that cannot be read."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from radon.complexity import cc_visit
from radon.metrics import mi_visit
from radon.raw import analyze

from site_builder.measures.python_text import NESTING, quiet_parsing
from site_builder.measures.source_code import SourceFile, add_up, measure_afresh, physical_lines
from tests.measures.corpus import STRICT_TOKENISER, texts


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with quiet_parsing():
        yield


def measured(sloc: int, maintainability: float) -> SourceFile:
    return SourceFile("measured", sloc=sloc, maintainability=maintainability)


def test_figures_equal_those_of_radon_over_a_corpus() -> None:
    differing = []
    for name, text in texts()[::2]:
        file = measure_afresh(text.encode())
        if file.outcome != "measured":
            continue
        blocks = cc_visit(text)
        theirs = (len(blocks), sum(block.complexity for block in blocks), mi_visit(text, multi=True))
        if (file.blocks, file.complexity, file.maintainability) != theirs or file.sloc != analyze(text).sloc:
            differing.append(name)
    assert differing == []


@pytest.mark.parametrize(
    ("data", "outcome"),
    [
        (b"x = 1\n", "measured"),
        (b"", "measured"),
        (b"\xef\xbb\xbfx = 1\r\n", "measured"),
        (b"x = '\\d'\nassert (1, 'always')\nif x is 1: pass\n", "measured"),
        (b"def broken(:\n", "not_python"),
        (b"x = 1\0\n", "not_python"),
        (b"x = '\xff'\n", "not_python"),
        (b"(" * 250 + b"1" + b")" * 250, "not_python"),
        (b"  x = 1\n y = 2\n", "not_python"),
        (b"x = " + b"9" * 5000, "not_python"),
        (b"-" * 60_000 + b"1", "unreadable"),
        (b"x = " + b"a + " * 15_000 + b"a", "unreadable"),
        ('x = "a\u2028b"\n'.encode(), "unreadable"),
        ("x\u0302 = 1\n".encode(), "unreadable" if STRICT_TOKENISER else "measured"),
    ],
)
def test_what_python_refuses_and_what_radon_refuses_are_told_apart(data: bytes, outcome: str) -> None:
    file = measure_afresh(data)
    assert file.outcome == outcome
    assert bool(file.detail) == (outcome != "measured")


def test_how_deep_a_file_may_nest_does_not_depend_on_the_caller() -> None:
    def at_depth(depth: int, data: bytes) -> str:
        return at_depth(depth - 1, data) if depth else measure_afresh(data).outcome

    limit = sys.getrecursionlimit()
    for terms in (500, 3 * NESTING - 200, 3 * NESTING + 200):
        data = b"x = " + b"a + " * terms + b"a"
        assert len({at_depth(depth, data) for depth in (1, 200, 600)}) == 1, terms
    assert sys.getrecursionlimit() == limit


def test_the_maintainability_mean_is_weighted_by_source_lines() -> None:
    total = add_up([("a.py", measured(300, 40.0)), ("b.py", measured(100, 80.0))])
    assert total.maintainability == pytest.approx(50.0, abs=1e-12)


def test_empty_modules_do_not_lift_the_maintainability_mean() -> None:
    real = [("a.py", measure_afresh(b"def f(a):\n    return a if a else a + 1\n" * 40))]
    padded = real + [(f"pad{n}.py", measure_afresh(b"")) for n in range(50)]
    padded += [(f"doc{n}.py", measure_afresh(b'"""Nothing but words."""\n')) for n in range(50)]
    assert add_up(padded).maintainability == add_up(real).maintainability


def test_without_a_source_line_there_is_no_maintainability() -> None:
    assert add_up([("a.py", measure_afresh(b""))]).maintainability is None
    assert add_up([]).maintainability is None


def test_files_that_were_not_measured_are_named_and_weigh_nothing() -> None:
    total = add_up(
        [
            ("a.py", measured(10, 50.0)),
            ("b.py", SourceFile("not_python", "bad", lines=7)),
            ("c.py", SourceFile("tool_failed", "slow")),
            ("d.py", SourceFile("unreadable", "deep", lines=2)),
        ]
    )
    assert (total.files, total.lines, total.sloc, total.maintainability) == (4, 9, 10, 50.0)
    assert total.left_out == (("b.py", "bad"),)
    assert total.failed == (("c.py", "slow"),)
    assert total.unreadable == (("d.py", "deep"),)


@pytest.mark.parametrize(
    ("text", "lines"), [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n", 1), ("a\n\n", 2)]
)
def test_physical_lines_are_those_of_an_editor(text: str, lines: int) -> None:
    assert physical_lines(text) == lines

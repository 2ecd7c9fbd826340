"""Results of a benchmark that measured a part leave the others where they are."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.pages.synthetic import ROOT

HEAD = "Measured on 2 processor cores; load 0.9 at the beginning."
BUILDS = """### Whole builds

|   runs | build           | wall s |
| -----: | --------------- | -----: |
|    100 | cold            |   4.74 |
|  1,000 | cold            |  31.12 |
|  1,000 | nothing changed |   0.34 |"""
STAGES = "### Stages\n\nMilliseconds.\n\n| stage | ms |\n| ----- | -: |\n| parse | 10 |"
OLD = f"{HEAD}\n\n{BUILDS}\n\n{STAGES}"


@pytest.fixture
def run() -> Iterator[ModuleType]:
    """The program of the benchmark, which is in no package."""
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "benchmarks"))
        yield importlib.import_module("run")
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in ("run", "measuring", "exports"):
            del sys.modules[name]


def rows(*lines: str) -> str:
    return "\n".join(["### Whole builds", "", "| runs | build | wall s |", "|---|---|---|", *lines])


def test_rows_of_another_size_join_those_that_are_there(run: ModuleType) -> None:
    new = f"Measured on 4 cores.\n\n{rows('| 10,000 | cold | 355 |')}"
    found = run.results.joined(OLD, new, "Whole builds of 10,000 runs")
    assert found.startswith(
        f"{HEAD}\n\nWhole builds of 10,000 runs: measured on 4 cores.\n\n### Whole builds"
    )
    assert BUILDS.split("\n\n")[1] in found
    assert found.index("|  1,000 | nothing changed |   0.34 |") < found.index("| 10,000 | cold ")
    assert found.endswith(STAGES)


def test_rows_of_a_size_that_is_there_are_replaced_and_so_is_where_they_were_measured(
    run: ModuleType,
) -> None:
    part = "Whole builds of 1,000 runs"
    once = run.results.joined(OLD, f"Measured on 4 cores.\n\n{rows('| 1,000 | cold | 20.00 |')}", part)
    twice = run.results.joined(once, f"Measured on 8 cores.\n\n{rows('| 1,000 | cold | 10.00 |')}", part)
    assert "31.12" not in once
    assert "nothing changed" not in once
    assert "4.74" in twice
    assert ("20.00" in twice, "4 cores" in twice, twice.count(part)) == (False, False, 1)


def test_rows_of_other_columns_do_not_stand_beside_each_other(run: ModuleType) -> None:
    new = "Measured here.\n\n### Whole builds\n\n| runs | wall |\n|---|---|\n| 100 | 5 |"
    assert "31.12" not in run.results.joined(OLD, new, "Whole builds")


@pytest.mark.parametrize(
    ("arguments", "part", "sizes"),
    [
        ([], "", [100, 1000]),
        (["--full"], "", [100, 1000, 10_000]),
        (["--only", "builds", "--runs", "10000"], "Whole builds of 10,000 runs", [10_000]),
        (["--only", "stages"], "Stages", []),
        (["--peers", "none"], "Whole builds of 100 and 1,000 runs, Stages", [100, 1000]),
        (["--runs", "100"], "Whole builds of 100 runs, Stages", [100]),
        (["--only", "stages", "peers"], "Stages, Other generators", [1000]),
    ],
)
def test_what_is_asked_for_is_measured(
    run: ModuleType, arguments: list[str], part: str, sizes: list[int]
) -> None:
    options = run._options(arguments)
    assert (run._part(options), run._sizes(options)) == (part, sizes)


@pytest.mark.parametrize(("part", "stays"), [("", False), ("Stages", True)])
def test_a_document_keeps_what_was_not_measured(
    run: ModuleType, part: str, stays: bool, tmp_path: Path
) -> None:
    path = tmp_path / "speed.md"
    path.write_text(
        f"# Speed\n\n<!-- measured: begin -->\n\n{OLD}\n\n<!-- measured: end -->\n\nEnd.\n", "utf-8"
    )
    run.results.write(path, f"Measured here.\n\n{STAGES.replace('10', '9')}", part)
    text = path.read_text("utf-8")
    assert (BUILDS in text, "| parse | 9 |" in text) == (stays, True)
    assert text.startswith("# Speed\n\n<!-- measured: begin -->\n\nMeasured")
    assert text.endswith("<!-- measured: end -->\n\nEnd.\n")

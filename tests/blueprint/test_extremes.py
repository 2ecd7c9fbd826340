"""Figures near the end of the doubles: decided as the scorer does, and a site of them can still be built."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from site_builder.building import build
from tests.blueprint.builders import SCORER, TEXT, about, judged, reasons, reviews, suite, under, write_run
from tests.build.projects import contents
from tests.output.built_sites import data

SUITE = suite("high")
HUGE = 10**400
SITE = "title: Gates\ntagline: Of small suites.\nboards:\n"
BOARD = "  - {{family: blueprint, rubric: blueprint/{}, runs: {}, also: [blueprint/{}]}}\n"


def project_of(root: Path, *names: str, pinned: str = SCORER, also: str = TEXT) -> Path:
    """Write a project with one runs folder and its suite for each name."""
    boards = "".join(BOARD.format(pinned, name, also) for name in names)
    root.mkdir(parents=True, exist_ok=True)
    (root / "site.yaml").write_text(SITE + boards, "utf-8")
    cases = [
        {name: getattr(case, name) for name in ("id", "category", "risk", "title", "task")}
        | {"criteria": case.criteria, "failure_signals": case.failure_signals}
        for case in SUITE.cases
    ]
    for name in names:
        (root / name).mkdir()
        (root / name / "suite.json").write_text(json.dumps(cases), "utf-8")
    return root


@pytest.mark.parametrize("version", [SCORER, TEXT])
def test_a_limit_beyond_the_doubles_is_the_largest_of_them_and_holds(tmp_path: Path, version: str) -> None:
    written = reviews(SUITE)
    for condition, tokens in (("v2.1-prompt", 13 * 10**307), ("v3-prompt", 17 * 10**307)):
        for review in under(written, condition):
            review["input_tokens"] = tokens
    judgement = judged(write_run(tmp_path / "run", SUITE, written), SUITE, version)
    check = judgement.gate[5]
    assert judgement.outcome == "passed"
    assert (check.observed_value, check.limit) == (1.7e308, sys.float_info.max)


def test_a_growth_beyond_the_doubles_is_missing_with_a_reason(tmp_path: Path) -> None:
    written = reviews(SUITE)
    for review in under(written, "kernel"):
        review["cost_usd"] = 1e308
    judgement = judged(write_run(tmp_path / "run", SUITE, written), SUITE, SCORER)
    assert judgement.additions is not None
    (growth,) = (
        one
        for one in judgement.additions.growth
        if (one.condition, one.metric) == ("kernel", "total_cost_usd")
    )
    assert (growth.value, growth.ratio) == (1e308, None)
    assert growth.absence is not None
    assert growth.absence.detail == "the ratio is too large for a number"


def test_a_number_beyond_the_doubles_is_the_reason_before_any_output_is_looked_at(tmp_path: Path) -> None:
    """The scorer ends while it reads the reviews: an output that is not UTF-8 cannot hide that."""
    written = reviews(SUITE)
    about(written, "case-0", "kernel")[0]["cost_usd"] = HUGE
    folder = write_run(tmp_path / "run", SUITE, written)
    (folder / "outputs/case-0/minimal.md").write_bytes(b"\xff")
    assert reasons(judged(folder, SUITE, SCORER))[0] == ["NUMBER_TOO_LARGE", "case-0", "cost_usd"]


EXTREMES: dict[str, dict[str, Any]] = {
    "tokens": {"input_tokens": 13 * 10**307, "output_tokens": 2**1023, "response_words": 10**307},
    "seconds": {"elapsed_seconds": 1e22},
    "whole-seconds": {"elapsed_seconds": 2**53 + 1},
    "cost": {"cost_usd": 1.7e308},
    "claims": {"unsupported_claims": 2**1000, "reviewer_corrections": 10**300},
}


def test_a_site_of_such_runs_is_built_and_its_verifier_agrees(tmp_path: Path) -> None:
    project = project_of(tmp_path / "project", "runs")
    for name, figures in EXTREMES.items():
        for conditions in ({"v3-prompt"}, {"v2.1-prompt"}, {"v3-prompt", "v2.1-prompt", "kernel"}):
            written = reviews(SUITE)
            for review in written:
                review.update(figures if review["condition"] in conditions else {})
            write_run(project / "runs" / f"{name}-{len(conditions)}-{min(conditions)}", SUITE, written)
    build(project, use_store=False, jobs=1)
    files = contents(project / "dist")
    gates = [name for name in files if name.startswith("gates/") and name.count("/") == 2]
    assert len([name for name in gates if name.endswith("index.html")]) == 3 * len(EXTREMES)
    ended = subprocess.run(
        [sys.executable, "-I", "verify/verify.py", "."],
        cwd=project / "dist",
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_any_number_of_suites_can_stand_under_one_rubric(tmp_path: Path) -> None:
    """Suites that are a ``suite.json`` have one name; each board has an address all the same."""
    names = [f"runs-{number}" for number in range(7)]
    project = project_of(tmp_path / "project", *names)
    for name in names:
        write_run(project / name / f"of-{name}", SUITE)
    built = build(project, use_store=False, jobs=1)
    assert len({board.id for board in built.boards}) == len(names)
    files = contents(project / "dist")
    assert all(data(files, f"gates/of-{name}/")["verdict"]["outcome"] == "passed" for name in names)
    shutil.rmtree(project / "dist")
    assert [board.id for board in build(project, use_store=False, jobs=1).boards] == [
        board.id for board in built.boards
    ]

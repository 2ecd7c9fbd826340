"""Groups of a board in finished sites: the verifier and the program count the same runs in them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.building import build
from site_builder.output.verify.faults import DERIVED, MATCHED
from site_builder.output.verify.shown import Shown
from tests.build.projects import in_this_process
from tests.scorecrux.sessions import document, write
from tests.scorecrux.site import SITE
from tests.verify import verifier as verify
from tests.verify.test_hostile import sealed
from tests.verify.test_sites import faults_of

BARRING = "    exclude:\n      - {run: b, reason: another harness}\n"


def _project(root: Path, *sessions: dict[str, Any], site: str = SITE) -> Path:
    root.mkdir(parents=True)
    (root / "site.yaml").write_text(site, encoding="utf-8")
    write(root / "runs", "sessions.jsonl", *sessions)
    return root


@pytest.fixture(scope="module")
def barred(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site of five runs of which one is withdrawn and one excluded; it must not be changed."""
    sessions = [document(name) for name in "abcd"] + [document("e", session__arm="bare")]
    root = _project(tmp_path_factory.mktemp("groups") / "project", *sessions, site=SITE + BARRING)
    assert in_this_process("withdraw", "c", "--why", "copied", cwd=root).returncode == 0
    assert in_this_process("withdraw", "e", "--why", "copied", cwd=root).returncode == 0
    build(root, jobs=1, use_store=False)
    return root / "dist"


def test_withdrawn_and_excluded_runs_are_in_no_group(barred: Path) -> None:
    board = json.loads((barred / "data/reviews-1/board.json").read_text(encoding="utf-8"))
    assert set(board["ranking"]["barred"]) == {"b", "c", "e"}
    assert len(board["rows"]) == 5
    for table in board["groups"]:
        assert [group["runs"] for group in table["groups"]] == [2]
    assert faults_of(barred) == []


def _faults_with(barred: Path, tmp_path: Path, change: Callable[[dict[str, Any]], None]) -> set[str]:
    """Return what is at fault in the data of the board once its groups are changed."""
    site = shutil.copytree(barred, tmp_path / "site")
    for name in ("data/reviews-1/board.json", "boards/reviews-1/index.json"):
        board = json.loads((site / name).read_text(encoding="utf-8"))
        change(board)
        (site / name).write_text(json.dumps(board), encoding="utf-8")
    sealed(site)
    return {fault.what for fault in faults_of(site) if fault.file == "data/reviews-1/board.json"}


def test_a_group_that_counts_a_barred_run_is_found(barred: Path, tmp_path: Path) -> None:
    def one_more(board: dict[str, Any]) -> None:
        board["groups"][0]["groups"][0]["runs"] = 3

    assert "group Aurora: runs" in _faults_with(barred, tmp_path, one_more)


def test_a_group_that_is_not_shown_is_found(barred: Path, tmp_path: Path) -> None:
    def one_less(board: dict[str, Any]) -> None:
        board["groups"][0]["groups"].clear()

    assert "groups by model" in _faults_with(barred, tmp_path, one_less)


def _without_gate(group: dict[str, Any]) -> None:
    group["gate"] = None


def _another_mean(group: dict[str, Any]) -> None:
    group["headline"]["geometric"] = 4.5


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (_without_gate, "group Aurora: whether it has a gate"),
        (_another_mean, "group Aurora: headline has no geometric"),
    ],
)
def test_no_figure_of_a_group_is_passed_over(
    barred: Path, tmp_path: Path, change: Callable[[dict[str, Any]], None], what: str
) -> None:
    found = _faults_with(barred, tmp_path, lambda board: change(board["groups"][0]["groups"][0]))
    assert what in found


def test_figures_of_groups_are_only_matched_where_rows_do_not_say_who_is_in_them(barred: Path) -> None:
    found = verify.Site(str(barred))
    found.verify()
    path = "boards/reviews-1/index.json"
    board = found.json(path)
    assert Shown(board, found.graphs, path).kind("group.runs", 2.0) == DERIVED
    for row in board["rows"]:
        del row["labels"]["model"]
    assert Shown(board, found.graphs, path).kind("group.runs", 2.0) == MATCHED


@pytest.mark.parametrize("cost", [1e-200, 1e155, 1e200, 1e308])
def test_a_cost_that_cannot_be_squared_does_not_stop_a_build(tmp_path: Path, cost: float) -> None:
    costs = (0.5, cost, 0.99 * cost)
    sessions = [document(f"run-{n}", fundamentals__C_tokens_usd=each) for n, each in enumerate(costs)]
    root = _project(tmp_path / "project", *sessions)
    build(root, jobs=1, use_store=False)
    assert faults_of(root / "dist") == []

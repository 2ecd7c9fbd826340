"""Rows of boards: held against their data by the build and by the verifier, whatever runs are called."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from site_builder.building import build
from site_builder.output.check import check_page
from tests.scorecrux.sessions import document, write
from tests.scorecrux.site import SITE
from tests.verify import verifier as verify
from tests.verify.test_hostile import sealed
from tests.verify.test_sites import faults_of

IDS = ("a b", "Run-A", "run-a", "<b>", "../../etc/passwd", "con", "index.html", 'x"y')
BOARD = "boards/reviews-1/index.html"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site of runs whose ids are no addresses; it must not be changed."""
    root = tmp_path_factory.mktemp("rows") / "project"
    root.mkdir()
    (root / "site.yaml").write_text(SITE, encoding="utf-8")
    write(root / "runs", "sessions.jsonl", *map(document, IDS))
    build(root, jobs=1, use_store=False)
    return root / "dist"


def test_runs_whose_ids_are_no_addresses_are_verified(finished: Path) -> None:
    assert faults_of(finished) == []
    assert verify.main([str(finished), "--quiet"]) == 0


def _turned(page: str) -> str:
    first, second = re.findall(r'<tr id="run-.*?</tr>\n', page)[:2]
    return page.replace(first + second, second + first)


def _cells_turned(page: str) -> str:
    cells = "".join(rf'(<td class="n" [^>]*data-node="{node}">[^<]*</td>)' for node in ("v_time", "v_yield"))
    return re.sub(cells, r"\2\1", page, count=1)


def _column_renamed(page: str) -> str:
    return page.replace('data-key="v_time"', 'data-key="v_yield"')


def _row_less(page: str) -> str:
    return re.sub(r'<tr id="run-.*?</tr>\n', "", page, count=1)


def _newer(page: str) -> str:
    return re.sub(r' data-added="[0-9-]*"', ' data-added="2029-01-01"', page, count=1)


@pytest.mark.parametrize("change", [_turned, _cells_turned, _column_renamed, _row_less, _newer])
def test_a_wrong_row_is_found_by_the_build_and_by_the_verifier(
    finished: Path, tmp_path: Path, change: Callable[[str], str]
) -> None:
    site = shutil.copytree(finished, tmp_path / "site")
    page = (site / BOARD).read_text(encoding="utf-8")
    changed = change(page)
    assert changed != page
    (site / BOARD).write_text(changed, encoding="utf-8")
    sealed(site)
    assert BOARD in {fault.file for fault in faults_of(site)}
    data = json.loads((site / BOARD.replace(".html", ".json")).read_text(encoding="utf-8"))
    graphs = [
        verify.Graph(json.loads(path.read_text(encoding="utf-8")))
        for path in site.glob("data/rubrics/**/*.graph.json")
    ]
    assert check_page(BOARD, changed.encode(), data, {graph.id: graph for graph in graphs}).faults


def test_a_big_score_that_is_an_upper_bound_is_found(finished: Path, tmp_path: Path) -> None:
    site = shutil.copytree(finished, tmp_path / "site")
    path = site / "runs/a-b-c8687a08aa/index.html"
    page = path.read_text(encoding="utf-8")
    changed = re.sub(r'(<p class="big"><data [^>]*data-node="cx_em)"', r'\1#upper"', page)
    assert changed != page
    path.write_text(changed, encoding="utf-8")
    sealed(site)
    assert "the score" in {fault.what for fault in faults_of(site)}

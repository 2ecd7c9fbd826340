"""Ids and names that a spreadsheet would take for formulas: tables agree with their data all the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.building import build
from site_builder.output.verify.site import Site
from tests.blueprint.gate_sites import project_with_gates
from tests.build.projects import meta, small_project, write_run
from tests.ruhroh.campaign_sites import project_with_campaigns
from tests.scorecrux.sessions import document, write
from tests.scorecrux.site import SITE

STARTS = ("=", "+", "-", "@", "'=", "''+", "'", "＝", "-1", "=1+1")


def _faults(root: Path) -> list[Any]:
    build(root, jobs=1, use_store=False)
    found = Site(str(root / "dist"), str(root))
    found.verify()
    return found.faults


def _replaced(root: Path, pattern: str, old: str, new: str) -> None:
    for path in root.glob(pattern):
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")


def favur(root: Path) -> None:
    small_project(root, runs=0)
    for n, start in enumerate(STARTS):
        made = meta(f"run-{n}", n % 9 + 1) | {"configuration": f"{start}configuration"}
        made["models"] = [{"id": "m-1", "name": f"{start}M", "family": f"{start}F", "provider": f"{start}P"}]
        write_run(root / "runs" / f"{start}{n}", made, {})


def scorecrux(root: Path) -> None:
    (root / "runs").mkdir(parents=True)
    (root / "site.yaml").write_text(SITE, "utf-8")
    named = [
        document(
            f"{start}id",
            session__arm=f"{start}arm",
            session__model={"id": f"{start}m", "name": f"{start}M"},
            session__fixture=f"{start}fixture",
            fundamentals__T_task_s=100 + n,
        )
        for n, start in enumerate(STARTS)
    ]
    sets = [
        document(f"{s}set", session__task_set={"id": f"{s}tasks", "version": f"{s}1"}) for s in STARTS[:3]
    ]
    write(root / "runs", "sessions.jsonl", *named, *sets)


def blueprint(root: Path) -> None:
    project_with_gates(root)
    _replaced(root, "runs/*/run.json", '"configuration": "', '"configuration": "=')


def ruhroh(root: Path) -> None:
    project_with_campaigns(root)
    _replaced(root, "runs/campaigns/model-duel/**/*.json*", '"meridian"', '"@meridian"')


@pytest.mark.parametrize("family", [favur, scorecrux, blueprint, ruhroh])
def test_ids_and_names_that_begin_like_formulas_agree_with_their_tables(
    family: Callable[[Path], None], tmp_path: Path
) -> None:
    family(tmp_path / "project")
    assert _faults(tmp_path / "project") == []


def test_a_cell_that_a_spreadsheet_would_execute_is_a_fault(tmp_path: Path) -> None:
    root = small_project(tmp_path / "project", runs=1)
    assert _faults(root) == []
    table = root / "dist/data/circles/board.csv"
    table.write_text(table.read_text("utf-8").replace("configuration 1", "=1+1"), "utf-8")
    found = Site(str(root / "dist"))
    found.verify()
    assert "a spreadsheet would execute the cell '=1+1'" in " ".join(f.what for f in found.faults)

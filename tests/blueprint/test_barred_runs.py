"""Runs of a release gate that were withdrawn or excluded: no page shows what was decided as if it counted."""

from __future__ import annotations

import copy
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from site_builder.output.verify.gate_histories import check_history
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.rubric_files import RubricFiles
from site_builder.output.verify.site_files import SiteFiles
from tests.blueprint.gate_sites import DIVIDED, FAILED, PASSED, SITE, project_with_gates
from tests.ledger.projects import score, withdraw
from tests.output.built_sites import Files, built, data, page
from tests.verify.held_site import HeldSite

WITHDRAWN = "withdrawn on 2026-10-02: the wrong suite was used"
EXCLUDED = "excluded from this board: it ran twice"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration runs: the one that passed is withdrawn, the newest excluded, one counts."""
    site = f"{SITE}    exclude:\n      - {{run: {DIVIDED}, reason: it ran twice}}\n"
    root = project_with_gates(tmp_path_factory.mktemp("barred") / "project", site=site)
    score(root)
    withdraw(root, PASSED, why="the wrong suite was used")
    return root


@pytest.fixture(scope="module")
def files(project: Path) -> Files:
    return built(project)[1]


def history_page(files: Files) -> str:
    """Return the folder of the page with the history of the suite, which is also its board."""
    (found,) = (name for name in files if re.fullmatch(r"boards/[^/]+/index\.html", name))
    return found.removesuffix("index.html")


@pytest.mark.parametrize(("run", "why"), [(PASSED, WITHDRAWN), (DIVIDED, EXCLUDED)])
def test_the_gate_page_says_at_its_top_that_its_decision_does_not_count(
    run: str, why: str, files: Files
) -> None:
    html = page(files, f"gates/{run}/")
    notice = html.index(f"{why[:1].upper()}{why[1:]}.</b> What was decided does not count")
    assert notice < html.index('class="verdict barred"')
    assert f"which does not count ({why})" in html[: html.index("<body")]
    assert data(files, f"gates/{run}/")["barred"] == why
    assert f"What was decided does not count: {why}." in files[f"gates/{run}/index.md"].decode()


def test_a_run_that_counts_has_no_such_notice(files: Files) -> None:
    assert "does not count" not in page(files, f"gates/{FAILED}/")
    assert data(files, f"gates/{FAILED}/")["barred"] == ""


def test_lists_of_gates_say_it_in_the_row_and_count_those_runs_apart(files: Files) -> None:
    for address in ("gates/", history_page(files)):
        html = page(files, address)
        assert html.count('class="outcome barred"') == 4, "two rubrics decided about each of two runs"
        assert f"Does not count: {WITHDRAWN}" in html
        assert f"Does not count: {EXCLUDED}" in html
        (history,) = data(files, address)["histories"]
        assert [tuple(pair) for pair in history["counts"]] == [
            ("passed", 0),
            ("failed", 1),
            ("rejected", 0),
            ("not counted", 2),
        ]


def test_the_newest_run_is_one_that_counts(files: Files) -> None:
    overview = page(files, "").partition('id="overview"')[2].partition("</section>")[0]
    newest = page(files, "gates/").partition("<b>Newest run</b>")[2].partition("</p>")[0]
    for told in (overview, newest):
        assert FAILED in told
        assert PASSED not in told
        assert DIVIDED not in told


def test_the_text_for_machines_says_it_too(files: Files) -> None:
    (line,) = (line for line in files["llms.txt"].decode().splitlines() if f"gates/{PASSED}/" in line)
    assert line.endswith(f"does not count: {WITHDRAWN}")


def _taken_back(history: dict[str, Any]) -> None:
    for entry in history["entries"]:
        entry["barred"] = ""


def _not_told(history: dict[str, Any]) -> None:
    history["counts"] = history["counts"][:-1]


def _other_newest(history: dict[str, Any]) -> None:
    history["newest"] = history["entries"][0]


@pytest.mark.parametrize("change", [_taken_back, _not_told, _other_newest])
def test_the_verifier_knows_which_runs_count(change: Any, project: Path, files: Files) -> None:
    held = HeldSite(project / "dist")
    graphs = RubricFiles(held).graphs
    path = "gates/index.json"
    check = partial(_check, graphs, path)
    assert held.blamed_by(check) == set()
    changed = copy.deepcopy(held.json(path))
    change(changed["histories"][0])
    assert held.blamed_by(check, {path: changed}) == {path}


def _check(graphs: dict[str, Graph], path: str, site: SiteFiles) -> None:
    check_history(site, graphs, path)

"""Pages on two versions of a rubric are computed again from the runs; what is wrong is caught (R27, R31)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.building import build
from site_builder.errors import CannotBuild
from site_builder.records.rubric_diff import Place
from site_builder.scoring.rank import Standing
from site_builder.studies.rubric_diff import compare
from tests.build.projects import small_project
from tests.verify import verifier as verify
from tests.verify.test_sites import SITE

PAIR = "methodology/favur/6..15/index.json"
PAGE = "methodology/favur/6..15/circles/index.json"
TABLE = "data/diffs/favur/6..15.csv"
Data = dict[str, Any]


def said(site: Path, copy: Path, path: str, change: Callable[[str], str]) -> set[str]:
    """Return what is found in the site with one file changed, beside its digest."""
    shutil.copytree(site, copy)
    old = (copy / path).read_text(encoding="utf-8")
    new = change(old)
    assert new != old
    (copy / path).write_text(new, encoding="utf-8")
    found = verify.Site(str(copy))
    found.verify()
    return {fault.what for fault in found.faults if fault.file == path and "SHA-256" not in fault.what}


def in_json(change: Callable[[Data], object]) -> Callable[[str], str]:
    def edit(text: str) -> str:
        data = json.loads(text)
        change(data)
        return json.dumps(data)

    return edit


def run(board: Data, number: int = 0) -> Data:
    found: Data = board["runs"][number]
    return found


def both_ends_moved(board: Data) -> None:
    """Change a score and everything that follows from it on the page."""
    one = run(board)
    one["after"]["score"] += 1
    one["change"] = one["after"]["score"] - one["before"]["score"]


def swapped(board: Data) -> None:
    board["runs"][0], board["runs"][1] = board["runs"][1], board["runs"][0]


def addend_moved(board: Data) -> None:
    """Shift points from one addend to another, so that their sum stays."""
    first, second = run(board)["attribution"][0]["addends"][:2]
    for part, by in ((first, 1.0), (second, -1.0)):
        part["before"] += by
        part["change"] = (part["after"] or 0.0) - part["before"]


CHANGES: dict[str, tuple[Callable[[Data], object], str]] = {
    "a score": (both_ends_moved, "score after"),
    "an older score": (lambda b: run(b)["before"].update(score=1.0), "score before"),
    "a coverage": (lambda b: run(b)["after"].update(coverage=0.5), "coverage after"),
    "an older rank": (lambda b: run(b).update(rank_before=9), "rank before"),
    "a rank": (lambda b: run(b).update(rank_after=9), "rank after"),
    "a reason": (lambda b: run(b).update(unranked_after="it was late"), "why it has no rank after"),
    "an order": (swapped, "order of the runs"),
    "runs passed": (lambda b: run(b).update(passes=4), "runs passed"),
    "a run passed": (lambda b: run(b).update(passed=["circles-aurora-2"]), "passed"),
    "a change": (lambda b: run(b).update(change=0.5), "change"),
    "a step": (lambda b: run(b)["attribution"][0].update(change=0.5), "change of a step"),
    "steps that lead elsewhere": (
        lambda b: run(b)["attribution"][0].update(after=1.0),
        "where its attribution ends",
    ),
    "an addend": (lambda b: run(b)["attribution"][0]["addends"][0].update(before=1.0), "sum of the addends"),
    "addends that sum to the same": (addend_moved, "addend code before"),
    "a count of runs": (lambda b: b.update(moved=1), "runs with another score"),
    "a count of ranks": (lambda b: b.update(moved_rank=1), "runs with another rank"),
    "a median": (lambda b: b["medians"][0].update(after=7.0), "median "),
    "a median left out": (lambda b: b["medians"].pop(0), "median "),
    "a claim that runs have no such page": (
        lambda b: b.update(on_runs=False),
        "rubrics on the pages of runs",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_wrong_value_on_the_page_on_two_versions_is_caught(site: Path, tmp_path: Path, name: str) -> None:
    change, words = CHANGES[name]
    found = said(site, tmp_path / "site", PAGE, in_json(change))
    assert any(words in what for what in found), found


def test_the_table_of_two_versions_says_what_the_page_says(site: Path, tmp_path: Path) -> None:
    found = said(site, tmp_path / "site", TABLE, lambda text: text.replace("90.89", "90.98", 1))
    assert any(what.startswith("score_after of") for what in found), found


def test_both_ends_of_every_run_count_as_computed_again(site: Path) -> None:
    found = verify.Site(str(site))
    found.verify()
    assert found.faults == []
    assert found.checked["runs under two versions"] == 52
    text = (site / PAGE).with_suffix(".html").read_text(encoding="utf-8")
    page = verify.check_page(PAGE.replace("json", "html"), text, found.json(PAGE), found.graphs)
    assert page.faults == []
    assert page.matched == {}
    assert page.counts["re-derived"] > 400


def test_all_of_the_page_on_two_versions_is_computed_again(site: Path) -> None:
    found = verify.Site(str(site))
    found.verify()
    text = (site / PAIR).with_suffix(".html").read_text(encoding="utf-8")
    page = verify.check_page(PAIR.replace("json", "html"), text, found.json(PAIR), found.graphs)
    assert page.faults == []
    assert page.matched == {}


SUMS: dict[str, tuple[Callable[[Data], object], str]] = {
    "runs of a board": (lambda d: d["boards"][0].update(runs=9), "circles: runs"),
    "runs that moved": (lambda d: d["boards"][0].update(moved=9), "circles: moved"),
    "ranks that moved": (lambda d: d["boards"][1].update(moved_rank=9), "solar-system: moved rank"),
    "medians": (lambda d: d["boards"][1].update(medians=0), "solar-system: medians"),
    "a mover's change": (lambda d: d["boards"][0]["up"].update(change=40.0), "circles: up"),
    "another mover": (lambda d: d["boards"][0]["down"].update(run="circles-echo-1"), "circles: down"),
    "no mover": (lambda d: d["boards"][0].update(up=None), "circles: up"),
    "a total": (lambda d: d["totals"].update(moved=7), "moved on all boards"),
    "a board left out": (lambda d: d["boards"].pop(), "boards"),
    "another page": (lambda d: d["boards"][0].update(page="boards/circles/index.html"), "circles: its page"),
    "an order": (lambda d: d["order"].append(["role_mean"]), "steps of the attribution"),
    "a digest": (lambda d: d["newer"].update(digest="sha256:0"), "digest of favur/15"),
    "a claim of no such pages": (lambda d: d["boards"][0].update(on_runs=False), "circles: on runs"),
}


@pytest.mark.parametrize("name", SUMS)
def test_a_wrong_sum_on_the_page_on_two_versions_is_caught(site: Path, tmp_path: Path, name: str) -> None:
    change, words = SUMS[name]
    found = said(site, tmp_path / "site", PAIR, in_json(change))
    assert any(words in what for what in found), found


@pytest.mark.parametrize("there", [PAGE, PAIR])
def test_a_page_that_is_missing_below_or_above_is_a_fault(site: Path, tmp_path: Path, there: str) -> None:
    shutil.copytree(site, tmp_path / "site")
    for suffix in (".json", ".html"):
        (tmp_path / "site" / there).with_suffix(suffix).unlink()
    found = verify.Site(str(tmp_path / "site"))
    found.verify()
    said_of = {fault.file: fault.what for fault in found.faults if "there is no page" in fault.what}
    assert said_of == (
        {PAGE: "there is no page of circles under both versions"}
        if there == PAGE
        else {
            path.relative_to(tmp_path / "site").as_posix(): "there is no page of the two versions"
            for path in (tmp_path / "site" / PAIR).parent.glob("*/index.json")
        }
    )


def test_a_page_on_another_board_in_the_place_of_one_is_a_fault(site: Path, tmp_path: Path) -> None:
    other = (site / PAGE.replace("circles", "solar-system")).read_text(encoding="utf-8")
    found = said(site, tmp_path / "site", PAGE, lambda _: other)
    assert "the board that it is of" in found


def test_a_build_with_wrong_ranks_under_two_versions_is_not_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_lower(standing: Standing) -> Place:
        return Place(standing.rank + 1 if standing.rank is not None else None, standing.unranked)

    monkeypatch.setattr(compare, "place", one_lower)
    with pytest.raises(CannotBuild) as found:
        build(small_project(tmp_path / "project", site=SITE), jobs=1)
    assert any("rank before" in problem.message for problem in found.value.problems)

"""The home page is held against the boards: who is first, by how much, and the head of each board."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.verify import verifier as verify

Data = dict[str, Any]
Change = Callable[[Data], object]


def top(**values: Any) -> Change:
    return lambda board: board["top"].update(values)


def leader(**values: Any) -> Change:
    return lambda board: board["leaders"][0].update(values)


CHANGES: dict[str, tuple[Change, str]] = {
    "who is first": (top(runs=["circles-aurora-2"]), "runs of the first of circles"),
    "its score": (top(score=99.0), "score of the first of circles"),
    "its coverage": (top(coverage=1.0), "coverage of the first of circles"),
    "who is second": (top(runner_up="circles-basalt-1"), "runner up of the first of circles"),
    "the distance": (top(gap=9.0), "gap of the first of circles"),
    "bounds": (top(bounds_overlap=True), "bounds overlap of the first of circles"),
    "how many are inside the noise": (top(inside_noise=0.0), "inside noise of the first of circles"),
    "the least difference": (top(least_significant_difference=1.0), "least significant difference of the"),
    "no first": (lambda board: board.update(top=None), "whether there is a first of circles"),
    "runs listed": (lambda board: board.update(listed=9.0), "runs listed on circles"),
    "runs ranked": (lambda board: board.update(ranked=10.0), "runs ranked on circles"),
    "the rubric": (lambda board: board["rubric"].update(digest="sha256:0"), "rubric of circles"),
    "a row": (lambda board: board["rows"][1].update(score=99.0), "/1/score is not what the board circles"),
    "a row less": (lambda board: board["rows"].pop(), "rows of circles"),
    "rows in another order": (lambda board: board["rows"].reverse(), "is not what the board circles says"),
    "who leads an axis": (leader(runs=["circles-flint-1"]), "runs of the leader on code_quality.points"),
    "with how many points": (leader(points=20.0), "points of the leader on code_quality.points"),
    "the median of an axis": (leader(median=11.0), "median of the leader on code_quality.points"),
    "how many have the axis": (leader(n=8.0), "n of the leader on code_quality.points of circles"),
    "an axis less": (lambda board: board["leaders"].pop(), "axes of circles"),
}


@pytest.fixture(scope="module")
def copied(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy without pages that have nothing to do with the home page."""
    place = tmp_path_factory.mktemp("home") / "site"
    left_out = shutil.ignore_patterns("gates", "campaigns", "methodology", "suites", "configurations")
    shutil.copytree(site, place, ignore=left_out)
    return place


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_changed_on_the_home_page_is_named(copied: Path, name: str) -> None:
    change, what = CHANGES[name]
    path = copied / "index.json"
    text = path.read_text(encoding="utf-8")
    data = json.loads(text)
    change(next(board for board in data["boards"] if board["board"] == "circles"))
    assert data != json.loads(text)
    try:
        path.write_text(json.dumps(data), encoding="utf-8")
        found = verify.Site(str(copied))
        found.verify()
    finally:
        path.write_text(text, encoding="utf-8")
    faults = [fault for fault in found.faults if what in fault.what]
    assert faults
    assert all(fault.file == "index.json" and fault.published != fault.recomputed for fault in faults)


def test_nothing_on_the_home_page_is_matched_only(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    data = json.loads((site / "index.json").read_text(encoding="utf-8"))
    found = verify.Site(str(site))
    paths = sorted((site / "data/rubrics").glob("*/*.graph.json"))
    graphs = {one.id: one for one in (verify.Graph(found.json(str(p.relative_to(site)))) for p in paths)}
    matched = verify.check_page("index.html", page, data, graphs).matched
    assert matched == {}


def test_the_columns_at_a_glance_are_called_what_they_hold(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    glance = page.partition('id="overview"')[2].partition("</section>")[0]
    heads = [re.findall(r'<th scope="col"[^>]*>([^<]*)', table) for table in glance.split("<table")[1:]]
    assert [head[:3] for head in heads] == [
        ["Board", "First", "Score"],
        ["Suite", "Newest run", "Outcome"],
        ["Campaign", "Suite", "Claim"],
    ]

"""Lists longer than a page holds: boards and changes go on over pages; others say what they leave out."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.building import build
from site_builder.output.verify import version_drawings
from site_builder.output.verify.site_files import MANIFEST
from site_builder.pages import articles, changes, configuration, paging
from site_builder.pages.differences import listed_runs
from site_builder.pages.redirects import lost_addresses
from tests.build.projects import REPOSITORY, contents
from tests.verify import verifier as verify

ROWS = re.compile(r'<tr id="run-([^"]*)"')
BOARD = "boards/circles"


@pytest.fixture(autouse=True)
def three_rows_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paging, "PAGE_ROWS", 3)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The Favur boards of the demonstration, built with three rows on a page."""
    root = tmp_path / "project"
    shutil.copytree(REPOSITORY / "runs/favur", root / "runs/favur")
    (root / "site.yaml").write_text(
        "title: Pages\ntagline: Many pages.\nboards:\n"
        "  - family: favur\n    rubric: favur/15\n    runs: runs/favur\n    also: [favur/6]\n"
        "    exclude:\n      - {run: circles-aurora-1, reason: of another task}\n"
        "      - {run: circles-aurora-2, reason: of another task}\n",
        encoding="utf-8",
    )
    build(root, jobs=1)
    return root


def pages(site: Path) -> list[str]:
    """Return the pages of the board in order."""
    further = sorted((site / BOARD / "page").glob("*/index.html"), key=lambda path: int(path.parent.name))
    return [path.read_text(encoding="utf-8") for path in (site / BOARD / "index.html", *further)]


def board(site: Path) -> Any:
    return json.loads((site / "data/circles/board.json").read_bytes())


def faults_of(folder: Path) -> set[tuple[str, str]]:
    site = verify.Site(str(folder))
    site.verify()
    return {(fault.file, fault.what) for fault in site.faults if fault.file != MANIFEST}


def test_the_pages_list_every_run_once_in_the_boards_order(project: Path) -> None:
    found = [ROWS.findall(page) for page in pages(project / "dist")]
    rows = board(project / "dist")["rows"]
    assert len(found) == -(-len(rows) // 3) > 2
    assert all(len(page) == 3 for page in found[:-1])
    assert [name for page in found for name in page] == [row["page"].split("/")[1] for row in rows]


def test_each_page_has_its_rows_as_data_and_says_why_they_have_no_rank(project: Path) -> None:
    rows = board(project / "dist")["rows"]
    unranked = [row for row in rows if row["rank"] is None]
    assert unranked
    for number, page in enumerate(pages(project / "dist")[1:], start=2):
        data = json.loads((project / f"dist/{BOARD}/page/{number}/index.json").read_bytes())
        own = rows[3 * (number - 1) : 3 * number]
        assert data["rows"] == own
        assert data["page"]["number"] == number
        reasons = re.findall(r'data-word="who" [^<>]*>([^<]+)</a>', page)
        assert reasons == [row["run"] for row in own if row["rank"] is None]


def test_a_run_leads_back_to_the_page_that_lists_it(project: Path) -> None:
    for number, page in enumerate(pages(project / "dist"), start=1):
        own = f"{BOARD}/" if number == 1 else f"{BOARD}/page/{number}/"
        for name in ROWS.findall(page):
            html = (project / f"dist/runs/{name}/index.html").read_text(encoding="utf-8")
            crumbs = re.search(r'<p class="crumbs">.*', html)
            assert crumbs is not None
            assert f'href="../../{own}index.html"' in crumbs[0]


def test_the_verifier_agrees_with_all_of_them(project: Path) -> None:
    assert faults_of(project / "dist") == set()


def a_row_less(html: str) -> str:
    return re.sub(r"<tr id=.*?</tr>\n", "", html, count=1, flags=re.DOTALL)


def two_rows_turned(html: str) -> str:
    first, second = re.findall(r"<tr id=.*?</tr>\n", html, flags=re.DOTALL)[:2]
    return html.replace(first + second, second + first)


def another_rank(html: str) -> str:
    return re.sub(r'(data-value="(\d+)" data-node="run.rank">)\d+', r"\g<1>1", html, count=1)


@pytest.mark.parametrize("change", [a_row_less, two_rows_turned, another_rank])
def test_a_wrong_row_of_a_further_page_is_found_there(project: Path, change: Callable[[str], str]) -> None:
    path = project / f"dist/{BOARD}/page/2/index.html"
    text = path.read_text(encoding="utf-8")
    path.write_text(change(text), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    found = faults_of(project / "dist")
    assert {file for file, _ in found} == {f"{BOARD}/page/2/index.html"}
    assert any("its SHA-256" not in what for _, what in found)


@pytest.mark.parametrize(
    ("name", "value"),
    [("title", "Other"), ("rows", []), ("page", {"number": 2, "of": 9}), ("newest_run", "")],
)
def test_wrong_data_of_a_further_page_are_found(project: Path, name: str, value: Any) -> None:
    path = project / f"dist/{BOARD}/page/2/index.json"
    data = json.loads(path.read_bytes())
    path.write_text(json.dumps(data | {name: value}), encoding="utf-8")
    assert any("its SHA-256" not in what for _, what in faults_of(project / "dist"))


def test_a_page_that_is_missing_or_out_of_place_is_found(project: Path) -> None:
    folder = project / f"dist/{BOARD}/page"
    shutil.copytree(folder / "2", folder / "two")
    assert (f"{BOARD}/page/two/index.html", "no board goes on there") in faults_of(project / "dist")
    shutil.rmtree(folder / "two")
    shutil.rmtree(folder / "3")
    found = faults_of(project / "dist")
    assert any(file == f"{BOARD}/page/2/index.html" and what == "its rows" for file, what in found)


def test_after_changes_the_pages_are_those_of_a_clean_build(project: Path, tmp_path: Path) -> None:
    folders = sorted(path.parent for path in (project / "runs/favur").glob("circles*/meta.json"))
    shutil.rmtree(folders[0])
    build(project, jobs=1)
    assert contents(project / "dist") == contents_of_a_clean_build(project, tmp_path / "clean")


def contents_of_a_clean_build(project: Path, place: Path) -> dict[str, bytes]:
    build(project, place, use_store=False, jobs=1)
    return contents(place)


def test_a_board_that_gets_shorter_loses_no_address(project: Path) -> None:
    last = len(pages(project / "dist"))
    for folder in sorted(path.parent for path in (project / "runs/favur").glob("circles*/meta.json"))[:4]:
        shutil.rmtree(folder)
    built = build(project, jobs=1)
    assert not (project / f"dist/{BOARD}/page/{last}").exists()
    told = [note for note in built.notes if note.code == "page.address-lost"]
    assert told
    assert not any(f"{BOARD}/page/" in note.message for note in told)


def test_the_pages_of_a_board_that_is_gone_are_lost_with_it() -> None:
    before = [f"{BOARD}/index.html", f"{BOARD}/page/2/index.html"]
    assert list(lost_addresses(before, ["index.html"])) == [f"{BOARD}/", f"{BOARD}/page/2/"]
    assert list(lost_addresses(before, before[:1])) == []


def test_the_changes_go_on_over_pages_too(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "PAGE_CHANGES", 4)
    build(project, project / "other", use_store=False, jobs=1)
    whole = json.loads((project / "other/changes/index.json").read_bytes())["changes"]
    number, found = 1, []
    while (page := project / "other" / ("changes" if number == 1 else f"changes/page/{number}")).is_dir():
        shown = re.findall(r'<li><time datetime="[^"]*">', (page / "index.html").read_text(encoding="utf-8"))
        data = json.loads((page / "index.json").read_bytes())["changes"]
        own = data if number > 1 else data[:4]
        assert len(shown) == len(own) <= 4
        found += own
        number += 1
    assert found == whole
    assert number > 3
    assert faults_of(project / "other") == set()


def test_further_pages_are_in_the_sitemap(project: Path) -> None:
    text = (project / "site.yaml").read_text(encoding="utf-8")
    (project / "site.yaml").write_text(text + "url: https://board.example\n", encoding="utf-8")
    build(project, jobs=1)
    listed = (project / "dist/sitemap.xml").read_text(encoding="utf-8")
    count = len(pages(project / "dist"))
    found = re.findall(rf"<loc>https://board.example/{BOARD}/(?:page/(\d+)/)?</loc>", listed)
    assert sorted(int(number or 1) for number in found) == list(range(1, count + 1))


def test_tables_that_list_a_part_say_so_and_their_data_have_all(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(articles, "MOST_DIGESTS", 4)
    monkeypatch.setattr(configuration, "MOST_ROWS", 1)
    monkeypatch.setattr(configuration, "LEAST_ROWS", 1)
    monkeypatch.setattr(listed_runs, "MOST_OPENED", 2)
    monkeypatch.setattr(version_drawings, "WALKS_TOLD", 2)
    site = project / "other"
    build(project, site, use_store=False, jobs=1)
    verified = (site / "verify/index.html").read_text(encoding="utf-8")
    digests = json.loads((site / "verify/index.json").read_bytes())["runs"]
    assert f"Runs: the first 4 of {len(digests)}." in verified
    assert sum(digest in verified for digest in digests.values()) == 4
    (aurora,) = (site / "configurations").glob("all-aurora-*/index.html")
    repeats = json.loads(aurora.with_name("index.json").read_bytes())["boards"][0]
    assert len(repeats["rows"]) == 3
    assert "The first 1 of 3 runs" in aurora.read_text(encoding="utf-8")
    compared = (site / "methodology/favur/6..15/circles/index.html").read_text(encoding="utf-8")
    assert compared.count("What moved it</summary>") == 2
    assert "What moved a run is told of those that change most" in compared
    assert faults_of(site) == set()


def test_tables_that_list_all_say_nothing_of_it(project: Path) -> None:
    for path in ("verify", "methodology/favur/6..15/circles"):
        text = (project / f"dist/{path}/index.html").read_text(encoding="utf-8")
        assert "this page's JSON" not in text


def test_own_weights_rank_all_runs_of_a_board_from_each_of_its_pages(project: Path) -> None:
    site = project / "dist"
    file = site / "data/circles/parts.js"
    listed = json.loads(file.read_text("utf-8").partition(", ")[2][:-3])["runs"]
    rows = json.loads((site / "data/circles/board.json").read_bytes())["rows"]
    assert len(rows) > 6
    assert [run["run"] for run in listed] == [row["run"] for row in rows]
    for page in (site / BOARD).glob("**/index.html"):
        found = re.findall(r'data-parts="([^"]*)"', page.read_text("utf-8"))
        assert [(page.parent / path).resolve() for path in found] == [
            (site / "data/circles/parts.js").resolve()
        ]

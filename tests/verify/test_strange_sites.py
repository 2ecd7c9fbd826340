"""Sites made by strangers: whatever lies in their files, the verifier ends, and says what is wrong."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.building import build
from site_builder.output.verify import draws, page_markup, run_rows
from site_builder.output.verify.site_files import SiteFiles
from tests.build.projects import small_project
from tests.verify import verifier as verify
from tests.verify.test_hostile import rewritten, sealed
from tests.verify.test_sites import faults_of

BOARD, RUN = "data/circles/board.json", "runs/run-1/index.html"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site; it must not be changed."""
    root = small_project(tmp_path_factory.mktemp("strange") / "project")
    build(root, jobs=1, use_store=False)
    return root / "dist"


@pytest.fixture
def site(finished: Path, tmp_path: Path) -> Path:
    return shutil.copytree(finished, tmp_path / "site")


def blamed(site: Path) -> set[str]:
    """Return the files at fault; the outcome can be printed for people and for programs."""
    sealed(site)
    assert verify.main([str(site)]) == verify.main([str(site), "--json"]) == 1
    return {fault.file for fault in faults_of(site)}


def test_a_pipe_in_a_site_is_a_fault_and_is_not_waited_for(site: Path) -> None:
    os.mkfifo(site / "data/pipe.json")
    assert "data/pipe.json" in blamed(site)


@pytest.mark.parametrize("target", ["/dev/zero", "/dev/stdin", "index.json"])
def test_what_a_link_leads_to_is_not_read(target: str, site: Path) -> None:
    (site / "data/more.json").symlink_to(target)
    assert SiteFiles(str(site)).read("data/more.json") is None
    sealed(shutil.copytree(site, site.parent / "other", ignore=shutil.ignore_patterns("more.json")))
    shutil.copy(site.parent / "other/MANIFEST.sha256", site)
    assert {fault.file for fault in faults_of(site)} == {"data/more.json"}


def test_what_lies_outside_of_a_site_is_not_read(site: Path) -> None:
    (site.parent / "secret.json").write_text("{}", encoding="utf-8")
    files = SiteFiles(str(site))
    for path in ("../secret.json", "data/../../secret.json", str(site.parent / "secret.json")):
        assert files.read(path) is None
    assert files.read("data/../data/index.json") == files.read("data/index.json") is not None


def deep(depth: int) -> Any:
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


@pytest.mark.parametrize("depth", [400, 850])
@pytest.mark.parametrize(
    "name", [BOARD, "data/excluded.json", "index.json", "data/index.json", "data/editions.json"]
)
def test_nesting_beyond_all_measure_is_a_fault_and_no_traceback(depth: int, name: str, site: Path) -> None:
    def nest(data: Any) -> None:
        for key in data:
            data[key] = deep(depth)

    if name == "data/editions.json":
        (site / name).write_text('{"editions": []}', encoding="utf-8")
    rewritten(site / name, nest)
    twin = {"data/excluded.json": "data/left-out/index.json"}
    assert twin.get(name, name) in blamed(site) or name == "data/index.json"


def test_what_nests_deeper_than_python_follows_is_named_and_can_be_printed(site: Path) -> None:
    """Some versions of Python read JSON that is nested deeper than their own functions may be."""
    found = verify.Site(str(site))
    found.guarded(BOARD, lambda file: found.compare(file, deep(5000), "another", deep(5000)))
    found.fault(BOARD, "its title", deep(5000))
    assert json.dumps(verify.said_of(found)["faults"], indent=1).count(BOARD) == 2
    assert "nested too deep to be printed" in "\n".join(verify.lines_of(found))


@pytest.mark.parametrize("value", [["a/b/c"], None, {}, 1, "", "a\0b/c/d", "\ud800/a/b"])
@pytest.mark.parametrize("key", ["page", "run", "configuration"])
def test_rows_of_a_board_that_are_not_of_this_world_are_faults(key: str, value: Any, site: Path) -> None:
    for name in (BOARD, "boards/circles/index.json"):
        rewritten(site / name, lambda data: data["rows"][0].update({key: value}))
    assert blamed(site) & {BOARD, "index.json"}


def test_a_cell_of_a_table_that_is_too_long_is_a_fault(site: Path) -> None:
    with (site / "data/circles/board.csv").open("a", encoding="utf-8") as file:
        file.write(f"{'x' * 200_000}\n")
    assert "data/circles/board.csv" in blamed(site)


@pytest.mark.parametrize("number", [f"{'9' * 299}e99", f"-{'9' * 250}.0E+99", "1e999"])
def test_a_number_beyond_the_largest_is_none(number: str, site: Path) -> None:
    path = site / BOARD
    path.write_text(path.read_text("utf-8").replace('"coverage":', f'"coverage":{number},"x":', 1), "utf-8")
    assert BOARD in blamed(site)
    files = SiteFiles(str(site))
    assert files.parse("x", f'{{"n": {number}}}'.encode()) is None
    assert "too large" in files.faults[0].what


@pytest.mark.parametrize(
    ("weights", "count"),
    [((float("inf"), 1.0), 10), ((float("nan"), 1.0), 10), ((2.0, -1.0), 10), ((1.0,) * 2000, 10_000)],
)
def test_draws_around_what_are_no_weights_are_refused(weights: tuple[float, ...], count: int) -> None:
    with pytest.raises(ValueError, match="draws around"):
        draws.drawn(weights, "label", 50, count)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (page_markup.HIDDEN, '<details class="controls" hidden>'),
        (run_rows.ROW_OF_NODE, '<tr id="n-a">'),
        (run_rows.ROW_OF_TERM, '<tr><th scope="row"><a href="#n-a">x</a></th>'),
    ],
)
def test_what_begins_a_hundred_thousand_times_and_never_ends_is_read_once(
    pattern: re.Pattern[str], text: str
) -> None:
    began = time.process_time()
    pattern.findall(text * 100_000)
    assert time.process_time() - began < 5


def _without_end(page: str) -> str:
    return page.replace("</p></details>", "</p>")


def _rows_left_open(page: str) -> str:
    """Leave out the ends of rows, as HTML allows, and give each row a number of another node."""
    at = page.index('<tr id="n-')
    return page[:at] + page[at:].replace("</tr>", "").replace(' data-node="', ' data-node="composite" x="', 1)


@pytest.mark.parametrize("change", [_without_end, _rows_left_open])
def test_parts_of_the_page_of_a_run_that_do_not_end_are_held_all_the_same(
    change: Callable[[str], str], site: Path
) -> None:
    page, record = (
        (site / RUN).read_text("utf-8"),
        json.loads((site / RUN.replace("html", "json")).read_text()),
    )
    found = verify.Site(str(site))
    found.verify()
    graph = found.graphs[record["rubric"]["id"]]
    assert run_rows.RunRows(RUN, page, record, graph).faults == []
    assert run_rows.RunRows(RUN, change(page), record, graph).faults


def test_what_looks_like_a_board_at_another_place_is_not_said_to_be_derived(site: Path) -> None:
    shutil.copytree(site / "boards/circles", site / "special")
    found = verify.Site(str(site))
    found.verify()
    assert found.by_kind["boards"]["re-derived"] > 20
    assert found.by_kind["special"]["re-derived"] == 0
    assert found.by_kind["special"]["matched"] > 20


def test_how_many_runs_a_configuration_has_is_counted_again(site: Path) -> None:
    for path in (*site.rglob("*.json"), *site.rglob("*.jsonl")):
        text = path.read_text("utf-8")
        path.write_text(
            re.sub(r'("(?:runs_of_configuration|repeats_on_board)": ?)\d+', r"\g<1>7", text), "utf-8"
        )
    assert any("runs of the configuration of run-1" in fault.what for fault in faults_of(site))


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("certificate", lambda report: report.update(certificate="9 numbers: 9 re-derived")),
        ("matched", lambda report: report["matched"].popitem()),
        ("pages", lambda report: report["pages"].update(special={"all": 9})),
        ("numbers", lambda report: report["numbers"].update({"re-derived": 9})),
    ],
)
def test_everything_that_the_report_says_is_found_again(
    key: str, change: Callable[[Any], None], site: Path
) -> None:
    rewritten(site / "verify/report.json", change)
    sealed(site)
    faults = faults_of(site)
    assert {fault.file for fault in faults} == {"verify/report.json"}
    assert all(f"the site, of its {key}," in fault.what for fault in faults)

"""Pages about rubrics, their versions and the whole site follow from graphs, records and boards."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.clauses import ClausesCheck
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.rubric_pages import DATA_PAGE, LEFT_OUT, figures_of_site, rubric_page
from site_builder.output.verify.site_counts import SiteCounts
from site_builder.output.verify.site_files import SiteFiles
from site_builder.output.verify.version_files import VersionsCheck
from site_builder.output.verify.worked_examples import WorkedExamples
from tests.verify.held_site import HeldSite, changed, numbers
from tests.verify.test_hostile import blamed

VERSIONS = ("favur/6", "favur/15", "scorecrux/1.3", "blueprint/3.0")
PAIRS = ("favur/6..15", "blueprint/2.0.0..3.0", "scorecrux/1.0..1.3")
Data = dict[str, Any]


@pytest.fixture(scope="module")
def boards(held: HeldSite, graphs: dict[str, Graph]) -> BoardFiles:
    return BoardFiles(held, graphs, None)


@pytest.mark.parametrize("version", VERSIONS)
def test_no_number_of_a_worked_example_can_be_changed_by_itself(
    held: HeldSite, graphs: dict[str, Graph], boards: BoardFiles, version: str
) -> None:
    path = f"methodology/{version}/index.json"

    def check(site: SiteFiles) -> None:
        WorkedExamples(site, graphs, boards).check(path)

    assert held.blamed_by(check) == set()
    example = held.json(path)["example"]
    unlike = ("lower", "upper") if graphs[version].document["format"] is None else ()
    places = [("example", *keys) for keys in numbers(example, unlike)]
    sheets = ("coverage", "lower", "upper")  # of nodes: held where the whole run is
    for keys in [keys for keys in places if not (keys[1] == "nodes" and keys[-1] in sheets)]:
        assert held.blamed_by(check, {path: held.changed(path, keys)}) == {path}, keys


@pytest.mark.parametrize("part", ["run", "board", "roles", "axes"])
def test_another_run_or_a_part_less_of_a_worked_example_is_found(
    held: HeldSite, graphs: dict[str, Graph], boards: BoardFiles, part: str
) -> None:
    path = "methodology/favur/15/index.json"
    document = copy.deepcopy(held.json(path))
    example = document["example"]
    if isinstance(example[part], str):
        example[part] = {"run": "circles-aurora-2", "board": "solar-system"}[part]
    else:
        example[part].pop(*(() if part == "roles" else ("speed.points",)))
    check = partial(lambda site: WorkedExamples(site, graphs, boards).check(path))
    assert held.blamed_by(check, {path: document}) == {path}
    document["example"] = None
    assert held.blamed_by(check, {path: document}) == {path}


@pytest.mark.parametrize("version", [*VERSIONS, "ruhroh/0.7", "favur", "ruhroh"])
def test_what_a_page_counts_of_its_rubric_follows_from_the_graph(
    held: HeldSite, graphs: dict[str, Graph], version: str
) -> None:
    path = f"methodology/{version}/index.json"
    data = held.json(path)
    right = rubric_page(path, data, graphs)
    assert right is not None
    assert right.faults == []
    counted: Data = {key: data[key] for key in ("counts", "basis", "role_weight") if key in data}
    counted["values"] = {name: value for name, value in data["values"].items() if name.startswith("rubric.")}
    if "conduct" in data:
        counted["conduct"] = {"parameters": data["conduct"]["parameters"]}
    places = list(numbers(counted, ()))
    assert len(places) >= 6
    for keys in places:
        found = rubric_page(path, {**data, **changed(counted, keys)}, graphs)
        assert found is not None
        assert found.faults, keys


def dropped(data: Data) -> None:
    data["clauses"].pop(next(n for n, one in enumerate(data["clauses"]) if one["changes"]))


def turned(data: Data) -> None:
    one = next(one for one in data["clauses"] if one["kind"] != "changed")
    one["kind"] = "removed" if one["kind"] == "added" else "added"


def emptied(data: Data) -> None:
    one = next(one for one in data["clauses"] if one["kind"] == "changed" and one["changes"])
    one["changes"] = []


def made_up(data: Data) -> None:
    one = next(o for o in data["clauses"] if o["kind"] == "changed" and not o["changes"] and o["reach"])
    one["changes"] = [{"field": "op", "old": "sum", "new": "mean"}]


@pytest.mark.parametrize("change", [dropped, turned, emptied])
@pytest.mark.parametrize("pair", PAIRS)
def test_a_clause_that_is_missing_or_another_is_found_by_the_graphs(
    held: HeldSite, graphs: dict[str, Graph], pair: str, change: Callable[[Data], None]
) -> None:
    path = f"methodology/{pair}/index.json"
    data = copy.deepcopy(held.json(path))
    assert ClausesCheck(path, data, graphs).faults == []
    if change is emptied and pair.startswith("scorecrux"):
        change = turned  # nothing that both versions have is computed otherwise
    change(data)
    assert any("clauses " not in fault.what for fault in ClausesCheck(path, data, graphs).faults)


def test_a_change_that_no_graph_shows_is_found(held: HeldSite, graphs: dict[str, Graph]) -> None:
    data = copy.deepcopy(held.json("methodology/favur/6..15/index.json"))
    one = next(
        o
        for o in data["clauses"]
        if o["kind"] == "changed" and not o["changes"] and o["id"] in graphs["favur/15"].position
    )
    one["changes"] = [{"field": "op", "old": "sum", "new": "mean"}]
    assert any(one["id"] in fault.what for fault in ClausesCheck("it", data, graphs).faults)


@pytest.mark.parametrize("pair", PAIRS)
def test_no_count_of_clauses_can_be_changed_by_itself(
    held: HeldSite, graphs: dict[str, Graph], pair: str
) -> None:
    path = f"methodology/{pair}/index.json"
    data = held.json(path)
    for key in ("summary", "groups"):
        for keys in numbers(data[key], ()):
            other = {**data, key: changed(data[key], keys)}
            assert ClausesCheck(path, other, graphs).faults, (key, keys)


@pytest.mark.parametrize("page", ["favur", "favur/6", "blueprint/3.0"])
def test_no_number_of_a_line_on_two_versions_can_be_changed_by_itself(
    held: HeldSite, graphs: dict[str, Graph], boards: BoardFiles, page: str
) -> None:
    path = f"methodology/{page}/index.json"

    def check(site: SiteFiles) -> None:
        VersionsCheck(site, graphs, boards).listed(path)

    assert held.blamed_by(check) == set()
    for keys in numbers(held.json(path)["differences"], ()):
        document = held.changed(path, ("differences", *keys))
        assert held.blamed_by(check, {path: document}) == {path}, keys


def test_no_figure_of_the_whole_site_can_be_changed_by_itself(held: HeldSite, boards: BoardFiles) -> None:
    pages = ["index.json", "submit/index.json", "methodology/favur/index.json"]

    def check(site: SiteFiles) -> None:
        SiteCounts(site, boards).check({page: figures_of_site(site.json(page)) for page in pages})

    assert held.blamed_by(check) == set()
    places = [(page, ("site",) if page == "index.json" else ("values",)) for page in pages]
    changes = [
        (page, (*front, *keys))
        for page, front in places
        for keys in numbers({name: 1 for name in figures_of_site(held.json(page))}, ())
    ]
    changes += held.places(LEFT_OUT, ("left_out", "unranked", "site_problems"))
    changes += [(DATA_PAGE, ("boards", *keys)) for keys in numbers(held.json(DATA_PAGE)["boards"], ())]
    changes += held.places(LEFT_OUT, ("left_out", "unranked", "site_problems"))
    assert len(changes) > 12
    for path, keys in changes:
        assert path in held.blamed_by(check, {path: held.changed(path, keys)}), (path, keys)


def test_a_run_without_a_rank_cannot_be_left_off_the_list(held: HeldSite, boards: BoardFiles) -> None:
    document = {**held.json(LEFT_OUT), "unranked": held.json(LEFT_OUT)["unranked"][1:]}
    assert held.blamed_by(lambda site: SiteCounts(site, boards).check({}), {LEFT_OUT: document}) == {LEFT_OUT}


def test_a_count_that_was_changed_on_page_and_in_data_is_found(site: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(site, tmp_path / "site")
    page = copied / "methodology/favur/index.html"
    for path, front in ((page, 'data-value="'), (page.with_suffix(".json"), '"clauses":')):
        text = path.read_text(encoding="utf-8")
        assert f"{front}564" in text
        path.write_text(text.replace("564", "565"), encoding="utf-8")
    assert json.loads(page.with_suffix(".json").read_bytes())["differences"][0]["clauses"] == 565
    assert blamed(copied) == {"methodology/favur/index.json"}

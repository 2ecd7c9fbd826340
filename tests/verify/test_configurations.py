"""What repeats of a configuration come to is summed up and drawn again from their rows."""

from __future__ import annotations

import copy
import shutil
from pathlib import Path

import pytest

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.configurations import ConfigurationsCheck
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.repeat_figures import RepeatsCheck
from site_builder.output.verify.site_files import SiteFiles
from tests.verify.held_site import HeldSite, changed, numbers
from tests.verify.test_hostile import blamed

FEW = 12
"""Pages of configurations of which every number is changed."""


@pytest.fixture(scope="module")
def boards(held: HeldSite, graphs: dict[str, Graph]) -> BoardFiles:
    return BoardFiles(held, graphs, None)


def test_no_figure_of_repeats_can_be_changed_by_itself(
    held: HeldSite, graphs: dict[str, Graph], boards: BoardFiles
) -> None:
    paths = sorted(path for path in held.own if path.startswith("configurations/") and path.endswith(".json"))
    paths.sort(key=lambda path: -sum(len(board["rows"]) for board in held.json(path)["boards"]))
    drawn = 0
    for path in paths[:FEW]:

        def check(site: SiteFiles, path: str = path) -> None:
            check = ConfigurationsCheck.__new__(ConfigurationsCheck)
            check.site, check.graphs, check.boards, check.shown = site, graphs, boards.boards, {}
            check.page(path)
            for board in held.json(path)["boards"]:
                site.faults += RepeatsCheck(path, board, graphs).faults

        assert held.blamed_by(check) == set()
        for keys in numbers(held.json(path), ("rows", "resamples")):  # one more may leave ends alone
            drawn += "interval_of_the_mean" in keys
            assert held.blamed_by(check, {path: held.changed(path, keys)}) == {path}, (path, keys)
    assert drawn >= 8


def test_a_task_that_is_left_out_is_found(held: HeldSite, graphs: dict[str, Graph]) -> None:
    board = next(
        board
        for path in held.own
        if path.startswith("configurations/") and path.endswith(".json")
        for board in held.json(path)["boards"]
        if len(board["by_task"]) > 1
    )
    assert RepeatsCheck("it", board, graphs).faults == []
    less = copy.deepcopy(board)
    less["by_task"].popitem()
    assert RepeatsCheck("it", less, graphs).faults
    assert all(
        RepeatsCheck("it", changed(board, keys), graphs).faults
        for keys in numbers(board, ("rows", "interval_of_the_mean", "confidence", "resamples"))
    )


def test_an_interval_that_was_changed_on_page_and_in_data_is_found(site: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(site, tmp_path / "site")
    held = HeldSite(copied)
    path = next(
        path
        for path in held.own
        if path.startswith("configurations/all-")
        and path.endswith(".json")
        and len(held.json(path)["boards"][0]["rows"]) > 2
    )
    lower = held.json(path)["boards"][0]["interval_of_the_mean"][0]
    for file in (copied / path, (copied / path).with_suffix(".html")):
        text = file.read_text(encoding="utf-8")
        assert f"{lower}" in text
        file.write_text(text.replace(f"{lower}", f"{lower + 1e-6}"), encoding="utf-8")
    assert blamed(copied) == {path}

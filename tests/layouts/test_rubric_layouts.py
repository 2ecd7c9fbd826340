"""Rubric files of every layout that there ever was are read, and mean what they meant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from site_builder.scoring.clauses import clauses
from site_builder.scoring.graph import Graph
from site_builder.sources.rubric_layouts import CURRENT, READ, STEPS, upgraded
from site_builder.sources.rubrics import load_graph
from tests.build.projects import REPOSITORY

HERE = Path(__file__).parent


def fixture(layout: str) -> Path:
    return HERE / layout.rpartition("/")[2] / "trial/1.yaml"


def graph(layout: str) -> Graph:
    loaded = load_graph(fixture(layout), "trial/1.yaml")
    assert loaded.value is not None, loaded.problems
    return loaded.value


def plain(layout: str) -> dict[str, Any]:
    data = yaml.safe_load(fixture(layout).read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


@pytest.mark.parametrize("layout", READ)
def test_every_layout_has_a_fixture_that_gives_the_same_graph(layout: str) -> None:
    old, new = graph(layout), graph(CURRENT)
    assert plain(layout)["format"] == layout
    assert clauses(old) == clauses(new)
    assert [step.node for step in old.steps] == [step.node for step in new.steps]
    assert old.rubric.layout == new.rubric.layout
    assert old.rubric.supersedes is None
    assert old.rubric.changes == []


def test_no_fixture_is_of_a_layout_that_is_not_read() -> None:
    found = {path.name for path in HERE.iterdir() if path.is_dir() and path.name.isdigit()}
    assert found == {layout.rpartition("/")[2] for layout in READ}


@pytest.mark.parametrize("layout", READ)
def test_upgrading_is_pure_and_ends_in_the_current_layout(layout: str) -> None:
    data = plain(layout)
    first = upgraded(data, "x.yaml")
    assert data == plain(layout)
    assert first.value == plain(CURRENT)
    assert upgraded(first.value, "x.yaml").value == first.value


def test_steps_follow_each_other() -> None:
    assert [step.after for step in STEPS] == [*(step.before for step in STEPS[1:]), CURRENT]


@pytest.mark.parametrize("found", ["proofboard-rubric/3", "proofboard-rubric/0", "favur", 2, None])
def test_an_unknown_layout_is_a_problem_that_says_which_are_read(found: object) -> None:
    loaded = upgraded(plain(CURRENT) | {"format": found}, "x.yaml")
    (problem,) = loaded.problems
    assert loaded.value is None
    assert (problem.file, problem.pointer, problem.code) == ("x.yaml", "/format", "rubric.unknown-layout")
    assert all(layout in problem.message for layout in READ)
    assert "newer version of the program" in problem.advice


def test_a_file_of_an_old_layout_has_no_key_of_a_newer_one() -> None:
    (problem,) = upgraded(plain("proofboard-rubric/1") | {"supersedes": "0"}, "x.yaml").problems
    assert problem.pointer == "/supersedes"
    assert CURRENT in problem.advice


@pytest.mark.parametrize("data", [None, [], "text", {}, {"family": "x"}], ids=str)
def test_what_is_no_rubric_is_left_for_the_record_to_refuse(data: object) -> None:
    assert upgraded(data, "x.yaml").value == data


def test_files_of_the_program_stand_in_both_layouts() -> None:
    written = {
        f"{path.parent.name}/{path.stem}": yaml.safe_load(path.read_text("utf-8"))["format"]
        for path in (REPOSITORY / "rubric_versions").glob("*/*.yaml")
    }
    assert set(written.values()) >= set(READ)

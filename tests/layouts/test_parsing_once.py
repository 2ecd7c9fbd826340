"""A rubric's text is parsed once; what is remembered of it says what the text says."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from site_builder.scoring.result_cache import ResultCache
from site_builder.sources.project import load_project
from site_builder.sources.rubric_catalogue import load_rubrics
from site_builder.sources.rubrics import load_graph, parsing_once
from site_builder.sources.yaml import parse
from tests.build.projects import small_project

RUBRICS = sorted((Path(__file__).parents[2] / "rubric_versions").glob("*/*.yaml"))


@pytest.mark.parametrize("path", RUBRICS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_remembered_rubric_is_the_one_of_its_file(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    first = ResultCache()
    assert parsing_once(first, "program")(text) == parse(text)
    again = ResultCache(first.used)
    graph = load_graph(path, path.name, parsing=parsing_once(again, "program")).value
    assert graph is not None
    assert graph.digest == load_graph(path, path.name).value.digest  # type: ignore[union-attr]
    assert again.used == first.used
    assert len(first.used) == 1


def test_another_text_or_program_is_parsed_anew() -> None:
    cache = ResultCache()
    parsing_once(cache, "program")("a: 1")
    assert parsing_once(ResultCache(cache.used), "program")("a: 2") == {"a": 2}
    parsing_once(cache, "other")("a: 1")
    assert len(cache.used) == 2


def test_what_cannot_be_remembered_is_parsed_each_time() -> None:
    cache = ResultCache()
    for _ in range(2):
        assert parsing_once(cache, "program")(f"a: {10**30}") == {"a": 10**30}
    assert cache.used == {}


def test_a_fault_of_the_yaml_is_raised_as_it_is() -> None:
    with pytest.raises(yaml.YAMLError):
        parsing_once(ResultCache(), "program")("a: 1\na: 2\n")


@pytest.mark.parametrize("remembered", [{}, [], None, "text", {"family": "favur"}, "favur/15"])
def test_a_rubric_that_is_remembered_as_something_else_is_parsed_again(
    remembered: object, tmp_path: Path
) -> None:
    project = load_project(small_project(tmp_path))
    plain = load_rubrics(project)
    if remembered == "favur/15":  # for every rubric, that one
        remembered = parse(plain.files["favur/15"]["15.yaml"].decode())
    found = load_rubrics(project, parsing=lambda _: remembered)
    assert {name: graph.rubric for name, graph in found.graphs.items()} == {
        name: graph.rubric for name, graph in plain.graphs.items()
    }
    assert found.problems == plain.problems == ()

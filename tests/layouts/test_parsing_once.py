"""A rubric is parsed and checked once; what is remembered of it says what its text says."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import yaml

from site_builder.errors import RubricError
from site_builder.scoring.graph import Graph
from site_builder.scoring.operators import OPERATORS
from site_builder.scoring.result_cache import ResultCache
from site_builder.sources.project import load_project
from site_builder.sources.rubric_catalogue import load_rubrics
from site_builder.sources.rubrics import checking_once, load_graph, parsing_once
from site_builder.sources.yaml import parse
from tests.build.projects import small_project
from tests.scoring.rubrics import node, small_rubric

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


@pytest.mark.parametrize("path", RUBRICS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_graph_that_was_checked_before_is_the_one_that_is_checked_now(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = ResultCache()
    plain = load_graph(path, path.name, making=checking_once(first, "program")).value
    monkeypatch.setattr("site_builder.scoring.graph.rubric_faults", lambda *_, **__: pytest.fail("checked"))
    made = load_graph(path, path.name, making=checking_once(ResultCache(first.used), "program")).value
    assert plain is not None
    assert made is not None
    assert (made.digest, made.steps, made.position) == (plain.digest, plain.steps, plain.position)


UNKNOWN = {"m": node("metric"), "n": node("product", ["m", "o"])}


def test_only_what_was_found_without_fault_is_not_checked_again() -> None:
    cache = ResultCache()
    sound = small_rubric({**UNKNOWN, "o": node("metric")}, "n")
    assert isinstance(checking_once(cache, "program")(sound, "sha256:1", OPERATORS), Graph)
    for program, digest in (("program", "sha256:2"), ("other", "sha256:1")):
        for _ in range(2):
            making = checking_once(ResultCache(cache.used), program)
            with pytest.raises(RubricError, match="unknown input o"):
                making(small_rubric(UNKNOWN, "n"), digest, OPERATORS)
    taken_on_trust = checking_once(ResultCache(cache.used), "program")(
        small_rubric(UNKNOWN, "n"), "sha256:1", OPERATORS
    )
    assert taken_on_trust.rubric.id == "small/1"


def test_with_an_operator_from_outside_a_rubric_is_always_checked() -> None:
    cache = ResultCache()
    changed = msgspec.structs.replace(OPERATORS["product"], function=lambda *, places: 1.0)
    making = checking_once(cache, "program")
    sound = small_rubric({**UNKNOWN, "o": node("metric")}, "n")
    making(sound, "sha256:1", OPERATORS)
    with pytest.raises(RubricError, match="places"):
        checking_once(ResultCache(cache.used), "program")(
            sound, "sha256:1", {**OPERATORS, "product": changed}
        )

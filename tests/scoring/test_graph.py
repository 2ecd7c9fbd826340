"""Rubric files: faults are found before anything is scored, all of them, with their places."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from site_builder.errors import RubricError
from site_builder.sources.rubrics import digest, load_graph
from site_builder.sources.yaml import parse
from tests.scoring.rubrics import node, released, small_graph

A = node("metric")


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (node("nonsense", ["a"]), "unknown operator nonsense"),
        (node("mean", ["nowhere"]), "unknown input nowhere"),
        (node("mean", []), "a list of nodes"),
        (node("weighted_mean", ["a"]), "map each node to its weight"),
        (node("weighted_mean", {"a": -1}), "must not be negative"),
        (node("weighted_mean", {"a": 0}), "nor all zero"),
        (node("weighted_mean", {"a": 1}, constants={"required": ["b"]}), "required names b"),
        (node("ratio", {"numerator": "a"}), "exactly numerator, denominator"),
        (node("band", {"x": "a"}, constants={"zero": 1}), "constant one is missing"),
        (node("band", {"x": "a"}, constants={"zero": 1, "one": 1}), "no width"),
        (node("ramp", {"x": "a"}, constants={"fool": 1}), "unknown constant fool"),
        (node("steps", {"x": "a"}, constants={"below": [[2, 1], [1, 0]], "otherwise": 0}), "limits of steps"),
        (
            node("steps", {"x": "a"}, constants={"below": [[1, 1], [2, 0]], "otherwise": 1}),
            "all rise or all fall",
        ),
        (node("metric", ["a"]), "takes neither inputs nor constants"),
        (node("cohort_median", ["a"]), "whole number of runs"),
        (node("cohort_median", ["a"], constants={"minimum": 0}), "from 1 up"),
        (node("cohort_median", ["a"], constants={"minimum": True}), "from 1 up"),
        (node("cohort_median", ["a"], constants={"minimum": 3, "maximum": 9}), "from 1 up"),
        (node("weighted_mean", {"a": 1e308}), "the weight of a is not 0 and is smaller than 1e-18"),
        (node("mean", ["b"]), "depends on itself"),
    ],
)
def test_a_faulty_node_is_refused_with_words_that_name_the_fault(bad: dict[str, Any], words: str) -> None:
    with pytest.raises(RubricError, match=words):
        small_graph({"a": A, "b": bad}, "a")


def test_a_layout_that_names_no_node_is_refused() -> None:
    with pytest.raises(RubricError, match="unknown node z"):
        small_graph({"a": A}, "z")


def test_all_faults_are_reported_at_once() -> None:
    with pytest.raises(RubricError) as caught:
        small_graph({"a": A, "b": node("mean", ["x"]), "c": node("mean", ["y"])}, "a")
    assert len(caught.value.problems) == 2


@pytest.mark.parametrize(
    ("text", "pointer", "words"),
    [
        ("a: 1\na: 2\n", "line 2", 'the key "a" is written twice'),
        ("a: &x 1\nb: *x\n", "line 2", "alias"),
        ("1: 2\n", "line 1", "not text"),
        ("a: [\n", "line 2", ""),
        ("family: small\n", "/format", "Field required"),
        ("format: proofboard-rubric/1\nversion: 15\n", "/version", "string"),
        ("extra: 1\n", "/extra", "Extra"),
        ("title: ' '\n", "/title", "The text is empty"),
        ("minimum_coverage: .nan\n", "/minimum_coverage", "no finite number"),
    ],
)
def test_a_faulty_file_gives_a_problem_with_its_place(
    tmp_path: Path, text: str, pointer: str, words: str
) -> None:
    path = tmp_path / "1.yaml"
    path.write_text(text, encoding="utf-8")
    problems = load_graph(path, "rubric_versions/small/1.yaml").problems
    assert any(p.pointer == pointer and words.lower() in p.message.lower() for p in problems), problems
    assert all(p.file == "rubric_versions/small/1.yaml" and p.advice and p.code for p in problems)


def test_a_rubric_that_supersedes_itself_is_refused(tmp_path: Path) -> None:
    source = Path(__file__).resolve().parents[2] / "rubric_versions" / "favur" / "15.yaml"
    path = tmp_path / "15.yaml"
    text = source.read_text("utf-8")
    path.write_text(text.replace('supersedes: "6"', 'supersedes: "15"'), encoding="utf-8")
    (problem,) = load_graph(path, "favur/15.yaml").problems
    assert "does not supersede itself" in problem.message


def test_a_node_that_depends_on_itself_is_a_fault_also_where_python_leaves_assertions_out() -> None:
    code = (
        "from site_builder.errors import RubricError\n"
        "from tests.scoring.rubrics import node, small_graph\n"
        "try:\n    small_graph({'a': node('mean', ['b']), 'b': node('mean', ['a'])}, 'a')\n"
        "except RubricError as error:\n    print(error.problems[0].message)\n"
    )
    root = Path(__file__).resolve().parents[2]
    ended = subprocess.run(
        [sys.executable, "-O", "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert "depends on itself" in ended.stdout


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_digest_is_of_the_text_that_was_parsed_also_while_the_file_is_written(
    line_end: str, tmp_path: Path
) -> None:
    source = Path(__file__).resolve().parents[2] / "rubric_versions" / "scorecrux" / "1.3.yaml"
    path = tmp_path / "scorecrux" / "1.3.yaml"
    path.parent.mkdir()
    path.write_bytes(source.read_text("utf-8").replace("\n", line_end).encode())
    before = load_graph(path, path.name).value
    assert before is not None
    assert before.digest == digest(path, before.rubric)

    def saved_meanwhile(text: str) -> Any:
        path.write_text(f"{text}# saved again\n", encoding="utf-8", newline="")
        return parse(text)

    read = load_graph(path, path.name, parsing=saved_meanwhile).value
    assert read is not None
    assert read.digest == before.digest != digest(path, before.rubric)


def test_a_rubric_in_the_wrong_place_is_refused(tmp_path: Path) -> None:
    source = Path(__file__).resolve().parents[2] / "rubric_versions" / "favur" / "15.yaml"
    (tmp_path / "favur").mkdir()
    path = tmp_path / "favur" / "16.yaml"
    path.write_text(source.read_text("utf-8"), encoding="utf-8")
    assert "is not named favur/15.yaml" in load_graph(path, "favur/16.yaml").problems[0].message


def test_every_node_of_the_released_rubrics_has_a_description_and_a_basis() -> None:
    for step in released("favur/15").steps:
        assert step.node.description
        assert step.node.title
        assert step.node.basis.kind == "published" or step.node.basis.reason


def test_the_weights_of_every_axis_sum_to_one_and_their_points_to_100() -> None:
    """R4."""
    graph = released("favur/15")
    for axis in graph.layout.axes:
        assert sum(graph.step(axis.node).weights) == pytest.approx(1, abs=1e-12)
    for role in graph.layout.roles:
        assert sum(graph.step(f"{role.node}.terms").weights) == pytest.approx(1, abs=1e-12)
    points = [graph.node(axis.points or "").range for axis in graph.layout.axes]
    assert sum(span[1] for span in points if span and span[1]) == 100

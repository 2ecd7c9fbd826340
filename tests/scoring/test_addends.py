"""What enters a value additively, and parts of a headline that contradict it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from site_builder.scoring.addends import additive, part_faults
from site_builder.scoring.graph import Graph
from site_builder.scoring.operators import OPERATORS, Operator
from site_builder.sources.project import data_dirs
from site_builder.sources.rubrics import load_graph

FAVUR = data_dirs() / "rubric_versions/favur"
Edit = Callable[[dict[str, Any]], None]


def _edited(tmp_path: Path, edit: Edit, operators: Mapping[str, Operator] = OPERATORS) -> Graph:
    """Return the graph of an edited favur/15."""
    written = yaml.safe_load((FAVUR / "15.yaml").read_text("utf-8"))
    edit(written)
    folder = tmp_path / "favur"
    folder.mkdir()
    for name in written.get("files", []):
        (folder / name).write_bytes((FAVUR / name).read_bytes())
    (folder / "15.yaml").write_text(yaml.safe_dump(written, sort_keys=False), "utf-8")
    loaded = load_graph(folder / "15.yaml", "favur/15.yaml", operators)
    assert loaded.value is not None, loaded.problems
    return loaded.value


def _weights(written: dict[str, Any]) -> None:
    written["nodes"]["composite"]["inputs"] = {"role_mean": 60, "completion": 40}


def _factors(written: dict[str, Any]) -> None:
    _weights(written)
    written["nodes"]["role_points"]["constants"]["by"] = 6.0
    written["nodes"]["completion_points"]["constants"]["by"] = 4.0


def _ranges(written: dict[str, Any]) -> None:
    _factors(written)
    written["nodes"]["role_points"]["range"] = [0, 60]
    written["nodes"]["completion_points"]["range"] = [0, 40]


def _one_part(written: dict[str, Any]) -> None:
    written["layout"]["parts"] = ["role_points"]


def test_parts_of_every_released_rubric_add_up() -> None:
    paths = sorted(data_dirs().glob("rubric_versions/*/*.yaml"))
    graphs = [load_graph(path, path.name).value for path in paths]
    assert any(graph is not None and graph.layout.parts for graph in graphs)
    assert [list(part_faults(graph)) for graph in graphs if graph is not None] == [[]] * len(paths)


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (_weights, "role_mean counts 7.5 times in them, and 6 times there"),
        (_factors, "role_points has a range up to 75, and is 60 at most"),
        (_one_part, "completion counts 0 times in them, and 2.5 times there"),
    ],
)
def test_parts_that_contradict_the_headline_are_named(tmp_path: Path, edit: Edit, says: str) -> None:
    assert any(says in fault for fault in part_faults(_edited(tmp_path, edit)))


def test_weights_that_are_changed_everywhere_are_fine(tmp_path: Path) -> None:
    assert list(part_faults(_edited(tmp_path, _ranges))) == []


def test_a_headline_that_is_no_sum_is_not_held_to_its_parts(tmp_path: Path) -> None:
    def rounded(written: dict[str, Any]) -> None:
        _weights(written)
        whole = written["nodes"].pop("composite")
        rest = {name: value for name, value in whole.items() if name != "coverage"}
        written["nodes"]["unrounded"] = copy.deepcopy(whole)
        rounding = {"op": "round_half_up", "inputs": {"x": "unrounded"}, "constants": {"decimals": 1}}
        written["nodes"]["composite"] = rest | rounding

    assert list(part_faults(_edited(tmp_path, rounded))) == []


def _stretch(x: float, *, by: float) -> float:
    """Input × ``by``."""
    return x * by


def _through_a_plugin(additive: bool | None, weights: tuple[int, int], folder: Path) -> Graph:
    """Return favur/15 with its part of the roles made by an operator from outside."""

    def edit(written: dict[str, Any]) -> None:
        written["nodes"]["role_points"]["op"] = "stretch"
        written["nodes"]["composite"]["inputs"] = {"role_mean": weights[0], "completion": weights[1]}

    operator = Operator(name="stretch", function=_stretch, formula="{x} × {by}", additive=additive)
    return _edited(folder, edit, OPERATORS | {"stretch": operator})


@pytest.mark.parametrize(
    ("additive", "weights", "says"),
    [
        (None, (75, 25), ""),
        (None, (60, 40), ""),
        (True, (75, 25), ""),
        (True, (60, 40), "role_mean counts 7.5 times in them, and 6 times there"),
        (False, (75, 25), "role_mean counts 0 times in them, and 7.5 times there"),
    ],
)
def test_an_operator_from_outside_is_held_to_what_it_says_of_itself(
    additive: bool | None, weights: tuple[int, int], says: str, tmp_path: Path
) -> None:
    found = list(part_faults(_through_a_plugin(additive, weights, tmp_path)))
    assert (len(found), says in "".join(found)) == (bool(says), True)


def test_the_factors_of_an_operator_from_outside_are_what_it_makes_of_its_inputs(tmp_path: Path) -> None:
    step = _through_a_plugin(True, (75, 25), tmp_path).step("role_points")
    assert list(additive(step, lambda _: 3.0)) == [(step.inputs[0], 7.5)]
    assert list(additive(step, lambda _: None)) == []


def test_missing_inputs_leave_their_weight_to_the_others() -> None:
    graph = load_graph(FAVUR / "15.yaml", "favur/15.yaml").value
    assert graph is not None
    step = graph.step("composite")
    roles, completion = step.inputs
    assert dict(additive(step, lambda _: 1.0)) == {roles: 7.5, completion: 2.5}
    assert dict(additive(step, lambda index: 1.0 if index == roles else None)) == {roles: 10.0}
    assert dict(additive(step, lambda _: None)) == {}

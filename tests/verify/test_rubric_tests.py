"""The verifier makes the self-tests of rubrics again: no count, exception or better value can be changed."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from site_builder.output.verify.graph import Graph
from site_builder.output.verify.rubric_tests import RubricTests
from site_builder.output.verify.site_files import SiteFiles
from tests.verify.held_site import HeldSite

PATH = "methodology/favur/15/index.json"
Data = dict[str, Any]


def blamed(held: HeldSite, graphs: dict[str, Graph], data: Data | None = None) -> set[str]:
    def check(site: SiteFiles) -> None:
        RubricTests(site, graphs).check(PATH)

    return held.blamed_by(check, {PATH: data} if data is not None else {})


def told_of(data: Data, name: str) -> Data:
    found: Data = next(one for one in data["self_tests"] if one["test"] == name)
    return found


@pytest.mark.parametrize("version", ["favur/6", "favur/15", "scorecrux/1.0", "scorecrux/1.3", "ruhroh/0.7"])
def test_the_tests_of_the_demonstration_agree(held: HeldSite, graphs: dict[str, Graph], version: str) -> None:
    path = f"methodology/{version}/index.json"
    assert held.json(path)["self_tests"]
    assert held.blamed_by(lambda site: RubricTests(site, graphs).check(path)) == set()


@pytest.mark.parametrize("key", ["tried", "held"])
def test_no_count_can_be_changed(held: HeldSite, graphs: dict[str, Graph], key: str) -> None:
    assert blamed(held, graphs) == set()
    for number in range(len(held.json(PATH)["self_tests"])):
        data = held.changed(PATH, ("self_tests", number, key))
        assert blamed(held, graphs, data) == {PATH}, number


def _hide_an_exception(data: Data) -> None:
    found = told_of(data, "removed")
    found["exceptions"].pop()
    found["held"] += 1


def _invent_an_exception(data: Data) -> None:
    found = told_of(data, "better")
    found["exceptions"].append({"node": "roles.code.requests", "what": "it falls"})
    found["held"] -= 1


def _leave_a_test_out(data: Data) -> None:
    data["self_tests"].remove(told_of(data, "removed"))


def _leave_a_better_value_out(data: Data) -> None:
    del data["sample"]["improved"]["test_code.tests"]


def _hide_that_a_value_was_tried(data: Data) -> None:
    found = told_of(data, "better")
    found["exceptions"] = []
    found["tried"] = found["held"]
    del data["sample"]["improved"]["test_code.tests"]


def _make_a_value_worse(data: Data) -> None:
    name = next(iter(data["sample"]["improved"]))
    data["sample"]["improved"][name] = data["sample"]["metrics"][name]


@pytest.mark.parametrize(
    "change",
    [
        _hide_an_exception,
        _invent_an_exception,
        _leave_a_test_out,
        _leave_a_better_value_out,
        _hide_that_a_value_was_tried,
        _make_a_value_worse,
    ],
)
def test_exceptions_tests_and_the_sample_are_held(
    held: HeldSite, graphs: dict[str, Graph], change: Callable[[Data], None]
) -> None:
    data = copy.deepcopy(held.json(PATH))
    change(data)
    assert data != held.json(PATH)
    assert blamed(held, graphs, data) == {PATH}

"""The verifier finds again what would move a run up one place, and names what is published otherwise."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.output.verify.graph import Graph
from site_builder.output.verify.moves import MovesCheck
from site_builder.output.verify.ranking import BoardRun
from tests.verify import verifier as verify

Data = dict[str, Any]


@pytest.fixture(scope="module")
def records(site: Path) -> list[Data]:
    lines = [
        line for path in sorted(site.glob("data/*/runs.jsonl")) for line in path.read_bytes().splitlines()
    ]
    return [json.loads(line) for line in lines]


def words(record: Data, graphs: dict[str, Graph]) -> list[str]:
    return [fault.words() for fault in MovesCheck("runs.jsonl", BoardRun(record, graphs)).faults]


def test_what_runs_need_is_found_right(records: list[Data], graphs: dict[str, Graph]) -> None:
    checked = 0
    for record in records:
        found = MovesCheck("runs.jsonl", BoardRun(record, graphs))
        assert found.faults == []
        checked += found.checked
    assert checked > 50


def first(record: Data) -> Data:
    found: Data = next(iter(record["one_place_up"]["parts"].values()))
    return found


def dropped(record: Data) -> None:
    record["one_place_up"]["parts"].popitem()


def made_up(record: Data) -> None:
    record["one_place_up"]["parts"] |= {"q_safety": {"need": 0.1, "at": 0.2}}


CHANGES: dict[str, tuple[Callable[[Data], object], str]] = {
    "what is needed": (
        lambda record: first(record).update(need=first(record)["need"] * 1.00001),
        "is needed to",
    ),
    "where it leads": (lambda record: first(record).update(at=first(record)["at"] * 1.00001), "with what is"),
    "how many more": (lambda record: record["one_place_up"].update(further_parts=1.0), "parts that would"),
    "a part left out": (dropped, "parts that"),
    "a part made up": (made_up, "q_safety that is needed"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_figure_is_named(records: list[Data], graphs: dict[str, Graph], name: str) -> None:
    change, what = CHANGES[name]
    ups = [one for one in records if one["one_place_up"] and len(one["one_place_up"]["parts"]) == 2]
    assert ups
    record = copy.deepcopy(ups[0])
    change(record)
    found = words(record, graphs)
    assert any(what in word for word in found), found
    assert all(word.startswith(f"runs.jsonl: run {record['run']}, ") for word in found)


def test_parts_that_are_not_the_cheapest_are_named(records: list[Data], graphs: dict[str, Graph]) -> None:
    record = copy.deepcopy(next(one for one in records if (one["one_place_up"] or {}).get("further_parts")))
    up = record["one_place_up"]
    found = MovesCheck("runs.jsonl", BoardRun(record, graphs))._found(up["gap"])
    dear = max(found, key=lambda name: found[name].share)
    assert dear not in up["parts"]
    del up["parts"][min(found, key=lambda name: found[name].share)]
    up["parts"][dear] = {"need": found[dear].need, "at": found[dear].at}
    (word,) = words(record, graphs)
    assert "cheapest parts that would move it up" in word


def test_the_distance_is_that_to_the_neighbour_above(records: list[Data], graphs: dict[str, Graph]) -> None:
    record = copy.deepcopy(next(one for one in records if one["one_place_up"]))
    assert verify.RunPage("page", record, graphs).faults == []
    record["one_place_up"]["gap"] += 0.001
    (fault,) = verify.RunPage("page", record, graphs).faults
    assert fault.what == f"run {record['run']}, distance to the place above"
    record["one_place_up"] = None
    (fault,) = verify.RunPage("page", record, graphs).faults
    assert fault.published is None


def test_the_numbers_of_one_place_up_are_re_derived(site: Path) -> None:
    report = json.loads((site / "verify/report.json").read_text(encoding="utf-8"))
    ends = ("#need", "#at", "#one_place_up", "moves.more")
    assert [name for name in report["matched"] if name.endswith(ends)] == []

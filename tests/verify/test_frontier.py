"""Score against cost is made again from the rows of a board: no data, table or drawing can say otherwise."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import pytest

from site_builder.output.verify.drawings import DrawingsCheck
from site_builder.output.verify.graph import Graph
from tests.verify.held_site import HeldSite

BOARDS = ("circles", "incident-review-2026-03")


@pytest.fixture(params=BOARDS)
def path(request: pytest.FixtureRequest) -> str:
    return f"boards/{request.param}/index.html"


def found(path: str, page: str, data: Any, graphs: dict[str, Graph]) -> list[str]:
    return [fault.what for fault in DrawingsCheck(path, page, data, graphs).faults]


def test_the_demonstration_agrees(path: str, site: Path, held: HeldSite, graphs: dict[str, Graph]) -> None:
    data = held.json(path.replace("html", "json"))
    assert len(data["frontier"]["runs"]) > 1
    assert found(path, (site / path).read_text("utf-8"), data, graphs) == []


@pytest.mark.parametrize("what", ["left out", "one more", "another cost", "another count"])
def test_other_data_are_found(
    what: str, path: str, site: Path, held: HeldSite, graphs: dict[str, Graph]
) -> None:
    data = copy.deepcopy(held.json(path.replace("html", "json")))
    frontier = data["frontier"]
    ranked = [row["run"] for row in data["rows"] if row["rank"] is not None]
    if what == "left out":
        frontier["runs"].pop(0)
    elif what == "one more":
        frontier["runs"].append(next(run for run in ranked if run not in frontier["runs"]))
    elif what == "another cost":
        frontier["cost"] = data["columns"][0]["node"]
    else:
        frontier["considered"] += 1
    assert found(path, (site / path).read_text("utf-8"), data, graphs)


@pytest.mark.parametrize("what", ["a row", "a dot", "the line", "the words"])
def test_another_table_or_drawing_is_found(
    what: str, path: str, site: Path, held: HeldSite, graphs: dict[str, Graph]
) -> None:
    page = (site / path).read_text("utf-8")
    begin = page.index('id="frontier"')
    section = page[begin:]
    patterns = {
        "a row": (r'<tr class="unbeaten">.*?</tr>', ""),
        "a dot": (r'(class="runs" d="M)[0-9.]+', r"\g<1>300.0"),
        "the line": (r'(class="edge" d="M)[0-9.]+', r"\g<1>300.0"),
        "the words": (
            r"; those that none beats, by cost: [0-9,.]+",
            "; those that none beats, by cost: 1,234",
        ),
    }
    changed = re.sub(*patterns[what], section, count=1, flags=re.DOTALL)
    assert changed != section
    assert found(path, page[:begin] + changed, held.json(path.replace("html", "json")), graphs)

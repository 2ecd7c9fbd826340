"""Every recorded Favur case gives its expected values to 1e-9.

The folder is ``$PROOFBOARD_CASES/favur`` (default: ``../shared/cases/favur`` beside the repository). Each
case holds ``runs/`` and ``expected.json``, and may hold ``case.json`` with values worked by hand.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from tests.cases.roots import case_folders
from tests.cases.score_folder import ScoredFolder, score_folder

pytestmark = pytest.mark.cases_favur

CASES = case_folders("favur")
TOLERANCE = 1e-9


@pytest.fixture(scope="module", params=CASES, ids=lambda path: path.name)
def case(request: pytest.FixtureRequest) -> tuple[Path, ScoredFolder]:
    return request.param, score_folder(request.param / "runs")


def test_there_are_cases() -> None:
    assert CASES, "the folder of Favur cases exists and holds none"


def test_the_case_gives_its_expected_values(case: tuple[Path, ScoredFolder]) -> None:
    folder, scored = case
    expected = json.loads((folder / "expected.json").read_text("utf-8"))
    actual = scored.in_case_form(expected)
    assert differences("", expected, actual) == []


def test_the_case_gives_the_values_worked_by_hand(case: tuple[Path, ScoredFolder]) -> None:
    folder, scored = case
    path = folder / "case.json"
    hand = json.loads(path.read_text("utf-8")).get("hand", {}) if path.exists() else {}
    expected = json.loads((folder / "expected.json").read_text("utf-8"))
    runs = scored.in_case_form(expected)["runs"]
    wrong = [
        fault
        for run_id, values in hand.items()
        for pointer, value in values.items()
        for fault in differences(f"{run_id}/{pointer}", value, lookup(runs[run_id], pointer))
    ]
    assert wrong == []


def lookup(record: Any, pointer: str) -> Any:
    for part in pointer.split("/"):
        record = record[part]
    return record


def differences(place: str, expected: Any, actual: Any) -> list[str]:
    """Return a line for every value of ``expected`` that ``actual`` does not have to the tolerance."""
    if isinstance(expected, dict):
        if not isinstance(actual, dict):
            return [f"{place}: expected an object, got {actual!r}"]
        lines = [f"{place}/{key}: unexpected {actual[key]!r}" for key in actual.keys() - expected.keys()]
        for key, value in expected.items():
            lines += (
                differences(f"{place}/{key}", value, actual[key])
                if key in actual
                else [f"{place}/{key}: expected {value!r}, got nothing"]
            )
        return lines
    if isinstance(expected, bool | str) or expected is None or isinstance(expected, list):
        return [] if expected == actual else [f"{place}: expected {expected!r}, got {actual!r}"]
    number = isinstance(actual, int | float) and not isinstance(actual, bool)
    if number and math.isclose(expected, actual, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
        return []
    return [f"{place}: expected {expected!r}, got {actual!r}"]

"""The data files of release gates say what their runs, reviews and pages say: no number can be another."""

from __future__ import annotations

import copy
from functools import partial
from typing import Any

import pytest

from site_builder.output.verify.board_files import BoardFiles
from site_builder.output.verify.gate_data import GateData
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.site_files import SiteFiles
from tests.verify.held_site import HeldSite

FILES = (
    "data/gates/2026-09-14-aurora-large/blueprint-3.0.json",
    "data/gates/2026-09-14-aurora-large/blueprint-2.0.0.json",
    "data/gates/2026-10-05-delta-local/blueprint-3.0.json",
    "data/gates/2026-09-23-cobalt-mini/blueprint-3.0.json",
)
UNLIKE = (
    *("evidence", "advisories", "suite", "parameters", "ratings", "confidence", "scale", "equal", "pairs"),
    *("pairs_with_kappa", "notes", "kept", "tolerance_of", "left_out"),
)
"""What is said of how a figure was made, or repeats ratings that stand on pages of cases."""
CHANGED = 60


@pytest.fixture(scope="module")
def boards(held: HeldSite, graphs: dict[str, Graph]) -> BoardFiles:
    return BoardFiles(held, graphs, None)


def _check(graphs: dict[str, Graph], boards: BoardFiles, path: str, site: SiteFiles) -> object:
    return GateData(site, graphs, boards, path)


@pytest.mark.parametrize("part", ["checks", "conditions", "outputs", "local_additions"])
@pytest.mark.parametrize("path", FILES)
def test_no_number_of_the_data_of_a_gate_can_be_changed_by_itself(
    held: HeldSite, graphs: dict[str, Graph], boards: BoardFiles, path: str, part: str
) -> None:
    check = partial(_check, graphs, boards, path)
    assert held.blamed_by(check) == set()
    places = [keys for _, keys in held.some(path, UNLIKE, 100_000) if keys[0] == part and _told(path, keys)]
    assert len(places) > 7
    for keys in places[:: max(1, len(places) // CHANGED)]:
        assert held.blamed_by(check, {path: held.changed(path, keys)}) == {path}, keys


def _told(path: str, keys: tuple[Any, ...]) -> bool:
    """Return whether something else on the site has a number: not how agreement of parts was taken."""
    if keys[0] != "local_additions":
        return True
    if keys[1] == "parts":
        shown = ("acceptance_coverage_percent", "final_status_accuracy_percent")
        return keys[-1] in shown and "2.0.0" not in path  # the page tells those of its own rubric
    if keys[1] == "agreement":
        return (keys[-1] == "agreed" and "weighted" not in keys) or keys[-2:] == ("weighted", "kappa")
    if keys[1] == "differences":
        return keys[-1] in ("value", "lower", "upper", "higher") and "parameters" not in keys
    return keys[1] == "growth" or keys[-1] in ("reviews", "cases") or keys[3] in ("means", "beside_others")


@pytest.mark.parametrize("path", FILES)
def test_another_decision_in_the_data_of_a_gate_is_found(
    held: HeldSite, graphs: dict[str, Graph], boards: BoardFiles, path: str
) -> None:
    check = partial(_check, graphs, boards, path)
    document = copy.deepcopy(held.json(path))
    document["outcome"] = "failed" if document["outcome"] == "passed" else "passed"
    assert held.blamed_by(check, {path: document}) == {path}
    document = copy.deepcopy(held.json(path))
    document["checks"][0]["met"] = not document["checks"][0].get("met", False)
    assert held.blamed_by(check, {path: document}) == {path}
    for key in ("conditions", "checks"):
        document = copy.deepcopy(held.json(path))
        document[key].popitem() if key == "conditions" else document[key].pop()
        assert held.blamed_by(check, {path: document}) == {path}

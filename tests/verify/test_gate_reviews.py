"""Every figure below a release gate follows from its reviews: none can be changed by itself."""

from __future__ import annotations

import json
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from site_builder.output.verify.gate_files import GateReviews
from site_builder.output.verify.gate_histories import check_history, check_suite
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.pages import check_page
from site_builder.output.verify.site_files import SiteFiles
from tests.verify.held_site import HeldSite
from tests.verify.test_hostile import blamed

GATES = ("gates/2026-09-23-cobalt-mini/", "gates/2026-10-05-delta-local/")
"""One with two reviewers of each output, one with three and without costs."""
UNLIKE = ("metrics", "nodes")
"""Nodes are computed again where the page is checked."""
CHANGED = 120
"""Numbers changed on each kind of page."""
PAGES = ("cases/index.json", "cases/*/index.json", "conditions/index.json", "reviewers/index.json")


def check(graphs: dict[str, Graph], gate: str, site: SiteFiles) -> object:
    return GateReviews(site, graphs, f"{gate}cases/index.json")


@pytest.mark.parametrize("page", [*PAGES, "reviewers/*/index.json"])
@pytest.mark.parametrize("gate", GATES)
def test_no_number_below_a_gate_can_be_changed_by_itself(
    held: HeldSite, graphs: dict[str, Graph], gate: str, page: str
) -> None:
    of_gate = partial(check, graphs, gate)
    assert held.blamed_by(of_gate) == set()
    places = held.some(gate + page, UNLIKE, CHANGED)
    assert len(places) > 15
    for path, keys in places:
        found = held.blamed_by(of_gate, {path: held.changed(path, keys)})
        assert path in found or ("/cases/" in path and found), (path, keys)


@pytest.mark.parametrize(
    "metric", ["criteria_accepted", "evidence_quality", "elapsed_seconds", "high_risk.reviews"]
)
def test_the_sums_behind_a_gate_are_those_of_its_reviews(
    held: HeldSite, graphs: dict[str, Graph], metric: str
) -> None:
    path = f"{GATES[0]}conditions/index.json"
    page = held.changed(path, ("nodes", f"v3_prompt.{metric}", "value"))
    assert held.blamed_by(partial(check, graphs, GATES[0]), {path: page}) == {path}


@pytest.mark.parametrize("path", ["gates/index.json", "boards/harbour-office/index.json"])
def test_no_number_of_a_history_can_be_changed_by_itself(
    held: HeldSite, graphs: dict[str, Graph], path: str
) -> None:
    def of_history(site: SiteFiles) -> None:
        check_history(site, graphs, path)

    assert held.blamed_by(of_history) == set()
    places = held.places(path, ())
    assert len(places) > 20
    for _, keys in places:
        assert held.blamed_by(of_history, {path: held.changed(path, keys)}) == {path}, keys


def test_a_history_tells_what_its_gates_decided(held: HeldSite, graphs: dict[str, Graph]) -> None:
    page = json.loads(json.dumps(held.json("gates/index.json")).replace('"passed"', '"failed"', 1))

    def of_history(site: SiteFiles) -> None:
        check_history(site, graphs, "gates/index.json")

    assert held.blamed_by(of_history, {"gates/index.json": page}) == {"gates/index.json"}


def test_no_number_of_a_suite_can_be_changed_by_itself(held: HeldSite, graphs: dict[str, Graph]) -> None:
    path = "suites/harbour-office/index.json"

    def of_suite(site: SiteFiles) -> None:
        check_suite(site, path)
        check(graphs, GATES[0], site)

    assert held.blamed_by(of_suite) == set()
    for _, keys in held.some(path, (), 60):
        assert held.blamed_by(of_suite, {path: held.changed(path, keys)}), keys


@pytest.mark.parametrize("part", ["cases/token-in-the-log/", "conditions/", "reviewers/"])
def test_a_page_below_a_gate_that_is_not_there_is_missed(
    held: HeldSite, graphs: dict[str, Graph], part: str
) -> None:
    path = f"{GATES[0]}{part}index.json"
    assert path in held.blamed_by(partial(check, graphs, GATES[0]), {path: None})


@pytest.mark.parametrize("confidence", [1.0, 1.5, 0.0, 1 - 1e-16])
def test_a_confidence_that_no_interval_reaches_is_a_fault(
    held: HeldSite, graphs: dict[str, Graph], confidence: float
) -> None:
    path = f"{GATES[0]}conditions/index.json"
    page = held.json(path) | {"confidence": confidence}
    assert held.blamed_by(partial(check, graphs, GATES[0]), {path: page}) == {path}


def test_another_judgement_in_words_is_found(held: HeldSite, graphs: dict[str, Graph]) -> None:
    path = f"{GATES[0]}cases/token-in-the-log/index.json"
    text = json.dumps(held.json(path))
    for word, other in (("accepted", "not accepted"), ("accurate", "not accurate")):
        page: Any = json.loads(text.replace(f'"{word}"', f'"{other}"', 1))
        assert len(held.blamed_by(partial(check, graphs, GATES[0]), {path: page})) > 1


def test_a_page_that_agrees_with_its_own_data_and_not_with_the_reviews_is_found(
    site: Path, tmp_path: Path
) -> None:
    copied = shutil.copytree(site, tmp_path / "site")
    beside = copied / GATES[0] / "reviewers/index.json"
    kappa = json.loads(beside.read_bytes())["agreement"]["rows"][0]["cells"][3]
    for path in (beside, beside.with_suffix(".html")):
        text = path.read_text(encoding="utf-8")
        assert f"{kappa}" in text
        path.write_text(text.replace(f"{kappa}", f"{kappa + 1e-7}"), encoding="utf-8")
    documents = {str(path.relative_to(copied)) for path in (copied / "data" / GATES[0]).glob("*.json")}
    assert blamed(copied) == {f"{GATES[0]}reviewers/index.json", *documents}


def test_only_what_was_recorded_is_taken_as_given(site: Path, graphs: dict[str, Graph]) -> None:
    files = SiteFiles(str(site))
    for path in sorted(site.glob(f"{GATES[0]}**/index.html")):
        name = str(path.relative_to(site))
        page = check_page(name, path.read_text(encoding="utf-8"), files.json(f"{name[:-4]}json"), graphs)
        assert page.matched == {}, name
        if name.startswith((f"{GATES[0]}reviewers/", f"{GATES[0]}cases/index")):
            assert page.counts["taken as given"] == 0

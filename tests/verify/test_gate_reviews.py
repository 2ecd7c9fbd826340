"""Every figure below a release gate follows from its reviews: none can be changed by itself."""

from __future__ import annotations

import copy
import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from site_builder.output.verify.gate_files import GateReviews
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.pages import check_page
from site_builder.output.verify.rubric_files import RubricFiles
from site_builder.output.verify.site_files import SiteFiles
from tests.verify.test_hostile import blamed

GATES = ("gates/2026-09-23-cobalt-mini/", "gates/2026-10-05-delta-local/")
"""One with two reviewers of each output, one with three and without costs."""
TAKEN_AS_STATED = ("input_words",)
"""Of which nothing else on the site follows."""
CHANGED = 120
"""Numbers changed on each kind of page."""
Place = tuple[str, tuple[Any, ...]]
"""Path of a file, and keys that lead to a number in it."""


class Held(SiteFiles):
    """A site whose JSON files are read once, and can be changed without being written."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self.read_once: dict[str, Any] = {}

    def json(self, path: str) -> Any:
        if path not in self.read_once:
            self.read_once[path] = super().json(path)
        return self.read_once[path]

    def faults_of(self, graphs: dict[str, Graph], gate: str) -> set[str]:
        """Return the files in which something does not agree."""
        self.faults.clear()
        self.guarded(f"{gate}cases/index.json", lambda path: GateReviews(self, graphs, path))
        return {fault.file for fault in self.faults}


def numbers(value: Any, keys: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the keys of every number that the pages below a gate show."""
    if isinstance(value, float):
        yield keys
    pairs = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    for key, inner in pairs:
        if key in ("metrics", "nodes", *TAKEN_AS_STATED):
            continue  # nodes are computed again where the page is, from the metrics among them
        yield from numbers(inner, (*keys, key))


def changed(document: Any, keys: tuple[Any, ...]) -> Any:
    """Return a document with another number in one place."""
    document = copy.deepcopy(document)
    inner = document
    for key in keys[:-1]:
        inner = inner[key]
    value = inner[keys[-1]]
    inner[keys[-1]] = 1 - value if value == 1 or abs(value) < 1e-9 else value * 1.001
    return document


@pytest.fixture(scope="module")
def held(site: Path) -> Held:
    return Held(site)


@pytest.fixture(scope="module")
def graphs(site: Path) -> dict[str, Graph]:
    return RubricFiles(SiteFiles(str(site))).graphs


@pytest.mark.parametrize(
    "page", ["cases/index.json", "cases/*/", "conditions/", "reviewers/index.json", "reviewers/*/"]
)
@pytest.mark.parametrize("gate", GATES)
def test_no_number_below_a_gate_can_be_changed_by_itself(
    site: Path, held: Held, graphs: dict[str, Graph], gate: str, page: str
) -> None:
    assert held.faults_of(graphs, gate) == set()
    pattern = page if page.endswith(".json") else f"{page}index.json"
    paths = sorted(str(path.relative_to(site)) for path in (site / gate).glob(pattern))
    places: list[Place] = [(path, keys) for path in paths for keys in numbers(held.json(path))]
    assert len(places) > 15
    for path, keys in random.Random(gate + page).sample(places, min(CHANGED, len(places))):
        before = held.read_once[path]
        held.read_once[path] = changed(before, keys)
        found = held.faults_of(graphs, gate)
        held.read_once[path] = before
        assert path in found or ("/cases/" in path and found), (path, keys)


@pytest.mark.parametrize(
    "metric", ["criteria_accepted", "evidence_quality", "elapsed_seconds", "high_risk.reviews"]
)
def test_the_sums_behind_a_gate_are_those_of_its_reviews(
    held: Held, graphs: dict[str, Graph], metric: str
) -> None:
    path = f"{GATES[0]}conditions/index.json"
    before = held.json(path)
    held.read_once[path] = changed(before, ("nodes", f"v3_prompt.{metric}", "value"))
    found = held.faults_of(graphs, GATES[0])
    held.read_once[path] = before
    assert found == {path}


def test_a_page_of_a_case_or_reviewer_that_is_not_there_is_missed(
    held: Held, graphs: dict[str, Graph]
) -> None:
    for part in ("cases/token-in-the-log/", "reviewers/"):
        path = f"{GATES[0]}{part}index.json"
        before = held.json(path)
        held.read_once[path] = None
        found = held.faults_of(graphs, GATES[0])
        held.read_once[path] = before
        assert path in found


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
    assert blamed(copied) == {f"{GATES[0]}reviewers/index.json"}


def test_only_what_was_recorded_is_taken_as_given(site: Path, graphs: dict[str, Graph]) -> None:
    files = SiteFiles(str(site))
    for path in sorted(site.glob(f"{GATES[0]}**/index.html")):
        name = str(path.relative_to(site))
        page = check_page(name, path.read_text(encoding="utf-8"), files.json(f"{name[:-4]}json"), graphs)
        assert page.matched == {}, name
        if name.startswith((f"{GATES[0]}reviewers/", f"{GATES[0]}cases/index")):
            assert page.counts["taken as given"] == 0

"""The usual life of a site is no disagreement: corrections, parts of scores, titles that come twice."""

from __future__ import annotations

import json
from pathlib import Path

from site_builder.building import build
from tests.blueprint.gate_sites import project_with_gates
from tests.build.projects import meta
from tests.ledger.projects import correct, edit, pinned_project, score
from tests.verify import verifier as verify


def verified(project: Path) -> verify.Site:
    build(project, use_store=False, jobs=1)
    found = verify.Site(str(project / "dist"))
    found.verify()
    return found


def test_a_correction_of_one_run_leaves_the_pinned_scores_of_the_others_as_they_were(tmp_path: Path) -> None:
    """A withheld median is another one after it; what rests on none is held all the same."""
    project = pinned_project(tmp_path)
    before = verified(project).checked["pinned values"]
    edit(project, "run-3", usage=meta("run-3", 3)["usage"] | {"cost_usd": 90})
    correct(project, "run-3")
    score(project, 2)
    found = verified(project)
    assert found.faults == []
    assert found.checked["pinned values"] > before / 2


def test_cases_of_one_title_are_told_apart_on_the_page_of_a_reviewer(tmp_path: Path) -> None:
    project = project_with_gates(tmp_path)
    for path in (project / "runs/suite/cases").glob("*.json"):
        path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"title": "Alike"}), "utf-8")
    assert verified(project).faults == []

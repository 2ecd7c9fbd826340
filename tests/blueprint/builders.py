"""Small suites and recorded runs to break: everything valid unless a test changes it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from site_builder.records.blueprint import Case, Recorded, Risk, Suite
from site_builder.scoring.graph import Graph
from site_builder.sources.importers.blueprint.recorded import read_recorded
from site_builder.sources.rubrics import load_graph
from site_builder.studies.blueprint.judgement import Judgement, judge
from tests.cases.roots import REPOSITORY

CONDITIONS = ("minimal", "kernel", "v2.1-prompt", "v3-prompt", "v3-workflow")
REVIEWERS = ("rev-one", "rev-two")
SCORER, TEXT = "2.0.0", "3.0"

Review = dict[str, Any]
Change = Callable[[Review], None]


@cache
def graph(version: str) -> Graph:
    loaded = load_graph(REPOSITORY / "rubric_versions" / "blueprint" / f"{version}.yaml", version)
    assert loaded.value is not None, loaded.problems
    return loaded.value


def suite(*risks: Risk, criteria: int = 2) -> Suite:
    """Return a suite of cases ``case-0`` … with these risks."""
    cases = tuple(
        Case(
            id=f"case-{index}",
            category="even" if index % 2 == 0 else "odd",
            title=f"Case {index}",
            task="Do it.",
            risk=risk,
            criteria=tuple(f"case {index} criterion {number}" for number in range(criteria)),
            failure_signals=("it was not done",),
        )
        for index, risk in enumerate(risks or ("high", "standard"))
    )
    return Suite(id="small", version="1", title="Small", cases=cases, digest="sha256:0")


def reviews(of: Suite, reviewers: tuple[str, ...] = REVIEWERS) -> list[Review]:
    """Return a valid review of every output by every reviewer, all alike."""
    return [
        {
            "case_id": case.id,
            "condition": condition,
            "reviewer_id": reviewer,
            "acceptance_scores": dict.fromkeys(case.criteria, True),
            "unsupported_claims": 0,
            "final_status_accurate": True,
            "evidence_quality": 3,
            "reviewer_corrections": 1,
            "response_words": 4,
            "elapsed_seconds": 12.5,
            "input_tokens": 1000,
            "output_tokens": 500,
            "cost_usd": 0.01,
            "notes": "",
        }
        for case in of.cases
        for condition in CONDITIONS
        for reviewer in reviewers
    ]


def run_card(**changes: Any) -> dict[str, Any]:
    card: dict[str, Any] = {
        "run_id": "run-1",
        "model": "model",
        "model_version": "snapshot",
        "configuration": "temperature 0",
        "tools": "none",
        "environment": "test",
        "token_accounting": "counted",
        "cost_accounting": "listed",
        "date": "2026-08-05",
        "conditions": list(CONDITIONS),
    }
    return card | changes


def write_run(
    folder: Path, of: Suite, written: Any = None, card: Any = None, output: str = "Four words are here."
) -> Path:
    """Write a run folder and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    card = run_card(run_id=folder.name) if card is None else card
    (folder / "run.json").write_text(json.dumps(card), "utf-8")
    (folder / "reviews.json").write_text(json.dumps(reviews(of) if written is None else written), "utf-8")
    for case in of.cases:
        (folder / "outputs" / case.id).mkdir(parents=True, exist_ok=True)
        for condition in CONDITIONS:
            (folder / "outputs" / case.id / f"{condition}.md").write_text(output, "utf-8")
    return folder


def read(folder: Path, of: Suite) -> Recorded:
    return read_recorded(folder, folder.name, of, CONDITIONS)[0]


def judged(folder: Path, of: Suite, version: str = SCORER) -> Judgement:
    return judge(read(folder, of), of, graph(version))


def reasons(judgement: Judgement) -> list[list[str]]:
    return [rejection.reason for rejection in judgement.rejections]


def about(written: list[Review], case_id: str, condition: str) -> list[Review]:
    """Return the reviews of one output, to be changed in place."""
    return [r for r in written if (r["case_id"], r["condition"]) == (case_id, condition)]


def under(written: list[Review], condition: str) -> list[Review]:
    """Return the reviews of one condition, to be changed in place."""
    return [review for review in written if review["condition"] == condition]

"""Measure how fast a large Blueprint run is read and judged, and the pages of its site are planned.

A run of 1,000 cases × 5 conditions × 3 reviewers is written into a temporary folder: 5,000 outputs of 400
words and 15,000 reviews. Times are processor time, so that other work on the machine does not count.

    python benchmarks/blueprint.py [CASES]
"""

from __future__ import annotations

import json
import random
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from site_builder.loading import load_site
from site_builder.pages import Prose, plan_pages
from site_builder.sources.importers.blueprint.importer import CONDITIONS
from site_builder.sources.importers.blueprint.recorded import read_recorded
from site_builder.sources.importers.blueprint.suite import read_suite
from site_builder.sources.project import data_dirs, load_project
from site_builder.sources.rubrics import load_graph
from site_builder.studies.blueprint.document import document
from site_builder.studies.blueprint.judgement import judge

SENTENCE = "the output cites paths and commands a token secret key and limits so that a reader can trace it"
SITE = """\
title: Large
tagline: One large run.
boards:
  - family: blueprint
    rubric: blueprint/3.0
    runs: runs
    also: [blueprint/2.0.0]
"""
REVIEWERS = ("first-reader", "second-reader", "third-reader")


def write(folder: Path, count: int) -> None:
    """Write a suite of ``count`` cases and one run of it."""
    chance = random.Random(1)
    words = SENTENCE.split()
    suite = [_case(index) for index in range(count)]
    (folder / "suite.json").write_text(json.dumps(suite), "utf-8")
    run = folder / "run"
    run.mkdir()
    card = dict.fromkeys(("model", "model_version", "configuration", "tools", "environment"), "invented")
    card |= {"run_id": "run", "token_accounting": "none", "cost_accounting": "none", "date": "2026-08-05"}
    (run / "run.json").write_text(json.dumps(card | {"conditions": CONDITIONS}), "utf-8")
    reviews = []
    for case in suite:
        (run / "outputs" / case["id"]).mkdir(parents=True)
        for condition in CONDITIONS:
            text = " ".join(chance.choice(words) for _ in range(400))
            (run / "outputs" / case["id"] / f"{condition}.md").write_text(text, "utf-8")
            reviews += [_review(case, condition, reviewer, chance) for reviewer in REVIEWERS]
    (run / "reviews.json").write_text(json.dumps(reviews, indent=1), "utf-8")


def _case(index: int) -> dict[str, Any]:
    return {
        "id": f"case-{index:05}",
        "category": f"category-{index % 20}",
        "risk": ("standard", "elevated", "high")[index % 3],
        "title": f"Case {index}",
        "task": "Do it.",
        "criteria": [f"criterion {number} of case {index} is met in full" for number in range(4)],
        "failure_signals": ["it was not done"],
    }


def _review(case: dict[str, Any], condition: str, reviewer: str, chance: random.Random) -> dict[str, Any]:
    return {
        "case_id": case["id"],
        "condition": condition,
        "reviewer_id": reviewer,
        "acceptance_scores": {criterion: chance.random() < 0.8 for criterion in case["criteria"]},
        "unsupported_claims": chance.randrange(2),
        "final_status_accurate": chance.random() < 0.9,
        "evidence_quality": chance.randrange(5),
        "reviewer_corrections": chance.randrange(4),
        "response_words": 400,
        "elapsed_seconds": 12.5,
        "input_tokens": 1000,
        "output_tokens": 500,
        "cost_usd": 0.01,
        "notes": "Traced each claim; one limit is missing in the second part of the answer.",
    }


def _planned(folder: Path) -> int:
    """Load a whole site of the run, under both versions, plan its pages and return how many there are."""
    (folder / "site.yaml").write_text(SITE, "utf-8")
    return len(plan_pages(load_site(load_project(folder)), Prose()))


def main() -> int:
    """Measure and print; 0 unless the run is not scored."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    rubric = data_dirs() / "rubric_versions" / "blueprint" / "3.0.yaml"
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        runs = folder / "runs"
        runs.mkdir()
        write(runs, count)
        begun = time.process_time()
        graph = load_graph(rubric, rubric.name).value
        suite = read_suite(runs / "suite.json", "suite.json").value
        assert graph is not None
        assert suite is not None
        marks = [("rubric and suite", time.process_time())]
        recorded, _ = read_recorded(runs / "run", "run", suite, CONDITIONS)
        marks.append(("reading and screening", time.process_time()))
        judgement = judge(recorded, suite, graph)
        marks.append(("judging", time.process_time()))
        size = len(msgspec.json.encode(document(judgement)))
        marks.append((f"document of {size / 1e6:.1f} MB", time.process_time()))
        pages = _planned(folder)
        marks.append((f"site of {pages} pages, planned", time.process_time()))
    print(f"{count} cases, {len(CONDITIONS)} conditions, {len(REVIEWERS)} reviewers: {judgement.outcome}")
    for name, mark in marks:
        print(f"  {name:<28}{mark - begun:6.2f} s")
        begun = mark
    print(f"  {'largest size':<28}{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:6.0f} MB")
    return 0 if judgement.outcome != "rejected" else 1


if __name__ == "__main__":
    sys.exit(main())

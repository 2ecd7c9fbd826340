"""The demonstration runs are as generated, small, and show what they are said to show."""

from __future__ import annotations

import subprocess
import sys

from site_builder.sources.importers.blueprint.gates import read_gates
from site_builder.sources.secrets import scan
from tests.blueprint.builders import SCORER, TEXT, graph
from tests.cases.roots import REPOSITORY

RUNS = REPOSITORY / "runs" / "blueprint"


def test_every_file_is_as_generated() -> None:
    script = [sys.executable, "-S", "-E", "runs/generate_blueprint.py", "--check"]
    found = subprocess.run(script, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def test_all_of_it_is_smaller_than_a_megabyte() -> None:
    assert sum(path.stat().st_size for path in RUNS.rglob("*") if path.is_file()) < 1_000_000


def test_one_run_passes_one_fails_two_checks_and_one_divides_the_versions() -> None:
    gates = read_gates(RUNS / "harbour-office", "harbour-office", [graph(SCORER), graph(TEXT)])
    passes, fails, divides = gates.runs
    assert [judgement.outcome for judgement in passes] == ["passed", "passed"]
    for judgement in fails:
        assert [check.code for check in judgement.gate if not check.met] == [
            "input_token_growth_within_50_percent",
            "high_risk_candidate_has_no_unsupported_claims",
        ]
    assert [judgement.outcome for judgement in divides] == ["rejected", "passed"]
    assert {len(judgement.recorded.outputs) for judgement in (*passes, *fails, *divides)} == {60}


def test_no_text_is_withheld_and_reviewers_differ_now_and_then() -> None:
    gates = read_gates(RUNS / "harbour-office", "harbour-office", [graph(TEXT)])
    assert gates.problems == ()
    for (judgement,) in gates.runs:
        assert judgement.additions is not None
        raw = {item.field: item.overall.raw for item in judgement.additions.agreement}
        assert all(0.3 < value < 1 for value in raw.values()), raw
        assert "response-words-differ" not in {check.code for check in judgement.advisories}


def test_the_sentences_hold_nothing_that_may_not_be_published() -> None:
    assert scan((RUNS / "answers.json").read_text("utf-8")) == ()

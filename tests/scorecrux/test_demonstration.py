"""The demonstration sessions are as generated, and show what a board has to cope with."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from site_builder.records.run import Imported
from site_builder.scoring.evaluate import evaluate
from site_builder.scoring.interpret import interpretation
from site_builder.studies.reported import comparisons
from tests.scorecrux.sessions import import_all, rubric
from tests.scoring.rubrics import ROOT

SESSIONS = ROOT / "runs" / "scorecrux"


@pytest.fixture(scope="module")
def imported() -> list[Imported]:
    return import_all(SESSIONS)


def test_they_are_as_the_script_writes_them() -> None:
    command = [sys.executable, str(ROOT / "runs" / "generate_scorecrux.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_they_are_small() -> None:
    assert sum(path.stat().st_size for path in SESSIONS.rglob("*") if path.is_file()) < 300_000


def test_two_task_sets_several_models_and_arms_and_one_session_that_is_refused(
    imported: list[Imported],
) -> None:
    runs = [item.run for item in imported if item.run]
    assert len(runs) == 32
    assert {run.cohort for run in runs} == {"incident-review@2026-03", "schema-migration@2026-05"}
    assert len({run.models[0].id for run in runs}) == 4
    assert {run.labels["arm"] for run in runs} == {"bare", "notes", "ledger"}
    assert [item.left_out.run_id for item in imported if item.left_out] == ["drift-mini-invalid"]


def test_some_are_unsafe_some_have_no_baseline_and_some_no_measured_gate(imported: list[Imported]) -> None:
    scored = [evaluate(rubric(), item.run.metrics) for item in imported if item.run]
    words = Counter(found.title for result in scored if (found := interpretation(result)))
    assert (words["Unsafe"], words["Not scored"]) == (3, 2)
    assert sum(result.value("s_gate") is None for result in scored) == 2


def test_what_they_state_of_themselves_follows_but_for_one_composite(imported: list[Imported]) -> None:
    wrong = {}
    for item in imported:
        if item.run is not None:
            for found in comparisons(item.run, evaluate(rubric(), item.run.metrics)):
                if found.agreement != "same":
                    wrong[item.run.run_id, found.node] = (found.published, found.recomputed)
    assert wrong == {("worked-example", "cx_em"): (23.4, 26.04)}

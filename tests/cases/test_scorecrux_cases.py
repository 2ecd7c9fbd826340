"""Every recorded ScoreCrux case gives its expected values to the last bit, or its listed violations.

The folder is ``$PROOFBOARD_CASES/scorecrux`` (default: ``../shared/cases/scorecrux`` beside the repository).
Every line of every ``*.jsonl`` file in it is a case: ``input``, ``weights``, ``metadata``, ``expected``, and
where it was recorded ``valid`` and ``violations``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from site_builder.boards import form_boards
from site_builder.records.run import Evidence, Imported
from site_builder.records.site import Board as BoardConfig
from site_builder.scoring.evaluate import evaluate
from site_builder.scoring.variant import reweighted
from site_builder.sources.importers.scorecrux_fields import DERIVED, WEIGHTS, violations
from site_builder.sources.importers.scorecrux_session import Read, read_document
from tests.cases.roots import cases_root
from tests.scorecrux.sessions import import_all, rubric, write

pytestmark = pytest.mark.cases_scorecrux

ROOT = cases_root("scorecrux")
Case = dict[str, Any]


def lines(path: Path) -> Iterator[Case]:
    for line in path.read_text("utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


CASES = [
    pytest.param(case, id=f"{path.stem}-{number}-{case['id']}")
    for path in sorted(ROOT.glob("*.jsonl"))
    for number, case in enumerate(lines(path), start=1)
]


def test_a_folder_of_cases_that_exists_holds_some() -> None:
    if not ROOT.exists():
        pytest.skip("no recorded cases here")
    assert CASES, "the folder of ScoreCrux cases exists and holds none"


@pytest.mark.parametrize("case", CASES)
def test_the_case_breaks_exactly_the_rules_that_were_recorded(case: Case) -> None:
    found = violations(case["input"], case.get("weights"), case.get("metadata"))
    assert found == sorted(case.get("violations", found))
    assert (not found) == case.get("valid", not found)


@pytest.mark.parametrize("case", CASES)
def test_the_case_gives_its_values_to_the_last_bit_or_is_refused(case: Case) -> None:
    read = read_document(as_document(case), Evidence("case.json"))
    broken = violations(case["input"], case.get("weights"), case.get("metadata"))
    if broken:
        assert read.run is None
        assert sorted(finding.code for finding in read.errors) == broken
        return
    assert read.run is not None, read.errors
    assert results(case, read) == {
        "derived": case["expected"]["derived"],
        "Cx_em": case["expected"]["composite"]["Cx_em"],
        "S_gate": case["expected"]["composite"]["S_gate"],
    }


@pytest.mark.parametrize("case", CASES)
def test_what_is_not_finite_is_refused(case: Case) -> None:
    recorded = json.dumps(case["expected"])
    if any(word in recorded for word in ('"NaN"', '"Infinity"', '"-Infinity"')):
        assert violations(case["input"], case.get("weights"), case.get("metadata"))


def as_document(case: Case) -> dict[str, Any]:
    """Return a case as a session in the export format."""
    return {
        "format": "scorecrux-session/1",
        "session": {
            "id": str(case["id"]),
            "model": {"id": case.get("model") or "unnamed"},
            "task_set": {"id": case.get("task_set") or "cases"},
            "mapping": case.get("mapping") or "recorded case",
            "arm": case.get("arm"),
            "started_at": case.get("started_at"),
            "completed_at": case.get("completed_at"),
            "cost_basis": case.get("cost_basis"),
        },
        "fundamentals": case["input"],
        "composite": {"weights": case["weights"]} if case.get("weights") else None,
        "metadata": case.get("metadata"),
    }


def results(case: Case, read: Read) -> dict[str, Any]:
    assert read.run is not None
    graph = rubric()
    if case.get("weights"):
        weights = {WEIGHTS[key]: weight for key, weight in case["weights"].items()}
        graph = reweighted(graph, "q_combined", weights)
    scored = evaluate(graph, read.run.metrics)
    return {
        "derived": {key: scored.value(key.lower()) for key in DERIVED},
        "Cx_em": scored.value("cx_em"),
        "S_gate": scored.value("s_gate"),
    }


def published(case: Case) -> bool:
    """Say whether a case is the record of a whole published run, mapped strictly."""
    return case.get("level") == "run" and case.get("mapping") == "strict" and "sha256" in case


REAL = [param.values[0] for param in CASES if published(param.values[0])]


@pytest.mark.skipif(not REAL, reason="no records of published sessions here")
def test_published_sessions_make_boards_without_ranks_and_excluded_ones_are_left_out(tmp_path: Path) -> None:
    documents = [as_document(case) for case in REAL]
    for case, made in zip(REAL, documents, strict=True):
        if not case["usable"]:
            made["session"]["excluded"] = case["exclude_reason"]
    write(tmp_path, "published.jsonl", *documents)
    imported = import_all(tmp_path)
    assert len(imported) == len(REAL)

    assert reasons(imported) == {case["id"]: case["exclude_reason"] for case in REAL if not case["usable"]}, (
        "each excluded record is left out for the recorded reason"
    )

    runs = [item.run for item in imported if item.run is not None]
    config = BoardConfig(family="scorecrux", rubric="scorecrux/1.3", runs=".")
    boards = list(form_boards(config, runs, {"scorecrux/1.3": rubric()}, set()))
    assert {board.cohort_key for board in boards} == {c["task_set"] for c in REAL if c["usable"]}
    assert all(len({entry.run.cohort for entry in board.entries}) == 1 for board in boards)
    entries = {entry.run.run_id: entry for board in boards for entry in board.entries}
    assert set(entries) == {case["id"] for case in REAL if case["usable"]}
    for case in REAL:
        if case["usable"]:
            entry, derived = entries[case["id"]], case["expected"]["derived"]
            assert entry.standing.rank is None, "no published session declares a human baseline"
            assert entry.standing.unranked
            shown = {key: entry.scored.value(key.lower()) for key in ("Q_info", "V_cost", "V_yield")}
            assert shown == {key: derived[key] for key in shown}


def reasons(imported: list[Imported]) -> dict[str, str]:
    """Return id → reason of what is left out, without the line it stands in."""
    left_out = [item.left_out for item in imported if item.left_out is not None]
    return {item.run_id: item.reason.partition(": ")[2] for item in left_out}

"""Results that name neither agent nor verdict are read, and the reader is told what they lack."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from site_builder.sources.importers.ruhroh.documents import read_document
from site_builder.sources.importers.ruhroh.results import read_results
from tests.ruhroh.samples import Json, changed, result


def doubts(tmp_path: Path, *documents: Json) -> list[tuple[str, str, str]]:
    for position, document in enumerate(documents):
        (tmp_path / f"{position}.json").write_text(json.dumps(document), "utf-8")
    found = read_results(tmp_path, "results", validate=False).problems
    assert all(problem.severity == "warning" for problem in found)
    return [(problem.code, problem.file, problem.message) for problem in found]


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ({}, "The version is not stated, and should be plan_v1."),
        ({"version": "plan_v2"}, 'The version is "plan_v2", and should be plan_v1.'),
        ({"version": ["x" * 5000]}, "…, and should be plan_v1."),
    ],
)
def test_another_version_of_a_document_is_told_in_a_short_sentence(
    tmp_path: Path, stated: Json, said: str
) -> None:
    (tmp_path / "plan.json").write_text(json.dumps(stated), "utf-8")
    (problem,) = read_document(tmp_path / "plan.json", "plan.json", ("plan_v1",)).problems
    assert problem.message.endswith(said)
    assert len(problem.message) < 120


def test_a_whole_result_is_in_no_doubt(tmp_path: Path) -> None:
    assert doubts(tmp_path, result()) == []


def test_results_without_an_agent_are_told_of_once(tmp_path: Path) -> None:
    nameless = changed(changed(result(), "/runManifest", ...), "/adapter", ...)
    [(code, file, message)] = doubts(tmp_path, result(), nameless, nameless)
    assert (code, file) == ("ruhroh.result-without-agent", "results/1.json")
    assert message.startswith("2 results, this the first of them, do not name the agent")


def test_a_verdict_that_is_absent_or_another_word_is_told_of(tmp_path: Path) -> None:
    absent = changed(result(), "/evalResult", ...)
    other = changed(result(), "/evalResult/status", "ok")
    [(code, file, message)] = doubts(tmp_path, absent, other)
    assert (code, file) == ("ruhroh.result-without-verdict", "results/0.json")
    assert message.startswith("2 results")
    (tmp_path / "1.json").unlink()
    assert (
        doubts(tmp_path, absent)[0][2]
        == "The result does not state a verdict: infra_failed, whatever the score."
    )


def test_failed_infrastructure_needs_no_verdict(tmp_path: Path) -> None:
    failed = changed(changed(result(passed=False), "/evalResult", ...), "/failureBucket", "infra_failed")
    assert doubts(tmp_path, failed) == []

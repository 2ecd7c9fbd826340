from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from site_builder.sources.importers.ruhroh.evaluations import read_evaluation
from site_builder.studies.ruhroh.quality import count_votes, needs_human, signals
from tests.ruhroh.samples import EVIDENCE, SETTINGS, changed, evaluation, read, result
from tests.ruhroh.test_loop_results import JSON_VALUES

JUDGE = {"kind": "model", "model": "judge-1"}


def vote(status: str, **changes: Any) -> dict[str, Any]:
    return {"judge": JUDGE, "status": status, "confidence": "high", "evidenceRefs": EVIDENCE} | changes


@given(JSON_VALUES)
def test_any_json_value_is_some_evaluation(value: Any) -> None:
    found = read_evaluation(value)
    assert found.recorded == isinstance(value, dict)
    if not isinstance(value, dict) or "status" not in value:
        assert found.status == "infra_failed"


def test_what_is_of_another_kind_has_its_stated_meaning() -> None:
    found = read_evaluation(
        {
            "status": "splendid",
            "confidence": 3,
            "reasons": ["a", 1, None],
            "evidenceRefs": [{"kind": "file", "ref": "x"}, {"kind": "file"}, "x"],
            "commandsRun": [{"command": "a"}, {"command": "b", "exitCode": "2"}, {"exitCode": 1}],
            "criteriaResults": [{"id": " ", "score": 3}, 5, {"id": "b", "status": "partial", "score": "x"}],
            "subscores": {"a": 2, "b": -1, "c": "x", "d": 0.5, "e": True},
            "judge": {"kind": "human"},
            "judgeVotes": [{"judge": {"kind": "human"}}, {"judge": JUDGE}],
        }
    )
    assert (found.status, found.confidence) == ("infra_failed", "medium")
    assert found.reasons == ("a",)
    assert len(found.evidence) == 1
    assert [command.exit_code for command in found.commands] == [0, 0]
    assert [(c.id, c.status, c.score) for c in found.criteria] == [
        ("criterion-1", "failed", 1),
        ("b", "partial", 0),
    ]
    assert found.subscores == {"a": 1, "b": 0, "d": 0.5}
    assert found.judge is None
    assert [v.status for v in found.votes] == ["infra_failed"]


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({}, []),
        ({"status": "review"}, ["evaluator-asks-for-review", "outcome-contradicts-score"]),
        ({"confidence": "low"}, ["evaluator-confidence-low"]),
        ({"evidenceRefs": []}, ["evaluator-evidence-absent"]),
        ({"criteriaResults": []}, ["evaluator-criteria-absent"]),
        ({"criteriaResults": [{"id": "x", "status": "passed"}]}, ["criterion-evidence-absent"]),
        ({"criteriaResults": [{"id": "x", "status": "not_applicable"}]}, []),
        ({"commandsRun": [{"command": "a", "exitCode": 1}]}, ["evaluator-command-failed"]),
        ({"judge": None}, ["judge-not-stated"]),
        ({"judge": {"kind": "hybrid"}}, ["judge-model-not-stated"]),
        ({"judge": {"kind": "command"}}, []),
        ({"judgeVotes": [vote("passed")]}, ["votes-too-few"]),
        ({"judgeVotes": [vote("passed"), vote("passed")]}, []),
        ({"judgeVotes": [vote("passed"), vote("failed")]}, ["votes-disagree"]),
        ({"judgeVotes": [vote("failed"), vote("failed")]}, ["status-against-majority"]),
        ({"judgeVotes": [vote("passed", evidenceRefs=[]), vote("passed")]}, ["vote-evidence-absent"]),
        (
            {"judgeVotes": [vote("passed", judge={"kind": "model"}), vote("passed")]},
            ["vote-model-not-stated"],
        ),
        ({"finalSummary": "fine"}, ["summary-terse"]),
        ({"finalSummary": "   "}, []),
        ({"finalSummary": None}, []),
        ({"status": "failed"}, ["outcome-contradicts-score"]),
    ],
)
def test_each_weakness_of_an_evaluation_has_its_signal(changes: dict[str, Any], codes: list[str]) -> None:
    sample = read(changed(result(), "evalResult", evaluation() | changes))
    assert [signal.code for signal in signals(sample, SETTINGS)] == codes


@pytest.mark.parametrize(
    ("changes", "human"),
    [
        ({}, False),
        ({"status": "review"}, True),
        ({"judgeVotes": [vote("passed"), vote("failed")]}, True),
        ({"confidence": "low"}, False),
        ({"status": "infra_failed"}, False),
    ],
)
def test_an_open_verdict_and_disagreeing_judges_need_a_person(changes: dict[str, Any], human: bool) -> None:
    sample = read(changed(result(), "evalResult", evaluation() | changes))
    assert needs_human(signals(sample, SETTINGS)) is human


@pytest.mark.parametrize(
    ("statuses", "majority"),
    [
        (["passed", "passed"], "passed"),
        (["passed", "failed"], None),
        (["passed", "failed", "failed"], "failed"),
        (["passed", "failed", "review"], None),
    ],
)
def test_a_majority_has_strictly_the_most_votes(statuses: list[str], majority: str | None) -> None:
    found = count_votes(read_evaluation({"judgeVotes": [vote(status) for status in statuses]}).votes)
    assert found is not None
    assert found.majority == majority


def test_the_recorded_agreement_and_the_weights_are_not_believed() -> None:
    document = {
        "judgeVotes": [vote("passed", weight=0.1), vote("failed", weight=9), vote("passed", weight=0.1)],
        "judgeAgreement": {"majorityStatus": "failed"},
    }
    found = count_votes(read_evaluation(document).votes)
    assert found is not None
    assert found.majority == "passed"
    assert count_votes(()) is None

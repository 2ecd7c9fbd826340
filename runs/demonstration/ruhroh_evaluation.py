"""What an invented evaluator says of an invented sample."""

from __future__ import annotations

from typing import Any

from demonstration.chance import Chance
from demonstration.ruhroh_material import SCHEMAS, Slot

Json = dict[str, Any]

JUDGE = {"kind": "model", "model": "assay-2", "version": "2026-03"}
SECOND_JUDGE = {"kind": "command", "model": "smoke-check", "version": "1.4"}


def evaluation(slot: Slot, chance: Chance, flaw: str, *, passed: bool) -> Json:
    """Return the evaluation of a sample."""
    status = "passed" if passed else "failed"
    status = {"judges disagree": "review", "evaluator failed": "infra_failed"}.get(flaw, status)
    unmet = [] if status == "passed" else [chance.pick(slot.scenario.failures)]
    seen = (
        []
        if flaw == "no evidence"
        else [{"kind": "file", "ref": "index.html", "summary": "the delivered page"}]
    )
    votes = [
        _vote(JUDGE, status if status != "review" else "passed", seen),
        _vote(SECOND_JUDGE, status if status != "review" else "failed", seen),
    ]
    worst = chance.whole(0, len(slot.scenario.criteria) - 1)
    return {
        "$schema": f"{SCHEMAS}/eval-result-v1.schema.json",
        "version": "ruhroh_eval_result_v1",
        "status": status,
        "goalMet": status == "passed",
        "confidence": "medium" if status in ("review", "infra_failed") else "high",
        "reasons": unmet or ["Every criterion is met by what was delivered."],
        "unmetCriteria": unmet,
        "evidenceRefs": seen,
        "commandsRun": [{"command": "open index.html", "exitCode": 0, "summary": "the page opens"}],
        "artifacts": {},
        "finalSummary": "The delivered page was opened and used as the request describes.",
        "criteriaResults": [
            _criterion(position, words, seen, met=status == "passed" or position != worst)
            for position, words in enumerate(slot.scenario.criteria)
        ],
        "subscores": {
            name: round((0.75 if status == "passed" else 0.35) + chance.whole(0, 25) / 100, 2)
            for name in ("functionality", "workflow", "buildRun", "persistence", "constraintCompliance")
        },
        "judge": JUDGE,
        "judgeVotes": votes,
    }


def _criterion(position: int, words: str, seen: list[Json], *, met: bool) -> Json:
    return {
        "id": f"c{position + 1}",
        "description": words,
        "status": "passed" if met else "failed",
        "score": 1 if met else 0,
        "evidenceRefs": seen,
    }


def _vote(judge: Json, status: str, seen: list[Json]) -> Json:
    rationale = "Used the page as the request describes."
    return {
        "judge": judge,
        "status": status,
        "confidence": "high",
        "rationale": rationale,
        "evidenceRefs": seen,
    }

"""Read an evaluator's result as the methodology uses it. Total: there is no input that makes it raise.

What is absent or of another kind has a stated meaning: no status is ``infra_failed``, no confidence is
``medium``, a criterion of unknown status is ``failed``, a score outside of 0–1 is clamped, a judge of unknown
kind is no judge, and a vote without a judge is no vote.
"""

from __future__ import annotations

from typing import get_args

from site_builder.records.ruhroh import (
    Command,
    Confidence,
    Criterion,
    CriterionStatus,
    Evaluation,
    EvaluationStatus,
    EvidenceRef,
    Judge,
    JudgeKind,
    Vote,
)
from site_builder.sources.importers.ruhroh.fields import (
    Json,
    figure,
    is_number,
    items,
    plain,
    record,
    records,
    text,
    texts,
    word,
)

STATUSES: tuple[EvaluationStatus, ...] = get_args(EvaluationStatus)
CONFIDENCES: tuple[Confidence, ...] = get_args(Confidence)
CRITERION_STATUSES: tuple[CriterionStatus, ...] = get_args(CriterionStatus)
JUDGE_KINDS: tuple[JudgeKind, ...] = get_args(JudgeKind)


def read_evaluation(value: object) -> Evaluation:
    """Return the evaluation in a JSON value; anything but an object is an evaluation that is not recorded."""
    return Evaluation(
        status=word(value, "status", STATUSES, "infra_failed"),
        confidence=word(value, "confidence", CONFIDENCES, "medium"),
        reasons=texts(value, "reasons"),
        unmet_criteria=texts(value, "unmetCriteria"),
        evidence=_evidence(value, "evidenceRefs"),
        commands=tuple(
            _command(item) for item in records(value, "commandsRun") if _has_text(item, "command")
        ),
        criteria=tuple(
            _criterion(item, position)
            for position, item in enumerate(items(value, "criteriaResults"), start=1)
            if isinstance(item, dict)
        ),
        subscores=_subscores(record(value, "subscores")),
        judge=read_judge(record(value, "judge")),
        votes=tuple(_votes(value)),
        final_summary=text(value, "finalSummary"),
        recorded=isinstance(value, dict),
    )


def read_judge(value: Json) -> Judge | None:
    """Return the judge in an object; ``None`` when its kind is none that the methodology knows."""
    if value.get("kind") not in JUDGE_KINDS:
        return None
    return Judge(kind=value["kind"], model=text(value, "model"), version=text(value, "version"))


def _votes(value: object) -> list[Vote]:
    found = []
    for item in records(value, "judgeVotes"):
        judge = read_judge(record(item, "judge"))
        if judge is not None:
            found.append(
                Vote(
                    judge=judge,
                    status=word(item, "status", STATUSES, "infra_failed"),
                    confidence=word(item, "confidence", CONFIDENCES, "medium"),
                    rationale=text(item, "rationale"),
                    evidence=_evidence(item, "evidenceRefs"),
                )
            )
    return found


def _criterion(value: Json, position: int) -> Criterion:
    return Criterion(
        id=text(value, "id") or f"criterion-{position}",
        description=text(value, "description"),
        status=word(value, "status", CRITERION_STATUSES, "failed"),
        score=_unit(figure(value, "score") or 0.0),
        evidence=_evidence(value, "evidenceRefs"),
        notes=text(value, "notes"),
    )


def _command(value: Json) -> Command:
    code = figure(value, "exitCode")
    return Command(command=value["command"], exit_code=code or 0, summary=text(value, "summary"))


def _evidence(value: object, name: str) -> tuple[EvidenceRef, ...]:
    return tuple(
        EvidenceRef(kind=item["kind"], ref=item["ref"], summary=text(item, "summary"))
        for item in records(value, name)
        if _has_text(item, "kind") and _has_text(item, "ref")
    )


def _subscores(value: Json) -> dict[str, float]:
    return {name: _unit(plain(score)) for name, score in value.items() if is_number(score)}


def _has_text(value: Json, name: str) -> bool:
    return isinstance(value.get(name), str)


def _unit(value: float) -> float:
    return max(0, min(1, value))

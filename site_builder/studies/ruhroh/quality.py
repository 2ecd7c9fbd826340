"""How far an evaluation can be trusted: signals of weak evidence, of missing judges and of disagreement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

import msgspec

from site_builder.records.ruhroh import Evaluation, EvaluationStatus, Judge, Sample, Vote
from site_builder.studies.ruhroh.settings import Settings

Outcome = Literal["passed", "failed", "open"]

ASKS_FOR_HUMAN = ("evaluator-asks-for-review", "votes-disagree")
"""Signals after which a person has to decide."""


class Signal(msgspec.Struct, frozen=True, order=True):
    """One weakness of one evaluation."""

    code: str
    detail: str = ""
    """What it is about: a criterion, a judge, the two verdicts. Empty when the code says all."""


class VoteCount(msgspec.Struct, frozen=True):
    """How the judges of one evaluation voted. A vote is a vote: recorded weights are not used."""

    votes: int
    counts: dict[EvaluationStatus, int]
    """Status → votes, in order of first appearance."""
    majority: EvaluationStatus | None
    """The status with strictly the most votes; ``None`` on a tie for the first place."""

    @property
    def unanimous(self) -> bool:
        """Whether at most one status got votes."""
        return len(self.counts) <= 1


def count_votes(votes: tuple[Vote, ...]) -> VoteCount | None:
    """Count the votes; ``None`` when there are none."""
    if not votes:
        return None
    counted = Counter(vote.status for vote in votes)
    ranked = counted.most_common(2)
    majority = ranked[0][0] if len(ranked) == 1 or ranked[0][1] > ranked[1][1] else None
    return VoteCount(votes=len(votes), counts=dict(counted), majority=majority)


def accepted(sample: Sample, settings: Settings) -> bool:
    """Return whether the sample passed: full score, and the evaluator says so too."""
    return sample.score == settings.passing_score and sample.evaluation.status == "passed"


def outcome_of(sample: Sample, settings: Settings) -> Outcome:
    """Return what became of a sample; it is open where the evaluator came to no verdict."""
    if sample.evaluation.status in ("review", "infra_failed"):
        return "open"
    return "passed" if accepted(sample, settings) else "failed"


def contradicts(sample: Sample, settings: Settings) -> bool:
    """Return whether score and evaluator disagree about the outcome."""
    return (sample.score == settings.passing_score) != (sample.evaluation.status == "passed")


def signals(sample: Sample, settings: Settings) -> tuple[Signal, ...]:
    """Return the weaknesses of a sample's evaluation, each once, in a fixed order."""
    found = list(_signals(sample.evaluation, settings))
    if contradicts(sample, settings):
        found.append(contradiction(sample))
    return tuple(dict.fromkeys(found))


def contradiction(sample: Sample) -> Signal:
    """Return the signal of a sample whose score and evaluation disagree."""
    return Signal("outcome-contradicts-score", f"score {sample.score}, evaluator {sample.evaluation.status}")


def needs_human(found: tuple[Signal, ...]) -> bool:
    """Return whether one of the signals asks for a person."""
    return any(signal.code in ASKS_FOR_HUMAN for signal in found)


def _signals(evaluation: Evaluation, settings: Settings) -> Iterator[Signal]:
    if evaluation.status == "review":
        yield Signal("evaluator-asks-for-review")
    if evaluation.confidence == "low":
        yield Signal("evaluator-confidence-low")
    if not evaluation.evidence:
        yield Signal("evaluator-evidence-absent")
    if not evaluation.criteria:
        yield Signal("evaluator-criteria-absent")
    for criterion in evaluation.criteria:
        if not criterion.evidence and criterion.status != "not_applicable":
            yield Signal("criterion-evidence-absent", criterion.id)
    if any(command.exit_code != 0 for command in evaluation.commands):
        yield Signal("evaluator-command-failed")
    yield from _judge_signals(evaluation.judge)
    yield from _vote_signals(evaluation, settings)
    if 0 < len(evaluation.final_summary) < settings.terse_summary:
        yield Signal("summary-terse")


def _judge_signals(judge: Judge | None) -> Iterator[Signal]:
    if judge is None:
        yield Signal("judge-not-stated")
    elif judge.needs_model and not judge.model:
        yield Signal("judge-model-not-stated")


def _vote_signals(evaluation: Evaluation, settings: Settings) -> Iterator[Signal]:
    found = count_votes(evaluation.votes)
    if found is None:
        return
    if found.votes < settings.minimum_votes:
        yield Signal("votes-too-few")
    if not found.unanimous:
        yield Signal("votes-disagree")
    if found.majority is not None and found.majority != evaluation.status:
        yield Signal("status-against-majority", f"{evaluation.status} against {found.majority}")
    for vote in evaluation.votes:
        if not vote.evidence:
            yield Signal("vote-evidence-absent", vote.judge.label)
        if vote.judge.needs_model and not vote.judge.model:
            yield Signal("vote-model-not-stated", vote.judge.label)

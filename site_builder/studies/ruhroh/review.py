"""The review queue: samples that a person should look at, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from site_builder.records.ruhroh import EvaluationStatus, Sample
from site_builder.studies.ruhroh.evidence import missing_paths
from site_builder.studies.ruhroh.order import collated
from site_builder.studies.ruhroh.quality import needs_human, signals
from site_builder.studies.ruhroh.settings import Settings

REASONS: dict[str, str] = {
    "status-review": "the evaluator left the verdict open",
    "status-infra-failed": "the evaluator did not come to a verdict",
    "not-passed": "the sample did not pass",
    "artifact-path-missing": "evidence is not named",
    "criterion-unmet": "a criterion is not met",
}
"""Reasons beside the signals of weak evaluation."""

Priority = Literal["required", "recommended"]


class Reason(msgspec.Struct, frozen=True):
    """One reason for a look at a sample."""

    code: str
    """A key of ``REASONS`` or the code of a signal."""
    detail: str = ""


class ReviewItem(msgspec.Struct, frozen=True, kw_only=True):
    """A sample in the queue."""

    path: str
    """Path of the sample; with it a page finds everything else."""
    sha256: str
    scenario_id: str
    target: str
    run_id: str
    status: str
    evaluation_status: EvaluationStatus
    score: float
    failure_bucket: str
    priority: Priority
    """``required`` stops a claim; ``recommended`` does not."""
    reasons: tuple[Reason, ...]
    unmet_criteria: tuple[str, ...]
    final_summary: str
    transcripts: tuple[str, ...]
    event_logs: tuple[str, ...]

    @property
    def label(self) -> str:
        """``scenario/target/run``."""
        return "/".join(part for part in (self.scenario_id, self.target, self.run_id) if part)


def review_queue(samples: Iterable[Sample], settings: Settings) -> tuple[ReviewItem, ...]:
    """Return the samples with a reason for review, required ones first."""
    items = (_item(sample, settings) for sample in samples)
    return tuple(sorted((item for item in items if item is not None), key=_order))


def reasons(sample: Sample, settings: Settings) -> tuple[Reason, ...]:
    """Return why a person should look at a sample, each reason once, in a fixed order."""
    return tuple(dict.fromkeys(_reasons(sample, settings)))


def _reasons(sample: Sample, settings: Settings) -> Iterator[Reason]:
    status = sample.evaluation.status
    if status == "review":
        yield Reason("status-review")
    if status == "infra_failed":
        yield Reason("status-infra-failed")
    if sample.score == 0:
        yield Reason("not-passed", sample.failure_bucket)
    for signal in signals(sample, settings):
        yield Reason(signal.code, signal.detail)
    for role in missing_paths(sample):
        yield Reason("artifact-path-missing", role)
    for criterion in sample.evaluation.unmet_criteria:
        yield Reason("criterion-unmet", criterion)


def _item(sample: Sample, settings: Settings) -> ReviewItem | None:
    found = reasons(sample, settings)
    if not found:
        return None
    evaluation = sample.evaluation
    open_verdict = evaluation.status in ("review", "infra_failed")
    required = open_verdict or needs_human(signals(sample, settings))
    return ReviewItem(
        path=sample.path,
        sha256=sample.sha256,
        scenario_id=sample.scenario_id,
        target=sample.group,
        run_id=sample.run_id,
        status=sample.status,
        evaluation_status=evaluation.status,
        score=sample.score,
        failure_bucket=sample.failure_bucket,
        priority="required" if required else "recommended",
        reasons=found,
        unmet_criteria=evaluation.unmet_criteria,
        final_summary=evaluation.final_summary,
        transcripts=_distinct(attempt.transcript for attempt in sample.attempts),
        event_logs=_distinct(attempt.event_log for attempt in sample.attempts),
    )


def _order(item: ReviewItem) -> tuple[object, ...]:
    names: Sequence[str] = (item.scenario_id, item.target, item.run_id)
    return item.priority != "required", *map(collated, names), item.path


def _distinct(paths: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({path for path in paths if path}))

"""The figures of a cohort as metrics of the rubric, so that its graph explains them as on any board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from site_builder.records.ruhroh import Sample
from site_builder.records.run import Evidence, Metric
from site_builder.statistics.interval import Interval
from site_builder.statistics.summary import Distribution
from site_builder.studies.ruhroh.cohorts import Cohort
from site_builder.studies.ruhroh.quality import signals
from site_builder.studies.ruhroh.settings import Settings
from site_builder.studies.ruhroh.usage import Metered

SUBSCORES = {
    "functionality": "functionality",
    "workflow": "workflow",
    "buildRun": "build_run",
    "persistence": "persistence",
    "constraintCompliance": "constraint_compliance",
    "evidenceQuality": "evidence_quality",
}
"""Dimension as evaluators name it → last word of its node."""
LARGEST_K = 5


def cohort_metrics(cohort: Cohort, members: Sequence[Sample], settings: Settings) -> dict[str, Metric]:
    """Return metric id → value or reason for one cohort; ``members`` are its samples in their order."""
    where = tuple(Evidence(sample.path, "/score") for sample in members)
    total = 0.0
    for sample in members:
        total += sample.score
    weak = sum(bool(signals(sample, settings)) for sample in members)
    return {
        "runs": Metric(value=cohort.runs, evidence=where),
        "passes": Metric(value=cohort.passes, evidence=where),
        "score_sum": Metric(value=total, evidence=where),
        **dict(_bounds("pass_rate", cohort.pass_rate_interval)),
        **dict(_bounds("mean_score", cohort.mean_score_interval)),
        **dict(_pass_at(cohort)),
        **dict(_subscores(cohort)),
        "duration.median_s": _median(cohort.duration_ms, 1000),
        "iterations.median": _median(cohort.iterations),
        **dict(_metered("cost", cohort.usage.cost_usd)),
        **dict(_metered("tokens", cohort.usage.tokens)),
        "review.required": Metric(value=cohort.review_required),
        "review.weak_evaluations": Metric(value=weak),
    }


def _bounds(front: str, interval: Interval) -> Iterator[tuple[str, Metric]]:
    given = ", ".join(f"{name} {value}" for name, value in interval.parameters.items())
    note = f"{interval.method}, {interval.confidence:.0%}, n = {interval.n}, {given}"
    evidence = (Evidence("", note=note),)
    yield f"{front}_lower", Metric(value=interval.lower, evidence=evidence)
    yield f"{front}_upper", Metric(value=interval.upper, evidence=evidence)


def _pass_at(cohort: Cohort) -> Iterator[tuple[str, Metric]]:
    found = {estimate.parameters["k"]: estimate.value for estimate in cohort.pass_at_k}
    for k in range(1, LARGEST_K + 1):
        detail = f"{cohort.runs} samples say nothing about {k} tries"
        missing = Metric(reason="below_minimum", detail=detail)
        yield f"pass_at.k{k}", Metric(value=found[k]) if k in found else missing


def _subscores(cohort: Cohort) -> Iterator[tuple[str, Metric]]:
    found = {row.name: row for row in cohort.subscores}
    for name, node in SUBSCORES.items():
        row = found.get(name)
        missing = Metric(reason="not_collected", detail="no evaluation has this subscore")
        note = f"mean of {row.n} samples" if row else ""
        yield (
            f"subscores.{node}",
            Metric(value=row.mean, evidence=(Evidence("", note=note),)) if row else missing,
        )


def _median(found: Distribution | None, per: float = 1) -> Metric:
    if found is None:
        return Metric(reason="not_collected", detail="no sample states it")
    note = f"median of {found.n} samples, {found.missing} without a figure"
    return Metric(value=found.median / per, evidence=(Evidence("", note=note),))


def _metered(front: str, found: Metered) -> Iterator[tuple[str, Metric]]:
    nothing = Metric(reason="not_collected", detail="no sample reports it")
    yield f"{front}.total", nothing if found.total is None else Metric(value=found.total)
    yield f"{front}.reporting", Metric(value=found.observed)
    yield f"{front}.complete", Metric(value=1 if found.status == "complete" else 0)

"""Cohorts: the samples of one scenario under one target, and what they say together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from site_builder.records.ruhroh import Sample
from site_builder.records.run import Evidence
from site_builder.statistics.bootstrap import bootstrap_mean
from site_builder.statistics.interval import Estimate, Interval
from site_builder.statistics.proportions import wilson
from site_builder.statistics.repeats import pass_at_each
from site_builder.statistics.summary import Count, Distribution, counts, distribution, mean
from site_builder.studies.readiness import Check
from site_builder.studies.ruhroh.codes import check
from site_builder.studies.ruhroh.cohort_fields import UNKNOWN, describe, known
from site_builder.studies.ruhroh.comparability import comparability, locked_version
from site_builder.studies.ruhroh.evidence import missing_paths
from site_builder.studies.ruhroh.order import collated
from site_builder.studies.ruhroh.quality import (
    Signal,
    accepted,
    contradiction,
    contradicts,
    needs_human,
    signals,
)
from site_builder.studies.ruhroh.settings import Settings
from site_builder.studies.ruhroh.usage import UsageSummary, summarise

SUBSCORES = (
    "functionality",
    "workflow",
    "buildRun",
    "persistence",
    "constraintCompliance",
    "evidenceQuality",
)
"""The dimensions that every evaluator may score, in the order of pages; others follow as they appear."""

Bootstraps = Callable[[Sequence[tuple[Sequence[float], str]]], Iterable[Interval | None]]
"""Computes the intervals of many means; exchanged where several processors may share the work."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """Under what terms cohorts are made."""

    settings: Settings
    minimum_runs: int
    """Samples below which a cohort is directional."""
    locked: Mapping[str, str] = {}
    """Scenario id → the version that a suite locks."""


class Subscore(msgspec.Struct, frozen=True):
    """One dimension of the evaluation, over the samples that have it."""

    name: str
    mean: float
    """0–1."""
    n: int


class SignalCount(msgspec.Struct, frozen=True):
    """How many samples of a cohort have one weakness of evaluation."""

    signal: Signal
    samples: int


class Cohort(msgspec.Struct, frozen=True, kw_only=True):
    """One scenario under one target: a row of a cohort board."""

    scenario_id: str
    target: str
    """The declared benchmark target, else the adapter that ran the samples."""
    target_declared: bool
    adapters: tuple[str, ...]
    """Adapters that executed the samples."""
    members: tuple[str, ...]
    """Paths of the samples, in the order in which they are counted."""
    fields: dict[str, tuple[str, ...]]
    """Field name → distinct values (``cohort_fields``)."""
    runs: int
    passes: int
    pass_rate: float
    pass_rate_interval: Interval
    pass_at_k: tuple[Estimate, ...]
    mean_score: float
    """Not clamped; scores outside of 0–1 show as such."""
    mean_score_interval: Interval
    subscores: tuple[Subscore, ...]
    duration_ms: Distribution | None
    iterations: Distribution | None
    iteration_counts: tuple[Count, ...]
    failure_buckets: tuple[Count, ...]
    """``none`` for passes, ``unknown`` where nothing is recorded."""
    usage: UsageSummary
    review_required: int
    """Samples that need a person."""
    signals: tuple[SignalCount, ...]
    missing_paths: tuple[Count, ...]
    """Role of evidence → samples that do not name it."""
    minimum_runs: int
    checks: tuple[Check, ...]
    """Statistical warnings: low sample, contradictions, comparability, locked version."""

    @property
    def id(self) -> str:
        """``scenario/target``, the name of a cohort everywhere."""
        return f"{self.scenario_id}/{self.target}"

    @property
    def directional(self) -> bool:
        """Whether there are too few samples for more than a direction."""
        return self.runs < self.minimum_runs


def group(samples: Sequence[Sample]) -> dict[tuple[str, str], tuple[Sample, ...]]:
    """Return (scenario, target) → samples in their order, the groups in collation order."""
    groups: dict[tuple[str, str], list[Sample]] = {}
    for sample in samples:
        groups.setdefault((sample.scenario_id, sample.group), []).append(sample)
    ordered = sorted(groups, key=lambda key: (collated(key[0]), collated(key[1]), key))
    return {key: tuple(groups[key]) for key in ordered}


def bootstraps(settings: Settings) -> Bootstraps:
    """Return the serial computation of mean intervals under the settings."""

    def compute(jobs: Sequence[tuple[Sequence[float], str]]) -> Iterator[Interval | None]:
        for scores, label in jobs:
            yield bootstrap_mean(scores, label, resamples=settings.resamples, confidence=settings.confidence)

    return compute


def cohorts(samples: Sequence[Sample], terms: Terms, compute: Bootstraps | None = None) -> tuple[Cohort, ...]:
    """Return the cohorts of some samples.

    The bootstrap of a mean score takes the scores in the order of the samples and the cohort's id as label.
    """
    groups = group(samples)
    jobs = [
        ([sample.score for sample in members], f"{scenario}/{target}")
        for (scenario, target), members in groups.items()
    ]
    intervals = (compute or bootstraps(terms.settings))(jobs)
    return tuple(
        _cohort(key, members, interval, terms)
        for (key, members), interval in zip(groups.items(), intervals, strict=True)
        if interval is not None
    )


def _cohort(
    key: tuple[str, str], members: tuple[Sample, ...], score_interval: Interval, terms: Terms
) -> Cohort:
    settings = terms.settings
    runs, passes = len(members), sum(accepted(sample, settings) for sample in members)
    interval = wilson(passes, runs, z=settings.z, confidence=settings.confidence)
    assert interval is not None
    found = [signals(sample, settings) for sample in members]
    fields = describe(members)
    return Cohort(
        scenario_id=key[0],
        target=key[1],
        target_declared=any(sample.target_id for sample in members),
        adapters=known(fields["execution-adapters"]),
        members=tuple(sample.path for sample in members),
        fields=fields,
        runs=runs,
        passes=passes,
        pass_rate=passes / runs,
        pass_rate_interval=interval,
        pass_at_k=tuple(pass_at_each(passes, runs, settings.largest_k)),
        mean_score=mean([sample.score for sample in members]),
        mean_score_interval=score_interval,
        subscores=tuple(_subscores(members)),
        duration_ms=distribution([sample.duration_ms for sample in members]),
        iterations=distribution([sample.iterations for sample in members]),
        iteration_counts=_iteration_counts(members),
        failure_buckets=counts(sample.failure_bucket or UNKNOWN for sample in members),
        usage=summarise(members, passes),
        review_required=sum(needs_human(signal) for signal in found),
        signals=_signal_counts(found),
        missing_paths=counts(role for sample in members for role in missing_paths(sample)),
        minimum_runs=terms.minimum_runs,
        checks=tuple(_checks(key, members, fields, terms)),
    )


def _subscores(members: Sequence[Sample]) -> Iterator[Subscore]:
    names = dict.fromkeys(SUBSCORES)
    for sample in members:
        names.update(dict.fromkeys(sample.evaluation.subscores))
    for name in names:
        values = [s.evaluation.subscores[name] for s in members if name in s.evaluation.subscores]
        if values:
            yield Subscore(name, mean(values), len(values))


def _iteration_counts(members: Sequence[Sample]) -> tuple[Count, ...]:
    counted = counts(UNKNOWN if s.iterations is None else f"{s.iterations}" for s in members)
    return tuple(sorted(counted, key=_by_number))


def _by_number(count: Count) -> tuple[float, str]:
    try:
        return float(count.name), ""
    except ValueError:
        return float("inf"), count.name


def _signal_counts(found: Iterable[tuple[Signal, ...]]) -> tuple[SignalCount, ...]:
    counted: dict[Signal, int] = {}
    for of_sample in found:
        for signal in of_sample:
            counted[signal] = counted.get(signal, 0) + 1
    return tuple(SignalCount(signal, samples) for signal, samples in counted.items())


def _checks(
    key: tuple[str, str], members: Sequence[Sample], fields: Mapping[str, tuple[str, ...]], terms: Terms
) -> Iterator[Check]:
    subject, least = "/".join(key), terms.minimum_runs
    if len(members) < least:
        detail = f"{len(members)} samples"
        yield check("runs-below-minimum", "blocker", subject, detail, f"at least {least}")
    contradictions: dict[str, list[Evidence]] = {}
    for sample in members:
        if contradicts(sample, terms.settings):
            where = contradictions.setdefault(contradiction(sample).detail, [])
            where.append(Evidence(sample.path, "/evalResult/status"))
    for detail, places in contradictions.items():
        code, asked = "outcome-contradicts-score", "one outcome"
        yield check(code, "blocker", subject, detail, asked, evidence=tuple(places))
    yield from comparability(subject, fields, terms.settings)
    yield from locked_version(subject, fields["scenario-versions"], terms.locked.get(key[0]))

"""Whether a pack of scenarios and suites is ready to collect samples with, and what collecting will take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from site_builder.errors import Problem
from site_builder.records.ruhroh_pack import DIFFICULTIES, RiskReview, Scenario, SuiteFile
from site_builder.records.run import Evidence
from site_builder.statistics.summary import Count
from site_builder.studies.readiness import Check, Readiness, Severity, readiness


class Runtime(msgspec.Struct, frozen=True, kw_only=True):
    """How long scenarios are expected to take, once each."""

    known: int
    """Scenarios that state it."""
    unknown: int
    total_s: float
    """Over those that state it."""
    least_s: float | None
    greatest_s: float | None


class SuiteRow(msgspec.Struct, frozen=True, kw_only=True):
    """One suite of a pack."""

    path: str
    id: str
    version: str
    valid: bool
    scenario_ids: tuple[str, ...]
    minimum_runs: int | None
    difficulties: tuple[Count, ...]
    runtime: Runtime
    collection_s: float | None
    """Expected time of all samples that the suite asks of one target; ``None`` for an invalid suite."""


class Inspection(msgspec.Struct, frozen=True, kw_only=True):
    """What an inspection found. What a file says of itself counts only when the file is valid."""

    scenarios: tuple[Scenario, ...]
    suites: tuple[SuiteRow, ...]
    readiness: Readiness
    valid_scenarios: int
    valid_suites: int
    calibration_warnings: int
    """Scenarios without a case for every verdict, or without any."""
    review_warnings: int
    """Risk reviews that are missing or placeholders."""
    difficulties: tuple[Count, ...]
    runtime: Runtime


def inspect(
    scenarios: Sequence[Scenario],
    suites: Sequence[SuiteFile],
    *,
    require_calibrated: bool = False,
    require_reviewed: bool = False,
) -> Inspection:
    """Inspect a pack. The two requirements turn doubts about calibration and risk reviews into blockers."""
    calibration = tuple(_calibration(scenarios, "blocker" if require_calibrated else "advisory"))
    reviews = tuple(_reviews(scenarios, suites, "blocker" if require_reviewed else "advisory"))
    own = [problem for scenario in scenarios for problem in scenario.problems]
    own += [problem for suite in suites for problem in suite.problems]
    checks = (*map(_of_problem, own), *calibration, *reviews)
    return Inspection(
        scenarios=tuple(scenarios),
        suites=tuple(_suite_row(item, scenarios) for item in suites),
        readiness=readiness("pack", checks),
        valid_scenarios=sum(item.valid for item in scenarios),
        valid_suites=sum(item.valid for item in suites),
        calibration_warnings=len(calibration),
        review_warnings=len(reviews),
        difficulties=_difficulties(scenarios),
        runtime=_runtime(scenarios),
    )


def _of_problem(problem: Problem) -> Check:
    return Check(
        code=problem.code,
        severity="blocker" if problem.severity == "error" else "advisory",
        subject=problem.file,
        title=problem.message,
        observed=problem.pointer,
        required="",
        remedy=problem.advice,
        evidence=(Evidence(problem.file, problem.pointer),),
    )


def _calibration(scenarios: Iterable[Scenario], severity: Severity) -> Iterator[Check]:
    for scenario in scenarios:
        missing = scenario.missing_verdicts
        if not missing or scenario.source is None:
            continue
        yield Check(
            code="calibration-incomplete" if any(scenario.calibration.values()) else "calibration-absent",
            severity=severity,
            subject=scenario.path,
            title="there is no calibration case for some verdicts",
            observed=f"without {', '.join(missing)}",
            required="a case that passes, one that fails and one that stays open",
            remedy="Add calibration cases with a known verdict and a rationale.",
            evidence=(Evidence(scenario.path, "/evaluation/calibrationCases"),),
        )


def _reviews(
    scenarios: Iterable[Scenario], suites: Iterable[SuiteFile], severity: Severity
) -> Iterator[Check]:
    items: list[Scenario | SuiteFile] = [*scenarios, *suites]
    for item in items:
        for review in item.reviews:
            status = review.status if item.valid else "missing"
            if status != "documented":
                yield _review(item.path, review, status, severity)


def _review(path: str, review: RiskReview, status: str, severity: Severity) -> Check:
    return Check(
        code=f"risk-review-{status}",
        severity=severity,
        subject=path,
        title="a risk is not reviewed" if status == "missing" else "a risk review says nothing",
        observed=review.field,
        required="what was looked at, and what was found",
        remedy="Write down how leakage and shortcuts were looked for, and what defends against them.",
        evidence=(Evidence(path, review.field),),
    )


def _suite_row(item: SuiteFile, scenarios: Sequence[Scenario]) -> SuiteRow:
    suite = item.suite if item.valid else None
    names = suite.scenario_ids if suite else ()
    members = [scenario for scenario in scenarios if scenario.valid and scenario.id in names]
    runtime = _runtime(members)
    return SuiteRow(
        path=item.path,
        id=suite.id if suite else "",
        version=suite.version if suite else "",
        valid=item.valid,
        scenario_ids=names,
        minimum_runs=suite.minimum_runs if suite else None,
        difficulties=_difficulties(members),
        runtime=runtime,
        collection_s=runtime.total_s * suite.minimum_runs if suite else None,
    )


def _difficulties(scenarios: Iterable[Scenario]) -> tuple[Count, ...]:
    stated = [scenario.difficulty if scenario.valid else "" for scenario in scenarios]
    known = tuple(Count(name, stated.count(name)) for name in DIFFICULTIES)
    return (*known, Count("unknown", len(stated) - sum(count.count for count in known)))


def _runtime(scenarios: Sequence[Scenario]) -> Runtime:
    stated = [item.expected_runtime_s if item.valid else None for item in scenarios]
    known = [seconds for seconds in stated if seconds is not None]
    total: float = 0
    for seconds in known:
        total += seconds
    return Runtime(
        known=len(known),
        unknown=len(stated) - len(known),
        total_s=total,
        least_s=min(known, default=None),
        greatest_s=max(known, default=None),
    )

"""Whether a claim may be published: every reason against it, with what would clear it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from site_builder.errors import Problem
from site_builder.records.ruhroh import ArtifactCheck
from site_builder.records.ruhroh_campaign import CalibrationReport, Suite
from site_builder.records.run import Evidence
from site_builder.studies.readiness import Check, Readiness, readiness
from site_builder.studies.ruhroh.codes import check
from site_builder.studies.ruhroh.cohorts import Cohort
from site_builder.studies.ruhroh.coverage import Coverage
from site_builder.studies.ruhroh.pairs import Pair
from site_builder.studies.ruhroh.review import ReviewItem
from site_builder.studies.ruhroh.rollup import RollUp


class Findings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a verdict on publication rests on."""

    cohorts: Sequence[Cohort]
    pairs: Sequence[Pair]
    roll_ups: Sequence[RollUp]
    queue: Sequence[ReviewItem]
    suite: Suite | None
    uncovered: Sequence[str]
    """Scenarios of the suite for which no result at all was found."""
    coverage: Coverage | None
    calibration: CalibrationReport | None
    artifacts: Sequence[ArtifactCheck]
    duplicates: Sequence[Check]
    unreadable: Sequence[Problem]


def claim_readiness(found: Findings) -> Readiness:
    """Return the checks in the order in which a reader can clear them: scope, plan, evidence, cohorts …"""
    checks = (
        *_scope(found),
        *_plan(found),
        *_evidence(found),
        *_suite(found),
        *(row for cohort in found.cohorts for row in _cohort(cohort)),
        *(row for pair in found.pairs for row in pair.checks),
        *_review(found.queue),
        *_identity(found.cohorts),
    )
    return readiness("suite" if found.suite else "ad_hoc", checks)


def _scope(found: Findings) -> Iterator[Check]:
    if not found.cohorts:
        yield check("no-cohorts", "blocker", "", "no results", "at least one cohort")
    if found.suite is None:
        yield check("suite-not-selected", "blocker", "", "a comparison without a suite", "a suite")
    for scenario in found.uncovered:
        yield check("suite-scenario-without-results", "blocker", scenario, "no results", "results")


def _plan(found: Findings) -> Iterator[Check]:
    if found.coverage is None:
        yield check("plan-not-given", "advisory", "", "no plan", "the plan of the campaign")
    else:
        yield from found.coverage.checks
    yield from found.duplicates
    for problem in found.unreadable:
        yield check("result-unreadable", "blocker", problem.file, problem.message, "a readable result")


def _evidence(found: Findings) -> Iterator[Check]:
    errors = sum(item.errors for item in found.artifacts)
    warnings = sum(item.warnings for item in found.artifacts)
    if errors:
        where = tuple(Evidence(item.path) for item in found.artifacts if item.errors)
        yield check("artifact-errors", "blocker", "", _counted(errors, "error"), "none", evidence=where)
    if warnings:
        where = tuple(Evidence(item.path) for item in found.artifacts if item.warnings)
        yield check(
            "artifact-warnings", "advisory", "", _counted(warnings, "warning"), "none", evidence=where
        )
    if found.calibration is None:
        yield check("calibration-not-given", "advisory", "", "no report", "a passing report")
    elif not found.calibration.passed:
        detail = f"{found.calibration.mismatches} of {len(found.calibration.cases)} cases missed"
        where = (Evidence(found.calibration.source.path),)
        yield check("calibration-not-passed", "blocker", "", detail, "every case matched", evidence=where)


def _suite(found: Findings) -> Iterator[Check]:
    if found.suite is None:
        return
    for row in found.roll_ups:
        if not row.satisfied:
            detail = f"{row.covered} of {row.expected} scenarios, {row.runs} samples"
            required = f"{found.suite.minimum_runs} samples of every scenario"
            yield check("suite-requirement-not-met", "blocker", row.target, detail, required)
        for scenario in row.missing:
            yield check("suite-scenario-missing", "blocker", row.target, scenario, "samples of it")
        yield from row.checks


def _cohort(cohort: Cohort) -> Iterator[Check]:
    yield from cohort.checks
    if cohort.signals:
        detail = _counted(len(cohort.signals), "kind", " of weakness")
        yield check("evaluator-evidence-weak", "blocker", cohort.id, detail, "none")
    for row in cohort.signals:
        share = f"{row.samples} of {cohort.runs} samples"
        detail = f"{row.signal.detail} ({share})" if row.signal.detail else share
        yield check(row.signal.code, "advisory", cohort.id, detail, "no sample")
    if cohort.review_required:
        detail = f"{cohort.review_required} of {cohort.runs} samples"
        yield check("human-review-required", "blocker", cohort.id, detail, "no open verdict")
    if cohort.missing_paths:
        detail = _counted(len(cohort.missing_paths), "kind", " of evidence")
        yield check("artifact-paths-incomplete", "blocker", cohort.id, detail, "every path named")
    for count in cohort.missing_paths:
        detail = f"{count.name} ({count.count} of {cohort.runs} samples)"
        yield check("artifact-path-missing", "advisory", cohort.id, detail, "named by every sample")


def _review(queue: Sequence[ReviewItem]) -> Iterator[Check]:
    for item in queue:
        where = (Evidence(item.path, "/evalResult"),)
        if item.priority == "required":
            yield check("review-required", "blocker", item.label, "open", "decided", evidence=where)
        else:
            yield check(
                "review-recommended", "advisory", item.label, "not looked at", "looked at", evidence=where
            )


def _identity(cohorts: Sequence[Cohort]) -> Iterator[Check]:
    for cohort in cohorts:
        if not cohort.target_declared:
            yield check("target-not-declared", "blocker", cohort.id, "an adapter only", "a benchmark target")


def _counted(count: int, thing: str, rest: str = "") -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}{rest}"

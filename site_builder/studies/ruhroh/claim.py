"""The claim of a comparison, and its summary, in the archive form ``ruhroh_benchmark_claim_v2``.

The form is that of published archives, so that their readers can read these as well; what it has no place
for (codes, exact p-values, the verdict on a pair, the rubric) stands beside under names of its own. Paths are
relative to the claim, and the time is that of the newest sample: the same comparison gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from site_builder.records.ruhroh import ArtifactFile, Sample
from site_builder.records.ruhroh_campaign import SourceFile
from site_builder.studies.readiness import Check
from site_builder.studies.ruhroh.claim_rows import (
    interval_row,
    pair_row,
    scenario_row,
    target_identity,
    target_row,
    target_snapshot,
)
from site_builder.studies.ruhroh.comparison import Comparison
from site_builder.studies.ruhroh.times import newest

Json = dict[str, Any]

SCHEMAS = "https://lumicorp.github.io/ruhroh/schemas"
CLAIM = "ruhroh_benchmark_claim_v2"
SUMMARY = "ruhroh_benchmark_summary_v2"
METHODS = (
    "wilson_pass_rate_ci",
    "normal_approximation_pass_rate_delta_ci",
    "fisher_exact_two_sided",
    "pass_at_k",
    "bootstrap_mean_score_ci",
)
_EPOCH = "1970-01-01T00:00:00Z"
_NO_TIME = "No sample states a time; the epoch stands in its place."


class ClaimSources(msgspec.Struct, frozen=True, kw_only=True):
    """Where the evidence of a claim lies, by paths relative to the claim."""

    results: str
    """The result root."""
    suite: SourceFile | None = None
    plans: tuple[SourceFile, ...] = ()
    ledger: SourceFile | None = None
    calibration: SourceFile | None = None
    claim: str = ""
    summary: str = ""
    inventories: Mapping[str, tuple[ArtifactFile, ...]] = {}
    """Path of a sample → the files of evidence it names."""


def claim(comparison: Comparison, sources: ClaimSources, tool_version: str) -> Json:
    """Return the claim. A claim that must not be published is written too, and says so."""
    found = comparison.readiness
    return {
        "$schema": f"{SCHEMAS}/benchmark-claim-v2.schema.json",
        "version": CLAIM,
        **_created(comparison.samples),
        "tool": {"name": "proofboard", "version": tool_version},
        "rubric": {"id": comparison.settings.rubric, "digest": comparison.settings.digest},
        "source": _source(comparison, sources),
        "scope": _scope(comparison),
        "publishable": found.ready,
        **({"suite": _suite(comparison)} if comparison.suite else {}),
        "methodology": _methodology(comparison),
        "summary": _totals(comparison),
        "targetSummaries": [target_row(row, comparison.cohorts) for row in comparison.roll_ups],
        "scenarioResults": [scenario_row(cohort) for cohort in comparison.cohorts],
        "pairwiseComparisons": [pair_row(pair, comparison.cohorts) for pair in comparison.pairs],
        "outcomeFrontier": _frontier(comparison),
        "readiness": _readiness(comparison),
        "evidence": _evidence(comparison),
    }


def summary(made: Json) -> Json:
    """Return the summary of a claim: its rows and totals, with readiness and evidence kept."""
    stated = ("createdAt", "createdAtNote", "tool", "rubric", "source", "scope")
    kept = (*stated, "publishable", "suite", "summary")
    return {
        "$schema": f"{SCHEMAS}/benchmark-summary-v2.schema.json",
        "version": SUMMARY,
        "claimVersion": made["version"],
        **{name: made[name] for name in kept if name in made},
        "readiness": made["readiness"],
        "evidence": made["evidence"],
        "outcomeFrontier": made["outcomeFrontier"],
        "scenarioRows": made["scenarioResults"],
        "targetRows": made["targetSummaries"],
    }


def _created(samples: Sequence[Sample]) -> Json:
    """Return the time of the claim. The archive form needs one: where none is stated, a note says so."""
    stated = newest(samples)
    return {"createdAt": stated} if stated else {"createdAt": _EPOCH, "createdAtNote": _NO_TIME}


def _scope(comparison: Comparison) -> str:
    return "suite" if comparison.suite else "ad_hoc_compare"


def _source(comparison: Comparison, sources: ClaimSources) -> Json:
    named: Json = {"resultsPath": sources.results}
    single = sources.plans[0] if len(sources.plans) == 1 else None
    for name, file in (
        ("suite", sources.suite),
        ("runPlan", single),
        ("rerunLedger", sources.ledger),
        ("evaluatorCalibrationReport", sources.calibration),
    ):
        if file is not None:
            named[f"{name}Path"], named[f"{name}Sha256"] = file.path, file.sha256
    if len(sources.plans) > 1:
        named["runPlanParts"] = [{"path": part.path, "sha256": part.sha256} for part in sources.plans]
    if sources.claim:
        named["benchmarkClaimPath"] = sources.claim
    if sources.summary:
        named["benchmarkSummaryPath"] = sources.summary
    named["resultArtifacts"] = [_artifact(sample, sources) for sample in comparison.samples]
    return named


def _artifact(sample: Sample, sources: ClaimSources) -> Json:
    stated = {
        "runId": sample.run_id,
        "sampleId": sample.slot.id,
        "scenarioVersion": sample.conditions.scenario_version,
    }
    row: Json = {
        "path": _below(sources.results, sample.path),
        "sha256": sample.sha256,
        "scenarioId": sample.scenario_id,
        "adapter": sample.group,
        **{name: value for name, value in stated.items() if value},
    }
    if sample.target is not None:
        row["benchmarkTarget"] = target_snapshot(sample.target)
    inventory = sources.inventories.get(sample.path, ())
    if inventory:
        row["artifactInventory"] = [_file(item, sources.results) for item in inventory]
    return row


def _file(item: ArtifactFile, results: str) -> Json:
    if item.error:
        return {"name": item.name, "path": item.path, "available": False, "error": item.error}
    return {
        "name": item.name,
        "path": _below(results, item.found),
        "available": True,
        "sizeBytes": item.bytes,
        "sha256": item.sha256,
    }


def _below(folder: str, path: str) -> str:
    return path if folder in ("", ".") else f"{folder}/{path}"


def _suite(comparison: Comparison) -> Json:
    suite = comparison.suite
    assert suite is not None
    return {
        "id": suite.id,
        "title": suite.title,
        "suiteVersion": suite.version,
        "scenarioIds": list(suite.scenario_ids),
        "scenarioVersions": suite.scenario_versions,
        "minRuns": suite.minimum_runs,
        "retryPolicy": suite.retry_policy,
    }


def _methodology(comparison: Comparison) -> Json:
    settings, suite = comparison.settings, comparison.suite
    return {
        "confidenceLevel": settings.confidence,
        "acceptedOutcome": "score_1_and_eval_passed",
        "suitableWorkloads": [],
        "requiredEvidence": [],
        "hiddenWork": [],
        "gamingRisks": [],
        "statisticalMethods": list(METHODS),
        "objectives": [],
        "parameters": {"z": settings.z, "alpha": settings.alpha, "resamples": settings.resamples},
        "minRuns": comparison.minimum_runs,
        **({"retryPolicy": suite.retry_policy} if suite else {}),
    }


def _totals(comparison: Comparison) -> Json:
    from_rows = comparison.cohorts
    runs, passes = sum(c.runs for c in from_rows), sum(c.passes for c in from_rows)
    priorities = [item.priority for item in comparison.queue]
    return {
        "scenarioCount": len({cohort.scenario_id for cohort in from_rows}),
        "targetCount": len({cohort.target for cohort in from_rows}),
        "totalRuns": runs,
        "totalAcceptedOutcomes": passes,
        "runWeightedPassRate": passes / runs if runs else 0,
        "runWeightedPassRateCi95": interval_row(passes, runs, comparison.settings),
        "reviewRequired": priorities.count("required"),
        "reviewRecommended": priorities.count("recommended"),
        "pairwiseComparisonCount": len(comparison.pairs),
    }


def _frontier(comparison: Comparison) -> Json:
    """Return the efficiency frontier, which is not computed: the archive form asks for the section."""
    return {
        "$schema": f"{SCHEMAS}/outcome-frontier-v1.schema.json",
        "version": "ruhroh_outcome_frontier_v1",
        "status": "quality_only" if comparison.suite else "unavailable",
        "reasonCodes": ["not_computed" if comparison.suite else "suite_not_declared"],
        "coverage": {
            "targetCount": 0,
            "qualityEligibleTargetCount": 0,
            "comparableTargetCount": 0,
            "paretoFrontierTargetCount": 0,
            "robustFrontierTargetCount": 0,
        },
        "targets": [],
        "paretoFrontierTargetIds": [],
        "robustFrontierTargetIds": [],
    }


def _readiness(comparison: Comparison) -> Json:
    found = comparison.readiness
    favoured = any(pair.direction != "inconclusive" for pair in comparison.pairs)
    reason = "no_pairs" if not comparison.pairs else "no_pair_favours_a_side"
    return {
        "publication": {
            "scope": _scope(comparison),
            "publishable": found.ready,
            "blockers": [check.sentence for check in found.blockers],
            "advisories": [check.sentence for check in found.advisories],
            "checks": [_check(check) for check in (*found.blockers, *found.advisories)],
        },
        "outcomeComparison": _section(comparison.cohorts, "no_cohorts"),
        "pairwiseSuperiority": _section(favoured, reason),
        "efficiencyFrontier": _section(False, "not_computed"),
    }


def _section(ready: object, reason: str) -> Json:
    return {"ready": bool(ready), "blockers": [] if ready else [reason], "advisories": []}


def _check(check: Check) -> Json:
    return {
        "code": check.code,
        "severity": check.severity,
        "subject": check.subject,
        "title": check.title,
        "observed": check.observed,
        "required": check.required,
        "remedy": check.remedy,
    }


def _evidence(comparison: Comparison) -> Json:
    priorities = [item.priority for item in comparison.queue]
    planned = comparison.coverage.checks if comparison.coverage else ()
    return {
        "runPlanPresent": comparison.plan is not None,
        "runPlanWarnings": [check.sentence for check in planned if check.severity == "blocker"],
        "artifactValidationErrors": sum(item.errors for item in comparison.artifacts),
        "artifactValidationWarnings": sum(item.warnings for item in comparison.artifacts),
        "artifactCompletenessWarnings": sum(
            count.count for cohort in comparison.cohorts for count in cohort.missing_paths
        ),
        "reviewQueueItems": len(priorities),
        "requiredReviewItems": priorities.count("required"),
        "recommendedReviewItems": priorities.count("recommended"),
        "undeclaredTargets": sum(not target_identity(row)[1] for row in comparison.roll_ups),
    }

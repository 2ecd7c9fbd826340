"""The rows of a claim: targets, cohorts and pairs in the archive form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from site_builder.records.ruhroh_target import ModelIdentity, Target
from site_builder.statistics.interval import Interval
from site_builder.statistics.proportions import wilson
from site_builder.studies.readiness import Check
from site_builder.studies.ruhroh.cohorts import Cohort
from site_builder.studies.ruhroh.pairs import Pair
from site_builder.studies.ruhroh.rollup import RollUp
from site_builder.studies.ruhroh.settings import Settings
from site_builder.studies.ruhroh.usage import Metered, UsageSummary

Json = dict[str, Any]

FIELD_NAMES = {
    "sample-ids": "sampleIds",
    "sample-seeds": "sampleSeeds",
    "scenario-versions": "scenarioVersions",
    "adapter-versions": "adapterVersions",
    "execution-adapters": "executionAdapterIds",
    "streams": "benchmarkStreams",
    "targets": "benchmarkTargets",
    "harnesses": "harnesses",
    "provider-paths": "providerPaths",
    "agent-models": "agentModels",
    "canonical-models": "agentCanonicalModels",
    "agent-prompts": "agentPromptVersions",
    "evaluator-models": "evaluatorModels",
    "evaluator-prompts": "evaluatorPromptVersions",
    "evaluator-inputs": "evaluatorInputSignatures",
    "judges": "judgeIdentities",
    "environments": "environmentFingerprints",
    "budgets": "effectiveBudgetHashes",
    "capabilities": "effectiveCapabilitiesHashes",
}
"""Cohort field → its name in the archive form."""

_INTERVALS = {"normal_difference": "normal_approximation"}
_MODEL = {
    "provider": "provider",
    "model": "model",
    "canonical_id": "canonicalId",
    "version": "version",
    "protocol": "protocol",
    "prompt_version": "promptVersion",
}


def scenario_row(cohort: Cohort) -> Json:
    """Return the row of a cohort."""
    return {
        "scenarioId": cohort.scenario_id,
        **_identity(cohort.target, cohort.target_declared, cohort.adapters),
        "runs": cohort.runs,
        "acceptedOutcomes": cohort.passes,
        "passRate": cohort.pass_rate,
        "passRateCi95": _interval(cohort.pass_rate_interval),
        "passAtK": {f"pass@{e.parameters['k']}": e.value for e in cohort.pass_at_k},
        "meanScore": cohort.mean_score,
        "meanScoreCi95": _interval(cohort.mean_score_interval),
        "usage": _usage(cohort.usage),
        "qualityFloorStatus": "indeterminate",
        "reviewRequired": cohort.review_required,
        "statisticalWarnings": _sentences(cohort.checks),
        "cohort": {name: list(cohort.fields[field]) for field, name in FIELD_NAMES.items()},
    }


def target_row(row: RollUp, cohorts: Iterable[Cohort]) -> Json:
    """Return the row of a target over its scenarios."""
    warnings = [check for c in cohorts if c.target == row.target for check in c.checks]
    return {
        **_identity(row.target, row.target_declared, row.adapters),
        "scenarioCount": row.covered,
        "runs": row.runs,
        "acceptedOutcomes": row.passes,
        "runWeightedPassRate": row.pass_rate,
        "runWeightedPassRateCi95": _interval(row.pass_rate_interval),
        "meanScenarioPassRate": row.mean_scenario_pass_rate,
        "usage": _usage(row.usage),
        "qualityFloorStatus": "indeterminate",
        "objectives": [],
        "paretoStatus": "indeterminate",
        "robustStatus": "indeterminate",
        "warnings": _sentences(warnings),
        "missingScenarioIds": list(row.missing),
        "minRunsSatisfied": row.satisfied,
    }


def pair_row(pair: Pair, cohorts: Sequence[Cohort]) -> Json:
    """Return the row of a pair, with the exact p-value as a ratio and the verdict."""
    declared = {cohort.target: cohort.target_declared for cohort in cohorts}
    sides = (
        ("baseline", pair.baseline, pair.baseline_counts),
        ("contender", pair.contender, pair.contender_counts),
    )
    row: Json = {"scenarioId": pair.scenario_id}
    for side, target, (passes, runs) in sides:
        row[f"{side}BenchmarkTargetId"] = _identity(target, declared[target], ())["benchmarkTargetId"]
        row[f"{side}Adapter"] = target
        row[f"{side}Runs"], row[f"{side}Passes"] = runs, passes
        row[f"{side}PassRate"] = passes / runs
    return {
        **row,
        "passRateDelta": pair.difference.value,
        "passRateDeltaCi95": _interval(pair.difference.interval),
        "significance": {
            "method": pair.test.method,
            "alpha": pair.alpha,
            "pValue": pair.test.p_value,
            "pValueExact": f"{pair.test.exact.numerator}/{pair.test.exact.denominator}",
            "significant": pair.significant,
        },
        "conclusion": pair.direction,
        "verdict": pair.verdict,
        "conclusive": pair.conclusive,
        "comparisonVariables": {
            state: [variable.name for variable in pair.variables if variable.state == state]
            for state in ("varied", "controlled", "unknown")
        },
        "warnings": [check.title for check in pair.checks if check.severity == "blocker"],
    }


def interval_row(successes: int, n: int, settings: Settings) -> Json:
    """Return the Wilson interval of a total; from 0 to 0 without a trial, as the archive form has it."""
    found = wilson(successes, n, z=settings.z, confidence=settings.confidence)
    if found is None:
        return {"method": "wilson", "confidenceLevel": settings.confidence, "lower": 0, "upper": 0}
    return _interval(found)


def target_identity(row: RollUp) -> tuple[str, bool]:
    """Return the id of a target in the archive form, and whether the samples declare it."""
    return _identity(row.target, row.target_declared, ())["benchmarkTargetId"], row.target_declared


def target_snapshot(target: Target) -> Json:
    """Return a target as it was recorded, as far as it is stated."""
    path = target.provider_path
    stated: Json = {
        "targetId": target.target_id,
        "stream": target.stream,
        "adapterId": target.adapter_id,
        "harness": _stated({"name": target.harness.name, "version": target.harness.version}),
        "requestedModel": _model(target.requested_model),
        "providerPath": path.text or path.parts,
        "recommendedStack": {} if target.recommended is None else {"recommended": target.recommended},
        "actualModel": _model(target.actual_model) if target.actual_model else {},
    }
    return {name: value for name, value in stated.items() if value}


def _identity(target: str, declared: bool, adapters: Sequence[str]) -> Json:
    return {
        "benchmarkTargetId": target if declared else f"legacy_execution_adapter:{target}",
        "identityStatus": "declared" if declared else "legacy_execution_adapter_fallback",
        "executionAdapterIds": list(adapters),
    }


def _interval(interval: Interval) -> Json:
    return {
        "method": _INTERVALS.get(interval.method, interval.method),
        "confidenceLevel": interval.confidence,
        "lower": interval.lower,
        "upper": interval.upper,
        "n": interval.n,
    }


def _usage(usage: UsageSummary) -> Json:
    cost, tokens = usage.cost_usd, usage.tokens
    figures = {
        "totalCostUsd": cost.total,
        "meanCostUsd": cost.mean,
        "costPerAcceptedOutcome": cost.per_pass,
        "totalTokens": tokens.total,
        "meanTotalTokens": tokens.mean,
        "tokensPerAcceptedOutcome": tokens.per_pass,
    }
    return {
        "runsWithUsage": usage.reporting,
        "runsWithCost": cost.observed,
        "runsWithTokens": tokens.observed,
        "coverage": {"cost": _metered(cost), "totalTokens": _metered(tokens)},
        **{name: value for name, value in figures.items() if value is not None},
    }


def _metered(metered: Metered) -> Json:
    return {
        "status": metered.status,
        "observedRuns": metered.observed,
        "completeRuns": metered.complete,
        "totalRuns": metered.samples,
    }


def _model(model: ModelIdentity) -> Json:
    return _stated({name: getattr(model, field) for field, name in _MODEL.items()})


def _stated(values: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in values.items() if value}


def _sentences(checks: Iterable[Check]) -> list[str]:
    return [check.sentence for check in checks if check.severity == "blocker"]

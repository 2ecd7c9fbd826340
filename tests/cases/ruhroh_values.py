"""Our cohorts, pairs and queues in the words of the recorded comparisons, value by value."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from site_builder.statistics.interval import Interval
from site_builder.studies.ruhroh.claim_rows import FIELD_NAMES
from site_builder.studies.ruhroh.cohorts import Cohort
from site_builder.studies.ruhroh.comparison import Comparison
from site_builder.studies.ruhroh.pairs import Pair
from site_builder.studies.ruhroh.review import ReviewItem
from site_builder.studies.ruhroh.rollup import RollUp
from site_builder.studies.ruhroh.usage import Metered, UsageSummary
from tests.cases.ruhroh_words import our_signal_key, pair_key, signal_key, statistic_key

TOLERANCE = 1e-12


def differences(place: str, expected: Any, actual: Any) -> list[str]:
    """Return a line for every value of ``expected`` that ``actual`` does not have to the tolerance."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        lines = [f"{place}/{key}: unexpected {actual[key]!r}" for key in actual.keys() - expected.keys()]
        for key, value in expected.items():
            lines += differences(f"{place}/{key}", value, actual.get(key))
        return lines
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = zip(expected, actual, strict=True)
        return [line for i, (e, a) in enumerate(pairs) for line in differences(f"{place}/{i}", e, a)]
    number = isinstance(expected, int | float) and not isinstance(expected, bool)
    if (
        number
        and isinstance(actual, int | float)
        and math.isclose(expected, actual, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    ):
        return []
    return [] if expected == actual else [f"{place}: expected {expected!r}, got {actual!r}"]


def cohort_differences(expected: dict[str, Any], cohort: Cohort) -> list[str]:
    place = cohort.id
    wanted = {name: value for name, value in expected.items() if name in _COHORT_NAMES}
    wanted["usage"] = {_PER_PASS.get(name, name): value for name, value in expected["usage"].items()}
    lines = differences(
        place, wanted, {name: value for name, value in _cohort(cohort).items() if name in wanted}
    )
    fields = {name: values for name, values in expected["cohort"].items() if name in FIELD_NAMES.values()}
    lines += differences(
        f"{place}/cohort", fields, {FIELD_NAMES[n]: list(v) for n, v in cohort.fields.items()}
    )
    lines += counter_differences(
        f"{place}/statistics",
        Counter(statistic_key(sentence) for sentence in expected["statisticalWarnings"]),
        Counter((check.code,) for check in cohort.checks),
    )
    recorded: Counter[Any] = Counter()
    for sentence, count in expected["evalQualityWarnings"].items():
        recorded[signal_key(sentence)] += count
    ours: Counter[Any] = Counter()
    for row in cohort.signals:
        ours[our_signal_key(row.signal)] += row.samples
    lines += counter_differences(f"{place}/signals", recorded, ours)
    paths = {s.rsplit(": ", 1)[-1]: n for s, n in expected["artifactCompletenessWarnings"].items()}
    return lines + differences(f"{place}/paths", paths, {c.name: c.count for c in cohort.missing_paths})


_PER_PASS = {"costPerPass": "costPerAcceptedOutcome", "tokensPerPass": "tokensPerAcceptedOutcome"}
"""Former name of a figure → its name now; recorded usage may hold both."""

_COHORT_NAMES = {
    "scenarioId", "adapter", "executionAdapterIds", "runs", "passes", "passRate", "passRateCi95", "passAtK",
    "meanScore", "meanScoreCi95", "meanSubscores", "medianDurationMs", "iterationDistribution",
    "failureBuckets", "reviewRequired", "usage",
}  # fmt: skip


def _cohort(cohort: Cohort) -> dict[str, Any]:
    return {
        "scenarioId": cohort.scenario_id,
        "adapter": cohort.target,
        "executionAdapterIds": list(cohort.adapters),
        "runs": cohort.runs,
        "passes": cohort.passes,
        "passRate": cohort.pass_rate,
        "passRateCi95": interval(cohort.pass_rate_interval),
        "passAtK": {f"pass@{e.parameters['k']}": e.value for e in cohort.pass_at_k},
        "meanScore": cohort.mean_score,
        "meanScoreCi95": interval(cohort.mean_score_interval),
        "meanSubscores": {row.name: row.mean for row in cohort.subscores},
        "medianDurationMs": cohort.duration_ms.median if cohort.duration_ms else None,
        "iterationDistribution": {c.name: c.count for c in cohort.iteration_counts},
        "failureBuckets": {c.name: c.count for c in cohort.failure_buckets},
        "reviewRequired": cohort.review_required,
        "usage": usage(cohort.usage),
    }


def usage(found: UsageSummary) -> dict[str, Any]:
    figures = {
        "totalCostUsd": found.cost_usd.total,
        "meanCostUsd": found.cost_usd.mean,
        "costPerAcceptedOutcome": found.cost_usd.per_pass,
        "totalTokens": found.tokens.total,
        "meanTotalTokens": found.tokens.mean,
        "tokensPerAcceptedOutcome": found.tokens.per_pass,
    }
    return {
        "runsWithUsage": found.reporting,
        "runsWithCost": found.cost_usd.observed,
        "runsWithTokens": found.tokens.observed,
        "coverage": {"cost": _metered(found.cost_usd), "totalTokens": _metered(found.tokens)},
        **{name: value for name, value in figures.items() if value is not None},
    }


def _metered(found: Metered) -> dict[str, Any]:
    return {
        "status": found.status,
        "observedRuns": found.observed,
        "completeRuns": found.complete,
        "totalRuns": found.samples,
    }


def interval(found: Interval) -> dict[str, Any]:
    methods = {"normal_difference": "normal_approximation"}
    return {
        "method": methods.get(found.method, found.method),
        "confidenceLevel": found.confidence,
        "lower": found.lower,
        "upper": found.upper,
    }


def exact_p_value(passes: tuple[int, int], runs: tuple[int, int]) -> Fraction:
    """Fisher's two-sided p-value, written out anew: the yardstick where the recorded one lost a tie."""
    total, drawn = sum(passes), runs[0]
    every = {
        x: math.comb(runs[0], x) * math.comb(runs[1], total - x)
        for x in range(max(0, total - runs[1]), min(drawn, total) + 1)
    }
    seen = every[passes[0]]
    return Fraction(sum(w for w in every.values() if w <= seen), sum(every.values()))


def lost_a_tie(expected: dict[str, Any]) -> bool:
    """Return whether the recorded p-value of a pair is too small, as mirrored tables are there."""
    passes = (expected["baselinePasses"], expected["contenderPasses"])
    exact = exact_p_value(passes, (expected["baselineRuns"], expected["contenderRuns"]))
    return float(exact) - expected["significance"]["pValue"] > TOLERANCE


def pair_differences(expected: dict[str, Any], pair: Pair) -> list[str]:
    values = {
        "scenarioId": pair.scenario_id,
        "baselineAdapter": pair.baseline,
        "contenderAdapter": pair.contender,
        "baselineRuns": pair.baseline_counts[1],
        "contenderRuns": pair.contender_counts[1],
        "baselinePasses": pair.baseline_counts[0],
        "contenderPasses": pair.contender_counts[0],
        "passRateDelta": pair.difference.value,
        "passRateDeltaCi95": interval(pair.difference.interval),
        "conclusion": pair.direction,
    }
    lines = differences(pair.id, {name: expected[name] for name in values}, values)
    passes = (pair.baseline_counts[0], pair.contender_counts[0])
    exact = exact_p_value(passes, (pair.baseline_counts[1], pair.contender_counts[1]))
    if pair.test.exact != exact:
        lines.append(f"{pair.id}: the p-value is {pair.test.exact}, exactly {exact}")
    recorded = Counter(pair_key(sentence)[:1] for sentence in expected["warnings"])
    ours = Counter((_pair_code(check.code),) for check in pair.checks)
    if lost_a_tie(expected):
        recorded.pop(("pair-not-significant",), None)
        ours.pop(("pair-not-significant",), None)
    elif not math.isclose(
        pair.test.p_value, expected["significance"]["pValue"], rel_tol=0, abs_tol=TOLERANCE
    ):
        lines.append(f"{pair.id}: p-value {pair.test.p_value}, recorded {expected['significance']['pValue']}")
    elif pair.significant != expected["significance"]["significant"]:
        lines.append(f"{pair.id}: significant is {pair.significant}")
    return lines + counter_differences(f"{pair.id}/warnings", recorded, ours) + _variables(expected, pair)


def _pair_code(code: str) -> str:
    return (
        "pair-control" if code in ("pair-streams-differ", "pair-not-controlled", "pair-not-varied") else code
    )


def _variables(expected: dict[str, Any], pair: Pair) -> list[str]:
    lines = []
    for variable in pair.variables:
        recorded = expected["comparisonVariables"][FIELD_NAMES[variable.name]]
        state = "unknown" if not recorded["known"] else "varied" if recorded["changed"] else "controlled"
        ours = {
            "baseline": list(variable.baseline),
            "contender": list(variable.contender),
            "state": variable.state,
        }
        wanted = {"baseline": recorded["baseline"], "contender": recorded["contender"], "state": state}
        lines += differences(f"{pair.id}/{variable.name}", wanted, ours)
    return lines


def roll_up_differences(expected: list[dict[str, Any]], found: Comparison) -> list[str]:
    """Compare the roll-ups by target; their recorded order is a ranking on point estimates, ours is none."""
    rows = {row.target: row for row in found.roll_ups}
    lines = [f"unexpected roll-up of {name}" for name in rows.keys() - {row["adapter"] for row in expected}]
    for row in expected:
        lines += differences(
            row["adapter"], {n: row[n] for n in row if n != "warnings"}, _roll_up(rows[row["adapter"]])
        )
    return lines


def _roll_up(row: RollUp) -> dict[str, Any]:
    return {
        "adapter": row.target,
        "expectedScenarios": row.expected,
        "coveredScenarios": row.covered,
        "missingScenarioIds": list(row.missing),
        "runs": row.runs,
        "passes": row.passes,
        "runWeightedPassRate": row.pass_rate,
        "runWeightedPassRateCi95": interval(row.pass_rate_interval),
        "meanScenarioPassRate": row.mean_scenario_pass_rate,
        "scenarioRuns": {count.name: count.count for count in row.scenario_runs},
        "minRunsSatisfied": row.satisfied,
    }


def queue_differences(expected: list[dict[str, Any]], queue: Iterable[ReviewItem]) -> list[str]:
    return differences("queue", [_recorded_item(item) for item in expected], [_item(item) for item in queue])


def _recorded_item(item: dict[str, Any]) -> dict[str, Any]:
    kept = ("scenarioId", "adapter", "runId", "status", "evalStatus", "score", "failureBucket", "priority")
    return {
        **{name: item.get(name, "") for name in kept},
        "reasons": _told([_reason(sentence) for sentence in item["reasons"]]),
        "unmetCriteria": item["unmetCriteria"],
        "transcriptPaths": item["transcriptPaths"],
        "eventLogPaths": item["eventLogPaths"],
    }


def _told(reasons: list[tuple[str, str]]) -> list[list[str]]:
    """Leave out that the verdict is open, which the signal of the evaluator says as well."""
    return [list(reason) for reason in reasons if reason[0] != "status-review"]


def _reason(sentence: str) -> tuple[str, str]:
    for front, code in (
        ("non-passing run: ", "not-passed"),
        ("missing artifact path: ", "artifact-path-missing"),
        ("unmet criterion: ", "criterion-unmet"),
    ):
        if sentence.startswith(front):
            return code, sentence.removeprefix(front)
    code, detail = signal_key(sentence)
    if code != "unknown signal":
        return code, detail
    return ("status-infra-failed" if "infra" in sentence else "status-review"), ""


def _item(item: ReviewItem) -> dict[str, Any]:
    detailed = ("not-passed", "artifact-path-missing", "criterion-unmet", "criterion-evidence-absent")
    return {
        "scenarioId": item.scenario_id,
        "adapter": item.target,
        "runId": item.run_id,
        "status": item.status,
        "evalStatus": item.evaluation_status,
        "score": item.score,
        "failureBucket": item.failure_bucket,
        "priority": item.priority,
        "reasons": _told([(r.code, r.detail if r.code in detailed else "") for r in item.reasons]),
        "unmetCriteria": list(item.unmet_criteria),
        "transcriptPaths": list(item.transcripts),
        "eventLogPaths": list(item.event_logs),
    }


def counter_differences(place: str, expected: Counter[Any], actual: Counter[Any]) -> list[str]:
    """Compare two multisets of keys; a sentence that the tables do not know stands for any one key."""
    missing, extra = expected - actual, actual - expected
    unknown = {key: count for key, count in missing.items() if _unknown(key)}
    if unknown and sum(unknown.values()) == sum(extra.values()):
        missing, extra = missing - Counter(unknown), Counter()
    lines = [f"{place}: missing {key} × {count}" for key, count in sorted(missing.items(), key=repr)]
    return lines + [f"{place}: unexpected {key} × {count}" for key, count in sorted(extra.items(), key=repr)]


def _unknown(key: Any) -> bool:
    return str(key[0] if isinstance(key, tuple) else key).startswith("unknown")

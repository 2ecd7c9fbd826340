"""Check a claim or a summary that somebody hands over: is it coherent, and may it be published?

Both archive forms are read: v2, whose rows are scenario and benchmark target, and v1, whose rows are scenario
and adapter. Rates must follow from counts, totals from rows, and a verdict from the reasons beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeGuard

from site_builder.errors import Problem

Json = dict[str, Any]

CLAIMS = ("ruhroh_benchmark_claim_v1", "ruhroh_benchmark_claim_v2")
SUMMARIES = ("ruhroh_benchmark_summary_v1", "ruhroh_benchmark_summary_v2")
TOLERANCE = 1e-6
SCOPES = ("suite", "ad_hoc_compare")


def check_claim(value: Any, file: str) -> tuple[Problem, ...]:
    """Return everything that is incoherent in a claim; empty for a sound one."""
    if not isinstance(value, dict) or value.get("version") not in CLAIMS:
        return (_fault(file, "/version", f"This is no claim: the version is none of {', '.join(CLAIMS)}."),)
    second = value["version"] == CLAIMS[1]
    lists = ("scenarioResults", "pairwiseComparisons", "targetSummaries" if second else "adapterSummaries")
    missing = tuple(_missing(value, file, lists))
    if missing:
        return missing
    rows = value["scenarioResults"]
    passes = "acceptedOutcomes" if second else "passes"
    identity = "benchmarkTargetId" if second else "adapter"
    return (
        *_header(value, file),
        *_rows(rows, f"{file}", "/scenarioResults", passes, ("scenarioId", identity)),
        *_rows(value[lists[2]], file, f"/{lists[2]}", passes, (identity,)),
        *_totals(value["summary"], rows, file, passes),
        *_pairs(value["pairwiseComparisons"], file),
        *_verdict(value, file, second),
    )


def check_summary(value: Any, file: str) -> tuple[Problem, ...]:
    """Return everything that is incoherent in a summary; empty for a sound one."""
    if not isinstance(value, dict) or value.get("version") not in SUMMARIES:
        return (
            _fault(file, "/version", f"This is no summary: the version is none of {', '.join(SUMMARIES)}."),
        )
    second = value["version"] == SUMMARIES[1]
    name = "scenarioRows" if second else "rows"
    missing = tuple(_missing(value, file, (name,)))
    if missing:
        return missing
    passes = "acceptedOutcomes" if second else "passes"
    identity = "benchmarkTargetId" if second else "adapter"
    return (
        *_header(value, file),
        *_rows(value[name], file, f"/{name}", passes, ("scenarioId", identity)),
        *_totals(value["summary"], value[name], file, passes),
        *_verdict(value, file, second),
    )


def publication(value: Json) -> tuple[str, ...]:
    """Return the reasons against publishing a coherent claim, from everything that it records; v1 and v2."""
    readiness = value.get("readiness", {})
    stated = readiness.get("publication", readiness)
    evidence = value.get("evidence", {})
    reasons = [*_texts(stated.get("blockers"))]
    if value.get("scope") != "suite":
        reasons.append("the scope is no suite")
    if value.get("publishable") is not True or stated.get("publishable") is not True:
        reasons.append("the claim does not say that it may be published")
    reasons += _texts(evidence.get("runPlanWarnings"))
    for name in ("artifactValidationErrors", "artifactCompletenessWarnings", "requiredReviewItems"):
        if evidence.get(name, 0):
            reasons.append(f"{name}: {evidence[name]}")
    coverage = value.get("suiteCoverage") or {}
    reasons += [f"missing scenario {name}" for name in _texts(coverage.get("missingScenarioIds"))]
    if coverage.get("minRunsSatisfied") is False:
        reasons.append("the suite's minimum is not met")
    for row in (*value.get("targetSummaries", ()), *value.get("adapterSummaries", ())):
        if row.get("minRunsSatisfied") is False:
            reasons.append("the suite's minimum is not met")
    for row in (*value["scenarioResults"], *value["pairwiseComparisons"]):
        reasons += _texts(row.get("statisticalWarnings")) + _texts(row.get("warnings"))
    return tuple(dict.fromkeys(reasons))


def _missing(value: Json, file: str, lists: Sequence[str]) -> Iterator[Problem]:
    for name in lists:
        rows = value.get(name)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            yield _fault(file, f"/{name}", "There is no list of rows here.")
    for name in ("summary", "readiness", "evidence"):
        if not isinstance(value.get(name), dict):
            yield _fault(file, f"/{name}", "There is no object here.")


def _header(value: Json, file: str) -> Iterator[Problem]:
    if not isinstance(value.get("createdAt"), str) or not value["createdAt"]:
        yield _fault(file, "/createdAt", "The time is not stated.")
    tool = value.get("tool")
    if not (isinstance(tool, dict) and isinstance(tool.get("name"), str) and tool["name"]):
        yield _fault(file, "/tool/name", "The tool is not named.")
    if value.get("scope") not in SCOPES:
        yield _fault(file, "/scope", f"The scope is none of {', '.join(SCOPES)}.")
    if value.get("scope") == "suite" and not isinstance(value.get("suite"), dict):
        yield _fault(file, "/suite", "A claim about a suite does not name it.")


def _rows(
    rows: Sequence[Json], file: str, pointer: str, passes: str, identity: tuple[str, ...]
) -> Iterator[Problem]:
    seen: set[tuple[Any, ...]] = set()
    for position, row in enumerate(rows):
        here = f"{pointer}/{position}"
        key = tuple(str(row.get(name)) for name in identity)
        if any(not isinstance(row.get(name), str) or not row[name] for name in identity):
            yield _fault(file, here, f"The row does not name its {' and '.join(identity)}.")
        elif key in seen:
            yield _fault(file, here, f"The row {'/'.join(key)} stands twice.")
        seen.add(key)
        yield from _row(row, file, here, passes)


def _row(row: Json, file: str, here: str, passes: str) -> Iterator[Problem]:
    counted = _counts(row, "runs", passes)
    if counted is None:
        yield _fault(file, f"{here}/{passes}", "Passes and samples are no counts, or more passed than ran.")
        return
    for name in ("passRate", "runWeightedPassRate"):
        if name in row:
            yield from _rate(row, name, counted, file, here)
    mean = row.get("meanScenarioPassRate", 0)
    if not _number(mean) or not 0 <= mean <= 1:
        yield _fault(file, f"{here}/meanScenarioPassRate", "The rate is not within 0 and 1.")
    yield from _usage(row.get("usage"), file, f"{here}/usage")


def _counts(row: Json, runs: str, passes: str) -> tuple[int, int] | None:
    """Return passes and samples of a row, ``None`` when they are no counts or contradict each other."""
    ran, passed = row.get(runs), row.get(passes)
    return (passed, ran) if _whole(ran) and _whole(passed) and passed <= ran else None


def _rate(row: Json, name: str, counted: tuple[int, int], file: str, here: str) -> Iterator[Problem]:
    rate, (passed, runs) = row[name], counted
    if not _number(rate) or not 0 <= rate <= 1:
        yield _fault(file, f"{here}/{name}", "The rate is not within 0 and 1.")
    elif abs(rate - (passed / runs if runs else 0)) > TOLERANCE:
        yield _fault(file, f"{here}/{name}", f"The rate is {rate}, and {passed} of {runs} passed.")
    if not _ordered(row.get(f"{name}Ci95")):
        yield _fault(file, f"{here}/{name}Ci95", "The interval has no lower bound below its upper bound.")


def _usage(usage: Any, file: str, here: str) -> Iterator[Problem]:
    """Yield a problem for each figure per pass that does not rest on complete reporting."""
    if not isinstance(usage, dict):
        return
    for metric, names in (
        ("cost", ("costPerAcceptedOutcome", "costPerPass")),
        ("totalTokens", ("tokensPerAcceptedOutcome", "tokensPerPass")),
    ):
        coverage = usage.get("coverage")
        part = coverage.get(metric) if isinstance(coverage, dict) else None
        status = part.get("status") if isinstance(part, dict) else "complete"
        for name in names:
            if name in usage and status != "complete":
                yield _fault(file, f"{here}/{name}", f"It stands on reporting that is {status}.")


def _totals(totals: Json, rows: Sequence[Json], file: str, passes: str) -> Iterator[Problem]:
    stated = "totalAcceptedOutcomes" if passes == "acceptedOutcomes" else "totalPasses"
    for name, column in (("totalRuns", "runs"), (stated, passes)):
        summed = sum(row[column] for row in rows if _whole(row.get(column)))
        if totals.get(name) != summed:
            yield _fault(
                file, f"/summary/{name}", f"It says {totals.get(name)}, and the rows sum to {summed}."
            )
    counted = _counts(totals, "totalRuns", stated)
    if counted is not None and "runWeightedPassRate" in totals:
        yield from _rate(totals, "runWeightedPassRate", counted, file, "/summary")


def _pairs(pairs: Sequence[Json], file: str) -> Iterator[Problem]:
    for position, pair in enumerate(pairs):
        here = f"/pairwiseComparisons/{position}"
        if not _ordered(pair.get("passRateDeltaCi95")):
            yield _fault(
                file, f"{here}/passRateDeltaCi95", "The interval has no lower bound below its upper."
            )
        test = pair.get("significance")
        p_value = test.get("pValue") if isinstance(test, dict) else None
        if not _number(p_value) or not 0 <= p_value <= 1:
            yield _fault(file, f"{here}/significance/pValue", "The p-value is not within 0 and 1.")


def _verdict(value: Json, file: str, second: bool) -> Iterator[Problem]:
    readiness = value["readiness"]
    stated = readiness.get("publication") if second else readiness
    if not isinstance(stated, dict) or not isinstance(stated.get("blockers"), list):
        yield _fault(file, "/readiness", "The reasons against publication are not listed.")
        return
    if not isinstance(value.get("publishable"), bool) or stated.get("publishable") != value["publishable"]:
        yield _fault(file, "/publishable", "Claim and readiness disagree about publication.")
    if value.get("publishable") is True and stated["blockers"]:
        yield _fault(file, "/readiness", "It is called publishable, and there are blockers.")


def _ordered(interval: Any) -> bool:
    if not isinstance(interval, dict):
        return False
    lower, upper = interval.get("lower"), interval.get("upper")
    return _number(lower) and _number(upper) and lower <= upper


def _number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _texts(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _fault(file: str, pointer: str, message: str) -> Problem:
    return Problem(
        file=file,
        pointer=pointer,
        code="ruhroh.claim-incoherent",
        message=message,
        advice="Make it anew from the results with `site-builder claim`.",
    )

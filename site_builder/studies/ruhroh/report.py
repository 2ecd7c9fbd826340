"""A comparison as plain data, for machines: the same figures that pages and claims show."""

from __future__ import annotations

from typing import Any

import msgspec

from site_builder.errors import Problem
from site_builder.studies.readiness import Check, Readiness
from site_builder.studies.ruhroh.cohorts import Cohort
from site_builder.studies.ruhroh.comparison import Comparison
from site_builder.studies.ruhroh.pack import Inspection
from site_builder.studies.ruhroh.pairs import Pair

Json = dict[str, Any]

FORMAT = "proofboard-ruhroh-comparison/1"
PACK_FORMAT = "proofboard-ruhroh-pack/1"


def report(comparison: Comparison) -> Json:
    """Return a comparison without its samples: cohorts, pairs, coverage, review, verdict."""
    artifacts = comparison.artifacts
    return {
        "format": FORMAT,
        "rubric": {"id": comparison.settings.rubric, "digest": comparison.settings.digest},
        "settings": msgspec.to_builtins(comparison.settings),
        "minimum_runs": comparison.minimum_runs,
        "suite": msgspec.to_builtins(comparison.suite),
        "samples": len(comparison.samples),
        "outside_of_suite": list(comparison.outside),
        "cohorts": [_cohort(cohort) for cohort in comparison.cohorts],
        "pairs": [_pair(pair) for pair in comparison.pairs],
        "roll_ups": msgspec.to_builtins(comparison.roll_ups),
        "uncovered_scenarios": list(comparison.uncovered),
        "coverage": msgspec.to_builtins(comparison.coverage),
        "calibration": msgspec.to_builtins(comparison.calibration),
        "artifacts": {
            "errors": sum(item.errors for item in artifacts),
            "warnings": sum(item.warnings for item in artifacts),
            "samples": [msgspec.to_builtins(item) for item in artifacts if item.faults],
        },
        "review_queue": msgspec.to_builtins(comparison.queue),
        "readiness": verdict(comparison.readiness),
        "problems": [problem_row(problem) for problem in comparison.problems],
    }


def verdict(found: Readiness) -> Json:
    """Return a readiness with its verdict first."""
    return {
        "scope": found.scope,
        "publishable": found.ready,
        "blockers": [_check(check) for check in found.blockers],
        "advisories": [_check(check) for check in found.advisories],
    }


def inspection_report(found: Inspection) -> Json:
    """Return the inspection of a pack."""
    return {
        "format": PACK_FORMAT,
        "ready": found.readiness.ready,
        "blockers": [_check(check) for check in found.readiness.blockers],
        "advisories": [_check(check) for check in found.readiness.advisories],
        "summary": {
            name: msgspec.to_builtins(getattr(found, name))
            for name in (
                "valid_scenarios",
                "valid_suites",
                "calibration_warnings",
                "review_warnings",
                "difficulties",
                "runtime",
            )
        },
        "scenarios": msgspec.to_builtins(found.scenarios),
        "suites": msgspec.to_builtins(found.suites),
    }


def problem_row(problem: Problem) -> Json:
    """Return a problem as plain data."""
    row: Json = msgspec.to_builtins(problem)
    return row


def as_json(value: object) -> str:
    """Return data as indented JSON that ends with a line feed; the same data give the same text."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


def _cohort(cohort: Cohort) -> Json:
    return {"id": cohort.id, **msgspec.to_builtins(cohort), "directional": cohort.directional}


def _pair(pair: Pair) -> Json:
    row: Json = {"id": pair.id, "verdict": pair.verdict, **msgspec.to_builtins(pair)}
    row["test"]["p_value"] = pair.test.p_value
    for variable, plain in zip(pair.variables, row["variables"], strict=True):
        plain["state"] = variable.state
    return row


def _check(check: Check) -> Json:
    row: Json = msgspec.to_builtins(check)
    return row

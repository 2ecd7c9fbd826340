"""Every code that a readiness check of this family can have: what it finds, and what would clear it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from site_builder.records.run import Evidence
from site_builder.studies.readiness import Check, Severity
from site_builder.studies.ruhroh.cohort_fields import COMPARED

Category = Literal["scope", "comparability", "plan", "evidence", "review", "statistics"]


class Code(msgspec.Struct, frozen=True):
    """One row of the table."""

    category: Category
    title: str
    remedy: str


_PLAN_AGAIN = "Compare with the plan that the samples were collected by, or collect the planned samples."
_DRIFT = "Collect again under the planned target, or plan the target that was run and collect anew."
_SAME = "Keep it the same for every sample: compare each value as a cohort of its own, or collect anew."
_STATE = "Have the run manifest state it for every sample."
_EVALUATE = "Evaluate again with an evaluator that records it."

_TABLE: dict[str, Code] = {
    # scope
    "no-cohorts": Code("scope", "there is no cohort", "Name a folder that holds results of the suite."),
    "suite-not-selected": Code("scope", "no suite is selected", "Compare against a version-locked suite."),
    "suite-scenario-without-results": Code(
        "scope", "a scenario of the suite has no results", "Collect its samples."
    ),
    "suite-requirement-not-met": Code(
        "scope", "the suite's coverage or minimum is not met", "Collect what the roll-up shows as missing."
    ),
    "suite-scenario-missing": Code(
        "scope", "the target did not run a scenario of the suite", "Collect its samples for this target."
    ),
    "runs-below-minimum": Code(
        "scope",
        "there are fewer samples than the minimum",
        "Collect the missing samples; failed ones count, and only infrastructure failures may be excluded.",
    ),
    "locked-version-absent": Code(
        "scope", "the scenario did not run in the locked version", "Collect with the version the suite locks."
    ),
    "locked-version-mixed": Code(
        "scope", "other versions stand beside the locked one", "Compare the locked version alone."
    ),
    "target-not-declared": Code(
        "scope",
        "the samples declare no benchmark target",
        "Collect with a target configuration, so that the manifest names the whole condition.",
    ),
    "rollup-scenario-missing": Code("scope", "a scenario of the suite is missing", "Collect its samples."),
    "rollup-runs-below-minimum": Code(
        "scope", "a scenario has fewer samples than the suite asks for", "Collect the missing samples."
    ),
    "rollup-cohort-warnings": Code(
        "scope", "a cohort of this target is not comparable", "See the checks of its cohorts."
    ),
    # plan
    "plan-not-given": Code(
        "plan", "no run plan was given", "Give the run plan, so that nothing can be missing or extra unseen."
    ),
    "plan-target-malformed": Code("plan", "the planned target is malformed", "Correct the plan's target."),
    "plan-sample-missing": Code(
        "plan",
        "a planned sample has no result",
        "Collect it, or exclude it in the rerun ledger when the infrastructure failed.",
    ),
    "plan-exclusion-not-accepted": Code(
        "plan",
        "a planned sample is missing and its exclusion is not allowed",
        "Collect it; only an exclusion for infrastructure reasons explains a missing sample.",
    ),
    "result-without-sample-id": Code(
        "plan", "a result names no planned sample", "Collect by plan, so that the manifest names the sample."
    ),
    "result-not-planned": Code("plan", "a result is not in the plan", _PLAN_AGAIN),
    "plan-scenario-differs": Code("plan", "a result ran another scenario than planned", _PLAN_AGAIN),
    "plan-target-differs": Code("plan", "a result ran another target than planned", _PLAN_AGAIN),
    "plan-seed-differs": Code("plan", "a result has another seed than planned", _PLAN_AGAIN),
    "plan-index-differs": Code("plan", "a result has another index than planned", _PLAN_AGAIN),
    "plan-count-differs": Code("plan", "a result counts more or fewer runs than planned", _PLAN_AGAIN),
    "drift-not-planned": Code("plan", "a result declares a target and the plan none", _DRIFT),
    "drift-not-recorded": Code("plan", "the plan has a target and the result declares none", _DRIFT),
    "drift-field-not-recorded": Code("plan", "a planned part of the target is not recorded", _DRIFT),
    "drift-field-differs": Code("plan", "a part of the target differs from the plan", _DRIFT),
    "drift-actual-model-not-recorded": Code(
        "plan", "the model that answered is not recorded", "Have the wrapper report the actual model."
    ),
    "drift-actual-model-differs": Code("plan", "another model answered than was asked", _DRIFT),
    "ledger-sample-not-planned": Code(
        "plan", "the rerun ledger names a sample that is not planned", "Correct the ledger or the plan."
    ),
    "ledger-sample-counted": Code(
        "plan",
        "the rerun ledger decides on a sample that is counted",
        "Move the failed result out of the results, or take the entry out of the ledger.",
    ),
    "plan-suite-not-recorded": Code(
        "plan", "the plan does not record its suite", "Plan again with the suite selected."
    ),
    "plan-suite-incomplete": Code(
        "plan", "the plan records its suite incompletely", "Plan again with the suite selected."
    ),
    "plan-suite-differs": Code("plan", "the plan was made for another suite", _PLAN_AGAIN),
    "plan-suite-version-differs": Code("plan", "the plan was made for another suite version", _PLAN_AGAIN),
    "plan-suite-file-differs": Code(
        "plan", "the suite file changed since the plan was made", "Restore the suite file, or plan anew."
    ),
    "duplicate-run-id": Code(
        "plan", "several results have one run id", "Keep one result for each run; copies are not samples."
    ),
    "duplicate-sample-id": Code(
        "plan", "several results stand for one planned sample", "Keep the one result that the plan asks for."
    ),
    # evidence
    "result-unreadable": Code(
        "evidence", "a result cannot be read", "Export it anew, or exclude its sample in the rerun ledger."
    ),
    "artifact-errors": Code(
        "evidence", "recorded evidence is absent or not what it says", "Restore the evidence that is named."
    ),
    "artifact-warnings": Code(
        "evidence", "recorded evidence is loosely described", "Export documents with their schema named."
    ),
    "artifact-paths-incomplete": Code(
        "evidence", "results do not name all of their evidence", "Export every path of evidence."
    ),
    "artifact-path-missing": Code("evidence", "a path of evidence is not named", "Export the path."),
    "calibration-not-given": Code(
        "evidence",
        "no calibration of the evaluator was given",
        "Calibrate the evaluator before collecting and keep the report.",
    ),
    "calibration-not-passed": Code(
        "evidence", "the evaluator did not pass its calibration", "Repair the evaluator and collect anew."
    ),
    # review
    "outcome-contradicts-score": Code(
        "review",
        "score and evaluator disagree about the outcome",
        "Have score and evaluator's status say the same.",
    ),
    "evaluator-evidence-weak": Code(
        "review", "the evaluator's evidence is weak", "See the advisories of this cohort; evaluate again."
    ),
    "human-review-required": Code(
        "review", "samples need a human decision", "Review them and evaluate again with the decision."
    ),
    "review-required": Code("review", "a sample needs a human decision", "Review it and evaluate again."),
    "review-recommended": Code("review", "a look at this sample is recommended", "Read its evidence."),
    "evaluator-asks-for-review": Code("review", "the evaluator asks for a human", "Review it."),
    "evaluator-confidence-low": Code("review", "the evaluator is not confident", "Review it."),
    "evaluator-evidence-absent": Code("review", "the evaluator points to no evidence", _EVALUATE),
    "evaluator-criteria-absent": Code("review", "the evaluator judged no criteria", _EVALUATE),
    "criterion-evidence-absent": Code("review", "a criterion was judged without evidence", _EVALUATE),
    "evaluator-command-failed": Code(
        "review", "a command of the evaluator failed", "Explain the failed command, or repair it."
    ),
    "judge-not-stated": Code("review", "the evaluation names no judge", _EVALUATE),
    "judge-model-not-stated": Code("review", "a model-backed judge names no model", _EVALUATE),
    "votes-too-few": Code("review", "a single vote says nothing about agreement", _EVALUATE),
    "votes-disagree": Code("review", "the judges disagree", "Review it and record the decision."),
    "status-against-majority": Code("review", "the verdict goes against the votes", "Review it."),
    "vote-evidence-absent": Code("review", "a vote was cast without evidence", _EVALUATE),
    "vote-model-not-stated": Code("review", "a model-backed vote names no model", _EVALUATE),
    "summary-terse": Code("review", "the evaluator's summary explains nothing", _EVALUATE),
    # statistics of pairs
    "pair-runs-below-minimum": Code(
        "statistics", "a side of the comparison is too small", "Collect the missing samples."
    ),
    "pair-interval-holds-zero": Code(
        "statistics",
        "the difference may be nil",
        "Collect more samples, or publish the two without comparing them.",
    ),
    "pair-not-significant": Code(
        "statistics",
        "the difference may be chance",
        "Collect more samples, or publish the two without comparing them.",
    ),
    "pair-streams-differ": Code(
        "comparability", "the two sides belong to different streams", "Compare targets of one stream."
    ),
    "pair-not-controlled": Code(
        "comparability", "something differs that the stream holds constant", "Collect under one condition."
    ),
    "pair-not-varied": Code(
        "comparability", "the stream compares models and there is one", "Compare targets of two models."
    ),
}

for _field in COMPARED:
    _TABLE[f"mixed-{_field.name}"] = Code("comparability", f"{_field.title} differ within the cohort", _SAME)
    _TABLE[f"unstated-{_field.name}"] = Code("comparability", f"{_field.title} are not stated", _STATE)
    _TABLE[f"pair-mixed-{_field.name}"] = Code("comparability", f"{_field.title} differ on a side", _SAME)
    _TABLE[f"pair-unstated-{_field.name}"] = Code(
        "comparability", f"{_field.title} are not stated on a side", _STATE
    )

CODES: Mapping[str, Code] = MappingProxyType(_TABLE)


def check(
    code: str,
    severity: Severity,
    subject: str,
    observed: str,
    required: str,
    *,
    evidence: tuple[Evidence, ...] = (),
) -> Check:
    """Return an unmet check. Raises ``KeyError`` for a code that is not in the table."""
    row = CODES[code]
    return Check(
        code=code,
        severity=severity,
        subject=subject,
        title=row.title,
        observed=observed,
        required=required,
        remedy=row.remedy,
        evidence=evidence,
    )

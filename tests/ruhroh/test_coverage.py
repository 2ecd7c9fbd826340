from __future__ import annotations

from typing import Any

import msgspec
import pytest

from site_builder.records.ruhroh import Sample
from site_builder.records.ruhroh_campaign import (
    LedgerEntry,
    PlannedSample,
    PlanSuite,
    RerunLedger,
    RunPlan,
    SourceFile,
)
from site_builder.records.ruhroh_target import Target
from site_builder.sources.importers.ruhroh.targets import read_target
from site_builder.studies.ruhroh.coverage import Coverage, coverage
from site_builder.studies.ruhroh.drift import drift
from site_builder.studies.ruhroh.duplicates import duplicates
from site_builder.studies.ruhroh.matrix import plan_samples
from tests.ruhroh.samples import MODEL, changed, cohort_samples, read, result, suite, target

SOURCE = SourceFile(path="plan.json", sha256="1" * 64)


def declared(name: str = "alpha", **changes: Any) -> Target:
    found = read_target(target(name, **changes))
    assert found is not None
    return found


def plan(samples: tuple[PlannedSample, ...], recorded: PlanSuite | None = None) -> RunPlan:
    return RunPlan(samples=samples, suite=recorded, sources=(SOURCE,))


WHOLE = plan(plan_samples(["task"], [("alpha", declared())], 3))


def entry(sample_id: str, decision: Any = "exclude", kind: Any = "infrastructure") -> LedgerEntry:
    return LedgerEntry(
        sample_id=sample_id,
        decision=decision,
        reason_kind=kind,
        reason="disk lost",
        decided_by="owner",
        decided_at="2026-07-02",
    )


def covered(samples: list[Sample], *entries: LedgerEntry, given: RunPlan = WHOLE) -> Coverage:
    ledger = RerunLedger(entries=entries, source=SOURCE) if entries else None
    return coverage(given, samples, ledger, None)


def codes(found: Coverage) -> list[tuple[str, str]]:
    return [(check.code, check.subject) for check in found.checks]


def test_a_plan_whose_samples_are_all_there_is_complete() -> None:
    found = covered(cohort_samples(2, 3))
    assert found.complete
    assert [row.state for row in found.rows] == ["present"] * 3
    assert found.extra == ()


def test_a_missing_sample_blocks_unless_its_infrastructure_failed() -> None:
    samples = cohort_samples(2, 3)[:2]
    missing = "task/alpha/3-of-3"
    assert codes(covered(samples)) == [("plan-sample-missing", missing)]
    excluded = covered(samples, entry(missing))
    assert excluded.complete
    assert excluded.accepted_exclusions == (missing,)
    assert excluded.rows[2].note == "owner, 2026-07-02: disk lost"


@pytest.mark.parametrize(
    ("decision", "kind"),
    [
        ("exclude", "operator_error"),
        ("exclude", "invalid_artifact"),
        ("exclude", "other"),
        ("rerun", "infrastructure"),
    ],
)
def test_no_other_decision_explains_a_missing_sample(decision: str, kind: str) -> None:
    found = covered(cohort_samples(2, 3)[:2], entry("task/alpha/3-of-3", decision, kind))
    assert codes(found) == [("plan-exclusion-not-accepted", "task/alpha/3-of-3")]
    assert found.rows[2].state == "missing"


def test_a_decision_about_a_counted_or_an_unknown_sample_is_told() -> None:
    found = covered(cohort_samples(3, 3), entry("task/alpha/1-of-3"), entry("elsewhere"))
    assert [(check.code, check.severity) for check in found.checks] == [
        ("ledger-sample-counted", "advisory"),
        ("ledger-sample-not-planned", "blocker"),
    ]


@pytest.mark.parametrize(
    ("pointer", "value", "expected"),
    [
        ("runManifest/sample/id", ..., "result-without-sample-id"),
        ("runManifest/sample/id", "task/alpha/9-of-9", "result-not-planned"),
        ("runManifest/sample/seed", "other", "plan-seed-differs"),
        ("runManifest/sample/index", 7, "plan-index-differs"),
        ("runManifest/sample/count", 7, "plan-count-differs"),
        ("runManifest/sample/seed", 5, "plan-seed-differs"),
        ("runManifest/sample/index", "1", "plan-index-differs"),
        ("runManifest/sample/count", True, "plan-count-differs"),
        ("scenarioId", "task-b", "plan-scenario-differs"),
        ("runManifest/benchmarkTarget/targetId", "beta", "plan-target-differs"),
    ],
)
def test_a_result_has_to_be_the_one_that_was_planned(pointer: str, value: Any, expected: str) -> None:
    samples = cohort_samples(3, 3)
    samples[0] = read(changed(result(count=3), pointer, value))
    found = covered(samples)
    assert expected in [code for code, _ in codes(found)]
    assert not found.complete


@pytest.mark.parametrize("name", ["seed", "index", "count"])
def test_what_a_result_does_not_state_is_not_held_against_it(name: str) -> None:
    samples = cohort_samples(3, 3)
    samples[0] = read(changed(result(count=3), f"runManifest/sample/{name}", ...))
    assert covered(samples).complete


@pytest.mark.parametrize(("name", "code"), [("index", "plan-index-differs"), ("count", "plan-count-differs")])
def test_what_a_plan_does_not_state_is_told_in_words(name: str, code: str) -> None:
    first, *others = WHOLE.samples
    unstated = msgspec.structs.replace(first, **{name: None})
    found = covered(cohort_samples(3, 3), given=plan((unstated, *others)))
    assert [(one.code, one.required) for one in found.checks] == [(code, "not stated")]


def test_two_results_for_one_sample_are_seen() -> None:
    samples = cohort_samples(3, 3)
    copy = msgspec.structs.replace(samples[0], path="backup/x.json")
    found = covered([*samples, copy])
    assert found.rows[0].state == "duplicate"
    assert not found.complete
    assert [(check.code, check.subject, check.observed) for check in duplicates([*samples, copy])] == [
        ("duplicate-run-id", "task-alpha-1", "2 results"),
        ("duplicate-sample-id", "task/alpha/1-of-3", "2 results"),
    ]
    assert duplicates(samples) == ()


def test_samples_without_ids_are_not_duplicates_of_each_other() -> None:
    bare = changed(changed(result(), "runId", ...), "runManifest", ...)
    assert duplicates([read(bare, "a.json"), read(bare, "b.json")]) == ()


@pytest.mark.parametrize(
    ("recorded", "expected"),
    [
        (None, ["plan-suite-not-recorded"]),
        (PlanSuite(complete=False, id="suite"), ["plan-suite-incomplete"]),
        (PlanSuite(complete=True, id="suite", version="1.0.0", sha256="5" * 64), []),
        (
            PlanSuite(complete=True, id="other", version="2", sha256="6" * 64),
            ["plan-suite-differs", "plan-suite-version-differs", "plan-suite-file-differs"],
        ),
    ],
)
def test_a_plan_has_to_be_made_for_the_suite(recorded: PlanSuite | None, expected: list[str]) -> None:
    found = coverage(plan(WHOLE.samples, recorded), cohort_samples(3, 3), None, suite("task"))
    assert [check.code for check in found.checks] == expected


def test_planned_samples_outside_of_the_suite_are_not_asked_for() -> None:
    given = plan(
        plan_samples(["task", "other"], [("alpha", declared())], 3),
        PlanSuite(complete=True, id="suite", version="1.0.0", sha256="5" * 64),
    )
    assert coverage(given, cohort_samples(3, 3), None, suite("task")).complete


def test_a_malformed_planned_target_blocks() -> None:
    rows = tuple(msgspec.structs.replace(row, malformed=True, declared=None) for row in WHOLE.samples[:1])
    assert ("plan-target-malformed", rows[0].sample_id) in codes(covered([], given=plan(rows)))


@pytest.mark.parametrize(
    ("planned", "run", "expected"),
    [
        (declared(), declared(), []),
        (None, None, []),
        (None, declared(), [("drift-not-planned", "")]),
        (declared(), None, [("drift-not-recorded", "")]),
        (
            declared(),
            declared("beta"),
            [("drift-field-differs", "targetId"), ("drift-field-differs", "harness.name")],
        ),
        (declared(), declared(stream="custom"), [("drift-field-differs", "stream")]),
        (declared(), declared(harness={"name": "alpha"}), [("drift-field-not-recorded", "harness.version")]),
        (
            declared(),
            declared(providerPath={"provider": "lab"}),
            [("drift-field-not-recorded", "providerPath.protocol")],
        ),
        (declared(), declared(providerPath="lab/chat"), [("drift-field-differs", "providerPath")]),
        (declared(providerPath={}), declared(), []),
        (declared(recommendedStack=None), declared(), []),
        (declared(), declared(recommendedStack=False), [("drift-field-differs", "recommendedStack")]),
        (declared(), declared(actualModel=None), [("drift-actual-model-not-recorded", "actualModel")]),
        (
            declared(),
            declared(actualModel=MODEL | {"version": "2", "promptVersion": "p9"}),
            [("drift-actual-model-differs", "actualModel.version")],
        ),
        (
            declared(),
            declared(actualModel={"model": "m-1"}),
            [("drift-actual-model-not-recorded", "actualModel.canonicalId")],
        ),
        (
            declared(),
            declared(requestedModel=MODEL | {"promptVersion": "p2"}),
            [("drift-field-differs", "requestedModel.promptVersion")],
        ),
    ],
)
def test_every_departure_from_the_planned_target_is_named(
    planned: Target | None, run: Target | None, expected: list[tuple[str, str]]
) -> None:
    assert [(found.code, found.field) for found in drift(planned, run)] == expected

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from site_builder.records.ruhroh import Sample
from site_builder.studies.ruhroh.cohorts import Cohort, Terms, cohorts
from site_builder.studies.ruhroh.parallel import shared, worth_sharing
from tests.ruhroh.samples import SETTINGS, changed, cohort_samples, read, result, target


def make(samples: list[Sample], minimum: int = 5, **locked: str) -> list[Cohort]:
    return list(cohorts(samples, Terms(settings=SETTINGS, minimum_runs=minimum, locked=locked)))


def codes(cohort: Cohort) -> list[str]:
    return [check.code for check in cohort.checks]


def test_samples_are_grouped_by_scenario_and_target_in_collation_order() -> None:
    samples = [
        *cohort_samples(1, 1, "task-b", "beta"),
        *cohort_samples(1, 1, "task-b", "Alpha"),
        *cohort_samples(1, 1, "task-a", "beta"),
    ]
    assert [cohort.id for cohort in make(samples)] == ["task-a/beta", "task-b/Alpha", "task-b/beta"]


def test_a_clean_cohort_has_figures_and_no_warning() -> None:
    (cohort,) = make(cohort_samples(4, 6))
    assert (cohort.runs, cohort.passes, cohort.pass_rate) == (6, 4, 4 / 6)
    assert cohort.pass_rate_interval.n == 6
    assert [estimate.parameters["k"] for estimate in cohort.pass_at_k] == [1, 2, 3, 4, 5]
    assert cohort.mean_score_interval.parameters == {"resamples": 1000, "label": "task/alpha"}
    assert [(c.name, c.count) for c in cohort.failure_buckets] == [("none", 4), ("goal_mismatch", 2)]
    assert cohort.duration_ms is not None
    assert (cohort.duration_ms.median, cohort.duration_ms.missing) == (3500, 0)
    assert codes(cohort) == []
    assert not cohort.directional


def test_a_pass_needs_the_full_score_and_the_evaluators_word() -> None:
    samples = cohort_samples(3, 3)
    samples.append(read(changed(result(index=4, passed=False), "score", 1)))
    samples.append(read(changed(result(index=5), "score", 0.999)))
    (cohort,) = make(samples)
    assert cohort.passes == 3
    assert codes(cohort) == ["outcome-contradicts-score", "outcome-contradicts-score"]


def test_samples_that_contradict_themselves_alike_are_one_blocker_and_a_mark_each() -> None:
    """Decision 0093."""
    samples = [read(changed(result(index=n, passed=False), "score", 1)) for n in (1, 2, 3)]
    samples.append(read(changed(result(index=4), "score", 0.999)))
    (cohort,) = make(samples, 4)
    found = [check for check in cohort.checks if check.code == "outcome-contradicts-score"]
    assert [(check.severity, check.observed, len(check.evidence)) for check in found] == [
        ("blocker", "score 1, evaluator failed", 3),
        ("blocker", "score 0.999, evaluator passed", 1),
    ]
    marks = {(one.signal.detail, one.samples) for one in cohort.signals if one.signal.code == found[0].code}
    assert marks == {("score 1, evaluator failed", 3), ("score 0.999, evaluator passed", 1)}


def test_a_mean_score_is_not_clamped_and_its_interval_is() -> None:
    (cohort,) = make([read(changed(result(index=i), "score", 3)) for i in (1, 2)])
    assert cohort.mean_score == 3
    assert (cohort.mean_score_interval.lower, cohort.mean_score_interval.upper) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("minimum", "expected"), [(3, []), (4, ["runs-below-minimum"]), (5, ["runs-below-minimum"])]
)
def test_fewer_samples_than_the_minimum_are_directional(minimum: int, expected: list[str]) -> None:
    (cohort,) = make(cohort_samples(2, 3), minimum)
    assert codes(cohort) == expected
    assert cohort.directional == bool(expected)


FIELDS = {
    "targets": ("runManifest/benchmarkTarget", None),
    "scenario-versions": ("runManifest/scenario/scenarioVersion", "2.0.0"),
    "adapter-versions": ("runManifest/runAgent/adapterVersion", "9"),
    "agent-models": ("runManifest/runAgent/model/model", "m-9"),
    "canonical-models": ("runManifest/runAgent/model/canonicalId", "lab/m-9"),
    "agent-prompts": ("runManifest/runAgent/model/promptVersion", "p9"),
    "evaluator-models": ("runManifest/evaluator/model/model", "judge-9"),
    "evaluator-prompts": ("runManifest/evaluator/model/promptVersion", "e9"),
    "evaluator-inputs": ("runManifest/evaluator/inputSummary/goalRubricCount", 9),
    "judges": ("runManifest/evaluator/judge/version", "9"),
    "environments": ("runManifest/environment/fingerprint/sha256", "f" * 64),
    "budgets": ("runManifest/effectiveBudgetSha256", "9" * 64),
    "capabilities": ("runManifest/effectiveCapabilitiesSha256", "9" * 64),
    "streams": ("runManifest/benchmarkTarget/stream", "custom"),
    "harnesses": ("runManifest/benchmarkTarget/harness/version", "9"),
    "provider-paths": ("runManifest/benchmarkTarget/providerPath", "another way"),
}


@pytest.mark.parametrize("field", [name for name in FIELDS if name != "targets"])
def test_a_field_with_two_values_is_mixed(field: str) -> None:
    pointer, other = FIELDS[field]
    samples = cohort_samples(5, 5)
    samples[2] = read(changed(result(index=3), pointer, other))
    (cohort,) = make(samples)
    assert codes(cohort) == [f"mixed-{field}"]
    assert len(cohort.fields[field]) == 2


@pytest.mark.parametrize("field", ["adapter-versions", "budgets", "agent-prompts", "environments"])
def test_a_field_that_nobody_states_is_unstated_and_one_that_some_state_is_mixed_as_well(field: str) -> None:
    pointer, _ = FIELDS[field]
    nobody = [read(changed(result(index=i), pointer, ...)) for i in range(1, 6)]
    assert codes(make(nobody)[0]) == [f"unstated-{field}"]
    some = [*cohort_samples(4, 4), nobody[4]]
    (cohort,) = make(some)
    assert codes(cohort) == [f"mixed-{field}", f"unstated-{field}"]
    assert {check.severity for check in cohort.checks} == {"blocker"}


def test_the_rubric_says_whether_unstated_metadata_blocks() -> None:
    samples = [read(changed(result(index=i), "runManifest/effectiveBudgetSha256", ...)) for i in range(1, 6)]
    mild = msgspec.structs.replace(SETTINGS, unstated_metadata="advises")
    (cohort,) = cohorts(samples, Terms(settings=mild, minimum_runs=5))
    assert [(check.code, check.severity) for check in cohort.checks] == [("unstated-budgets", "advisory")]


@pytest.mark.parametrize(
    ("versions", "expected"),
    [
        (["1.0.0"], []),
        (["1.0.0", "2.0.0"], ["mixed-scenario-versions", "locked-version-mixed"]),
        (["2.0.0"], ["locked-version-absent"]),
    ],
)
def test_a_locked_version_has_to_be_the_only_one(versions: list[str], expected: list[str]) -> None:
    pointer = "runManifest/scenario/scenarioVersion"
    samples = [read(changed(result(index=i), pointer, versions[i % len(versions)])) for i in range(1, 6)]
    assert codes(make(samples, task="1.0.0")[0]) == expected


def test_subscores_are_means_over_the_samples_that_have_them() -> None:
    samples = [
        read(changed(result(index=1), "evalResult/subscores", {"style": 0.2, "workflow": 0.4})),
        read(changed(result(index=2), "evalResult/subscores", {"workflow": 0.8})),
        read(result(index=3)),
    ]
    (cohort,) = make(samples)
    assert [(row.name, row.n) for row in cohort.subscores] == [("workflow", 2), ("style", 1)]
    assert cohort.subscores[0].mean == pytest.approx(0.6)


def test_a_missing_duration_is_counted_as_missing() -> None:
    samples = [*cohort_samples(2, 2), read(changed(result(index=3), "duration_ms", ...))]
    (cohort,) = make(samples)
    assert cohort.duration_ms is not None
    assert (cohort.duration_ms.n, cohort.duration_ms.missing, cohort.duration_ms.median) == (2, 1, 1500)
    without = [read(changed(result(), "duration_ms", None))]
    assert make(without)[0].duration_ms is None


def test_sharing_the_work_changes_no_digit() -> None:
    samples = [s for n in range(9) for s in cohort_samples(n % 4 + 1, 6, f"task-{n}")]
    terms = Terms(settings=SETTINGS, minimum_runs=5)
    with ThreadPoolExecutor(3) as pool:
        assert cohorts(samples, terms, shared(pool, 3, SETTINGS)) == cohorts(samples, terms)


def test_few_draws_are_not_worth_sharing() -> None:
    assert not worth_sharing([([1.0, 0.0], "a")], SETTINGS)
    assert not worth_sharing([([1.0] * 10_000, "a")], SETTINGS)
    assert worth_sharing([([1.0, 0.0] * 500, "a")], SETTINGS)


def test_a_declared_target_is_told_from_a_mere_adapter() -> None:
    declared = make(cohort_samples(1, 1))[0]
    mere: list[Any] = make([read(changed(result(), "runManifest/benchmarkTarget", ...))])
    assert declared.target_declared
    assert not mere[0].target_declared
    assert mere[0].id == declared.id
    assert target("x")["targetId"] == "x"

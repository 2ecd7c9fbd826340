from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from site_builder.errors import Problem
from site_builder.records.ruhroh import ArtifactCheck, ArtifactFault
from site_builder.records.ruhroh_campaign import (
    CalibrationCase,
    CalibrationReport,
    PlanSuite,
    RunPlan,
    SourceFile,
)
from site_builder.sources.rubrics import load_graph
from site_builder.studies.readiness import Check, readiness
from site_builder.studies.ruhroh.codes import CODES
from site_builder.studies.ruhroh.comparison import Campaign, Comparison, compare
from site_builder.studies.ruhroh.matrix import plan_samples
from site_builder.studies.ruhroh.review import REASONS
from site_builder.studies.ruhroh.settings import settings_of
from tests.ruhroh.samples import SETTINGS, changed, cohort_samples, evaluation, read, result, suite
from tests.ruhroh.test_coverage import SOURCE, declared

RUBRIC = Path(__file__).resolve().parents[2] / "rubric_versions/ruhroh/0.7.yaml"


def check(code: str, **changes: Any) -> Check:
    fields: dict[str, Any] = {
        "severity": "blocker",
        "subject": "",
        "title": "t",
        "observed": "",
        "required": "",
    }
    return Check(code=code, **(fields | changes))


def test_nothing_is_ready_while_a_blocker_stands() -> None:
    assert readiness("x", []).ready
    assert readiness("x", [check("a", severity="advisory")]).ready
    assert not readiness("x", [check("a")]).ready
    assert readiness("x", [check("a", met=True)]).ready


def test_the_same_finding_is_listed_once_and_in_order() -> None:
    found = readiness(
        "x", [check("b"), check("a"), check("b"), check("b", subject="s"), check("b", met=True)]
    )
    assert [(item.code, item.subject) for item in found.checks] == [("b", ""), ("a", ""), ("b", "s")]
    assert found.codes("blocker") == ("b", "a")
    assert {code: len(checks) for code, checks in found.by_code().items()} == {"b": 2, "a": 1}


def test_a_finding_reads_as_a_sentence() -> None:
    assert check("a", subject="s", title="it is so", observed="7").sentence == "s: it is so (7)"
    assert check("a", title="it is so").sentence == "it is so"


def test_every_code_belongs_to_one_rule_of_the_rubric_and_says_what_clears_it() -> None:
    loaded = load_graph(RUBRIC, "rubric")
    assert loaded.value is not None
    named = [code for rule in loaded.value.rubric.rules.values() for code in rule.checks]
    assert sorted(named) == sorted(CODES)
    assert all(row.title and row.remedy.endswith(".") for row in CODES.values())
    assert not set(REASONS) & set(CODES) - {"artifact-path-missing"}


def test_settings_come_from_the_rubric_and_a_missing_parameter_is_named() -> None:
    graph = load_graph(RUBRIC, "rubric").value
    assert graph is not None
    assert settings_of(graph.rubric, graph.digest) == SETTINGS
    fewer = graph.rubric.model_copy(update={"parameters": {}})
    with pytest.raises(ValueError, match="confidence"):
        settings_of(fewer, "")
    odd = dict(graph.rubric.parameters)
    odd["resamples"] = odd["resamples"].model_copy(update={"value": "many"})
    with pytest.raises(ValueError, match="resamples"):
        settings_of(graph.rubric.model_copy(update={"parameters": odd}), "")


def case(expected: str, actual: str, exit_code: int = 0) -> CalibrationCase:
    return CalibrationCase(
        scenario_id="task", case_id="c", expected=expected, actual=actual, exit_code=exit_code
    )


def calibration(*cases: CalibrationCase) -> CalibrationReport:
    return CalibrationReport(cases=cases, stated_ok=True, source=SourceFile(path="c.json", sha256="2" * 64))


PASSED = calibration(case("passed", "passed"), case("review", "review"))


def campaign(**changes: Any) -> Campaign:
    """A campaign against which nothing stands, with one thing changed."""
    samples = tuple(cohort_samples(4, 5))
    planned = plan_samples(["task"], [("alpha", declared())], 5)
    recorded = PlanSuite(complete=True, id="suite", version="1.0.0", sha256="5" * 64)
    fields: dict[str, Any] = {
        "samples": samples,
        "suite": suite("task"),
        "plan": RunPlan(samples=planned, suite=recorded, sources=(SOURCE,)),
        "calibration": PASSED,
    }
    return Campaign(**(fields | changes))


def blockers(found: Comparison) -> list[str]:
    return list(found.readiness.codes("blocker"))


def test_a_clean_campaign_may_be_claimed() -> None:
    found = compare(campaign(), SETTINGS)
    assert found.readiness.ready
    assert found.readiness.codes("advisory") == ("review-recommended",)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"suite": None}, ["suite-not-selected"]),
        ({"suite": suite("task", runs=6)}, ["suite-requirement-not-met", "runs-below-minimum"]),
        ({"calibration": calibration(case("passed", "failed"))}, ["calibration-not-passed"]),
        ({"calibration": calibration()}, ["calibration-not-passed"]),
        ({"calibration": calibration(case("passed", "passed", 2))}, ["calibration-not-passed"]),
        (
            {"problems": (Problem(file="x", code="c", message="m", advice="a"),)},
            ["result-unreadable"],
        ),
    ],
)
def test_each_reason_stops_a_claim(changes: dict[str, Any], expected: list[str]) -> None:
    assert blockers(compare(campaign(**changes), SETTINGS)) == expected


def test_a_missing_plan_and_a_missing_calibration_are_told_and_do_not_stop() -> None:
    found = compare(campaign(plan=None, calibration=None), SETTINGS)
    assert found.readiness.ready
    assert found.readiness.codes("advisory")[:2] == ("plan-not-given", "calibration-not-given")


def test_evidence_review_and_identity_stop_a_claim() -> None:
    samples = list(cohort_samples(4, 5))
    samples[0] = read(changed(result(), "evalResult", evaluation("infra_failed")), samples[0].path)
    samples[1] = read(changed(result(index=2), "artifactPaths/journey", ...), samples[1].path)
    fault = ArtifactFault(code="missing", artifact="journey", severity="error")
    doubt = ArtifactFault(code="schema_missing", artifact="result", severity="warning")
    checks = (ArtifactCheck(path=samples[2].path, faults=(fault, doubt)),)
    found = compare(campaign(samples=tuple(samples), artifacts=checks), SETTINGS)
    assert blockers(found) == [
        "artifact-errors",
        "outcome-contradicts-score",
        "evaluator-evidence-weak",
        "artifact-paths-incomplete",
        "review-required",
    ]
    assert "artifact-warnings" in found.readiness.codes("advisory")
    mere = tuple(
        read(changed(result(index=i), "runManifest/benchmarkTarget", ...), f"{i}.json") for i in range(1, 6)
    )
    assert "target-not-declared" in blockers(compare(campaign(samples=mere), SETTINGS))


def test_scenarios_outside_of_the_suite_are_set_aside_and_missing_ones_named() -> None:
    samples = (*cohort_samples(4, 5), *cohort_samples(1, 1, "stray"))
    found = compare(campaign(samples=samples, suite=suite("task", "other"), plan=None), SETTINGS)
    assert [cohort.scenario_id for cohort in found.cohorts] == ["task"]
    assert found.outside == ("alpha/stray/run-001/ruhroh-loop-result.json",)
    assert found.uncovered == ("other",)
    assert "suite-scenario-without-results" in blockers(found)
    (row,) = found.roll_ups
    assert (row.missing, row.satisfied, row.covered, row.expected) == (("other",), False, 1, 2)


def test_without_samples_there_is_nothing_to_claim() -> None:
    assert blockers(compare(Campaign(samples=()), SETTINGS))[0] == "no-cohorts"


def test_required_reviews_stand_before_recommended_ones() -> None:
    samples = list(cohort_samples(3, 5))
    samples[4] = read(changed(result(index=5), "evalResult", evaluation("review")), samples[4].path)
    queue = compare(campaign(samples=tuple(samples)), SETTINGS).queue
    assert [(item.run_id, item.priority) for item in queue] == [
        ("task-alpha-5", "required"),
        ("task-alpha-4", "recommended"),
    ]
    assert [reason.code for reason in queue[0].reasons] == [
        "status-review",
        "evaluator-asks-for-review",
        "outcome-contradicts-score",
        "criterion-unmet",
    ]
    assert queue[0].transcripts == ("transcript.log",)
    assert queue[0].label == "task/alpha/task-alpha-5"


def test_a_comparison_finds_its_cohorts_and_their_samples() -> None:
    found = compare(campaign(), SETTINGS)
    cohort = found.cohort("task", "alpha")
    assert cohort is not None
    assert [sample.path for sample in found.members(cohort)] == list(cohort.members)
    assert found.cohort("task", "nobody") is None

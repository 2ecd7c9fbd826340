"""The eight checks: each one alone, at its edges, under both versions; margins; nothing passes for want."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from site_builder.records.blueprint import Suite
from site_builder.records.rubric import Comparison
from site_builder.studies.blueprint.gate import GateCheck
from site_builder.studies.blueprint.judgement import Judgement
from site_builder.studies.blueprint.published_shape import published_shape, written
from tests.blueprint.builders import (
    CONDITIONS,
    SCORER,
    TEXT,
    Review,
    about,
    judged,
    reviews,
    run_card,
    suite,
    under,
    write_run,
)
from tests.blueprint.plain_scorer import CHECKS, aggregate, checks

SUITE = suite("high", "standard", "elevated")


def gate(folder: Path, changed: list[Review], version: str = SCORER, of: Suite = SUITE) -> Judgement:
    return judged(write_run(folder / "run", of, changed), of, version)


def failed(judgement: Judgement) -> list[int]:
    return [number for number, check in enumerate(judgement.gate, start=1) if not check.met]


def check(judgement: Judgement, number: int) -> GateCheck:
    return judgement.gate[number - 1]


def test_equal_conditions_pass_with_no_margin_to_spare(tmp_path: Path) -> None:
    for version in (SCORER, TEXT):
        judgement = gate(tmp_path, reviews(SUITE), version)
        assert judgement.outcome == "passed"
        assert [c.code for c in judgement.gate] == list(CHECKS)
        assert [c.margin for c in judgement.gate] == [0, 0, 0, 0, 0, 500, 0, 0]


WORSE: list[tuple[int, str, dict[str, Any], str]] = [
    (
        1,
        "case-1",
        {"acceptance_scores": {"case 1 criterion 0": False, "case 1 criterion 1": True}},
        "v3-prompt",
    ),
    (2, "case-1", {"evidence_quality": 2}, "v3-prompt"),
    (3, "case-1", {"final_status_accurate": False}, "v3-prompt"),
    (4, "case-1", {"reviewer_corrections": 2}, "v3-prompt"),
    (5, "case-1", {"unsupported_claims": 1}, "v3-prompt"),
]


@pytest.mark.parametrize(("number", "case_id", "change", "condition"), WORSE)
@pytest.mark.parametrize("version", [SCORER, TEXT])
def test_one_worse_review_of_the_candidate_fails_its_check_alone(
    tmp_path: Path, version: str, number: int, case_id: str, change: dict[str, Any], condition: str
) -> None:
    changed = reviews(SUITE)
    about(changed, case_id, condition)[0].update(change)
    judgement = gate(tmp_path, changed, version)
    assert judgement.outcome == "failed"
    assert failed(judgement) == [number]
    margin = check(judgement, number).margin
    assert margin is not None
    assert margin < 0
    assert check(judgement, number).remedy


@pytest.mark.parametrize(("number", "case_id", "change", "condition"), WORSE)
def test_the_same_in_the_baseline_or_elsewhere_passes(
    tmp_path: Path, number: int, case_id: str, change: dict[str, Any], condition: str
) -> None:
    for other in CONDITIONS:
        if other != condition:
            changed = reviews(SUITE)
            about(changed, case_id, other)[0].update(change)
            assert gate(tmp_path, changed).outcome == "passed"


def test_one_dissenting_review_of_a_high_risk_case_fails_seven_or_eight(tmp_path: Path) -> None:
    changed = reviews(SUITE)
    for review in under(changed, "v2.1-prompt"):
        review.update(unsupported_claims=3, final_status_accurate=False)
    review = about(changed, "case-0", "v3-prompt")[1]
    review["unsupported_claims"] = 1
    judgement = gate(tmp_path, changed)
    assert failed(judgement) == [7]
    assert check(judgement, 7).observed_value == 1
    assert check(judgement, 7).title == "A high-risk review counts an unsupported claim"
    assert [e.pointer for e in check(judgement, 7).evidence if e.pointer] == [f"/{changed.index(review)}"]
    review.update(unsupported_claims=0, final_status_accurate=False)
    assert failed(gate(tmp_path, changed)) == [8]


def test_elevated_risk_is_not_high_risk(tmp_path: Path) -> None:
    changed = reviews(SUITE)
    for review in under(changed, "v2.1-prompt"):
        review["unsupported_claims"] = 3
    about(changed, "case-2", "v3-prompt")[0]["unsupported_claims"] = 1
    assert gate(tmp_path, changed).outcome == "passed"


def test_a_suite_without_high_risk_cases_never_passes(tmp_path: Path) -> None:
    of = suite("elevated", "standard")
    for version in (SCORER, TEXT):
        judgement = gate(tmp_path, reviews(of), version, of)
        assert failed(judgement) == [7, 8]
        assert "nothing to hold it against" in check(judgement, 7).remedy
        assert check(judgement, 7).title == (
            "There is nothing to look at: v3-prompt · Reviews of high-risk cases, 0 reviews"
        )


def test_a_baseline_of_zero_tokens_fails_even_with_a_candidate_of_zero(tmp_path: Path) -> None:
    changed = reviews(SUITE)
    for review in changed:
        review["input_tokens"] = 0
    for version in (SCORER, TEXT):
        assert failed(gate(tmp_path, changed, version)) == [6]


@pytest.mark.parametrize(
    ("before", "after", "scorer", "text"),
    [
        (40000, 60000, True, True),
        (40002, 60003, False, True),
        (40010, 60015, False, True),
        (40003, 60005, True, False),
        (40000, 60001, False, False),
    ],
)
def test_growth_at_the_edge_is_decided_by_rounding_in_the_scorer_and_by_the_ratio_in_the_text(
    tmp_path: Path, before: int, after: int, scorer: bool, text: bool
) -> None:
    of = suite("high", *["standard"] * 39, criteria=1)  # type: ignore[arg-type]
    changed = reviews(of)
    for condition, total in (("v2.1-prompt", before), ("v3-prompt", after)):
        for index, review in enumerate(under(changed, condition)):
            review["input_tokens"] = total // 40 + (index // 2 < total % 40)
    assert (failed(gate(tmp_path, changed, SCORER, of)) == []) is scorer
    assert (failed(gate(tmp_path, changed, TEXT, of)) == []) is text


def test_a_small_regression_vanishes_in_the_scorer_with_many_reviews_and_not_in_the_text(
    tmp_path: Path,
) -> None:
    of = suite("high", *["standard"] * 127, criteria=1)  # type: ignore[arg-type]
    changed = reviews(of)
    about(changed, "case-5", "v3-prompt")[0]["evidence_quality"] = 2
    scorer, text = gate(tmp_path, changed, SCORER, of), gate(tmp_path, changed, TEXT, of)
    assert check(scorer, 2).observed_value == 3.0
    assert (failed(scorer), failed(text)) == ([], [2])


def test_a_cost_that_is_missing_is_missing_in_the_total_and_never_zero(tmp_path: Path) -> None:
    changed = reviews(SUITE)
    for review in about(changed, "case-0", "kernel"):
        review["cost_usd"] = None
    for review in under(changed, "minimal"):
        review["cost_usd"] = None
    judgement = gate(tmp_path, changed, TEXT)
    assert judgement.scored is not None
    value = judgement.scored.value
    assert value("kernel.total_cost_usd") is None
    assert value("kernel.mean_cost_usd") == pytest.approx(0.01)
    assert value("kernel.outputs_with_cost") == 2
    assert value("minimal.mean_cost_usd") is None
    assert value("v3_prompt.total_cost_usd") == pytest.approx(0.03)
    absence = judgement.scored["kernel.total_cost_usd"].absence
    assert absence is not None
    assert "2 of 3 outputs" in absence.detail


def test_a_total_beyond_the_doubles_is_written_as_the_scorer_does(tmp_path: Path) -> None:
    changed = reviews(SUITE)
    for review in changed:
        review["cost_usd"] = 1e308
    shape = published_shape(gate(tmp_path, changed))
    assert shape["aggregates"]["kernel"]["total_cost_usd"] == float("inf")
    assert '"total_cost_usd": Infinity' in written(shape)


@pytest.mark.parametrize(
    ("costs", "total"),
    [
        ([10**308, 10**308, 0.5], float("inf")),
        ([0.5, 10**308, 10**308], float("inf")),
        ([10**308, 10**308, 1], 2 * 10**308 + 1),
    ],
)
def test_a_total_of_whole_costs_beyond_the_doubles_is_infinite_at_the_first_fraction(
    tmp_path: Path, costs: list[float], total: float
) -> None:
    """Decision 0090: the scorer ends in a traceback."""
    changed = reviews(SUITE)
    for case, cost in zip(SUITE.cases, costs, strict=True):
        for review in about(changed, case.id, "kernel"):
            review["cost_usd"] = cost
    shape = published_shape(gate(tmp_path, changed))
    assert shape["aggregates"]["kernel"]["total_cost_usd"] == total
    assert json.loads(written(shape))["aggregates"]["kernel"]["total_cost_usd"] == total


def some_reviews(chance: random.Random, of: Suite) -> list[Review]:
    found = reviews(of)
    for review in found:
        review.update(
            acceptance_scores={name: chance.random() < 0.8 for name in review["acceptance_scores"]},
            unsupported_claims=chance.choice([0, 0, 0, 1]),
            final_status_accurate=chance.random() < 0.95,
            evidence_quality=chance.randint(2, 4),
            reviewer_corrections=chance.randint(0, 2),
        )
    whole = chance.random() < 0.3
    for case in of.cases:
        for condition in CONDITIONS:
            facts = {
                "response_words": chance.randint(0, 900),
                "elapsed_seconds": chance.choice([chance.randint(0, 90), chance.random() * 90]),
                "input_tokens": chance.randint(900, 1400),
                "output_tokens": chance.randint(0, 800),
                "cost_usd": chance.randint(0, 3) if whole else chance.choice([0, chance.random() / 100]),
            }
            for review in about(found, case.id, condition):
                review.update(facts)
    chance.shuffle(found)
    return found


@pytest.mark.parametrize("seed", range(60))
def test_results_agree_byte_for_byte_with_the_arithmetic_written_out(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    of = suite("high", *chance.choices(["high", "standard", "elevated"], k=chance.randint(0, 6)), criteria=3)  # type: ignore[arg-type]
    found = some_reviews(chance, of)
    card = run_card(extra={"β": [1.5, None]})
    judgement = judged(write_run(tmp_path / "run", of, found, card), of)
    holds = checks(found, {case.id for case in of.cases if case.risk == "high"})
    expected = {
        "suite_version": "2.0.0",
        "run": card,
        "aggregates": {c: aggregate(under(found, c), rounded=True) for c in CONDITIONS},
        "release_gate": {"status": "passed" if all(holds.values()) else "failed", "checks": holds},
        "limitation": judgement.settings.limitation,
    }
    assert written(published_shape(judgement)) == json.dumps(expected, indent=2) + "\n"
    text = judged(tmp_path / "run", of, TEXT)
    assert text.scored is not None
    for condition, part in text.settings.conditions.items():
        for name, value in aggregate(under(found, condition), rounded=False).items():
            node = f"{part}.{name}"
            if node in text.scored.graph:
                assert text.scored.value(node) == value, node


@pytest.mark.parametrize(
    "unmet", ["It falls", "It falls or there is none", "It falls, or it rises, or there is none"]
)
def test_a_check_that_wants_something_to_look_at_states_two_faults_that_can_be_told_apart(
    unmet: str,
) -> None:
    """A gate says which of the two is the case; released rubrics write them as one text."""
    asked = {
        "title": "It holds",
        "metric": "share",
        "candidate": "new",
        "comparison": "at_least",
        "limit": 1.0,
        "description": "Whether it holds.",
        "basis": "published",
    }
    wanting = asked | {"above_zero": "new.count"}
    assert Comparison.model_validate(wanting | {"unmet": "It falls, or there is none"}).fault == "It falls"
    assert Comparison.model_validate(asked | {"unmet": unmet}).fault == unmet
    with pytest.raises(ValueError, match="two clauses"):
        Comparison.model_validate(wanting | {"unmet": unmet})

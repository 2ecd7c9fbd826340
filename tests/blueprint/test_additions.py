"""The local additions: cells, agreement, parts, differences, growth, reviewers, advisories."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from site_builder.records.blueprint import Suite
from site_builder.studies.blueprint.judgement import Additions, Judgement
from tests.blueprint.builders import (
    CONDITIONS,
    TEXT,
    Review,
    about,
    judged,
    reviews,
    suite,
    under,
    write_run,
)

SUITE = suite("high", "standard", "standard", "elevated")


def additions(folder: Path, written: list[Review], of: Suite = SUITE) -> tuple[Judgement, Additions]:
    judgement = judged(write_run(folder / "run", of, written), of, TEXT)
    assert judgement.additions is not None, judgement.rejections
    return judgement, judgement.additions


def scattered(seed: int) -> list[Review]:
    chance = random.Random(seed)
    written = reviews(SUITE)
    for review in written:
        review.update(
            acceptance_scores={name: chance.random() < 0.7 for name in review["acceptance_scores"]},
            unsupported_claims=chance.randint(0, 2),
            final_status_accurate=chance.random() < 0.8,
            evidence_quality=chance.randint(0, 4),
        )
    return written


def test_one_mind_leaves_no_disagreement_and_full_raw_agreement(tmp_path: Path) -> None:
    judgement, found = additions(tmp_path, reviews(SUITE))
    assert found.disagreements == ()
    assert [item.overall.raw for item in found.agreement] == [1.0] * 5
    assert [item.overall.kappa for item in found.agreement] == [None] * 5
    assert "reviewers-disagree" not in {check.code for check in judgement.advisories}


def test_a_disagreement_is_kept_with_both_ratings_under_pseudonyms(tmp_path: Path) -> None:
    written = reviews(SUITE)
    second = about(written, "case-1", "v3-prompt")[1]
    second["acceptance_scores"]["case 1 criterion 1"] = False
    second["evidence_quality"] = 4
    judgement, found = additions(tmp_path, written)
    assert [(d.field, d.criterion, d.ratings) for d in found.disagreements] == [
        ("acceptance", "case 1 criterion 1", (("Reviewer 1", True), ("Reviewer 2", False))),
        ("evidence_quality", "", (("Reviewer 1", 3), ("Reviewer 2", 4))),
    ]
    assert found.cells["case-1", "v3-prompt"].disagreements == 2
    acceptance = next(item for item in found.agreement if item.field == "acceptance")
    assert (acceptance.overall.n, acceptance.overall.agreed) == (40, 39)
    assert acceptance.by_condition["v3-prompt"].agreed == 7
    assert "2 judgements on 1 outputs" in {check.observed for check in judgement.advisories}


@pytest.mark.parametrize("seed", range(10))
def test_cells_of_equally_many_reviews_give_the_means_of_the_rubric(tmp_path: Path, seed: int) -> None:
    judgement, found = additions(tmp_path, scattered(seed))
    assert judgement.scored is not None
    for condition, part in judgement.settings.conditions.items():
        cells = [cell for cell in found.cells.values() if cell.condition == condition]
        mean = sum(cell.evidence_quality for cell in cells) / len(cells)
        assert judgement.scored.value(f"{part}.mean_evidence_quality") == pytest.approx(mean)
        accuracy = 100 * sum(cell.status_accuracy for cell in cells) / len(cells)
        assert judgement.scored.value(f"{part}.final_status_accuracy_percent") == pytest.approx(accuracy)


@pytest.mark.parametrize("seed", range(5))
def test_parts_cover_the_suite_once_for_risks_and_once_for_categories(tmp_path: Path, seed: int) -> None:
    judgement, found = additions(tmp_path, scattered(seed))
    assert [(p.kind, p.name, len(p.cases)) for p in found.parts] == [
        ("risk", "standard", 2),
        ("risk", "elevated", 1),
        ("risk", "high", 1),
        ("category", "even", 2),
        ("category", "odd", 2),
    ]
    for kind in ("risk", "category"):
        claims = sum(p.scored.value("kernel.unsupported_claims") or 0 for p in found.parts if p.kind == kind)
        assert judgement.scored is not None
        assert claims == judgement.scored.value("kernel.unsupported_claims")


@pytest.mark.parametrize("seed", range(5))
def test_differences_are_taken_case_by_case_from_the_baseline(tmp_path: Path, seed: int) -> None:
    _, found = additions(tmp_path, scattered(seed))
    assert {d.baseline for d in found.differences} == {"v2.1-prompt"}
    assert {d.condition for d in found.differences} == set(CONDITIONS) - {"v2.1-prompt"}
    for item in found.differences:
        if item.measure.field != "evidence_quality" or item.condition != "v3-prompt":
            continue
        by_hand = [
            found.cells[case.id, "v3-prompt"].evidence_quality
            - found.cells[case.id, "v2.1-prompt"].evidence_quality
            for case in SUITE.cases
        ]
        assert item.difference is not None
        assert item.difference.value == pytest.approx(sum(by_hand) / 4)
        assert item.difference.n == 4
        assert item.difference.interval is not None
        assert item.difference.interval.confidence == 0.95


def test_a_case_without_a_cost_is_left_out_of_that_difference_and_named(tmp_path: Path) -> None:
    written = reviews(SUITE)
    for review in about(written, "case-2", "kernel"):
        review["cost_usd"] = None
    _, found = additions(tmp_path, written)
    costs = {d.condition: d for d in found.differences if d.measure.field == "cost_usd"}
    assert costs["kernel"].left_out == ("case-2",)
    assert costs["kernel"].difference is not None
    assert costs["kernel"].difference.n == 3
    assert costs["minimal"].left_out == ()


def test_growth_is_told_beside_the_baseline_and_never_from_nothing(tmp_path: Path) -> None:
    written = reviews(SUITE)
    for review in under(written, "v3-prompt"):
        review["input_tokens"] = 1400
    for review in under(written, "v2.1-prompt"):
        review["output_tokens"] = 0
    for review in under(written, "minimal"):
        review["cost_usd"] = None
    _, found = additions(tmp_path, written)
    growth = {(g.condition, g.metric): g for g in found.growth}
    assert growth["v3-prompt", "mean_input_tokens"].ratio == pytest.approx(1.4)
    assert growth["v2.1-prompt", "mean_input_tokens"].ratio == 1
    assert growth["v3-prompt", "mean_output_tokens"].ratio is None
    missing = growth["minimal", "total_cost_usd"]
    assert (missing.value, missing.ratio) == (None, None)
    assert missing.absence is not None
    assert missing.absence.reason == "not_collected"


def test_a_strict_reviewer_is_seen_beside_the_others_of_the_same_outputs(tmp_path: Path) -> None:
    written = reviews(SUITE, ("mild-one", "strict-one", "mild-two"))
    for review in written:
        if review["reviewer_id"] == "strict-one":
            review["evidence_quality"] = 1
            review["notes"] = "not traceable"
    _, found = additions(tmp_path, written)
    strict = found.reviewers[1]
    assert (strict.name, strict.reviews, strict.cases, strict.notes) == ("Reviewer 2", 20, 4, 20)
    assert strict.by_condition == dict.fromkeys(CONDITIONS, 4)
    assert strict.means["evidence_quality"] == 1
    assert strict.beside_others["evidence_quality"] == -2
    assert strict.agreement["evidence_quality"] == 0
    assert found.reviewers[0].agreement["evidence_quality"] == 0.5
    assert found.reviewers[0].beside_others["evidence_quality"] == 1
    evidence = next(item for item in found.agreement if item.field == "evidence_quality")
    assert evidence.overall.method == "light_kappa"
    assert evidence.overall.pairs == 3


def test_uneven_numbers_of_reviewers_and_words_are_told(tmp_path: Path) -> None:
    written = reviews(SUITE)
    third = dict(about(written, "case-0", "kernel")[0], reviewer_id="rev-three")
    for review in about(written, "case-1", "kernel"):
        review["response_words"] = 5
    judgement, _ = additions(tmp_path, [*written, third])
    codes = {check.code: check.observed for check in judgement.advisories}
    assert codes["uneven-reviewers"] == "2 to 3 reviews of an output"
    assert codes["response-words-differ"] == "1 of 20 outputs, such as case-1 under kernel"
    assert judgement.outcome == "passed"

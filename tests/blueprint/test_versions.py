"""What the two rubric versions see differently in the same records, with the cause."""

from __future__ import annotations

from pathlib import Path

from site_builder.studies.blueprint.history import history
from site_builder.studies.blueprint.versions import (
    VersionDifference,
    parameter_differences,
    version_differences,
)
from tests.blueprint.builders import (
    SCORER,
    TEXT,
    Review,
    about,
    graph,
    judged,
    reviews,
    run_card,
    suite,
    under,
    write_run,
)

SUITE = suite()
RUBRICS = (graph(SCORER).rubric, graph(TEXT).rubric)


def differences(
    folder: Path, written: list[Review] | None = None, date: str = "2026-08-05"
) -> list[VersionDifference]:
    run = write_run(folder / "run", SUITE, written, run_card(run_id="run", date=date))
    return list(version_differences(judged(run, SUITE, SCORER), judged(run, SUITE, TEXT), RUBRICS))


def test_the_same_decision_lists_eight_checks_and_none_that_decides(tmp_path: Path) -> None:
    found = differences(tmp_path)
    assert [item.kind for item in found] == ["check"] * 8 + ["advisory"]
    assert not any(item.decides for item in found)
    assert found[-1].code == "outputs-not-pinned"
    assert "Digests of outputs: not read in blueprint/2.0.0, verified in blueprint/3.0." in found[-1].why


def test_a_third_reviewer_and_a_missing_cost_are_traced_to_their_parameters(tmp_path: Path) -> None:
    written = reviews(SUITE, ("a-one", "b-two", "c-three"))
    for review in under(written, "kernel"):
        del review["cost_usd"]
    found = differences(tmp_path, written)
    outcome = found[0]
    assert (outcome.kind, outcome.first, outcome.second) == ("outcome", "rejected", "passed")
    by_code = {item.code: item for item in found}
    assert (
        "Cost: required in blueprint/2.0.0, when available in blueprint/3.0."
        in by_code["REVIEW_FIELDS_MISSING"].why
    )
    assert "Most reviewers of an output: 2 reviewers" in by_code["PAIR_NOT_TWO"].why
    assert by_code["PAIR_NOT_TWO"].first == "rejected: PAIR_NOT_TWO"
    assert by_code["PAIR_NOT_TWO"].second == "no fault"


def test_the_same_situation_under_two_codes_is_no_difference(tmp_path: Path) -> None:
    written = reviews(SUITE)
    written.remove(about(written, "case-0", "kernel")[0])
    assert differences(tmp_path, written) == []


def test_a_date_in_another_form_is_traced_to_the_form(tmp_path: Path) -> None:
    found = differences(tmp_path, date="20260805")
    assert [item.code for item in found] == ["", "RUN_DATE"]
    assert found[1].first == "no fault"
    assert "any ISO form" in found[1].why


def test_a_check_that_rounding_decides_shows_the_figures_of_both(tmp_path: Path) -> None:
    of = suite("high", *["standard"] * 39)  # type: ignore[arg-type]
    written = reviews(of)
    for condition, total in (("v2.1-prompt", 40002), ("v3-prompt", 60003)):
        for index, review in enumerate(under(written, condition)):
            review["input_tokens"] = total // 40 + (index // 2 < total % 40)
    run = write_run(tmp_path / "run", of, written)
    found = list(version_differences(judged(run, of, SCORER), judged(run, of, TEXT), RUBRICS))
    assert found[0].kind == "outcome"
    decisive = [item for item in found if item.kind == "check" and item.decides]
    assert [item.code for item in decisive] == ["input_token_growth_within_50_percent"]
    assert decisive[0].why == (
        "blueprint/2.0.0 compares 1500.08 with 1500.0749999999998, "
        "blueprint/3.0 1500.075 with 1500.0749999999998."
    )


def test_parameters_that_differ_are_listed_with_both_explanations() -> None:
    found = list(parameter_differences(*RUBRICS))
    assert {item.name for item in found} == {
        "most_reviewers",
        "cost",
        "dates",
        "reviewer_ids",
        "undecodable_output",
        "output_pins",
    }
    assert all(item.first != item.second for item in found)


def test_the_history_is_ordered_by_date_and_holds_rejected_runs(tmp_path: Path) -> None:
    runs = []
    for name, date in (("later", "2026-09-01"), ("earlier", "2026-08-01")):
        run = write_run(tmp_path / name, SUITE, None, run_card(run_id=name, date=date))
        runs.append([judged(run, SUITE, TEXT), judged(run, SUITE, SCORER)])
    broken = write_run(tmp_path / "broken", SUITE, [])
    runs.append([judged(broken, SUITE, TEXT), judged(broken, SUITE, SCORER)])
    rows = history(runs)
    assert [row.run_id for row in rows] == ["earlier", "broken", "later"]
    assert rows[0].values["v3_prompt.acceptance_coverage_percent"] == 100
    assert rows[1].values == {}

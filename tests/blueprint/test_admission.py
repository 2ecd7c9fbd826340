"""What a run is rejected for: every fault, its code, its order; under the scorer and under the text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from site_builder.sources.importers.blueprint import recorded
from site_builder.studies.blueprint.reasons import REASONS
from tests.blueprint.builders import (
    CONDITIONS,
    SCORER,
    TEXT,
    about,
    judged,
    read,
    reasons,
    reviews,
    run_card,
    suite,
    write_run,
)

SUITE = suite()
PAIR = ["PAIR_NOT_TWO", "case-1", "kernel"]
HUGE = 10**400


def rejected(folder: Path, version: str = SCORER, **written: Any) -> list[list[str]]:
    write_run(folder / "run", SUITE, written.get("reviews"), written.get("card"))
    return reasons(judged(folder / "run", SUITE, version))


def test_a_run_folder_of_too_many_files_is_rejected_whole_with_its_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_run(tmp_path / "run", SUITE)
    entries = len(list(folder.rglob("*")))
    monkeypatch.setattr("site_builder.sources.files.MOST_ENTRIES", entries)
    assert reasons(judged(folder, SUITE)) == []
    monkeypatch.setattr("site_builder.sources.files.MOST_ENTRIES", entries - 1)
    assert reasons(judged(folder, SUITE)) == [["TOO_MANY_FILES", "100,000"]]


@pytest.mark.parametrize(("limit", "found"), [(2, ["FILE_TOO_LARGE", "2"]), (1 << 20, ["FILE_UNREADABLE"])])
def test_a_file_that_is_not_read_says_whether_its_size_is_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: int, found: list[str]
) -> None:
    def refused(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    folder = write_run(tmp_path / "run", SUITE)
    monkeypatch.setattr(recorded, "LARGEST_JSON", limit)
    monkeypatch.setattr("site_builder.sources.files.open_regular", refused)
    assert reasons(judged(folder, SUITE)) == [found]


def test_a_valid_run_is_admitted_by_both_versions(tmp_path: Path) -> None:
    assert rejected(tmp_path, SCORER) == rejected(tmp_path, TEXT) == []


FIELDS: list[tuple[str, Any, list[list[str]]]] = [
    ("case_id", "", [["CASE_ID_TYPE"], ["CRITERIA_MAP", ""]]),
    ("case_id", 7, [["CASE_ID_TYPE"], ["CRITERIA_MAP", "7"]]),
    ("case_id", "ghost", [["CASE_UNKNOWN", "ghost"], ["CRITERIA_MAP", "ghost"]]),
    ("condition", "Kernel", [["CONDITION_UNKNOWN", "Kernel"]]),
    ("condition", None, [["CONDITION_UNKNOWN", "None"]]),
    ("reviewer_id", " \u00a0", [["REVIEWER_ID"]]),
    ("acceptance_scores", [], [["CRITERIA_MAP", "case-1"]]),
    ("unsupported_claims", True, [["INT_FIELD", "case-1", "unsupported_claims"]]),
    ("reviewer_corrections", -1, [["INT_FIELD", "case-1", "reviewer_corrections"]]),
    ("response_words", 4.0, [["INT_FIELD", "case-1", "response_words"]]),
    ("output_tokens", "5", [["INT_FIELD", "case-1", "output_tokens"]]),
    ("final_status_accurate", 1, [["STATUS_TYPE", "case-1"]]),
    ("evidence_quality", 5, [["EVIDENCE_RANGE", "case-1"]]),
    ("evidence_quality", 3.0, [["EVIDENCE_RANGE", "case-1"]]),
    ("elapsed_seconds", None, [["NUMBER_FIELD", "case-1", "elapsed_seconds"]]),
    ("elapsed_seconds", float("inf"), [["NUMBER_FIELD", "case-1", "elapsed_seconds"]]),
    ("cost_usd", -0.01, [["NUMBER_FIELD", "case-1", "cost_usd"]]),
    ("cost_usd", float("nan"), [["NUMBER_FIELD", "case-1", "cost_usd"]]),
    ("cost_usd", None, [["NUMBER_FIELD", "case-1", "cost_usd"]]),
    ("cost_usd", HUGE, [["NUMBER_TOO_LARGE", "case-1", "cost_usd"]]),
    ("notes", None, [["NOTES_TYPE", "case-1"]]),
]


@pytest.mark.parametrize(
    ("field", "value", "expected"), FIELDS, ids=[f"{f}={str(v)[:8]}" for f, v, _ in FIELDS]
)
def test_one_wrong_field_is_reported_and_breaks_its_pair(
    tmp_path: Path, field: str, value: Any, expected: list[list[str]]
) -> None:
    written = reviews(SUITE)
    about(written, "case-1", "kernel")[0][field] = value
    assert rejected(tmp_path, reviews=written) == [*expected, PAIR]


def test_all_faults_of_one_review_come_in_the_order_of_the_checks(tmp_path: Path) -> None:
    written = reviews(SUITE)
    about(written, "case-1", "kernel")[0].update(
        case_id="",
        condition="x",
        reviewer_id="",
        acceptance_scores=0,
        unsupported_claims="",
        output_tokens=None,
        final_status_accurate=None,
        evidence_quality="",
        elapsed_seconds="",
        cost_usd="",
        notes=0,
    )
    assert [reason[0] for reason in rejected(tmp_path, reviews=written)] == [
        "CASE_ID_TYPE",
        "CONDITION_UNKNOWN",
        "REVIEWER_ID",
        "CRITERIA_MAP",
        "INT_FIELD",
        "INT_FIELD",
        "STATUS_TYPE",
        "EVIDENCE_RANGE",
        "NUMBER_FIELD",
        "NUMBER_FIELD",
        "NOTES_TYPE",
        "PAIR_NOT_TWO",
    ]


def test_faults_of_the_run_come_first_then_reviews_in_file_order_then_the_sorted_matrix(
    tmp_path: Path,
) -> None:
    written: list[Any] = reviews(SUITE)
    about(written, "case-0", "v3-prompt")[0].pop("notes")
    about(written, "case-1", "minimal")[1]["input_tokens"] = 1001
    written.append("no object")
    found = rejected(tmp_path, reviews=written, card=run_card(model=" ", date="today", conditions=[]))
    assert found == [
        ["RUN_CONDITIONS"],
        ["RUN_TEXT", "model"],
        ["RUN_DATE"],
        ["REVIEW_FIELDS_MISSING", "notes"],
        ["REVIEW_ROOT"],
        ["PAIR_NOT_TWO", "case-0", "v3-prompt"],
        ["OBJECTIVE_DISAGREE", "case-1", "minimal", "input_tokens"],
    ]


@pytest.mark.parametrize(
    ("date", "scorer", "text"),
    [
        ("2026-08-05", True, True),
        ("20260805", True, False),
        ("2026-W32-3", True, False),
        ("2026-8-5", False, False),
        ("2026-02-30", False, False),
        ("2026-08-05T00:00", False, False),
        (20260805, False, False),
    ],
)
def test_dates(tmp_path: Path, date: Any, scorer: bool, text: bool) -> None:
    card = run_card(date=date)
    assert (rejected(tmp_path, SCORER, card=card) == []) is scorer
    assert (rejected(tmp_path, TEXT, card=card) == []) is text


def test_a_run_that_is_no_object_is_still_held_against_the_matrix(tmp_path: Path) -> None:
    assert rejected(tmp_path, card=[], reviews=reviews(SUITE)[1:]) == [
        ["RUN_ROOT"],
        ["PAIR_NOT_TWO", "case-0", "minimal"],
    ]


def test_reviews_that_are_no_list_hide_everything_else(tmp_path: Path) -> None:
    assert rejected(tmp_path, card=[], reviews={}) == [["REVIEWS_ROOT"]]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"{", "JSON_INVALID"),
        (b"\xef\xbb\xbf[]", "JSON_INVALID"),
        (b"[\xff]", "UNICODE"),
        (b"[" + b"1" * 5000 + b"]", "JSON_INVALID"),
        (b"[" * 100_000, "JSON_TOO_DEEP"),
    ],
)
def test_a_file_that_cannot_be_read_is_the_only_reason(tmp_path: Path, content: bytes, code: str) -> None:
    folder = write_run(tmp_path / "run", SUITE)
    (folder / "reviews.json").write_bytes(content)
    for version in (SCORER, TEXT):
        assert reasons(judged(folder, SUITE, version)) == [[code]]


def test_a_folder_without_the_files_or_none_at_all(tmp_path: Path) -> None:
    assert reasons(judged(tmp_path / "nowhere", SUITE)) == [["FILES_MISSING"]]
    folder = write_run(tmp_path / "run", SUITE)
    (folder / "run.json").unlink()
    assert reasons(judged(folder, SUITE)) == [["FILES_MISSING"]]


def test_numbers_at_the_edge_are_taken(tmp_path: Path) -> None:
    written = reviews(SUITE)
    for review in about(written, "case-0", "kernel"):
        review["cost_usd"] = -0.0
    for review, seconds in zip(about(written, "case-1", "kernel"), (12, 12.0), strict=True):
        review["elapsed_seconds"] = seconds
    assert rejected(tmp_path, reviews=written) == []


def test_sums_beyond_the_doubles_are_a_reason_and_no_crash(tmp_path: Path) -> None:
    written = reviews(SUITE)
    for review in written:
        review["elapsed_seconds"] = 1.5e308
    for version in (SCORER, TEXT):
        found = rejected(tmp_path, version, reviews=written)
        assert found == [["SUM_TOO_LARGE", condition, "elapsed_seconds"] for condition in CONDITIONS]


def test_whole_numbers_beyond_the_doubles_are_a_reason_and_no_crash(tmp_path: Path) -> None:
    written = reviews(SUITE)
    for review in about(written, "case-0", "kernel"):
        review["unsupported_claims"] = HUGE
    assert rejected(tmp_path, reviews=written) == [["SUM_TOO_LARGE", "kernel", "unsupported_claims"]]


def test_outputs_must_be_there_and_hold_something(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", SUITE)
    (folder / "outputs/case-0/kernel.md").unlink()
    (folder / "outputs/case-1/kernel.md").write_text("\u00a0\u2003\n", "utf-8")
    for version in (SCORER, TEXT):
        assert reasons(judged(folder, SUITE, version)) == [
            ["OUTPUT_MISSING", "case-0", "kernel"],
            ["OUTPUT_EMPTY", "case-1", "kernel"],
        ]


def test_an_output_behind_a_link_is_not_there(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", SUITE)
    secret = tmp_path / "secret.md"
    secret.write_text("not of this run", "utf-8")
    (folder / "outputs/case-0/kernel.md").unlink()
    (folder / "outputs/case-0/kernel.md").symlink_to(secret)
    assert reasons(judged(folder, SUITE)) == [["OUTPUT_MISSING", "case-0", "kernel"]]


def test_an_output_that_is_no_text_hides_other_reasons_in_the_scorer_only(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", SUITE, reviews(SUITE)[1:])
    (folder / "outputs/case-1/kernel.md").write_bytes(b"\xff\xfe")
    assert reasons(judged(folder, SUITE, SCORER)) == [["UNICODE"]]
    assert reasons(judged(folder, SUITE, TEXT)) == [
        ["PAIR_TOO_FEW", "case-0", "minimal"],
        ["OUTPUT_UNICODE", "case-1", "kernel"],
    ]


def test_three_reviewers_are_admitted_by_the_text_and_not_by_the_scorer(tmp_path: Path) -> None:
    written = reviews(SUITE, ("a-one", "b-two", "c-three"))
    assert len(rejected(tmp_path, SCORER, reviews=written)) == 10
    assert rejected(tmp_path, TEXT, reviews=written) == []


def test_one_reviewer_twice_is_never_admitted(tmp_path: Path) -> None:
    written = reviews(SUITE)
    about(written, "case-0", "kernel")[1]["reviewer_id"] = "rev-one"
    assert rejected(tmp_path, SCORER, reviews=written) == [["PAIR_NOT_TWO", "case-0", "kernel"]]
    assert rejected(tmp_path, TEXT, reviews=written) == [["PAIR_TOO_FEW", "case-0", "kernel"]]
    written = reviews(SUITE, ("a-one", "b-two", "b-two"))
    assert {reason[0] for reason in rejected(tmp_path, TEXT, reviews=written)} == {"PAIR_REPEATED"}


def test_two_spellings_of_one_reviewer_pass_the_scorer_and_not_the_text(tmp_path: Path) -> None:
    written = reviews(SUITE)
    about(written, "case-0", "kernel")[1]["reviewer_id"] = "Rev-One "
    assert rejected(tmp_path, SCORER, reviews=written) == []
    assert rejected(tmp_path, TEXT, reviews=written) == [["PAIR_TOO_FEW", "case-0", "kernel"]]


@pytest.mark.parametrize("absent", ["key", "null"])
def test_a_cost_that_is_not_available_is_admitted_by_the_text_only(tmp_path: Path, absent: str) -> None:
    written = reviews(SUITE)
    for review in about(written, "case-0", "kernel"):
        review["cost_usd"] = None
        if absent == "key":
            del review["cost_usd"]
    assert rejected(tmp_path, SCORER, reviews=written) != []
    assert rejected(tmp_path, TEXT, reviews=written) == []


def test_an_output_that_was_changed_after_review_is_found_by_the_text(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", SUITE)
    pins = [f"{output.sha256}  {output.path}\n" for output in read(folder, SUITE).outputs.values()]
    (folder / "outputs.sha256").write_text("".join(pins), "utf-8")
    assert reasons(judged(folder, SUITE, TEXT)) == []
    (folder / "outputs/case-0/kernel.md").write_text("Four words were here", "utf-8")
    assert reasons(judged(folder, SUITE, TEXT)) == [["OUTPUT_CHANGED", "case-0", "kernel"]]
    assert reasons(judged(folder, SUITE, SCORER)) == []


def test_extra_keys_files_and_a_lone_surrogate_do_no_harm(tmp_path: Path) -> None:
    written = reviews(SUITE)
    for review in written:
        review["mood"] = "\ud800"
        review["notes"] = "half \ud800 a pair"
    folder = write_run(tmp_path / "run", SUITE, written, run_card(model="m\udfff", extra=[1]))
    (folder / "outputs" / "stray.md").write_text("x", "utf-8")
    judgement = judged(folder, SUITE, TEXT)
    assert judgement.rejections == ()
    assert judgement.reviews[0].notes == "half \ufffd a pair"
    assert judgement.disclosures["Model"] == "m\ufffd"


def test_half_of_a_character_in_a_review_is_warned_of_at_its_place(tmp_path: Path) -> None:
    written = reviews(SUITE)
    written[3]["notes"] = "half \ud800 a pair"
    folder = write_run(tmp_path / "run", SUITE, written)
    run, problems = recorded.read_recorded(folder, "run", SUITE, ())
    assert [(p.code, p.file, p.pointer) for p in problems] == [
        ("file.lone-surrogate", "run/reviews.json", "/3/notes")
    ]
    assert run.faults == ()


def test_deep_nesting_inside_of_a_field_is_a_reason_and_no_crash(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", SUITE)
    text = json.dumps(reviews(SUITE)[:1])[1:-1].replace('"case-0"', "[" * 900 + "]" * 900, 1)
    (folder / "reviews.json").write_text(f"[{text}]", "utf-8")
    assert judged(folder, SUITE).outcome == "rejected"


def test_every_code_has_words_that_take_its_arguments() -> None:
    for code, words in REASONS.items():
        assert words.message.format("a", "b", "c", named="d").endswith("."), code
        assert words.advice.endswith("."), code

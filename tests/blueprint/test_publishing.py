"""Ids of reviewers, secrets and personal data reach no record that pages are made from."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.errors import Problem
from site_builder.sources.importers.blueprint.naming import naming_of
from site_builder.sources.importers.blueprint.recorded import read_recorded
from site_builder.studies.blueprint.document import document
from site_builder.studies.blueprint.judgement import Judgement, judge
from site_builder.studies.blueprint.pseudonyms import keyed, numbered, recorded
from tests.blueprint.builders import (
    CONDITIONS,
    TEXT,
    about,
    graph,
    reviews,
    run_card,
    suite,
    write_run,
)

SUITE = suite()
SECRET = b"0123456789abcdef-of-this-site"
TOKEN = "ghp_" + "a1B2" * 10


def read_and_judge(folder: Path) -> tuple[Judgement, tuple[Problem, ...]]:
    found, problems = read_recorded(folder, folder.name, SUITE, CONDITIONS)
    return judge(found, SUITE, graph(TEXT)), problems


def everything(judgement: Judgement, problems: tuple[Problem, ...]) -> str:
    """Return all that may be published of a judgement, as one text."""
    texts = [output.text or "" for output in judgement.recorded.outputs.values()]
    notes = [review.notes for review in judgement.reviews]
    return "\n".join([json.dumps(document(judgement)), *map(str, problems), *texts, *notes])


def test_ids_of_reviewers_stand_nowhere(tmp_path: Path) -> None:
    judgement, problems = read_and_judge(
        write_run(tmp_path / "run", SUITE, reviews(SUITE, ("rev-one", "dora")))
    )
    text = everything(judgement, problems)
    assert "Reviewer 1" in text
    assert "Reviewer 2" in text
    assert "rev-one" not in text
    assert "dora" not in text


def test_an_id_in_a_note_or_an_output_withholds_that_text(tmp_path: Path) -> None:
    written = reviews(SUITE)
    about(written, "case-0", "kernel")[0]["notes"] = "As Rev-Two said: fine."
    folder = write_run(tmp_path / "run", SUITE, written)
    (folder / "outputs/case-1/kernel.md").write_text("rev-one asked for this", "utf-8")
    judgement, problems = read_and_judge(folder)
    assert [(p.code, p.pointer) for p in problems] == [
        ("text.secret", "line 1"),
        ("text.secret", f"/{written.index(about(written, 'case-0', 'kernel')[0])}/notes"),
    ]
    assert judgement.recorded.outputs["case-1", "kernel"].text is None
    assert judgement.recorded.outputs["case-1", "kernel"].sha256
    assert "rev-" not in everything(judgement, problems).lower()


@pytest.mark.parametrize("secret", [TOKEN, "ann.lee@harbour.org", "/home/annlee/keys"])
def test_a_secret_is_published_from_no_part_of_a_run(tmp_path: Path, secret: str) -> None:
    written = reviews(SUITE)
    about(written, "case-0", "kernel")[0]["notes"] = f"see {secret}"
    folder = write_run(
        tmp_path / "run",
        SUITE,
        written,
        run_card(run_id=secret, tools=f"shell as {secret}", environment=secret, extra=secret),
        output=f"Done by {secret} today.",
    )
    judgement, problems = read_and_judge(folder)
    assert judgement.outcome == "passed"
    assert len(problems) == 10 + 1 + 3
    assert secret not in everything(judgement, problems)
    assert judgement.run_id == "run"
    assert judgement.disclosures["Tool permissions"] == "not published"
    assert "texts-withheld" in {check.code for check in judgement.advisories}


def test_a_secret_as_an_id_is_not_echoed_by_a_rejection(tmp_path: Path) -> None:
    written = reviews(SUITE)
    about(written, "case-0", "kernel")[0]["case_id"] = "ann.lee@harbour.org"
    about(written, "case-0", "minimal")[0]["condition"] = ["ann.lee@harbour.org"]
    judgement, problems = read_and_judge(write_run(tmp_path / "run", SUITE, written))
    assert "ann.lee" not in everything(judgement, problems)
    assert ["CASE_UNKNOWN", "(withheld)"] in [rejection.reason for rejection in judgement.rejections]


def test_numbers_follow_the_order_of_appearance_and_say_nothing_of_the_id() -> None:
    assert numbered(["zoe", "amy", "zoe"]) == {"zoe": "Reviewer 1", "amy": "Reviewer 2"}
    assert set(numbered(["x", "y"]).values()) == set(numbered(["p", "q"]).values())


def test_keyed_names_are_the_same_wherever_the_secret_is_and_another_with_another() -> None:
    first = keyed(["amy", "zoe"], SECRET)
    assert first["amy"] == keyed(["zoe", "bob", "amy"], SECRET)["amy"]
    assert first["amy"] != keyed(["amy"], SECRET + b"!")["amy"]
    assert first["amy"].startswith("Reviewer ")
    with pytest.raises(ValueError, match="at least 16"):
        keyed(["amy"], b"short")


@given(st.lists(st.text(min_size=1), min_size=2, max_size=30, unique=True))
def test_no_two_reviewers_share_a_name(ids: list[str]) -> None:
    for names in (numbered(ids), keyed(ids, SECRET), recorded(ids)):
        assert list(names) == ids
        assert len(set(names.values())) == len(ids)


def test_the_naming_of_a_site_follows_its_secret(tmp_path: Path) -> None:
    assert naming_of(tmp_path).value is numbered
    assert naming_of(tmp_path, as_recorded=True).value is recorded
    (tmp_path / ".reviewer-secret").write_bytes(SECRET + b"\n")
    naming = naming_of(tmp_path).value
    assert naming is not None
    assert naming(["amy"]) == keyed(["amy"], SECRET)
    (tmp_path / ".reviewer-secret").write_bytes(b"short")
    found = naming_of(tmp_path)
    assert found.value is numbered
    assert [problem.code for problem in found.problems] == ["blueprint.secret-too-short"]


def test_a_site_may_show_the_ids_as_recorded(tmp_path: Path) -> None:
    found, _ = read_recorded(write_run(tmp_path / "run", SUITE), "run", SUITE, CONDITIONS)
    judgement = judge(found, SUITE, graph(TEXT), recorded)
    assert judgement.additions is not None
    assert [summary.name for summary in judgement.additions.reviewers] == ["rev-one", "rev-two"]


def test_the_document_can_be_written_as_json(tmp_path: Path) -> None:
    written = reviews(SUITE)
    for review in written:
        review["cost_usd"] = 1e308
        review["unsupported_claims"] = 10**25
    judgement, _ = read_and_judge(write_run(tmp_path / "run", SUITE, written))
    assert json.loads(msgspec.json.encode(document(judgement)))["outcome"] == "failed"

"""The board of a family whose score is a product with a gate."""

from __future__ import annotations

import csv
import io
import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.output.html_reader import read
from tests.scorecrux.sessions import document
from tests.scorecrux.site import Files, site_files, usual

BOARD = "boards/reviews-1/index"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return site_files(tmp_path_factory.mktemp("board"), *usual())


@pytest.fixture(scope="module")
def board(files: Files) -> dict[str, Any]:
    return json.loads(files[f"{BOARD}.json"])  # type: ignore[no-any-return]


def rows_of(files: Files) -> dict[str, str]:
    """Return run → the text of its row."""
    html = files[f"{BOARD}.html"].decode()
    table = html[html.index("<tbody>") : html.index("</tbody>")]
    rows = re.findall(r'<tr id="run-([^"]*)".*?</tr>', table, re.DOTALL)
    texts = re.findall(r"<tr id=.*?</tr>", table, re.DOTALL)
    return {
        run: " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())
        for run, text in zip(rows, texts, strict=True)
    }


def test_a_row_says_what_a_reader_must_know_before_the_score(files: Files) -> None:
    """R12: unit and scale; R1: words where there is no number."""
    row = rows_of(files)["plain"]
    for text in ("Aurora", "ledger · Ledger 1.4", "26.04", "Class: Significant", "16 of 28 values", "passed"):
        assert text in row
    assert "30.00" in row, "the baseline in minutes"
    html = files[f"{BOARD}.html"].decode()
    assert ">Em</span>" in html
    assert "of 1 points" not in html


def test_unsafe_sessions_stand_last_with_zero_and_the_words(files: Files, board: dict[str, Any]) -> None:
    ranked = [row["run"] for row in board["rows"] if row["rank"] is not None]
    assert ranked[-1] == "unsafe"
    row = rows_of(files)["unsafe"]
    assert "0.00" in row
    assert "Unsafe" in row
    assert "failed: unsafe" in row


def test_without_a_baseline_there_is_no_rank_and_the_reason_is_told(
    files: Files, board: dict[str, Any]
) -> None:
    """R3, R35: incomplete is unranked, and nothing is hidden."""
    row = next(row for row in board["rows"] if row["run"] == "no-baseline")
    assert row["rank"] is None
    assert row["score"]["missing"] == "not_collected"
    assert "no human baseline" in row["unranked"]
    assert "not scored" in rows_of(files)["no-baseline"]
    assert row["unranked"] in files[f"{BOARD}.html"].decode()


def test_an_unmeasured_gate_is_said_and_does_not_lead(files: Files, board: dict[str, Any]) -> None:
    by_run = {row["run"]: row for row in board["rows"]}
    assert by_run["unknown-gate"]["rank"] is not None
    assert by_run["unknown-leader"]["rank"] is None
    assert by_run["unknown-leader"]["score"] > max(r["score"] for r in board["rows"] if r["rank"])
    assert by_run["unknown-gate"]["badges"] == ["gate not measured"]
    assert by_run["gate-only"]["badges"] == ["gate only"]
    assert "not measured" in rows_of(files)["unknown-gate"]
    assert by_run["unknown-gate"]["lower"] == 0


def test_a_duration_of_0_is_in_no_median_of_its_group(tmp_path: Path) -> None:
    """Decision 0092."""
    taken = {"a": 100, "b": 300, "none": 0}
    files = site_files(
        tmp_path,
        *(
            document(name, fundamentals__T_task_s=time, fundamentals__T_orient_s=0)
            for name, time in taken.items()
        ),
    )
    (group,) = json.loads(files["boards/reviews-1/index.json"])["groups"][0]["groups"]
    assert (group["runs"], group["values"]["t_task_s"]["n"]) == (3, 2)
    assert group["values"]["t_task_s"]["median"] == 200


def test_unpriced_is_not_free(files: Files, board: dict[str, Any]) -> None:
    """R32."""
    assert next(row for row in board["rows"] if row["run"] == "unpriced")["badges"] == ["unpriced"]
    assert "unpriced" in rows_of(files)["unpriced"]
    row = next(row for row in board["rows"] if row["run"] == "unpriced")
    assert row["values"]["c_tokens_usd"]["missing"] == "none", "a reason, not 0.0000"
    assert "no free session" in row["values"]["c_tokens_usd"]["detail"]
    others = [r["values"]["c_tokens_usd"] for r in board["rows"] if r["run"] != "unpriced"]
    (whole,) = board["groups"][0]["groups"]
    assert whole["values"]["c_tokens_usd"]["n"] == len(others)
    assert whole["values"]["c_tokens_usd"]["mean"] == pytest.approx(sum(others) / len(others))
    page = json.loads(files["runs/unpriced/index.json"])
    assert page["nodes"]["c_tokens_usd"]["value"] == 0, "what the export states can be computed with"


def test_task_sets_are_never_ranked_together(files: Files, board: dict[str, Any]) -> None:
    assert "elsewhere" not in {row["run"] for row in board["rows"]}
    assert "boards/migrations-1/index.html" in files
    assert len({"boards/reviews-1/index.html", "boards/migrations-1/index.html"} & set(files)) == 2


def test_groups_say_n_mean_and_spread_and_what_the_gate_did(board: dict[str, Any]) -> None:
    """R24: the number of runs behind each figure."""
    (by_model, by_arm, by_all) = board["groups"]
    assert (by_model["by"], by_arm["by"]) == (["model"], ["arm"])
    assert by_all["by"] == ["model", "arm", "memory", "effort"]
    (whole,) = by_model["groups"]
    scores = [row["score"] for row in board["rows"] if isinstance(row["score"], float | int)]
    assert whole["runs"] == len(board["rows"])
    assert whole["headline"]["n"] == len(scores)
    assert whole["headline"]["mean"] == pytest.approx(sum(scores) / len(scores))
    assert whole["mean_behind_open_gate"] > whole["headline"]["mean"]
    assert (whole["gate_closed"], whole["gate_not_measured"], whole["without_headline"]) == (1, 2, 1)
    assert set(whole["values"]["t_task_s"]) == {"median", "p95", "n"}
    assert [group["names"] for group in by_arm["groups"]] == [["notes"], ["ledger"]], "best first"


def test_every_figure_of_a_group_names_its_column_for_narrow_screens(files: Files) -> None:
    html = files[f"{BOARD}.html"].decode()
    table = re.findall(r'<table class="groups.*?</table>', html, re.DOTALL)[0]
    heads = re.findall(r'<th scope="col" class="n">([^<]+)<span', table)
    assert len(heads) > 5
    for row in table.partition("<tbody>")[2].split("</tr>")[:-1]:
        assert re.findall(r'<td class="n" data-column="([^"]+)">', row) == heads
    assert "content: attr(data-column)" in files["assets/style.css"].decode()


def test_the_firmness_of_the_order_is_told_with_its_neighbourhood(
    files: Files, board: dict[str, Any]
) -> None:
    """R23: how much of the order hangs on choices."""
    found = board["sensitivity"]
    assert found["weights"] == {"of": "Combined quality", "now": "3 : 2 : 2", "factors": ["0.5", "1", "2"]}
    ranked = [row for row in board["rows"] if row["rank"] is not None]
    assert [reach["run"] for reach in found["reach"]] == [row["run"] for row in ranked]
    for reach, row in zip(found["reach"], ranked, strict=True):
        for best, worst in (reach["by_weights"], reach["by_amounts"]):
            assert best <= row["rank"] <= worst
    assert found["rank_reversals"], "some neighbours change places"
    text = read(files[f"{BOARD}.html"]).all("main")[0].text
    assert "Each weight is multiplied by 0.5, 1, 2 in every combination" in " ".join(text.split())


def test_a_board_of_one_session_has_no_order_to_try(tmp_path: Path) -> None:
    made = site_files(tmp_path, usual()[0])
    assert "sensitivity" not in json.loads(made[f"{BOARD}.json"])


def test_the_table_of_the_board_has_its_labels_and_all_qualities(files: Files) -> None:
    """R28: one line a run, documented columns."""
    lines = list(csv.DictReader(io.StringIO(files["data/reviews-1/board.csv"].decode())))
    plain = next(line for line in lines if line["run"] == "plain")
    assert (plain["model"], plain["arm"], plain["memory"]) == ("Aurora", "ledger", "Ledger 1.4")
    assert (plain["reading"], plain["measured"], plain["asked"]) == ("Significant", "16", "28")
    assert plain["q_safety"] == "1"
    assert plain["q_proposition"] == "not_collected"
    assert all(len(line) == len(lines[0]) and None not in line for line in lines)


def test_the_navigation_and_the_home_page_show_the_board(files: Files) -> None:
    home = read(files["index.html"]).all("main")[0].text
    assert "Effective Minutes" in home
    assert "of 1" not in re.findall(r"26\.04 *(of 1)?", home)


def test_a_board_over_several_fixtures_says_that_the_fixture_bounds_the_score(tmp_path: Path) -> None:
    other = document("other", session__fixture="flood", fundamentals__T_human_s=3600)
    for documents, said in (([document("one"), other], True), ([document("one"), document("two")], False)):
        html = site_files(tmp_path / str(said), *documents)[f"{BOARD}.html"].decode()
        start = html.index("How to read the table")
        text = " ".join(re.sub(r"<[^>]*>", "", html[start : html.index("</section>", start)]).split())
        assert ("The score is proportional to the human baseline of a fixture" in text) is said
        assert ("the fixture bounds what a run can earn" in text) is said
        assert "n, the number of runs of that configuration on this board, on whichever fixture" in text

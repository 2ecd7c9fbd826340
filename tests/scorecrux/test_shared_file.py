"""Sessions that share a file: what is said of one is not said of its neighbours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from site_builder.cli.checking import check_project
from tests.scorecrux.sessions import document, write
from tests.scorecrux.site import SITE, site_files


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "runs").mkdir()
    (tmp_path / "site.yaml").write_text(SITE, encoding="utf-8")
    lines = [
        document("good", fundamentals__S_gate=None),
        document("bad", fundamentals__S_gate=2),
        document("worse", fundamentals__R_decision=9, fundamentals__N_tools=-1),
        document("good", fundamentals__S_gate=None, session__arm="again"),
        document("last"),
    ]
    path = write(tmp_path / "runs", "sessions.jsonl", *lines)
    with path.open("a", encoding="utf-8") as file:
        file.write("{\n")
    return tmp_path


BROKEN = {
    "line 2": ["scorecrux.binary:S_gate"],
    "line 3": ["scorecrux.count:N_tools", "scorecrux.range:R_decision"],
    "line 4": ["scorecrux.duplicate-id", "scorecrux.gate-not-measured"],
    "line 6": ["file.not-json"],
}


def test_a_line_that_is_no_json_is_told_by_its_number_once(project: Path) -> None:
    (broken,) = [p for p in check_project(project, [], use_store=False, jobs=1).problems if "json" in p.code]
    assert broken.pointer == "line 6"
    assert broken.message.startswith("The line is not JSON: ")
    assert broken.message.endswith("(column 2).")


def test_a_session_left_out_is_listed_with_its_own_problems_only(tmp_path: Path) -> None:
    files = site_files(
        tmp_path,
        *(document(name, fundamentals__S_gate=gate) for name, gate in [("a", None), ("b", 2), ("c", 3)]),
        *(document(f"n-{number}", fundamentals__S_gate=2) for number in range(10)),
    )
    ledger = json.loads(files["data/excluded.json"])["left_out"]
    assert len(ledger) == 12
    for item in ledger:
        assert [problem["run"] for problem in item["details"]] == [item["run_id"]]
        assert item["details"][0]["pointer"] == f"{item['place']} /fundamentals/S_gate"


def test_every_problem_of_a_shared_file_is_that_of_one_line(project: Path) -> None:
    checked = check_project(project, [], use_store=False, jobs=1)
    found = {
        item.place: sorted(problem.code for problem in checked.problems if item.concerned_by(problem))
        for item in checked.left_out
    }
    assert found == BROKEN


def test_check_of_a_session_says_nothing_of_its_neighbours(project: Path) -> None:
    def codes(*named: str) -> list[str]:
        checked = check_project(project, list(named), use_store=False, jobs=1)
        return sorted(problem.code for problem in checked.problems)

    assert not codes("last")
    assert codes("bad") == BROKEN["line 2"]
    assert codes("worse", "bad") == sorted(BROKEN["line 2"] + BROKEN["line 3"])
    assert codes("good") == ["scorecrux.duplicate-id", *["scorecrux.gate-not-measured"] * 2]
    whole = check_project(project, ["runs/sessions.jsonl"], use_store=False, jobs=1)
    assert len(whole.left_out) == len(BROKEN)
    assert sorted(p.code for p in whole.problems) == sorted(
        ["scorecrux.gate-not-measured", *(code for codes in BROKEN.values() for code in codes)]
    )


def test_sessions_of_no_board_are_left_out_with_their_lines(tmp_path: Path) -> None:
    other = {"session__task_set": {"id": "others"}, "fundamentals__S_gate": None}
    site = SITE + "    cohort: reviews@1\n"
    files = site_files(tmp_path, document("in"), document("x", **other), document("y", **other), site=site)
    ledger = json.loads(files["data/excluded.json"])["left_out"]
    assert [(item["run_id"], item["place"]) for item in ledger] == [("x", "line 2"), ("y", "line 3")]
    assert [[problem["run"] for problem in item["details"]] for item in ledger] == [["x"], ["y"]]

"""Withdrawn runs keep their page and lose their rank, with reason and date (R33); corrections are told."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from site_builder.building import build
from site_builder.errors import CannotBuild
from tests.build.projects import contents, in_this_process, small_project
from tests.ledger.projects import (
    correct,
    edit,
    entry,
    ledger,
    loaded,
    pinned_project,
    problems,
    reinstate,
    score,
    withdraw,
)


def built(project: Path) -> Path:
    build(project, jobs=1)
    return project / "dist"


def data(site: Path, page: str) -> dict[str, Any]:
    return json.loads((site / page / "index.json").read_bytes())  # type: ignore[no-any-return]


def html(site: Path, page: str) -> str:
    return re.sub(r"\s+", " ", (site / page / "index.html").read_text(encoding="utf-8"))


def test_the_page_stays_and_the_rank_goes_with_reason_and_date(tmp_path: Path) -> None:
    """R33."""
    project = pinned_project(tmp_path)
    before = built(project)
    assert (before / "runs/run-2/index.html").exists()
    assert data(before, "runs/run-2")["rank"] is not None
    withdraw(project, "run-2", why="it saw the answers.")
    site = built(project)
    run = data(site, "runs/run-2")
    assert (run["rank"], run["unranked"]) == (None, "withdrawn on 2026-10-02: it saw the answers")
    top = html(site, "runs/run-2").split('<section id="score"')[0]
    assert "<b>Withdrawn</b> on" in top
    assert "2026-10-02" in top
    assert "it saw the answers</span>." in top
    board = data(site, "boards/circles")
    assert [row["run"] for row in board["rows"] if row["rank"] is None] == ["run-2"]
    assert "run-2" not in json.dumps(data(site, ".")["boards"][0]["top"])
    assert all("run-2" not in leader["runs"] for leader in data(site, ".")["boards"][0]["leaders"])
    unranked = json.loads((site / "data/excluded.json").read_bytes())["unranked"]
    assert [(one["run_id"], one["reason"]) for one in unranked] == [("run-2", run["unranked"])]


def test_a_withdrawn_run_is_out_of_the_medians_and_the_cohort_says_which_changed(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    was = loaded(project).boards[0].medians
    withdraw(project, "run-4")
    board = loaded(project).boards[0]
    assert all("run-4" not in median.runs for median in board.medians.values())
    (gone,) = board.withdrawn
    changed = {c.node: (c.before, c.after) for c in gone.changes}
    assert changed
    assert changed == {
        node: (was[node].value, median.value)
        for node, median in board.medians.items()
        if was[node].value != median.value
    }
    site = built(project)
    for page in ("boards/circles", "runs/run-1", "runs/run-4"):
        (said,) = data(site, page)["medians_changed"]
        assert (said["withdrawn"], said["date"]) == ("run-4", "2026-10-02")
        shown = {n: (m["before"], m["after"]) for n, m in said["medians"].items()}
        assert shown == {n: m for n, m in changed.items() if n in shown}
        assert said["withheld"] == len(changed) - len(shown) > 0
        assert "of this cohort with and without run-4" in html(site, page)


def test_without_it_is_as_if_it_had_never_been_there_for_everyone_else(tmp_path: Path) -> None:
    project = pinned_project(tmp_path / "a")
    withdraw(project, "run-4")
    other = small_project(tmp_path / "b", 3)
    for run in ("run-1", "run-2", "run-3"):
        here, there = entry(loaded(project), run), entry(loaded(other), run)
        assert here.scored.values() == there.scored.values()
        assert here.standing == there.standing


def test_a_reinstated_run_ranks_again_and_the_boards_are_as_before(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    before = loaded(project).boards[0]
    withdraw(project, "run-2")
    reinstate(project, "run-2")
    after = loaded(project).boards[0]
    assert [one.standing for one in after.entries] == [one.standing for one in before.entries]
    assert dict(after.medians) == dict(before.medians)
    assert after.withdrawn == ()
    assert problems(project) == []
    site = built(project)
    assert "<b>Reinstated</b>" in html(site, "runs/run-2")
    assert [n["kind"] for n in data(site, "runs/run-2")["notices"]] == ["withdrawn", "reinstated"]


def test_a_withdrawn_run_is_not_pinned_again(tmp_path: Path) -> None:
    project = small_project(tmp_path, 4)
    withdraw(project, "run-2", day=0)
    assert {getattr(one, "run", "") for one in score(project, 1).added} == {"", "run-1", "run-3", "run-4"}
    assert problems(project) == []


def test_a_corrected_run_says_so_and_keeps_its_first_score(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    first = data(built(project), "runs/run-3")["score"]
    edit(project, "run-3", coverage_percent=5, tests={"passed": 3, "failed": 6, "errors": 0, "skipped": 0})
    correct(project, "run-3", why="tests of another run were exported")
    score(project, 2)
    site = built(project)
    run = data(site, "runs/run-3")
    assert [pin["score"] for pin in run["pinned"]] == [first, run["score"]]
    assert first != run["score"]
    assert run["since_first"]["difference"] == pytest.approx(run["score"] - first)
    assert any("tests of another run were exported" in why for why in run["since_first"]["reasons"])
    top = html(site, "runs/run-3").split('<section id="score"')[0]
    assert "<b>Corrected</b> on" in top
    assert run["rank"] is not None


def test_changes_and_feed_tell_with_ids_that_stay(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    withdraw(project, "run-2")
    site = built(project)
    changes = {c["id"]: c for c in data(site, "changes")["changes"]}
    (told,) = [c for c in changes.values() if c["kind"] == "withdrawal"]
    assert (told["date"], told["title"]) == ("2026-10-02", "Withdrawn: run-2")
    assert told["address"] == "runs/run-2/"
    assert told["id"] in (site / "changes/feed.xml").read_text("utf-8")
    reinstate(project, "run-2")
    later = {c["id"] for c in data(built(project), "changes")["changes"]}
    assert set(changes) < later


def test_the_ledger_is_published_byte_for_byte_and_has_a_page(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    withdraw(project, "run-2")
    site = built(project)
    assert (site / "data/ledger.jsonl").read_bytes() == ledger(project)
    page = data(site, "data/ledger")
    assert (page["entries"], page["scores"]) == (6, 4)
    assert [n["kind"] for n in page["notices"]] == ["withdrawal"]
    for table in ("data", "data/left-out"):
        assert 'ledger/index.html">' in html(site, table)


def test_what_cannot_be_is_refused_and_nothing_is_added(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    withdraw(project, "run-2")
    before = ledger(project)
    refused = (
        (lambda: withdraw(project, "run-2"), "was withdrawn on 2026-10-02"),
        (lambda: withdraw(project, "run-77"), "is no run of a board"),
        (lambda: withdraw(project, "run-1", why="  "), "needs a reason"),
        (lambda: reinstate(project, "run-1"), "is not withdrawn"),
        (lambda: correct(project, "run-1"), "has the export that was pinned"),
    )
    for act, why in refused:
        with pytest.raises(CannotBuild, match=why):
            act()
    assert ledger(project) == before


def test_a_site_without_a_ledger_has_no_page_of_it_and_a_note_says_how_to_start_one(tmp_path: Path) -> None:
    project = small_project(tmp_path, 3)
    outcome = build(project, jobs=1)
    assert [(n.code, n.severity) for n in outcome.notes] == [("ledger.none", "note")]
    assert "site-builder score" in outcome.notes[0].advice
    assert not [path for path in contents(project / "dist") if "ledger" in path]
    score(project)
    assert build(project, jobs=1).notes == ()
    shutil.copytree(project / "runs/run-1", project / "runs/other")
    edit(project, "other", run_id="other")
    assert [n.code for n in build(project, jobs=1).notes] == ["ledger.unpinned"]


def test_the_commands_say_what_they_did(tmp_path: Path) -> None:
    project = small_project(tmp_path, 3)
    done = in_this_process("score", "--date", "2026-10-01", cwd=project)
    assert done.returncode == 0, done.stderr
    assert "Pinned 3 scores under favur/15 in runs/ledger.jsonl; " in done.stdout
    assert "; none was pinned before." in done.stdout
    assert re.findall(r"entry (\d+) +(\S+)", done.stdout) == [("2", "run-1"), ("3", "run-2"), ("4", "run-3")]
    again = in_this_process("score", "--json", cwd=project)
    assert (again.returncode, json.loads(again.stdout)["added"]) == (0, [])
    gone = in_this_process(
        "withdraw", "run-3", "--why", "a test", "--date", "2026-10-02", "--json", cwd=project
    )
    assert json.loads(gone.stdout)["added"]["kind"] == "withdrawal"
    twice = in_this_process("withdraw", "run-3", "--why", "a test", cwd=project)
    assert twice.returncode == 2
    assert "was withdrawn on 2026-10-02" in twice.stderr
    back = in_this_process("reinstate", "run-3", "--why", "a mistake", cwd=project)
    assert (back.returncode, "ranks again" in back.stdout) == (0, True)
    (project / "runs/ledger.jsonl").write_bytes(ledger(project)[:-3])
    torn = in_this_process("score", cwd=project)
    assert torn.returncode == 2
    assert "Cut off what stands after line 5" in torn.stderr


def test_a_torn_line_is_not_published_and_can_be_cut_off(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    whole, path = ledger(project), project / "runs/ledger.jsonl"
    path.write_bytes(whole + whole.splitlines(keepends=True)[1][:-20])
    assert (built(project) / "data/ledger.jsonl").read_bytes() == whole
    path.write_bytes(whole)
    assert (built(project) / "data/ledger.jsonl").read_bytes() == whole


def test_a_torn_line_that_an_earlier_version_published_can_be_cut_off(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    published = built(project) / "data/ledger.jsonl"
    published.write_bytes(ledger(project) + b'{"torn')
    withdraw(project, "run-3")
    assert (built(project) / "data/ledger.jsonl").read_bytes() == ledger(project)


def test_an_unknown_run_is_answered_with_the_nearest_ids_and_where_was_looked(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    with pytest.raises(CannotBuild) as caught:
        withdraw(project, "rum-2")
    (problem,) = caught.value.problems
    assert "looked in runs and the ledger" in problem.message
    assert re.match(r"Did you mean run-2 or run-\d or run-\d\?", problem.advice)
    (project / "runs/run-2/meta.json").write_text('{"schema": "favur-run/2", "run_id": "run-2"}', "utf-8")
    with pytest.raises(CannotBuild, match="is left out"):
        withdraw(project, "runs/run-2")


LOG = "telemetry/events.jsonl"


def with_log(project: Path, run: str, text: str) -> None:
    """Give a run a file of telemetry that is long enough to be known again."""
    (project / "runs" / run / "telemetry").mkdir(exist_ok=True)
    lines = [json.dumps({"type": "llm_request", "note": f"{text} {n}"}) for n in range(40)]
    (project / "runs" / run / LOG).write_text("\n".join(lines) + "\n", encoding="utf-8")


def renamed(project: Path, run: str, name: str) -> None:
    shutil.move(project / "runs" / run, project / "runs" / name)
    edit(project, name, run_id=name)


def logged_project(root: Path) -> Path:
    project = small_project(root, 4)
    for number in range(1, 5):
        with_log(project, f"run-{number}", f"log of {number}")
    score(project)
    return project


def test_a_withdrawn_run_is_known_again_under_another_id(tmp_path: Path) -> None:
    project = logged_project(tmp_path)
    withdraw(project, "run-2")
    assert problems(project, "ledger.withdrawn-again") == []
    renamed(project, "run-2", "run-new")
    (problem,) = problems(project, "ledger.withdrawn-again")
    assert (problem.file, problem.severity, problem.run) == ("runs/run-new", "warning", "run-new")
    assert "withdrawn on 2026-10-02 by entry 6" in problem.message
    assert LOG in problem.message
    assert "site-builder withdraw run-new" in problem.advice
    withdraw(project, "run-new", day=2)
    assert problems(project, "ledger.withdrawn-again") == []


def test_a_copy_beside_the_withdrawn_run_is_known_until_that_is_reinstated(tmp_path: Path) -> None:
    project = logged_project(tmp_path)
    withdraw(project, "run-2")
    shutil.copytree(project / "runs/run-2", project / "runs/copy")
    edit(project, "copy", run_id="copy")
    assert [problem.run for problem in problems(project, "ledger.withdrawn-again")] == ["copy"]
    reinstate(project, "run-2")
    assert problems(project, "ledger.withdrawn-again") == []


def test_files_that_other_runs_have_as_well_make_nobody_suspicious(tmp_path: Path) -> None:
    project = small_project(tmp_path, 4)
    for number in range(1, 5):
        with_log(project, f"run-{number}", "the same")
    score(project)
    withdraw(project, "run-2")
    renamed(project, "run-2", "run-new")
    assert problems(project, "ledger.withdrawn-again") == []


def test_a_withdrawal_without_files_is_read_as_before(tmp_path: Path) -> None:
    project = pinned_project(tmp_path)
    shutil.rmtree(project / "runs/run-2")
    withdraw(project, "run-2")
    assert b'"files":[]' in ledger(project).splitlines()[-1]
    assert [problem.code for problem in problems(project)] == ["ledger.not-recomputable", "ledger.run-gone"]

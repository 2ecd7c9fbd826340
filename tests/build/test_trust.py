"""What a reader may rely on across runs, rubrics and rebuilds: requirements that no single part can keep."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from site_builder.loading import load_site
from site_builder.pages.leaders import leaders_of
from site_builder.pages.lookup import SiteLookup
from site_builder.site_data import SiteData
from site_builder.sources.importers.scorecrux import ScoreCruxImporter
from site_builder.sources.project import load_project
from tests.build.projects import REPOSITORY, SITE, command, contents, meta, small_project, write_run
from tests.ledger.projects import entry as entry_of

OLDER = SITE.replace("favur/15", "favur/6")


def load(root: Path) -> SiteData:
    return load_site(load_project(root))


def codes(data: SiteData, run: str) -> set[str]:
    return {problem.code for problem in data.problems if problem.run == run}


def test_figures_that_contradict_each_other_are_named_and_the_run_is_still_published(tmp_path: Path) -> None:
    """R9: identities between fields are checked when a run is read."""
    project = small_project(tmp_path)
    wrong = meta("run-2", 2)
    wrong["usage"]["failed_requests"] = wrong["usage"]["requests"] + 1
    write_run(project / "runs/run-2", wrong)
    data = load(project)
    assert any(
        "failed_requests" in p.pointer and p.message and p.advice for p in data.problems if p.run == "run-2"
    )
    assert entry_of(data, "run-2").run.run_id == "run-2"


def test_the_same_run_twice_is_one_run_on_the_board_and_one_left_out(tmp_path: Path) -> None:
    """R10: a second folder with the same id is refused, whether or not it is the same to the byte."""
    project = small_project(tmp_path)
    before = load(project)
    shutil.copytree(project / "runs/run-1", project / "runs/run-9")
    after = load(project)
    assert [e.run.run_id for e in after.boards[0].entries] == [e.run.run_id for e in before.boards[0].entries]
    assert [e.scored.value("composite") for e in after.boards[0].entries] == [
        e.scored.value("composite") for e in before.boards[0].entries
    ]
    assert [left.folder for left in after.left_out] == ["runs/run-9"]


@pytest.mark.parametrize(("coverage", "reason"), [(8100, None), (0.81, "ratio"), (-3, None)])
def test_a_figure_on_another_scale_is_noticed(tmp_path: Path, coverage: float, reason: str | None) -> None:
    """R12, R16: units are declared; a percentage given as a share, ×100 or negative is said to be so."""
    project = small_project(tmp_path)
    write_run(project / "runs/run-1", meta("run-1") | {"coverage_percent": coverage})
    data = load(project)
    found = [p for p in data.problems if p.run == "run-1" and p.pointer == "/coverage_percent"]
    assert found
    assert reason is None or any(reason in p.message + p.advice for p in found)


def test_a_value_that_cannot_be_is_a_reason_and_not_a_number(tmp_path: Path) -> None:
    """R16: more sprints approved than held would be a result too good to be true."""
    project = small_project(tmp_path)
    broken = meta("run-1")
    broken["tests"] = {"passed": -4, "failed": 1, "errors": 0, "skipped": 0}
    write_run(project / "runs/run-1", broken)
    assert entry_of(load(project), "run-1").scored.value("pass_rate") is None


QUARANTINE = f"{SITE}    quarantine: [favur.too-fast]\n"


def test_a_run_too_good_to_be_true_is_listed_with_the_reason_and_has_no_rank(tmp_path: Path) -> None:
    """R16: requests that fail at once are fast. The page stays, the medians are those without the run."""
    project = small_project(tmp_path, 4)
    without = load(project)
    fast = meta("run-9", 4)
    fast["usage"]["request_time_s"] = fast["usage"]["requests"] / 1000
    write_run(project / "runs/run-9", fast)
    assert codes(load(project), "run-9") == {"favur.too-fast"}
    assert entry_of(load(project), "run-9").standing.rank is not None
    (project / "site.yaml").write_text(QUARANTINE, encoding="utf-8")
    data = load(project)
    standing = entry_of(data, "run-9").standing
    assert standing.rank is None
    assert "quarantine (favur.too-fast). A mean request takes 0.001 s" in standing.unranked
    assert data.boards[0].medians == without.boards[0].medians
    assert command("build", cwd=project).returncode == 0
    board = (project / "dist/boards/circles/index.html").read_text("utf-8")
    assert board.count("quarantine (favur.too-fast)") >= 1
    assert (project / "dist/runs/run-9/index.html").is_file()


def test_what_the_site_itself_says_of_a_run_goes_before_its_quarantine(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    write_run(project / "runs/run-1", meta("run-1") | {"coverage_percent": 0.81})
    own = "    exclude:\n      - {run: run-1, reason: measured on another machine}\n"
    site = QUARANTINE.replace("too-fast", "maybe-a-ratio") + own
    (project / "site.yaml").write_text(site, encoding="utf-8")
    assert "another machine" in entry_of(load(project), "run-1").standing.unranked


@pytest.mark.parametrize("code", ["too-fast", "favur.", "Favur.too-fast"])
def test_a_code_that_cannot_be_one_is_refused(tmp_path: Path, code: str) -> None:
    project = small_project(tmp_path)
    (project / "site.yaml").write_text(QUARANTINE.replace("favur.too-fast", code), encoding="utf-8")
    assert command("check", cwd=project).returncode == 2


def test_a_code_of_another_family_keeps_nobody_off_and_is_told(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    site = QUARANTINE.replace("favur.too-fast", "scorecrux.reported-differs")
    (project / "site.yaml").write_text(site, encoding="utf-8")
    (told,) = [one for one in load(project).problems if one.code == "site.foreign-quarantine"]
    assert (told.severity, told.pointer) == ("warning", "/boards/0/quarantine/0")


@pytest.mark.parametrize(
    ("code", "advice"),
    [
        ("favur.to-fast", "Did you mean favur.too-fast?"),
        ("favur.toofast", "Did you mean favur.too-fast?"),
        ("favur.zzzzzzzzzzzz", "`site-builder docs problems` lists the codes."),
    ],
)
def test_a_code_that_reading_never_tells_is_a_problem_with_the_nearest_one(
    tmp_path: Path, code: str, advice: str
) -> None:
    project = small_project(tmp_path)
    (project / "site.yaml").write_text(QUARANTINE.replace("favur.too-fast", code), encoding="utf-8")
    (told,) = [one for one in load(project).problems if one.code.startswith("site.")]
    assert (told.code, told.severity, told.pointer) == (
        "site.unknown-quarantine",
        "warning",
        "/boards/0/quarantine/0",
    )
    assert told.advice == advice


def test_the_codes_of_sessions_are_those_that_are_documented() -> None:
    told = set(
        re.findall(r"`(scorecrux\.[a-z-]+)`", (REPOSITORY / "docs/scorecrux-export.md").read_text("utf-8"))
    )
    of_scoring = {"scorecrux.reported-differs", "scorecrux.reported-rounded"}
    assert told - of_scoring == set(ScoreCruxImporter.codes)


def test_the_bounds_of_a_score_belong_to_the_same_weighting_as_the_score(tmp_path: Path) -> None:
    """R14: with nothing missing, lower bound, score and upper bound are the same number."""
    for board in load(small_project(tmp_path)).boards:
        for entry in board.entries:
            for step in board.graph.steps:
                result = entry.scored.at(step.index)
                if result.value is not None and step.operator is not None and result.lower == result.upper:
                    assert result.lower == pytest.approx(result.value, rel=1e-12)


def test_every_part_of_a_row_comes_from_the_one_run(tmp_path: Path) -> None:
    """R18: what another configuration did best never enters a row; only cohort medians are shared."""
    project = small_project(tmp_path)
    before = entry_of(load(project), "run-1")
    better = meta("run-3", 3) | {"coverage_percent": 100}
    better["tests"] = {"passed": 90, "failed": 0, "errors": 0, "skipped": 0}
    write_run(project / "runs/run-3", better)
    after = entry_of(load(project), "run-1")
    assert before.scored.values() == after.scored.values()


def test_a_leader_of_an_axis_is_beaten_by_no_run_of_its_board() -> None:
    """R19: a run that is named as the best at something is not dominated at it."""
    data = load(REPOSITORY)
    for board in data.boards:
        for leader in leaders_of(SiteLookup(data), board):
            holders = {run.run_id for run in leader.runs}
            values = {e.run.run_id: e.scored.value(leader.points.node) for e in board.ranked}
            best = max(value for value in values.values() if value is not None)
            assert holders == {run_id for run_id, value in values.items() if value == best}


def test_a_newer_rubric_beside_it_changes_nothing_on_a_board_of_the_older_one(tmp_path: Path) -> None:
    """R36: the data of a board pinned to favur/6 is the same to the byte once another version exists."""
    project = small_project(tmp_path, site=OLDER)
    assert command("build", cwd=project).returncode == 0
    before = contents(project / "dist/data/circles")
    newer = project / "rubric_versions/favur"
    newer.mkdir(parents=True)
    source = (REPOSITORY / "rubric_versions/favur/15.yaml").read_text("utf-8")
    (newer / "99.yaml").write_text(source.replace('version: "15"', 'version: "99"'), encoding="utf-8")
    shutil.copy(REPOSITORY / "rubric_versions/favur/standard_ruff.toml", newer)
    assert command("build", cwd=project).returncode == 0
    assert contents(project / "dist/data/circles") == before


def test_another_rubric_scores_the_stored_measurements_without_measuring_again(tmp_path: Path) -> None:
    """R61: exports are measured once; a change of rubric is arithmetic over what is stored."""
    project = small_project(tmp_path)
    assert command("build", cwd=project).returncode == 0
    (project / "site.yaml").write_text(OLDER, encoding="utf-8")
    done = command("build", "--json", cwd=project)
    report = json.loads(done.stdout)
    assert done.returncode == 0, done.stdout
    assert report["measured"] == 0
    assert {board["rubric"] for board in report["boards"]} == {"favur/6"}

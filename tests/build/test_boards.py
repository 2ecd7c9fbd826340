"""Boards: cohorts, exclusions, addresses; one rubric each (R8, R11, R20, R34, R35)."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_builder.boards import EXCLUDED
from site_builder.building import build
from site_builder.errors import CannotBuild
from site_builder.loading import load_site
from site_builder.records.site import Site
from site_builder.site_data import SiteData
from site_builder.slugs import free_slug
from site_builder.sources.project import load_project
from site_builder.sources.yaml import as_record
from tests.build.projects import REPOSITORY, SITE, meta, small_project, write_run
from tests.build.python_version import OF_PYTHON

BOARD = "  - family: favur\n    rubric: favur/15\n    runs: runs\n"


def load(root: Path) -> SiteData:
    return load_site(load_project(root))


def problems(data: SiteData) -> list[str]:
    """Return the codes of problems that come from the test's own project."""
    return [problem.code for problem in data.problems if not problem.file.startswith("built-in ")]


@pytest.fixture
def two_cohorts(tmp_path: Path) -> Path:
    project = small_project(tmp_path, runs=4)
    for number in range(5, 8):
        write_run(project / f"runs/run-{number}", meta(f"run-{number}", number, "solar-system"))
    return project


def test_each_cohort_gets_a_board_of_its_own(two_cohorts: Path) -> None:
    data = load(two_cohorts)
    assert [(b.id, b.title, b.cohort_key, len(b.entries)) for b in data.boards] == [
        ("circles", "Circles", "circles", 4),
        ("solar-system", "Solar-System", "solar-system", 3),
    ]
    for board in data.boards:
        assert {entry.run.cohort for entry in board.entries} == {board.cohort_key}
        for median in board.medians.values():
            assert set(median.runs) <= {entry.run.run_id for entry in board.entries}


def test_a_cohort_written_otherwise_takes_no_address_and_is_a_warning(tmp_path: Path) -> None:
    project = small_project(tmp_path, runs=4)
    write_run(project / "runs/run-5", meta("run-5", 5, "Circles"))
    data = load(project)
    assert {board.cohort_key: board.id for board in data.boards} == {
        "circles": "circles",
        "Circles": "circles-favur-15",
    }
    (found,) = [problem for problem in data.problems if problem.code == "site.cohorts-alike"]
    assert "Circles and circles" in found.message


def test_runs_of_a_cohort_that_no_board_takes_are_left_out_with_that_reason(two_cohorts: Path) -> None:
    (two_cohorts / "site.yaml").write_text(SITE + "    cohort: circles\n    id: my-board\n", encoding="utf-8")
    data = load(two_cohorts)
    assert [board.id for board in data.boards] == ["my-board"]
    assert [item.run_id for item in data.left_out] == ["run-5", "run-6", "run-7"]
    assert "solar-system" in data.left_out[0].reason


def test_a_cohort_without_runs_is_an_empty_board_and_a_warning(two_cohorts: Path) -> None:
    (two_cohorts / "site.yaml").write_text(SITE + "    cohort: squares\n", encoding="utf-8")
    data = load(two_cohorts)
    assert [(board.id, board.entries) for board in data.boards] == [("squares", ())]
    assert problems(data) == [*OF_PYTHON, "site.empty-board"]


def test_an_excluded_run_is_listed_unranked_and_outside_of_the_medians(tmp_path: Path) -> None:
    project = small_project(tmp_path, runs=4)
    text = SITE + "    exclude:\n      - run: run-2\n        reason: restarted by hand\n      - run: nobody\n"
    (project / "site.yaml").write_text(text + "        reason: unknown\n", encoding="utf-8")
    (board,) = load(project).boards
    last = board.entries[-1]
    assert (last.run.run_id, last.standing.rank) == ("run-2", None)
    assert last.standing.unranked == EXCLUDED + "restarted by hand"
    assert last.scored["composite"].value is not None
    assert len(board.ranked) == 3
    assert all("run-2" not in median.runs for median in board.medians.values())
    assert "site.unknown-exclusion" in problems(load(project))


def test_a_board_never_mixes_rubrics(tmp_path: Path) -> None:
    """R20."""
    project = small_project(tmp_path)
    (project / "site.yaml").write_text(SITE + "    also: [favur/6]\n", encoding="utf-8")
    data = load(project)
    (board,) = data.boards
    assert {entry.scored.graph.id for entry in board.entries} == {"favur/15"}
    assert all(list(entry.others) == ["favur/6"] for entry in board.entries)
    assert all(entry.others["favur/6"].graph.id == "favur/6" for entry in board.entries)
    assert set(board.other_medians) == {"favur/6"}


def test_two_boards_of_one_cohort_under_two_rubrics_have_two_addresses(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    (project / "site.yaml").write_text(SITE + BOARD.replace("favur/15", "favur/6"), encoding="utf-8")
    data = load(project)
    assert [(board.id, board.graph.id) for board in data.boards] == [
        ("circles", "favur/15"),
        ("circles-favur-6", "favur/6"),
    ]


def test_an_address_written_down_is_kept_from_the_others(two_cohorts: Path) -> None:
    text = SITE + BOARD + "    cohort: solar-system\n    id: circles\n"
    (two_cohorts / "site.yaml").write_text(text, encoding="utf-8")
    ids = [board.id for board in load(two_cohorts).boards]
    assert len(ids) == len(set(ids))
    assert ids[-1] == "circles"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("circles", "circles"),
        ("Solar System!", "solar-system"),
        ("Größe", "groe"),
        ("../../etc", "etc"),
        ("a" * 200, "a" * 40),
    ],
)
def test_addresses_are_made_of_safe_letters(text: str, expected: str) -> None:
    slug = free_slug(text, set(), "favur/15")
    if expected != "groe":
        assert slug == expected
    assert set(slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")


def test_names_without_a_safe_letter_get_an_address_from_their_digest() -> None:
    first, second = free_slug("太陽系", set(), "favur/15"), free_slug("円", set(), "favur/15")
    assert first != second
    assert first == free_slug("太陽系", set(), "favur/15")


def test_an_unknown_rubric_stops_the_build_and_names_the_known_ones(tmp_path: Path) -> None:
    project = small_project(tmp_path, site=SITE.replace("favur/15", "favur/99"))
    with pytest.raises(CannotBuild) as caught:
        load(project)
    problem = caught.value.problems[0]
    assert (problem.file, problem.pointer, problem.code) == (
        "site.yaml",
        "line 5 /boards/0/rubric",
        "site.unknown-rubric",
    )
    assert "favur/15" in problem.advice
    assert "favur/6" in problem.advice


def test_an_unknown_family_stops_the_build_and_names_the_known_ones(tmp_path: Path) -> None:
    rubric = (REPOSITORY / "rubric_versions/favur/15.yaml").read_text(encoding="utf-8")
    own = tmp_path / "rubric_versions/other/15.yaml"
    own.parent.mkdir(parents=True)
    own.write_text(rubric.replace("family: favur", "family: other"), encoding="utf-8")
    toml = REPOSITORY / "rubric_versions/favur/standard_ruff.toml"
    (own.parent / toml.name).write_bytes(toml.read_bytes())
    site = SITE.replace("family: favur", "family: other").replace("favur/15", "other/15")
    with pytest.raises(CannotBuild) as caught:
        load(small_project(tmp_path, site=site))
    assert caught.value.problems[0].code == "site.unknown-family"
    assert "favur" in caught.value.problems[0].advice


def test_a_changed_copy_of_a_released_rubric_stops_the_build(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    own = project / "rubric_versions/favur/15.yaml"
    own.parent.mkdir(parents=True)
    text = (REPOSITORY / "rubric_versions/favur/15.yaml").read_text(encoding="utf-8")
    own.write_text(text, encoding="utf-8")
    toml = REPOSITORY / "rubric_versions/favur/standard_ruff.toml"
    (own.parent / toml.name).write_bytes(toml.read_bytes())
    assert load(project).boards[0].graph.rubric.title == "Favur rubric 15"
    own.write_text(text.replace("title: Favur rubric 15", "title: My own fifteen"), encoding="utf-8")
    with pytest.raises(CannotBuild) as caught:
        load(project)
    (problem,) = caught.value.problems
    assert (problem.file, problem.code) == ("rubric_versions/favur/15.yaml", "rubric.released-changed")
    assert "rubric new favur/15" in problem.advice


def test_a_broken_rubric_that_no_board_pins_is_a_problem_only(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    own = project / "rubric_versions/favur/16.yaml"
    own.parent.mkdir(parents=True)
    own.write_text("format: proofboard-rubric/1\n", encoding="utf-8")
    data = load(project)
    assert len(data.boards[0].entries) == 3
    assert set(problems(data)) == {*OF_PYTHON, "yaml.invalid-record"}
    assert "favur/16" not in data.graphs


def test_a_broken_rubric_that_a_board_pins_stops_the_build_with_its_faults(tmp_path: Path) -> None:
    project = small_project(tmp_path, site=SITE.replace("favur/15", "favur/16"))
    own = project / "rubric_versions/favur/16.yaml"
    own.parent.mkdir(parents=True)
    own.write_text("format: proofboard-rubric/1\n", encoding="utf-8")
    with pytest.raises(CannotBuild) as caught:
        load(project)
    codes = {problem.code for problem in caught.value.problems}
    assert {"site.unknown-rubric", "yaml.invalid-record"} <= codes


def test_another_version_of_a_tool_is_a_warning(tmp_path: Path) -> None:
    project = small_project(tmp_path, site=SITE.replace("favur/15", "favur/16"))
    own = project / "rubric_versions/favur/16.yaml"
    own.parent.mkdir(parents=True)
    text = (REPOSITORY / "rubric_versions/favur/15.yaml").read_text(encoding="utf-8")
    text = text.replace('version: "15"', 'version: "16"').replace('radon: "6.0.1"', 'radon: "5.0.0"')
    own.write_text(text, encoding="utf-8")
    toml = REPOSITORY / "rubric_versions/favur/standard_ruff.toml"
    (own.parent / toml.name).write_bytes(toml.read_bytes())
    data = load(project)
    warnings = [p for p in data.problems if p.code == "rubric.other-tool-version"]
    of_python = ["/tools/python"] if OF_PYTHON else []
    assert [warning.pointer for warning in warnings] == [*of_python, "/tools/radon"]
    assert {warning.severity for warning in warnings} == {"warning"}
    assert data.provenance.tools["radon"] == "6.0.1"
    assert set(data.provenance.tools) == {"python", "radon", "ruff"}


@pytest.mark.parametrize(
    ("change", "code", "pointer"),
    [
        (("runs: runs", "runs: nowhere"), "site.no-runs-folder", "line 6 /boards/0/runs"),
        (("runs: runs", "runs: ../elsewhere"), "site.runs-outside", "line 6 /boards/0/runs"),
        (("runs: runs", "runs: /tmp"), "site.runs-outside", "line 6 /boards/0/runs"),
        (("runs: runs", "runs: ."), "site.runs-hold-project", "line 6 /boards/0/runs"),
        (("runs: runs", "runs: ''"), "site.runs-hold-project", "line 6 /boards/0/runs"),
        (("runs: runs", "runs: here"), "site.runs-hold-project", "line 6 /boards/0/runs"),
        (("runs: runs", "runs: here/above"), "site.runs-hold-project", "line 6 /boards/0/runs"),
        (("runs: runs", "runs: runs\n    id: one"), "site.title-without-cohort", "line 4 /boards/0"),
        (("rubric: favur/15", "rubric: scorecrux/1"), "site.foreign-rubric", "line 5 /boards/0/rubric"),
        (("boards:", "colour: red\nboards:"), "yaml.invalid-record", "line 3 /colour"),
        (("title: Small board", "title: 7"), "yaml.invalid-record", "line 1 /title"),
    ],
)
def test_a_faulty_site_description_stops_the_build_and_says_where(
    change: tuple[str, str], code: str, pointer: str, tmp_path: Path
) -> None:
    project = small_project(tmp_path, site=SITE.replace(*change))
    (project / "here").symlink_to(".")
    (project / "above").symlink_to("..")
    with pytest.raises(CannotBuild) as caught:
        load_project(project)
    assert (caught.value.problems[0].code, caught.value.problems[0].pointer) == (code, pointer)
    assert caught.value.problems[0].advice


@pytest.mark.parametrize(
    ("written", "example"),
    [("15", "favur/15"), ('"6"', "favur/6"), ("1.30", "favur/1.30"), ("newest", "favur/15")],
)
def test_a_rubric_without_its_family_is_told_the_form(written: str, example: str, tmp_path: Path) -> None:
    project = small_project(tmp_path, site=SITE.replace("favur/15", written) + "    also: [favur/6, 7]\n")
    with pytest.raises(CannotBuild) as caught:
        load_project(project)
    one, other = caught.value.problems
    assert (one.pointer, other.pointer) == ("line 5 /boards/0/rubric", "line 7 /boards/0/also/1")
    assert "a family and a version" in one.message
    assert f"Write it as {example};" in one.advice
    assert "Write it as favur/7;" in other.advice


def test_an_unknown_key_is_named_with_the_one_that_may_be_meant(tmp_path: Path) -> None:
    project = small_project(tmp_path, site=SITE.replace("runs: runs", "runs: runs\n    minimum_covrage: 0.5"))
    with pytest.raises(CannotBuild) as caught:
        load_project(project)
    (problem,) = caught.value.problems
    assert problem.message == 'The key "minimum_covrage" is not known at this place.'
    assert problem.advice.startswith("Did you mean minimum_coverage?")


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("family: favur", "family: favor", "site.foreign-rubric", "Write `family: favur`, or pin"),
        ("favur/15", "scorecrux/1.3", "site.foreign-rubric", "Write `family: scorecrux`, or pin"),
        ("runs: runs", "run: runs", "yaml.invalid-record", "Did you mean runs? See"),
        ("title: Small board", "title: S\nalso_x: 1", "yaml.invalid-record", "See `site-builder schema`"),
        ("favur", "favor", "site.unknown-family", "Did you mean favur? Use one of blueprint, favur, ruhroh,"),
    ],
)
def test_a_slip_in_site_yaml_is_told_with_what_may_stand_there(
    old: str, new: str, code: str, said: str, tmp_path: Path
) -> None:
    project = small_project(tmp_path, site=SITE.replace(old, new))
    with pytest.raises(CannotBuild) as caught:
        load(project)
    found = {problem.code: problem.advice for problem in caught.value.problems}
    assert found[code].startswith(said)


def test_a_suggested_key_is_one_of_its_place() -> None:
    site = {"title": "T", "tagline": "S", "boards": [{"family": "favur", "exclude": [{"rum": "x"}]}]}
    loaded = as_record(site | {"attestations": [{"familie": "favur"}]}, Site, "site.yaml")
    said = {p.pointer: p.advice for p in loaded.problems if "not known" in p.message}
    assert said["/boards/0/exclude/0/rum"].startswith("Did you mean run?")
    assert said["/attestations/0/familie"].startswith("Did you mean family?")


def test_the_order_of_runs_on_disk_changes_nothing(tmp_path: Path) -> None:
    """R11, R17."""
    one, two = tmp_path / "one", tmp_path / "two"
    small_project(one, runs=5)
    small_project(two, runs=0)
    for number in (3, 5, 1, 4, 2):
        write_run(two / f"runs/run-{number}", meta(f"run-{number}", number))
    first, second = load(one), load(two)
    assert [e.standing for e in first.boards[0].entries] == [e.standing for e in second.boards[0].entries]
    assert first.provenance.digest == second.provenance.digest


def test_a_rubric_that_ranks_nobody_lists_every_run_without_a_rank() -> None:
    board = next(board for board in load(REPOSITORY).boards if board.graph.layout.unranked)
    assert board.entries
    assert board.ranked == ()
    assert {entry.standing.unranked for entry in board.entries} == {board.graph.layout.unranked}


@pytest.mark.parametrize(("minimum", "ranked"), [(None, 2), (1, 2), (3, 0)])
def test_a_board_below_its_minimum_lists_its_runs_with_the_reason(
    tmp_path: Path, minimum: int | None, ranked: int
) -> None:
    """R3, R35: listed, not ranked, and every run says why."""
    stated = f"    minimum_runs: {minimum}\n" if minimum else ""
    (board,) = load(small_project(tmp_path, runs=2, site=SITE + stated)).boards
    assert (len(board.ranked), len(board.entries)) == (ranked, 2)
    whys = {entry.standing.unranked for entry in board.entries} - {""}
    assert whys == (set() if ranked else {"its board ranks from 3 comparable runs on and has 2"})


def test_a_run_alone_has_no_rank_unless_the_board_says_so(tmp_path: Path) -> None:
    (alone,) = load(small_project(tmp_path / "a", runs=1)).boards
    assert [entry.standing.rank for entry in alone.entries] == [None]
    one = small_project(tmp_path / "b", runs=1, site=SITE + "    minimum_runs: 1\n")
    (board,) = load(one).boards
    assert [entry.standing.rank for entry in board.entries] == [1]


def test_the_page_of_changes_is_about_the_families_of_the_site(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    text = (REPOSITORY / "content/changes.md").read_text("utf-8")
    assert {"### Favur\n", "### Ruhroh\n", "### Blueprint\n", "### ScoreCrux\n"} <= set(
        text.splitlines(keepends=True)
    )
    (project / "content").mkdir()
    own = "\n### scorecrux/9 (2026-09-01)\n\nNot here.\n\n### favur/16 (2026-09-01)\n\nHere.\n"
    own += "\n### Names\n\nAs well.\n"
    (project / "content/changes.md").write_text(f"{text}{own}", encoding="utf-8")
    build(project, jobs=1)
    page = (project / "dist/changes/index.html").read_text("utf-8")
    for words in (
        "A released rubric is never edited",
        "Favur</h",
        "favur/16 (2026-09-01)",
        "Here.",
        "As well.",
    ):
        assert words in page
    for words in ("Ruhroh", "Blueprint", "ScoreCrux", "scorecrux/9", "Not here."):
        assert words not in page

"""Released rubrics are frozen: LOCK says what was released, and a build holds every file against it."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from site_builder.errors import CannotBuild, Problem
from site_builder.loading import load_site
from site_builder.records.release import Release
from site_builder.sources.editions import read_lock
from site_builder.sources.locks import day_of, parse_lock
from site_builder.sources.project import load_project
from site_builder.sources.rubrics import load_graph
from tests.build.projects import REPOSITORY, SITE, contents, in_this_process, small_project
from tests.build.python_version import OF_PYTHON

RUBRICS = REPOSITORY / "rubric_versions"
DIGEST = f"sha256:{'a' * 64}"


def lines_of(text: str) -> tuple[list[tuple[str, Release]], list[Problem]]:
    problems: list[Problem] = []
    return [(rubric, release) for rubric, release, _ in parse_lock(text, "LOCK", problems)], problems


def own_version(project: Path, version: str = "16", change: tuple[str, str] = ("", "")) -> str:
    """Write a version of favur/15 into a project and return its digest."""
    folder = project / "rubric_versions/favur"
    folder.mkdir(parents=True, exist_ok=True)
    text = (RUBRICS / "favur/15.yaml").read_text("utf-8").replace('version: "15"', f'version: "{version}"')
    (folder / f"{version}.yaml").write_text(text.replace(*change) if change[0] else text, encoding="utf-8")
    shutil.copy(RUBRICS / "favur/standard_ruff.toml", folder)
    graph = load_graph(folder / f"{version}.yaml", version).value
    assert graph is not None
    return graph.digest


def lock(project: Path, *lines: str) -> None:
    folder = project / "rubric_versions"
    folder.mkdir(exist_ok=True)
    (folder / "LOCK").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def stopped(project: Path) -> list[tuple[str, str, str]]:
    with pytest.raises(CannotBuild) as caught:
        load_site(load_project(project))
    assert all(problem.advice for problem in caught.value.problems)
    return [(p.file, p.pointer, p.code) for p in caught.value.problems]


def test_the_lock_of_the_repository_holds_for_every_rubric_that_ships() -> None:
    rows, problems = lines_of((RUBRICS / "LOCK").read_text("utf-8"))
    assert problems == []
    found = {}
    for path in RUBRICS.glob("*/*.yaml"):
        graph = load_graph(path, path.name).value
        assert graph is not None
        found[graph.id] = Release(day=graph.rubric.date.isoformat(), digest=graph.digest)
    assert dict(rows) == found
    assert len(found) >= 7


def test_lines_are_read_in_order_and_comments_are_skipped() -> None:
    rows, problems = lines_of(f"# a comment\n\na/2.9 {DIGEST} 2026-01-01\na/2.10 {DIGEST} 2026-02-28\n")
    assert problems == []
    assert [rubric for rubric, _ in rows] == ["a/2.9", "a/2.10"]
    assert rows[0][1] == Release(day="2026-01-01", digest=DIGEST)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"a/1  {DIGEST} 2026-01-01", "one space"),
        (f"a/1 {DIGEST}", "one space"),
        (f"a/1 {DIGEST} 2026-01-01 ", "one space"),
        (f"A/1 {DIGEST} 2026-01-01", "no id"),
        (f"a/x {DIGEST} 2026-01-01", "no id"),
        (f"a/1 {DIGEST[:-1]} 2026-01-01", "64 hexadecimal"),
        (f"a/1 {'a' * 64} 2026-01-01", "64 hexadecimal"),
        (f"a/1 {DIGEST.upper()} 2026-01-01", "64 hexadecimal"),
        (f"a/1 {DIGEST} 2026-02-30", "no day"),
        (f"a/1 {DIGEST} 20260201", "no day"),
        ("<<<<<<< HEAD", "one space"),
        (f"a/0 {DIGEST} 2026-01-01", "after a later one"),
        (f"a/0.1 {DIGEST} 2026-01-01", "twice"),
    ],
)
def test_a_bad_line_is_a_problem_with_its_number_and_a_cure(line: str, why: str) -> None:
    rows, (problem,) = lines_of(f"a/0.1 {DIGEST} 2026-01-01\n{line}\n")
    assert [rubric for rubric, _ in rows] == ["a/0.1"]
    assert (problem.pointer, problem.code) == ("line 2", "rubric.lock-invalid")
    assert why in problem.message
    assert "git checkout" in problem.advice


def test_released_rubrics_are_known_and_a_draft_is_not_one_of_them(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    own_version(project)
    data = load_site(load_project(project))
    assert "favur/16" in data.graphs
    assert "favur/16" not in data.released
    assert data.released["favur/15"].digest == data.graphs["favur/15"].digest
    lock(project, f"favur/16 {data.graphs['favur/16'].digest} 2026-11-30")
    data = load_site(load_project(project))
    assert data.released["favur/16"] == Release("2026-11-30", data.graphs["favur/16"].digest)
    assert list(data.released)[1:4] == ["blueprint/3.0", "favur/6", "favur/15"]


def test_a_board_of_a_draft_is_built_with_a_warning(tmp_path: Path) -> None:
    project = small_project(tmp_path, site=SITE.replace("favur/15", "favur/16"))
    digest = own_version(project)
    problem, *others = load_site(load_project(project)).problems[::-1]
    assert [other.code for other in others] == [*OF_PYTHON]
    assert (problem.code, problem.severity) == ("rubric.draft", "warning")
    assert problem.pointer == "/boards/0/rubric"
    lock(project, f"favur/16 {digest} 2026-11-30")
    assert [problem.code for problem in load_site(load_project(project)).problems] == [*OF_PYTHON]


def test_a_change_of_a_released_rubric_stops_the_build_and_says_what_to_do(tmp_path: Path) -> None:
    """R21."""
    project = small_project(tmp_path)
    digest = own_version(project)
    lock(project, f"favur/16 {digest} 2026-11-30")
    assert in_this_process("build", cwd=project).returncode == 0
    own_version(project, change=("minimum_coverage: 0.25", "minimum_coverage: 0.26"))
    done = in_this_process("build", cwd=project)
    assert done.returncode == 2
    assert "rubric_versions/favur/16.yaml" in done.stderr
    assert "git checkout -- rubric_versions/favur/16.yaml" in done.stderr
    assert "site-builder rubric new favur/16" in done.stderr
    assert (project / "dist/index.html").is_file()


def test_a_change_of_a_file_that_is_part_of_a_released_rubric_stops_the_build(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    lock(project, f"favur/16 {own_version(project)} 2026-11-30")
    toml = project / "rubric_versions/favur/standard_ruff.toml"
    toml.write_text(toml.read_text("utf-8").replace("max-complexity = 10", "max-complexity = 11"), "utf-8")
    assert stopped(project) == [("rubric_versions/favur/16.yaml", "", "rubric.released-changed")]


def test_a_released_rubric_that_is_no_rubric_any_more_stops_the_build(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    lock(project, f"favur/16 {own_version(project)} 2026-11-30")
    (project / "rubric_versions/favur/16.yaml").write_text("format: 1\n", encoding="utf-8")
    found = stopped(project)
    assert found[0] == ("rubric_versions/favur/16.yaml", "", "rubric.released-changed")
    assert {code for _, _, code in found[1:]} == {"rubric.unknown-layout"}


def test_a_released_rubric_whose_file_is_gone_stops_the_build(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    lock(project, f"favur/16 {DIGEST} 2026-11-30")
    assert stopped(project) == [("rubric_versions/favur/16.yaml", "", "rubric.released-missing")]


def test_a_project_cannot_release_another_rubric_under_an_id_of_the_program(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    lock(project, f"favur/15 {DIGEST} 2026-11-30")
    assert ("built-in rubric_versions/LOCK", "line 6", "rubric.lock-disagrees") in stopped(project)


def test_a_broken_lock_stops_the_build(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    lock(project, "favur/16 released")
    assert stopped(project) == [("rubric_versions/LOCK", "line 1", "rubric.lock-invalid")]


def test_every_page_of_a_draft_says_so_and_none_of_a_released_rubric_does(tmp_path: Path) -> None:
    """R20."""
    project = small_project(tmp_path, site=SITE.replace("favur/15", "favur/16"))
    digest = own_version(project)
    pages = ("boards/circles", "runs/run-1", "methodology/favur", "methodology/favur/16", "verify", "data")
    mark = '<span class="draft">draft</span>'

    def marked() -> set[str]:
        assert in_this_process("build", cwd=project).returncode == 0
        beside = ("boards/circles", "runs/run-1")
        said = [json.loads((project / "dist" / page / "index.json").read_bytes()) for page in beside]
        assert said[0] == json.loads((project / "dist/data/circles/board.json").read_bytes())
        released = [one["rubric"]["released"] for one in said]
        texts = {page: (project / "dist" / page / "index.html").read_text("utf-8") for page in pages}
        feed = (project / "dist/changes/feed.xml").read_text("utf-8")
        assert ("methodology/favur/16/" in feed) == (mark not in texts["runs/run-1"])
        assert released == [mark not in texts[page] for page in beside]
        return {page for page, text in texts.items() if mark in text}

    assert marked() == set(pages)
    lock(project, f"favur/16 {digest} 2026-11-30")
    assert marked() == set()


def test_the_day_is_the_one_given_or_that_of_the_epoch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    assert day_of(None) == "2026-09-21"
    assert day_of("2026-02-28") == "2026-02-28"
    for wrong in ("2026-02-30", "20260228", "yesterday", ""):
        with pytest.raises(CannotBuild, match="is no day"):
            day_of(wrong)
    with pytest.raises(CannotBuild, match="a day to come"):
        day_of("9999-01-01")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    with pytest.raises(CannotBuild, match="SOURCE_DATE_EPOCH"):
        day_of(None)


@pytest.mark.parametrize(
    "arguments",
    [
        ("rubric", "new", "favur/15"),
        ("rubric", "release", "favur/16"),
        ("freeze", "one"),
        ("score",),
        ("withdraw", "run-1", "--why", "it saw the answers"),
    ],
)
def test_every_command_that_writes_a_day_refuses_one_to_come_in_the_same_words(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    project = small_project(tmp_path, runs=1)
    if arguments[1:2] == ("release",):
        assert (
            in_this_process("rubric", "new", "favur/15", "--date", "2026-09-30", cwd=project).returncode == 0
        )
    before = contents(project)
    done = in_this_process(*arguments, "--date", "9999-01-01", cwd=project)
    assert done.returncode == 2
    assert "9999-01-01 is a day to come. Give --date as today or a day before." in done.stderr
    kept = {path: data for path, data in contents(project).items() if not path.startswith(".proofboard/")}
    assert kept == before


def test_a_draft_and_an_edition_take_the_day_of_the_epoch(tmp_path: Path) -> None:
    project = small_project(tmp_path, runs=1)
    epoch = {"SOURCE_DATE_EPOCH": "1790000000"}
    assert in_this_process("freeze", "one", "--without-address", cwd=project, **epoch).returncode == 0
    assert read_lock(project)["one"][1] == "2026-09-21"
    assert in_this_process("rubric", "new", "favur/15", cwd=project, **epoch).returncode == 0
    text = (project / "rubric_versions/favur/16.yaml").read_text(encoding="utf-8")
    assert 'date: "2026-09-21"' in text


def test_a_rubric_that_is_dated_in_days_to_come_is_not_released(tmp_path: Path) -> None:
    project = small_project(tmp_path, runs=1)
    assert in_this_process("rubric", "new", "favur/15", cwd=project).returncode == 0
    path = project / "rubric_versions/favur/16.yaml"
    path.write_text(re.sub(r"(?m)^date: .*", 'date: "9999-01-01"', path.read_text("utf-8")), encoding="utf-8")
    assert (
        "dated 9999-01-01, a day to come"
        in in_this_process("rubric", "release", "favur/16", cwd=project).stderr
    )


def test_versions_may_differ_in_a_companion_file_of_one_name(tmp_path: Path) -> None:
    project = small_project(tmp_path, site=SITE + "    also: [favur/16, favur/17]\n")
    for version in ("16", "17"):
        own_version(project, version)
    own = project / "rubric_versions/favur/standard_ruff.toml"
    own.write_text(own.read_text("utf-8") + "\n# of the project\n", encoding="utf-8")
    assert in_this_process("build", cwd=project).returncode == 0
    published = project / "dist/data/rubrics/favur"
    oldest = (RUBRICS / "favur/standard_ruff.toml").read_bytes()
    assert (published / "standard_ruff.toml").read_bytes() == oldest
    page = (project / "dist/data/index.html").read_text("utf-8")
    for version in ("16", "17"):
        place = f"{version}/standard_ruff.toml"
        assert (published / place).read_bytes() == own.read_bytes()
        assert json.loads((published / f"{version}.graph.json").read_bytes())["files"][1] == place
        assert f'data/rubrics/favur/{place}"' in page
    assert in_this_process("verify", "dist", cwd=project).returncode == 0


def test_a_version_may_name_a_configuration_of_the_linter_of_its_own(tmp_path: Path) -> None:
    project = small_project(tmp_path, site=SITE.replace("favur/15", "favur/16"))
    folder = project / "rubric_versions/favur"
    folder.mkdir(parents=True)
    (folder / "own_ruff.toml").write_text("[lint]\nselect = []\n", encoding="utf-8")
    own_version(project, "16", ("files: [standard_ruff.toml]", "files: [own_ruff.toml]"))
    source = project / "runs/run-1/workspace/src/area.py"
    source.write_text("import os\n" + source.read_text("utf-8"), encoding="utf-8")
    found = [
        entry.run.metric("lint_violations").value
        for site in (SITE, SITE.replace("favur/15", "favur/16"))
        if (project / "site.yaml").write_text(site, encoding="utf-8")
        for entry in load_site(load_project(project)).boards[0].entries
        if entry.run.run_id == "run-1"
    ]
    assert found == [1.0, 0.0]


def test_a_version_is_not_started_as_a_copy_that_would_be_none(tmp_path: Path) -> None:
    project = small_project(tmp_path, runs=1)
    folder = project / "rubric_versions/favur"
    folder.mkdir(parents=True)
    (folder / "standard_ruff.toml").write_text("[lint]\n", encoding="utf-8")
    before = contents(project)
    done = in_this_process("rubric", "new", "favur/15", cwd=project)
    assert done.returncode == 2
    assert "the project has another standard_ruff.toml than favur/15" in done.stderr
    assert contents(project) == before


@pytest.mark.parametrize("folder", ["rubric_versions", "releases"])
@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("nowhere")])
def test_a_lock_that_is_no_file_does_not_count_as_one_without_lines(
    folder: str, make: Callable[[Path], None], tmp_path: Path
) -> None:
    project = small_project(tmp_path, runs=1)
    (project / folder).mkdir()
    make(project / folder / "LOCK")
    done = in_this_process("build", "--json", cwd=project)
    (problem,) = json.loads(done.stdout)["problems"]
    kind = {"rubric_versions": "rubric", "releases": "edition"}[folder]
    assert (done.returncode, problem["file"]) == (2, f"{folder}/LOCK")
    assert problem["code"] == f"{kind}.lock-invalid"
    assert "it is no regular file" in problem["message"]
    assert f"git checkout -- {folder}/LOCK" in problem["advice"]

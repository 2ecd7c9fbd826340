"""A site whose folders of exports are empty or unreadable is built, and says that there is nothing yet."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from site_builder.building import build
from site_builder.errors import CannotBuild
from tests.build.projects import SITE, meta, write_run
from tests.output.html_reader import read

RUBRICS = {
    "favur": ("favur/15", "favur/6"),
    "scorecrux": ("scorecrux/1.3", "scorecrux/1.0"),
    "blueprint": ("blueprint/3.0", "blueprint/2.0.0"),
    "ruhroh": ("ruhroh/0.7",),
}
UNREADABLE = {
    "favur": "one/meta.json",
    "scorecrux": "sessions.jsonl",
    "blueprint": "suite.json",
    "ruhroh": "one/campaign.json",
}
"""Family → a file that makes an export, and that holds nothing of one here."""
STATES = [
    dict(zip(RUBRICS, states, strict=True))
    for states in itertools.product(
        ("absent", "empty", "unreadable", "used"), *[("absent", "empty", "unreadable")] * 3
    )
    if set(states) != {"absent"}
]
"""Family → what is in its folder; ``absent`` for one that the site does not have."""


def project_of(root: Path, states: dict[str, str]) -> Path:
    """Write a project with an entry for each family that is not absent, under all of its rubrics."""
    lines = ["title: Nothing", "tagline: Nothing yet.", "boards:"]
    for family, state in states.items():
        if state == "absent":
            continue
        pinned, *others = RUBRICS[family]
        folder = root / "runs" / family
        folder.mkdir(parents=True)
        lines += [f"  - family: {family}", f"    rubric: {pinned}", f"    runs: runs/{family}"]
        lines += [f"    also: [{', '.join(others)}]"] if others else []
        if state == "unreadable":
            (folder / UNREADABLE[family]).parent.mkdir(exist_ok=True)
            (folder / UNREADABLE[family]).write_text("{}\n" if family != "ruhroh" else "[]\n", "utf-8")
        elif state == "used":
            write_run(folder / "run-1", meta("run-1"))
    (root / "site.yaml").write_text("\n".join(lines) + "\n", "utf-8")
    return root


def named(states: dict[str, str]) -> str:
    return ", ".join(f"{family} {state}" for family, state in states.items() if state != "absent")


@pytest.mark.parametrize("states", STATES, ids=named)
def test_a_site_is_built_whatever_its_folders_lack(states: dict[str, str], tmp_path: Path) -> None:
    project = project_of(tmp_path, states)
    built = build(project, jobs=1)
    home = json.loads((project / "dist/index.json").read_text("utf-8"))
    said = {one["runs"]: one for one in home["empty_boards"]}
    lacking = {
        f"runs/{family}": state for family, state in states.items() if state in ("empty", "unreadable")
    }
    assert said.keys() == lacking.keys()
    html = (project / "dist/index.html").read_text("utf-8")
    assert ('id="nothing-yet"' in html, "submit/index.html" in html) == (bool(lacking), True)
    families = {family for family, state in states.items() if state != "absent"}
    methodology = json.loads((project / "dist/methodology/index.json").read_text("utf-8"))
    assert {one["family"] for one in methodology["families"]} == families
    told = {problem.file if problem.file != "site.yaml" else problem.message for problem in built.problems}
    for folder in lacking:
        assert any(folder in words for words in told), folder


def test_a_folder_without_exports_is_a_warning_that_names_it(tmp_path: Path) -> None:
    project = project_of(tmp_path, {"favur": "empty", "ruhroh": "empty"})
    problems = [(p.code, p.pointer, p.severity, p.message) for p in build(project, jobs=1).problems]
    assert problems == [
        ("site.empty-board", "/boards/0/runs", "warning", "No export was found in runs/favur."),
        ("site.empty-board", "/boards/1/runs", "warning", "No export was found in runs/ruhroh."),
    ]


def test_what_is_wrong_in_a_folder_stands_on_the_home_page(tmp_path: Path) -> None:
    project = project_of(tmp_path, {"scorecrux": "unreadable", "blueprint": "empty"})
    built = build(project, jobs=1)
    page = read((project / "dist/index.html").read_bytes())
    shown = " ".join(element.text for element in page.all("li"))
    assert len(built.problems) == 2
    assert [problem.code for problem in built.problems if problem.message not in shown] == []


@pytest.mark.parametrize(("address", "words"), [("campaigns/", "No campaign"), ("claims/", "no claim yet")])
def test_pages_of_campaigns_without_any_say_so_in_place_of_an_empty_table(
    address: str, words: str, tmp_path: Path
) -> None:
    project = project_of(tmp_path, {"ruhroh": "empty"})
    build(project, jobs=1)
    html = (project / "dist" / address / "index.html").read_text("utf-8")
    assert words in html
    assert "<table" not in html


def test_an_empty_board_of_one_cohort_is_named_once_and_keeps_its_page(tmp_path: Path) -> None:
    write_run(tmp_path / "runs/run-1", meta("run-1"))
    (tmp_path / "site.yaml").write_text(f"{SITE}    cohort: squares\n", "utf-8")
    build(tmp_path, jobs=1)
    home = json.loads((tmp_path / "dist/index.json").read_text("utf-8"))
    assert (home["boards"], [one["title"] for one in home["empty_boards"]]) == ([], ["squares"])
    assert 'href="boards/squares/index.html"' in (tmp_path / "dist/index.html").read_text("utf-8")


def test_a_folder_that_does_not_exist_is_refused_since_its_name_may_be_mistyped(tmp_path: Path) -> None:
    project = project_of(tmp_path, {"favur": "empty"})
    (project / "runs/favur").rmdir()
    with pytest.raises(CannotBuild) as refused:
        build(project, jobs=1)
    assert [problem.code for problem in refused.value.problems] == ["site.no-runs-folder"]

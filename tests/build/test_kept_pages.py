"""Pages that are kept from the build before are those that a clean build would make (R53, R21)."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from site_builder.building import build
from tests.build.projects import REPOSITORY, contents

Change = Callable[[Path, random.Random], object]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Favur boards of the demonstration, built once."""
    root = tmp_path_factory.mktemp("kept") / "project"
    shutil.copytree(REPOSITORY / "runs/favur", root / "runs/favur")
    (root / "site.yaml").write_text(
        "title: Kept\ntagline: Kept pages.\nboards:\n"
        "  - family: favur\n    rubric: favur/15\n    runs: runs/favur\n    also: [favur/6]\n",
        encoding="utf-8",
    )
    build(root, jobs=1)
    return root


@pytest.fixture
def project(built: Path, tmp_path: Path) -> Path:
    """A copy that shares nothing with the original but its content; store and output come along."""
    shutil.copytree(built, tmp_path / "project", copy_function=shutil.copy2)
    build(tmp_path / "project", jobs=1)
    return tmp_path / "project"


def runs(project: Path) -> list[Path]:
    """Return the folders of exports that can still be read."""
    found = project.glob("runs/favur/*/meta.json")
    return sorted(path.parent for path in found if path.read_bytes() != b"{")


def edit(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    data = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    change(data)
    (folder / "meta.json").write_text(json.dumps(data), encoding="utf-8")


def another_coverage(project: Path, chance: random.Random) -> None:
    edit(chance.choice(runs(project)), lambda d: d.update(coverage_percent=chance.uniform(10, 100)))


def another_usage(project: Path, chance: random.Random) -> None:
    def change(data: dict[str, Any]) -> None:
        for key in sorted(data.get("usage", {})):
            data["usage"][key] = int(data["usage"][key] * chance.uniform(0.5, 2)) + 1

    edit(chance.choice(runs(project)), change)


def another_configuration(project: Path, chance: random.Random) -> None:
    edit(chance.choice(runs(project)), lambda d: d.update(configuration=f"label {chance.randrange(4)}"))


def another_cohort(project: Path, chance: random.Random) -> None:
    edit(chance.choice(runs(project)), lambda d: d["sow"].update(id=chance.choice(("circles", "squares"))))


def another_title(project: Path, chance: random.Random) -> None:
    edit(chance.choice(runs(project)), lambda d: d["sow"].update(title=f"Title {chance.randrange(9)}"))


def one_run_less(project: Path, chance: random.Random) -> None:
    shutil.rmtree(chance.choice(runs(project)))


def one_run_more(project: Path, chance: random.Random) -> None:
    number = chance.randrange(10**6)
    target = project / f"runs/favur/extra-{number}"
    shutil.copytree(chance.choice(runs(project)), target)
    edit(target, lambda d: d.update(run_id=f"extra-{number}"))


def a_broken_run(project: Path, chance: random.Random) -> None:
    (chance.choice(runs(project)) / "meta.json").write_text("{", encoding="utf-8")


def another_source(project: Path, chance: random.Random) -> None:
    sources = sorted(project.glob("runs/favur/*/workspace/**/*.py"))
    path = chance.choice(sources)
    path.write_text(path.read_text(encoding="utf-8") + "\nimport os\n", encoding="utf-8")


def an_exclusion(project: Path, chance: random.Random) -> None:
    text = (project / "site.yaml").read_text(encoding="utf-8").split("    exclude:")[0]
    name = json.loads((chance.choice(runs(project)) / "meta.json").read_text(encoding="utf-8"))["run_id"]
    text += f"    exclude:\n      - run: {name}\n        reason: a test\n"
    (project / "site.yaml").write_text(text, encoding="utf-8")


def an_alias(project: Path, chance: random.Random) -> None:
    text = (project / "site.yaml").read_text(encoding="utf-8")
    head = text.split("names:")[0]
    (project / "site.yaml").write_text(
        f"names: {{label 1: Name {chance.random()}}}\n{head}", encoding="utf-8"
    )


CHANGES: tuple[Change, ...] = (
    another_coverage,
    another_usage,
    another_configuration,
    another_cohort,
    another_title,
    one_run_less,
    one_run_more,
    a_broken_run,
    another_source,
    an_exclusion,
    an_alias,
)


@pytest.mark.parametrize("seed", range(12))
def test_after_a_series_of_changes_the_bytes_are_those_of_a_clean_build(seed: int, project: Path) -> None:
    chance = random.Random(seed)
    for step in range(4):
        change = chance.choice(CHANGES)
        change(project, chance)
        build(project, jobs=1)
        clean = project.parent / f"clean-{step}"
        build(project, clean, use_store=False, jobs=1)
        kept, expected = contents(project / "dist"), contents(clean)
        different = sorted(path for path in expected if kept.get(path) != expected[path])
        assert (different, sorted(set(kept) - set(expected))) == ([], []), change.__name__


def test_a_change_of_one_run_makes_few_pages_anew(project: Path) -> None:
    total = build(project, jobs=1).pages
    run = project / "runs/favur/solar-atlas-1"
    edit(run, lambda data: data.update(coverage_percent=data.get("coverage_percent", 50) - 0.001))
    made = build(project, jobs=1)
    assert not made.up_to_date
    assert made.measured == 1
    assert 0 < made.rendered < total - 10


@pytest.mark.parametrize("page", ["methodology/favur", "methodology/favur/15"])
def test_a_methodology_page_is_kept_unless_its_worked_example_changes(page: str, project: Path) -> None:
    place = project / "dist" / page / "index.html"
    before = place.stat().st_ino
    example = json.loads((project / "dist/methodology/favur/15/index.json").read_bytes())["example"]["run"]
    cohort = example.partition("-")[0]
    other = next(run for run in runs(project) if not run.name.startswith(cohort))
    edit(other, lambda data: data.update(coverage_percent=data.get("coverage_percent", 50) - 0.001))
    build(project, jobs=1)
    assert place.stat().st_ino == before
    edit(
        project / "runs/favur" / example,
        lambda data: data.update(coverage_percent=data.get("coverage_percent", 50) - 0.001),
    )
    build(project, jobs=1)
    assert place.stat().st_ino != before


def test_a_change_of_prose_or_description_makes_every_page_anew(project: Path) -> None:
    (project / "content").mkdir()
    (project / "content/submit.md").write_text("# Ours\n", encoding="utf-8")
    made = build(project, jobs=1)
    assert made.measured == 0
    assert made.rendered >= made.pages


def test_an_output_that_was_touched_is_not_a_source_of_pages(project: Path) -> None:
    page = project / "dist/runs/solar-atlas-1/index.html"
    page.write_bytes(page.read_bytes().replace(b"</main>", b"<p>forged</p></main>"))
    edit(project / "runs/favur/circles-echo-1", lambda data: data.update(coverage_percent=1))
    assert build(project, jobs=1).rendered >= 30
    assert b"forged" not in page.read_bytes()


def test_a_board_under_two_versions_is_kept_while_its_runs_and_medians_are(project: Path) -> None:
    """Kept files are links to those of the site before."""
    pair = project / "dist/methodology/favur/6..15"
    pages = [pair / "circles/index.html", pair / "solar-system/index.html"]
    before = [page.stat().st_ino for page in pages]
    edit(project / "runs/favur/solar-atlas-1", lambda data: data.update(coverage_percent=1))
    build(project, jobs=1)
    assert [page.stat().st_ino == old for page, old in zip(pages, before, strict=True)] == [True, False]


def test_a_pair_of_versions_is_kept_while_the_lines_of_its_boards_are(project: Path) -> None:
    pair = project / "dist/methodology/favur/6..15"
    pages = [pair / "index.html", pair / "circles/index.html"]
    before = [page.stat().st_ino for page in pages]
    edit(project / "runs/favur/circles-echo-1", lambda data: data.update(configuration="another name"))
    build(project, jobs=1)
    assert [page.stat().st_ino == old for page, old in zip(pages, before, strict=True)] == [True, False]
    edit(project / "runs/favur/circles-echo-1", lambda data: data.update(coverage_percent=1))
    build(project, jobs=1)
    assert pages[0].stat().st_ino != before[0]

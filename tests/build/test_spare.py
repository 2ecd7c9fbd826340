"""The site before the one in place is made into the next one: the same bytes, and nothing else is touched."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

import site_builder.building
from site_builder.output.leftovers import MARKER
from site_builder.output.write import Output
from site_builder.sources.manifest import MANIFEST, SIGNATURE
from tests.build.projects import SITE, contents, small_project


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "store").mkdir()
    return tmp_path


def output(project: Path) -> Output:
    return Output(project / "dist", "dist", project, [], project / "store/spare")


def sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def build(project: Path, kept: dict[str, bytes] | None = None, **made: bytes) -> None:
    with output(project) as site:
        site.keep({path: sha(content) for path, content in (kept or {}).items()})
        for path, content in made.items():
            site.write(path, content)
        site.swap()


def site_of(project: Path) -> dict[str, bytes]:
    found = contents(project / "dist")
    return {path: found[path] for path in found.keys() - {MARKER, MANIFEST}}


KEPT = {"runs/a/index.html": b"a", "runs/b/index.html": b"b", "runs/b/index.json": b"{}"}


def built_twice(project: Path) -> None:
    build(project, **KEPT, home=b"1")
    build(project, KEPT, home=b"2")


def test_the_site_before_is_kept_and_taken(project: Path) -> None:
    built_twice(project)
    assert contents(project / "store/spare")["home"] == b"1"
    with output(project) as site:
        assert not (project / "store/spare").exists()
        assert contents(site.place) == {**KEPT, MARKER: contents(project / "dist")[MARKER]}


def test_a_site_made_of_a_spare_is_the_same_as_one_made_anew(project: Path) -> None:
    built_twice(project)
    build(project, KEPT, home=b"3", more=b"x")
    of_spare = contents(project / "dist")
    for folder in ("dist", "store/spare"):
        shutil.rmtree(project / folder)
    build(project, **KEPT, home=b"3", more=b"x")
    assert contents(project / "dist") == of_spare


def test_what_a_new_site_no_longer_has_is_gone_with_its_folders(project: Path) -> None:
    built_twice(project)
    build(project, {"runs/a/index.html": b"a"}, home=b"3")
    assert site_of(project) == {"runs/a/index.html": b"a", "home": b"3"}
    assert not (project / "dist/runs/b").exists()


def test_a_file_that_is_written_anew_is_another_file_than_that_in_place(project: Path) -> None:
    built_twice(project)
    with output(project) as site:
        site.write("runs/a/index.html", b"changed")
        assert (project / "dist/runs/a/index.html").read_bytes() == b"a"
    assert site_of(project) == {**KEPT, "home": b"2"}


def test_a_file_with_the_bytes_of_before_is_not_written_again(project: Path) -> None:
    built_twice(project)
    build(project, {"runs/b/index.html": b"b"}, **{"runs/a/index.html": b"a", "home": b"3"})
    places = [project / folder / "runs/a/index.html" for folder in ("dist", "store/spare")]
    assert places[0].samefile(places[1])
    assert not (project / "dist/home").samefile(project / "store/spare/home")


def test_a_build_that_fails_gives_the_spare_back(project: Path) -> None:
    built_twice(project)
    before = contents(project / "dist")
    failing = output(project)
    failing.write("runs/a/index.html", b"changed")
    failing.__exit__(RuntimeError, None, None)
    assert contents(project / "dist") == before
    build(project, KEPT, home=b"4")
    assert site_of(project) == {**KEPT, "home": b"4"}


@pytest.mark.parametrize(
    ("path", "gone"),
    [
        ("runs/b", "runs/b/"),
        ("runs", "runs/"),
        ("home/index.html", "home"),
        ("runs/a/index.html/deep/index.html", "runs/a/index.html"),
    ],
)
def test_files_and_folders_may_change_places(path: str, gone: str, project: Path) -> None:
    built_twice(project)
    kept = {name: content for name, content in KEPT.items() if not name.startswith(gone)}
    build(project, kept, **{path: b"new"})
    assert site_of(project) == {**kept, path: b"new"}


def test_a_spare_of_another_site_is_of_no_use(project: Path) -> None:
    built_twice(project)
    shutil.copytree(project / "dist", project / "copy")
    shutil.rmtree(project / "dist")
    (project / "copy").rename(project / "dist")
    build(project, KEPT, home=b"5")
    assert site_of(project) == {**KEPT, "home": b"5"}


def test_a_spare_without_a_site_in_place_is_not_taken(project: Path) -> None:
    built_twice(project)
    shutil.rmtree(project / "dist")
    build(project, home=b"6")
    assert site_of(project) == {"home": b"6"}
    build(project, {"home": b"6"}, more=b"x")
    assert site_of(project) == {"home": b"6", "more": b"x"}


def test_the_signature_of_a_site_is_kept_while_its_manifest_stays(project: Path) -> None:
    built_twice(project)
    build(project, KEPT, home=b"2")
    (project / "dist" / SIGNATURE).write_bytes(b"signed")
    build(project, KEPT, home=b"2")
    build(project, KEPT, home=b"2")
    assert site_of(project)[SIGNATURE] == b"signed"
    build(project, KEPT, home=b"3")
    assert SIGNATURE not in site_of(project)


def test_where_files_cannot_be_linked_no_spare_is_kept(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    built_twice(project)
    monkeypatch.setattr(os, "link", refuse)
    build(project, {**KEPT, "home": b"2"}, more=b"x")
    assert not (project / "store/spare").exists()
    assert list(project.glob(".dist.*")) == []
    assert site_of(project) == {**KEPT, "home": b"2", "more": b"x"}


def test_a_folder_of_others_in_the_place_of_the_spare_is_left_alone(project: Path) -> None:
    (project / "store/spare").mkdir()
    (project / "store/spare/thesis.tex").touch()
    built_twice(project)
    assert [path.name for path in (project / "store/spare").iterdir()] == ["thesis.tex"]
    assert list(project.glob(".dist.*")) == []
    assert site_of(project) == {**KEPT, "home": b"2"}


def test_a_link_in_the_place_of_the_spare_is_not_followed(project: Path) -> None:
    built_twice(project)
    (project / "store/spare").rename(project / "store/elsewhere")
    (project / "store/spare").symlink_to("elsewhere")
    before = contents(project / "store/elsewhere")
    build(project, KEPT, home=b"7")
    assert contents(project / "store/elsewhere") == before
    assert site_of(project) == {**KEPT, "home": b"7"}


def test_a_page_that_was_changed_in_place_is_not_taken_for_what_was_built(tmp_path: Path) -> None:
    project = small_project(tmp_path / "project")
    for title in ("one", "two", "three"):
        (project / "site.yaml").write_text(SITE.replace("Small board", title), encoding="utf-8")
        site_builder.building.build(project)
    assert (project / ".proofboard/spare/index.html").exists()
    whole = contents(project / "dist")
    page = next((project / "dist/runs").rglob("index.json"))
    with page.open("r+b") as file:
        file.write(b"!")
    site_builder.building.build(project)
    assert contents(project / "dist") == whole


def die_at(step: int) -> None:
    """Let this process end before the ``step``-th change of a file system."""
    done = 0

    def counted(change: Callable[..., None]) -> Callable[..., None]:
        def change_or_die(*args: object, **options: object) -> None:
            nonlocal done
            done += 1
            if done == step:
                os._exit(7)
            change(*args, **options)

        return change_or_die

    for name in ("rename", "replace", "link", "unlink", "rmdir"):
        setattr(os, name, counted(getattr(os, name)))


def test_a_build_killed_at_any_step_leaves_a_whole_site_to_the_next(tmp_path: Path) -> None:
    before, after = {**KEPT, "home": b"2"}, {"runs/b/index.html": b"b", "home": b"3", "more": b"x"}
    for step in count(1):
        project = tmp_path / str(step)
        (project / "store").mkdir(parents=True)
        built_twice(project)
        child = os.fork()
        if child == 0:
            die_at(step)
            build(project, {"runs/b/index.html": b"b"}, home=b"3", more=b"x")
            os._exit(0)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        with output(project):
            assert site_of(project) in (before, after)
        build(project, home=b"4")
        assert site_of(project) == {"home": b"4"}
        assert list(project.glob(".dist.*")) == []
        if ended == 0:
            break
    assert step > 10

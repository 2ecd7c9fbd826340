"""The output is built beside and swapped in; a folder that is not ours is never touched (R62, R58)."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from site_builder.errors import CannotBuild
from site_builder.output.leftovers import MARKER
from site_builder.output.write import Output
from site_builder.sources.manifest import MANIFEST, read_manifest
from tests.build.projects import contents, in_this_process, small_project


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "runs/one").mkdir(parents=True)
    (root / "site.yaml").touch()
    return root


def output(project: Path, folder: Path | None = None) -> Output:
    return Output(folder or project / "dist", "dist", project, [project / "runs"])


def write(project: Path, folder: Path | None = None, **files: bytes) -> None:
    with output(project, folder) as site:
        for path, content in files.items():
            site.write(path, content)
        site.swap()


def refusal(project: Path, folder: Path) -> str:
    with pytest.raises(CannotBuild) as caught:
        output(project, folder)
    assert caught.value.problems[0].code == "output.unsafe"
    return caught.value.problems[0].message


@pytest.mark.parametrize(
    "out",
    [
        *("runs/run-1/site", "runs", "templates/site", "content", "rubric_versions/favur"),
        *(
            "releases/2026-10",
            ".proofboard/site",
            "site.yaml",
            "link/run-1/site",
            "link/../templates",
            "dist/../runs/site",
        ),
    ],
)
def test_no_site_is_built_into_what_it_is_built_from_nor_where_that_may_come_to_lie(
    out: str, tmp_path: Path
) -> None:
    root = small_project(tmp_path / "project", 1)
    (root / "link").symlink_to("runs")
    before = contents(root)
    done = in_this_process("build", "--no-cache", "--out", out, cwd=root)
    assert (done.returncode, "[output.unsafe]" in done.stderr) == (2, True), done.stderr
    assert contents(root) == before


def test_a_site_is_put_in_place_with_its_manifest(project: Path) -> None:
    write(project, a=b"one")
    files = contents(project / "dist")
    assert set(files) == {"a", MARKER, MANIFEST}
    assert read_manifest(project / "dist")["a"] == hashlib.sha256(b"one").hexdigest()


def test_the_manifest_can_be_checked_with_the_usual_tool(project: Path) -> None:
    with output(project) as site:
        site.write("b/ä ö.txt", b"two")
        site.swap()
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", MANIFEST],
        cwd=project / "dist",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_new_site_replaces_the_old_one_whole(project: Path) -> None:
    write(project, a=b"one", b=b"gone soon")
    write(project, a=b"two")
    assert set(contents(project / "dist")) == {"a", MARKER, MANIFEST}
    assert (project / "dist/a").read_bytes() == b"two"
    assert sorted(path.name for path in project.iterdir()) == ["dist", "runs", "site.yaml"]


def test_a_build_that_fails_leaves_the_old_site(project: Path) -> None:
    def fail() -> None:
        with output(project) as site:
            site.write("a", b"two")
            raise RuntimeError

    write(project, a=b"one")
    before = contents(project / "dist")
    with pytest.raises(RuntimeError):
        fail()
    assert contents(project / "dist") == before
    assert sorted(path.name for path in project.iterdir()) == ["dist", "runs", "site.yaml"]


def killed(project: Path, step: str) -> None:
    """Let a process of its own begin a build and die without a word."""
    child = os.fork()
    if child == 0:
        site = output(project)
        site.write("a", b"two")
        if step == "between the renames":
            rename = os.rename
            os.rename = lambda old, new: (rename(old, new), os._exit(0))  # type: ignore[assignment,func-returns-value]
            site.swap()
        os._exit(0)
    os.waitpid(child, 0)


def test_a_killed_build_leaves_the_old_site_and_the_next_one_clears_up(project: Path) -> None:
    write(project, a=b"one")
    before = contents(project / "dist")
    killed(project, "while writing")
    assert contents(project / "dist") == before
    assert len(list(project.glob(".dist.new-*"))) == 1
    write(project, a=b"three")
    assert list(project.glob(".dist.*")) == []
    assert (project / "dist/a").read_bytes() == b"three"


def test_what_a_killed_build_left_is_cleared_up_also_before_anybody_asked_for_its_end(project: Path) -> None:
    write(project, a=b"one")
    child = os.fork()
    if child == 0:
        output(project)
        os._exit(0)
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)  # ended, and still in the table of processes
    try:
        assert (project / f".dist.new-{child}").is_dir()
        write(project, a=b"two")
        assert list(project.glob(".dist.*")) == []
    finally:
        os.waitpid(child, 0)


def test_an_old_site_that_lost_its_place_is_brought_back(project: Path) -> None:
    write(project, a=b"one")
    before = contents(project / "dist")
    killed(project, "between the renames")
    assert not (project / "dist").exists()
    with output(project):
        assert contents(project / "dist") == before


def killed_while_removing(project: Path, step: int) -> None:
    """Let a process of its own replace a site and die before the ``step``-th thing of the old one goes."""
    child = os.fork()
    if child == 0:
        done: list[str] = []

        def counting(remove: Callable[..., None]) -> Callable[..., None]:
            def counted(path: str, **options: int) -> None:
                done.append(path)
                if len(done) == step:
                    os._exit(0)
                remove(path, **options)

            return counted

        with output(project) as site:
            site.write("a", b"two")
            os.unlink, os.rmdir = counting(os.unlink), counting(os.rmdir)  # type: ignore[assignment]
            site.swap()
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0, "the child was not killed"


@pytest.mark.parametrize("step", range(1, 8))
def test_a_build_killed_while_the_old_site_goes_leaves_nothing_for_good(step: int, project: Path) -> None:
    write(project, **{"a": b"one", "b/c": b"one", "z": b"one"})
    killed_while_removing(project, step)
    assert (project / "dist/a").read_bytes() == b"two"
    assert len(list(project.glob(".dist.old-*"))) == 1
    write(project, a=b"three")
    assert list(project.glob(".dist.*")) == []
    assert set(contents(project / "dist")) == {"a", MARKER, MANIFEST}


def test_a_site_that_was_half_removed_is_not_brought_back(project: Path) -> None:
    write(project, **{"a": b"one", "b/c": b"one", "z": b"one"})
    killed_while_removing(project, 3)
    (project / "dist").rename(project / "elsewhere")
    with output(project):
        assert not (project / "dist").exists()
    assert list(project.glob(".dist.*")) == []


@pytest.mark.parametrize("name", [".dist.old-²", ".dist.old-1", ".dist.old-" + "9" * 30, ".dist.old-7x"])
def test_a_folder_without_the_name_of_a_process_that_ended_is_left_alone(name: str, project: Path) -> None:
    (project / name).mkdir()
    (project / name / MARKER).touch()
    write(project, a=b"one")
    assert (project / name / MARKER).exists()


def test_a_link_with_the_name_of_a_leftover_is_not_followed(project: Path) -> None:
    write(project, project / "precious", a=b"one")
    (project / ".dist.old-1234567").symlink_to(project / "precious")
    write(project, a=b"one")
    assert (project / "precious/a").read_bytes() == b"one"


def test_leftovers_of_others_are_not_cleared_up(project: Path) -> None:
    (project / ".dist.new-1234567").mkdir()
    (project / ".dist.new-1234567/precious").touch()
    write(project, a=b"one")
    assert (project / ".dist.new-1234567/precious").exists()


def test_a_folder_with_files_of_others_is_refused(project: Path) -> None:
    (project / "dist").mkdir()
    (project / "dist/thesis.tex").touch()
    assert "was not written by site-builder" in refusal(project, project / "dist")
    assert (project / "dist/thesis.tex").exists()


def test_our_folder_with_a_foreign_file_in_it_is_refused(project: Path) -> None:
    write(project, a=b"one")
    (project / "dist/CNAME").touch()
    assert "CNAME" in refusal(project, project / "dist")


def test_an_empty_folder_may_be_used(project: Path) -> None:
    (project / "dist").mkdir()
    write(project, a=b"one")
    assert (project / "dist/a").exists()


def test_a_file_in_the_place_of_the_folder_is_refused(project: Path) -> None:
    (project / "dist").touch()
    assert "it is a file" in refusal(project, project / "dist")


@pytest.mark.parametrize("place", [".", "..", "runs", "runs/one", "runs/one/dist"])
def test_a_folder_that_holds_or_lies_in_an_input_is_refused(place: str, project: Path) -> None:
    before = contents(project)
    refusal(project, project / place)
    assert contents(project) == before


def test_a_link_to_an_input_is_refused(project: Path) -> None:
    (project / "dist").symlink_to(project / "runs")
    refusal(project, project / "dist")


@pytest.mark.parametrize(
    ("first", "second"),
    [("a/Page.html", "a/page.html"), ("A/x", "a/y"), ("a", "a/b"), ("a/b", "a"), ("\u00e9", "e\u0301")],
)
def test_paths_that_share_a_place_on_some_file_systems_are_refused(
    first: str, second: str, project: Path
) -> None:
    with output(project) as site:
        site.write(first, b"1")
        with pytest.raises(CannotBuild) as caught:
            site.write(second, b"2")
    assert caught.value.problems[0].code == "output.collision"


@pytest.mark.parametrize("path", ["../a", "/a", "a/../../b", "a//b", "./a", "a\\b"])
def test_paths_that_lead_out_of_the_site_are_refused(path: str, project: Path) -> None:
    with output(project) as site, pytest.raises(CannotBuild):
        site.write(path, b"1")


def test_the_same_file_twice_is_written_once(project: Path) -> None:
    with output(project) as site:
        site.write("a", b"1")
        site.write("a", b"1")
        site.swap()


def test_files_can_be_taken_over_from_the_site_in_place(project: Path) -> None:
    write(project, a=b"one")
    with output(project) as site:
        site.keep({"a": hashlib.sha256(b"one").hexdigest()})
        site.swap()
    assert (project / "dist/a").read_bytes() == b"one"

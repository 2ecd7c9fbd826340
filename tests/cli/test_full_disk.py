"""On a full disk every command says so, and leaves no file in part and nothing that was not there."""

from __future__ import annotations

import errno
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from site_builder.cli.freezing import freeze_site
from site_builder.cli.rubric_new import start_version
from site_builder.cli.start import start
from site_builder.cli.writing import write_texts
from site_builder.errors import CannotBuild
from site_builder.sources import editions, ledger_append
from site_builder.sources.replacing import NewFiles, replace_text, replace_texts
from tests.build.projects import SITE, contents, small_project
from tests.ledger.projects import add_run, ledger, score

ROOM = (0, 100, 3_000, 20_000)
"""Bytes that fit into a file; the kernel refuses the rest of a write, as it does on a full disk."""


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def everything(folder: Path) -> dict[str, bytes | None]:
    """Return every file and folder, whatever its name; the store is none of the project's files."""
    found = {path.relative_to(folder).as_posix(): None for path in folder.rglob("*") if path.is_dir()}
    listed: dict[str, bytes | None] = found | contents(folder)
    return {name: content for name, content in listed.items() if not name.startswith(".proofboard")}


@pytest.mark.parametrize("room", ROOM)
def test_a_version_that_cannot_be_written_can_be_started_later(room: int, tmp_path: Path) -> None:
    project = small_project(tmp_path)
    before = everything(project)
    with full_disk(room), pytest.raises(CannotBuild) as refused:
        start_version(project, "favur/15", None, "2026-10-01")
    (problem,) = refused.value.problems
    assert (problem.code, "File too large" in problem.message) == ("rubric.not-started", True)
    assert everything(project) == before
    assert start_version(project, "favur/15", None, "2026-10-01").rubric == "favur/16"


@pytest.mark.parametrize("room", ROOM[:3])
def test_a_project_that_cannot_be_written_can_be_started_later(room: int, tmp_path: Path) -> None:
    with full_disk(room), pytest.raises(CannotBuild) as refused:
        start(tmp_path / "below/board")
    (problem,) = refused.value.problems
    assert (problem.code, "cannot be written (File too large)" in problem.message) == ("init.refused", True)
    assert everything(tmp_path) == {}
    assert "site.yaml" in start(tmp_path / "below/board").files


def test_what_others_had_put_into_the_folder_of_a_project_stays(tmp_path: Path) -> None:
    (tmp_path / "runs/favur/circles-aurora-1").mkdir(parents=True)
    (tmp_path / "runs/favur/circles-aurora-1/mine.txt").write_text("mine", encoding="utf-8")
    before = everything(tmp_path)
    with full_disk(100), pytest.raises(CannotBuild):
        start(tmp_path)
    assert everything(tmp_path) == before


@pytest.mark.parametrize("room", ROOM[:3])
def test_a_ledger_that_cannot_be_written_is_not_begun(room: int, tmp_path: Path) -> None:
    project = small_project(tmp_path, site=SITE.replace("runs: runs", "runs: exports"))
    (project / "runs").rename(project / "exports")
    before = everything(project)
    with full_disk(room), pytest.raises(CannotBuild) as refused:
        score(project)
    assert [problem.code for problem in refused.value.problems] == ["ledger.unwritable"]
    assert everything(project) == before
    assert score(project).added


def test_entries_that_do_not_fit_into_a_ledger_leave_it_as_it_was(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    score(project)
    before = ledger(project)
    add_run(project, 4)
    with full_disk(len(before) + 200), pytest.raises(CannotBuild):
        score(project, 1)
    assert ledger(project) == before


def test_a_writer_that_waited_for_one_that_failed_begins_the_ledger_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = small_project(tmp_path)
    removed: list[Path] = []

    def waited(_: int) -> None:
        if not removed:
            removed.append(project / "runs/ledger.jsonl")
            removed[0].unlink()

    monkeypatch.setattr(ledger_append, "hold", waited)
    assert score(project).added
    assert len(ledger(project).splitlines()) == 4


def test_an_edition_whose_line_cannot_be_written_is_not_frozen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = small_project(tmp_path)

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(editions, "replace_text", refuse)
        with pytest.raises(CannotBuild) as refused:
            freeze_site(project, "2026-10", "2026-10-01", 1, without_address=True)
    assert [problem.code for problem in refused.value.problems] == ["edition.refused"]
    assert [*(project / "releases").iterdir()] == []
    assert freeze_site(project, "2026-10", "2026-10-01", 1, without_address=True).pages


@pytest.mark.parametrize("room", ROOM[:3])
def test_of_several_files_all_are_written_or_none(room: int, tmp_path: Path) -> None:
    old, new = tmp_path / "old.json", tmp_path / "made/new.json"
    old.write_text("old", encoding="utf-8")
    with full_disk(room):
        problem = write_texts({old: "short", new: "long" * 1_000})
    assert problem is not None
    assert (problem.code, problem.file) == ("file.not-written", old.as_posix())
    assert everything(tmp_path) == {"old.json": b"old"}
    assert write_texts({old: "short", new: "long"}) is None
    assert everything(tmp_path) == {"old.json": b"short", "made": None, "made/new.json": b"long"}


def test_a_link_stays_and_what_it_leads_to_is_replaced_with_its_permissions(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    replace_text(link, "new")
    assert (link.is_symlink(), file.read_bytes(), file.stat().st_mode & 0o777) == (True, b"new", 0o640)


def test_what_is_no_file_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reading = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        replace_texts({tmp_path / "pipe": "told"})
        assert os.read(reading, 10) == b"told"
    finally:
        os.close(reading)
    assert (tmp_path / "pipe").is_fifo()
    with pytest.raises(IsADirectoryError):
        replace_texts({tmp_path: "told"})


def test_a_pipe_is_written_to_by_the_name_of_its_descriptor() -> None:
    reading, writing = os.pipe()
    try:
        replace_texts({Path(f"/dev/fd/{writing}"): "told"})
        assert os.read(reading, 10) == b"told"
    finally:
        os.close(reading)
        os.close(writing)


def test_a_new_file_takes_the_place_of_no_other(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("old", encoding="utf-8")

    def make_both() -> None:
        with NewFiles() as new:
            new.file(tmp_path / "first/new", b"new")
            new.file(tmp_path / "there", b"new")

    with pytest.raises(FileExistsError):
        make_both()
    assert everything(tmp_path) == {"there": b"old"}

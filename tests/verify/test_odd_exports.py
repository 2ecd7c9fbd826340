"""Exports whose names cannot be printed, or that hold what no build reads, agree with their site."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from site_builder.building import build
from site_builder.output.verify import exports
from site_builder.output.verify.site import Site
from site_builder.sources import files
from tests.build.projects import meta, small_project, write_run

ODD = (b"line\nfeed", b"\xff\xfe.md", "right\u202eleft.md".encode(), b"\xc3.md", b"a\tb\tc.md")


def _faults(root: Path) -> list[str]:
    found = Site(str(root / "dist"), str(root))
    found.verify()
    assert all(fault.file.isprintable() for fault in found.faults)
    return [f"{fault.file}: {fault.what}" for fault in found.faults]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return small_project(tmp_path / "project")


def test_files_and_folders_with_names_that_cannot_be_printed_are_found_again(project: Path) -> None:
    workspace = os.fsencode(project / "runs/run-1/workspace")
    for name in ODD:
        Path(os.fsdecode(workspace + b"/" + name)).write_bytes(name)
        folder = Path(os.fsdecode(os.fsencode(project) + b"/runs/" + name))
        write_run(folder, meta(f"in-{name.hex()}", 3))
    build(project, jobs=1)
    assert _faults(project) == []
    Path(os.fsdecode(workspace + b"/line\nfeed")).write_bytes(b"changed")
    Path(os.fsdecode(workspace + b"/a\tb\tc.md")).unlink()
    assert _faults(project) == [
        "runs/run-1/workspace/a\ufffdb\ufffdc.md: it is not there (run run-1)",
        "runs/run-1/workspace/line\ufffdfeed: its SHA-256 is not the published one (run run-1)",
    ]


def test_two_folders_that_are_published_under_one_name_are_told_apart(project: Path) -> None:
    for n, name in enumerate(("run\n", "run\t")):
        write_run(project / "runs" / name, meta(f"odd-{n}", 2 + n))
    build(project, jobs=1)
    assert _faults(project) == []
    (project / "runs/run\t/workspace/README.md").write_text("changed", "utf-8")
    assert len(_faults(project)) == 1


def test_what_is_no_file_is_no_file_of_an_export(project: Path) -> None:
    os.mkfifo(project / "runs/run-1/workspace/pipe")
    (project / "runs/run-1/workspace/link.py").symlink_to("src/area.py")
    short = project.parent / "s"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(short))
        short.rename(project / "runs/run-2/workspace/socket")
        build(project, jobs=1)
        assert _faults(project) == []
    readme = project / "runs/run-3/workspace/README.md"
    readme.unlink()
    os.mkfifo(readme)  # which opened would wait for ever
    assert _faults(project) == ["runs/run-3/workspace/README.md: it is not there (run run-3)"]


def test_a_file_that_the_build_could_not_read_is_named_where_it_can_be_read_now(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    artifact = project / "runs/run-1/artifacts/scout.json"
    artifact.parent.mkdir()
    artifact.write_text("{}", "utf-8")
    opened = files.open_regular

    def denied(path: Path) -> object:
        if path.name == artifact.name:
            raise PermissionError(13, "Permission denied")
        return opened(path)

    monkeypatch.setattr(files, "open_regular", denied)
    build(project, jobs=1, use_store=False)
    name = "runs/run-1/artifacts/scout.json"
    assert _faults(project) == [f"{name}: the build could not read it (run run-1)"]
    digested = exports.digest_of_file
    monkeypatch.setattr(exports, "digest_of_file", lambda path: None if "scout" in path else digested(path))
    assert _faults(project) == []

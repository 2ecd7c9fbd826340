from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from site_builder.sources.importers.ruhroh.discovery import MOST_LINKS, find_documents
from site_builder.sources.importers.ruhroh.results import read_results
from tests.ruhroh.samples import changed, result, write_run


def put(root: Path, path: str, index: int = 1) -> None:
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps(result(index=index)), "utf-8")


def test_results_are_found_at_any_depth_and_under_any_name_in_the_order_of_their_paths(
    tmp_path: Path,
) -> None:
    for path in ("z/a.json", "z-1/run/x.json", "z.1/x.json", "b/c/d/copy.json", "ruhroh-loop-result.json"):
        put(tmp_path, path)
    assert find_documents(tmp_path, "r").paths == [
        "b/c/d/copy.json",
        "ruhroh-loop-result.json",
        "z-1/run/x.json",
        "z.1/x.json",
        "z/a.json",
    ]
    assert len(read_results(tmp_path, "r").samples) == 5


def test_the_order_is_that_of_utf_16_code_units(tmp_path: Path) -> None:
    for name in ("\uffee.json", "\U0001f600.json", "a.json"):
        put(tmp_path, name)
    assert find_documents(tmp_path, "r").paths == ["a.json", "\U0001f600.json", "\uffee.json"]


def test_links_are_told_and_pipes_and_other_files_passed_over(tmp_path: Path) -> None:
    put(tmp_path, "outside/x.json")
    root = tmp_path / "root"
    put(root, "real.json")
    (root / "notes.txt").write_text("ruhroh_loop_result_v1", "utf-8")
    (root / "other.json").write_text('{"version": "ruhroh_run_manifest_v1"}', "utf-8")
    (root / "link.json").symlink_to(tmp_path / "outside/x.json")
    (root / "folder").symlink_to(tmp_path / "outside", target_is_directory=True)
    (root / ".#real.json").symlink_to("somebody@somewhere")
    os.mkfifo(root / "pipe.json")
    found = read_results(root, "r")
    assert [sample.path for sample in found.samples] == ["real.json"]
    assert [(problem.severity, problem.code, problem.file) for problem in found.problems] == [
        ("warning", "file.link", "r/folder"),
        ("warning", "file.link", "r/link.json"),
    ]


def test_a_link_with_the_name_of_a_result_is_a_result_that_is_not_counted(tmp_path: Path) -> None:
    write_run(tmp_path / "elsewhere", result())
    (tmp_path / "root/run-1").mkdir(parents=True)
    (tmp_path / "root/run-1/ruhroh-loop-result.json").symlink_to(
        tmp_path / "elsewhere/ruhroh-loop-result.json"
    )
    found = read_results(tmp_path / "root", "r")
    assert found.samples == ()
    assert [(problem.code, problem.file) for problem in found.unreadable] == [
        ("file.link", "r/run-1/ruhroh-loop-result.json")
    ]


def test_of_many_links_some_are_named_and_the_rest_counted(tmp_path: Path) -> None:
    for number in range(MOST_LINKS + 5):
        (tmp_path / f"{number:02}.json").symlink_to("nowhere")
    *named, rest = read_results(tmp_path, "r").problems
    assert len(named) == MOST_LINKS
    assert (rest.file, rest.message.startswith("5 more symbolic links")) == ("r", True)


def test_results_inside_of_a_published_packet_are_not_counted_again(tmp_path: Path) -> None:
    packet = tmp_path / "packet"
    put(packet, "sources/results/run-1/ruhroh-loop-result.json")
    assert len(read_results(tmp_path, "r").samples) == 1
    for name in ("manifest.json", "publish-check.json"):
        (packet / name).write_text("{}", "utf-8")
    found = read_results(tmp_path, "r")
    assert found.samples == ()
    assert [(problem.code, problem.file) for problem in found.problems] == [
        ("ruhroh.inside-packet", "r/packet")
    ]


def test_one_unreadable_result_does_not_stop_the_others(tmp_path: Path) -> None:
    write_run(tmp_path / "run-1", result(index=1))
    write_run(tmp_path / "run-2", changed(result(index=2), "score", ...))
    (tmp_path / "run-3").mkdir()
    (tmp_path / "run-3/ruhroh-loop-result.json").write_bytes(b"\x00")
    found = read_results(tmp_path, "results")
    assert len(found.samples) == 1
    assert [problem.file for problem in found.unreadable] == [
        "results/run-2/ruhroh-loop-result.json",
        "results/run-3/ruhroh-loop-result.json",
    ]


def test_a_folder_without_anything_and_a_missing_folder_hold_no_results(tmp_path: Path) -> None:
    assert read_results(tmp_path, "r").samples == ()
    missing = read_results(tmp_path / "nowhere", "r")
    assert missing.samples == ()
    assert [problem.code for problem in missing.problems] == ["file.folder-unreadable"]


def test_a_single_result_file_can_be_read(tmp_path: Path) -> None:
    write_run(tmp_path / "run-1", result())
    found = read_results(tmp_path / "run-1/ruhroh-loop-result.json", "run-1/ruhroh-loop-result.json")
    assert [sample.path for sample in found.samples] == ["ruhroh-loop-result.json"]
    assert found.checks[0].faults == ()


@pytest.mark.parametrize("name", ["<script>.json", "a b\n.json", "\u202e.json", "..json"])
def test_odd_file_names_do_no_harm(tmp_path: Path, name: str) -> None:
    put(tmp_path, name)
    assert [sample.path for sample in read_results(tmp_path, "r").samples] == [name]

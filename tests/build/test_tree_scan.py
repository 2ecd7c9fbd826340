"""Signatures see every change and say when they cannot be trusted."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from site_builder.sources import tree_scan
from site_builder.sources.tree_scan import SPREAD_FROM, Signature, scan, scan_all, together


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "tree/inner").mkdir(parents=True)
    (tmp_path / "tree/a.txt").write_text("a", encoding="utf-8")
    (tmp_path / "tree/inner/b.txt").write_text("b", encoding="utf-8")
    return tmp_path / "tree"


def same_size_and_time(tree: Path) -> None:
    path = tree / "inner/b.txt"
    before = path.stat()
    path.write_text("c", encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


CHANGES: dict[str, Callable[[Path], object]] = {
    "a longer file": lambda tree: (tree / "a.txt").write_text("aa", encoding="utf-8"),
    "a file of the same size with its old time": same_size_and_time,
    "a new file": lambda tree: (tree / "inner/c.txt").touch(),
    "a new empty folder": lambda tree: (tree / "new").mkdir(),
    "a file less": lambda tree: (tree / "a.txt").unlink(),
    "another name": lambda tree: (tree / "a.txt").rename(tree / "z.txt"),
    "a file moved": lambda tree: (tree / "a.txt").rename(tree / "inner/a.txt"),
    "a link": lambda tree: (tree / "link").symlink_to("a.txt"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_every_change_gives_another_signature(change: Callable[[Path], object], tree: Path) -> None:
    before = scan(tree).digest
    assert scan(tree).digest == before
    change(tree)
    assert scan(tree).digest != before


def test_a_folder_that_is_not_there_has_a_signature_of_its_own(tmp_path: Path) -> None:
    absent = scan(tmp_path / "nothing")
    (tmp_path / "nothing").mkdir()
    assert scan(tmp_path / "nothing").digest != absent.digest


def test_a_link_out_of_the_tree_is_not_followed(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tree / "link").symlink_to(tmp_path / "outside")
    before = scan(tree)
    (tmp_path / "outside/new.txt").touch()
    assert scan(tree).digest == before.digest


def test_names_in_skip_are_not_looked_at(tree: Path) -> None:
    before = scan(tree, skip=("inner",)).digest
    (tree / "inner/new.txt").touch()
    assert scan(tree, skip=("inner",)).digest == before


def test_a_tree_is_racy_while_its_newest_file_may_be_changed_without_a_trace() -> None:
    now = 1_700_000_000_123_456_789
    assert Signature("", now - 1_000_000, 1, now).racy
    assert not Signature("", now - 60_000_000, 1, now).racy
    whole_seconds = now // 1_000_000_000 * 1_000_000_000
    assert Signature("", whole_seconds, 1, now).racy
    assert not Signature("", whole_seconds - 3_000_000_000, 1, now).racy


def test_a_tree_is_whole_where_a_file_was_seen_and_nothing_refused(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tree / "empty").mkdir()
    places = (tree, tree / "inner", tree / "a.txt", tree / "empty", tree / "nothing")
    assert [scan(place).whole for place in places] == [True, True, True, False, False]
    assert together([("a", scan(tree)), ("b", scan(tree / "inner"))]).whole
    assert not together([("a", scan(tree)), ("b", scan(tree / "empty"))]).whole
    scandir = os.scandir

    def refusing(path: bytes) -> object:
        if path == os.fsencode(tree / "inner"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    assert [scan(place).whole for place in places] == [False, False, True, False, False]


def test_signatures_add_up_with_their_names(tree: Path) -> None:
    one, two = scan(tree), scan(tree / "inner")
    assert together([("a", one), ("b", two)]).digest != together([("b", one), ("a", two)]).digest
    assert together([("a", one), ("b", two)]).newest_ns == max(one.newest_ns, two.newest_ns)


def test_bytes_that_are_no_text_are_names_as_well(tree: Path) -> None:
    before = scan(tree).digest
    (Path(os.fsdecode(os.fsencode(tree) + b"/\xff.txt"))).touch()
    assert scan(tree).digest != before


@pytest.mark.parametrize(
    "seconds", [-11_000_000_000, 253_402_300_799], ids=["the year 1621", "the year 9999"]
)
def test_times_that_no_clock_shows_are_seen_as_well(tree: Path, seconds: int) -> None:
    before = scan(tree).digest
    os.utime(tree / "a.txt", (seconds, seconds))
    assert scan(tree).digest != before


@pytest.mark.parametrize("answers", [True, False])
def test_many_folders_are_seen_as_each_by_itself(
    answers: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [tmp_path / f"run-{number:03}" for number in range(SPREAD_FROM + 1)]
    for folder in folders:
        folder.mkdir()
        (folder / "meta.json").write_text(folder.name, encoding="utf-8")
    if not answers:
        monkeypatch.setattr(tree_scan, "_answer", lambda *_: os._exit(1))
    assert [one.digest for one in scan_all([str(folder) for folder in folders])] == [
        scan(folder).digest for folder in folders
    ]

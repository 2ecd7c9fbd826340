"""Reading a stranger's folder: nothing leads out of it, waits, or fills the memory."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path
from typing import Any

import pytest

from site_builder.sources import files
from site_builder.sources.files import Folder, open_regular, shown
from site_builder.sources.json_text import parse_json, read_json
from site_builder.sources.listing import list_folder


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    root = tmp_path / "export"
    (root / "sub" / "deep").mkdir(parents=True)
    (root / "a.txt").write_bytes(b"abc")
    (root / "sub" / "b.txt").write_bytes(b"")
    (root / "sub" / "deep" / "c.txt").write_bytes(b"x" * 100)
    (tmp_path / "secret.txt").write_text("secret")
    (root / "link.txt").symlink_to(tmp_path / "secret.txt")
    (root / "linked").symlink_to(tmp_path)
    (root / "dangling").symlink_to("nowhere")
    os.mkfifo(root / "pipe")
    return root


def test_a_folder_is_listed_without_following_anything(folder: Path) -> None:
    listing = list_folder(folder)
    assert list(listing.files) == ["a.txt", "sub/b.txt", "sub/deep/c.txt"]
    assert listing.files["sub/deep/c.txt"].size == 100
    assert listing.folders == {"sub", "sub/deep"}
    assert sorted(listing.links) == ["dangling", "link.txt", "linked"]
    assert listing.links["dangling"] == "nowhere"
    assert (listing.others, listing.complete) == (("pipe",), True)


def test_a_folder_that_is_not_there_is_empty_and_odd(tmp_path: Path) -> None:
    listing = list_folder(tmp_path / "nowhere")
    assert (listing.files, listing.others) == ({}, ("",))


def test_a_listing_stops_at_its_limit(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list_folder(folder).complete
    assert not list_folder(folder, 3).complete


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("link.txt", "file.link"),
        ("linked/secret.txt", "file.link"),
        ("nothing.txt", "file.missing"),
        ("../secret.txt", "file.missing"),
        ("sub/../a.txt", "file.missing"),
        ("/etc/passwd", "file.missing"),
        ("sub", "file.missing"),
        ("pipe", "file.missing"),
        ("", "file.missing"),
        ("a.txt\0", "file.missing"),
        ("sub/deep/c.txt", "file.too-large"),
    ],
)
def test_what_is_no_regular_file_of_the_folder_is_not_read(path: str, code: str, folder: Path) -> None:
    began = time.perf_counter()
    loaded = Folder(folder, "runs/x", "x").read(path, 99)
    assert time.perf_counter() - began < 5
    assert loaded.value is None
    [problem] = loaded.problems
    assert (problem.code, problem.run) == (code, "x")
    assert problem.file.startswith("runs/x")
    assert problem.advice


def test_a_regular_file_is_read_up_to_its_limit(folder: Path) -> None:
    opened = Folder(folder, "runs/x")
    assert opened.read("a.txt", 3).value == b"abc"
    assert opened.read("sub/b.txt", 0).value == b""
    assert opened.read("a.txt", 2).value is None


def test_a_file_that_grew_or_changed_since_the_listing_is_bounded(folder: Path, tmp_path: Path) -> None:
    opened = Folder(folder, "runs/x")
    (folder / "a.txt").write_bytes(b"x" * 1000)
    assert [problem.code for problem in opened.read("a.txt", 10).problems] == ["file.too-large"]
    (folder / "sub" / "b.txt").unlink()
    (folder / "sub" / "b.txt").symlink_to(tmp_path / "secret.txt")
    assert [problem.code for problem in opened.read("sub/b.txt", 10).problems] == ["file.unreadable"]
    (folder / "sub" / "deep" / "c.txt").unlink()
    os.mkfifo(folder / "sub" / "deep" / "c.txt")
    assert [problem.code for problem in opened.read("sub/deep/c.txt", 1000).problems] == ["file.unreadable"]
    assert opened.digest("sub/deep/c.txt") == ""


def test_digests_are_of_the_bytes_whether_read_before_or_not(folder: Path) -> None:
    opened = Folder(folder, "runs/x")
    opened.read("a.txt", 10)
    expected = {
        path: hashlib.sha256((folder / path).read_bytes()).hexdigest() for path in opened.listing.files
    }
    assert opened.digests() == expected
    assert opened.digest("nothing") == ""


def test_of_an_enormous_file_the_digest_has_the_beginning_and_the_size(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST_DIGESTED", 10)
    digests = set()
    for size in (10, 11, 12):
        (folder / "a.txt").write_bytes(b"x" * size)
        digests.add(Folder(folder, "runs/x").digest("a.txt"))
    assert len(digests) == 3


def test_opening_a_pipe_or_a_link_fails_at_once(folder: Path) -> None:
    for name in ("pipe", "link.txt", "sub"):
        with pytest.raises(OSError, match=r".*"):
            open_regular(folder / name)


def test_links_and_pipes_are_reported(folder: Path) -> None:
    found = [(problem.file, problem.code) for problem in Folder(folder, "runs/x").oddities()]
    assert found == [
        ("runs/x/dangling", "file.link"),
        ("runs/x/link.txt", "file.link"),
        ("runs/x/linked", "file.link"),
        ("runs/x/pipe", "file.not-regular"),
    ]


@pytest.mark.parametrize("name", [b"\xff.txt", "ä\U0001f600".encode(), b"a\nb", b"<script>", b"a:b"])
def test_any_name_is_listed_read_and_shown(name: bytes, tmp_path: Path) -> None:
    path = os.fsdecode(name)
    (tmp_path / path).write_bytes(b"x")
    folder = Folder(tmp_path, "runs/x")
    assert folder.read(path, 1).value == b"x"
    assert shown(path).encode("utf-8")


def test_names_are_in_order_of_their_bytes(tmp_path: Path) -> None:
    names = [b"b", b"a", b"\xff", "ä".encode(), b"Z", b"a-", b"a.x", b"a0"]
    for name in names:
        (tmp_path / os.fsdecode(name)).touch()
    assert [os.fsencode(path) for path in list_folder(tmp_path).files] == sorted(names)


# --- JSON --------------------------------------------------------------------------------------------------


def parse(data: bytes, tmp_path: Path) -> Any:
    return parse_json(Folder(tmp_path, "runs/x"), "a.json", data)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "file.not-json"),
        (b"{'a': 1}", "file.not-json"),
        (b"{} {}", "file.not-json"),
        (b'{"a": 01}', "file.not-json"),
        (b'"\xff"', "file.not-utf8"),
        ("{}".encode("utf-16"), "file.not-utf8"),
        (b"\xef\xbb\xbf{}", "file.bom"),
        (b"[" * 10_000 + b"]" * 10_000, "file.too-deep"),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, "file.too-deep"),
    ],
)
def test_json_that_cannot_be_read_is_one_problem(data: bytes, code: str, tmp_path: Path) -> None:
    loaded = parse(data, tmp_path)
    assert loaded.value is None
    assert [problem.code for problem in loaded.problems] == [code]


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b"1e400", float("inf")),
        (b"-Infinity", float("-inf")),
        (b"9" * 401, float("inf")),
        (b"-" + b"9" * 5000, float("-inf")),
        (b"9" * 20, int("9" * 20)),
        (b'"\\ud83d\\ude00"', "\U0001f600"),
    ],
)
def test_odd_literals_are_read_on(data: bytes, value: object, tmp_path: Path) -> None:
    loaded = parse(data, tmp_path)
    assert loaded.value == value
    assert loaded.problems == ()


def test_half_of_a_character_is_replaced_and_warned_of_at_its_place(tmp_path: Path) -> None:
    loaded = parse(b'{"id": "\\ude00x", "\\ud800": ["\\ud83d\\ude00", "\\udfff"]}', tmp_path)
    assert loaded.value == {"id": "\ufffdx", "\ufffd": ["\U0001f600", "\ufffd"]}
    assert {problem.pointer for problem in loaded.problems} == {"/id", "/\ufffd", "/\ufffd/1"}
    assert {(problem.code, problem.severity) for problem in loaded.problems} == {
        ("file.lone-surrogate", "warning")
    }


def test_repeated_keys_are_warned_of_by_name_and_place(tmp_path: Path) -> None:
    loaded = parse(b'{"a": 1, "a": 2, "b/c": [{"d": 1, "d": 3, "~": {"e": 1, "e": 4}}]}', tmp_path)
    assert loaded.value == {"a": 2, "b/c": [{"d": 3, "~": {"e": 4}}]}
    assert {problem.pointer for problem in loaded.problems} == {
        "/a",
        "/b~1c/0/d",
        "/b~1c/0/~0/e",
    }
    assert {(problem.code, problem.severity) for problem in loaded.problems} == {
        ("file.duplicate-key", "warning")
    }


def test_a_json_file_is_read_through_its_folder(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"a": 1}')
    folder = Folder(tmp_path, "runs/x")
    assert read_json(folder, "a.json").value == {"a": 1}
    assert [problem.code for problem in read_json(folder, "a.json", 3).problems] == ["file.too-large"]
    assert [problem.code for problem in read_json(folder, "b.json").problems] == ["file.missing"]

"""The chain of the ledger: what was written stays, and whatever happens to a byte is found and named."""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.errors import CannotBuild
from site_builder.records.ledger import LEDGER_FILE
from site_builder.sources.ledger import ReadLedger, Tail, parse_ledger, read_ledger
from site_builder.sources.ledger_append import append, chain
from tests.ledger.entries import DAY, some

WHOLE = chain(some(9), Tail())[1]
LINES = WHOLE.splitlines(keepends=True)


def codes(read: ReadLedger) -> list[str]:
    return [problem.code for problem in read.problems]


def test_what_was_written_is_read() -> None:
    read = parse_ledger(WHOLE)
    assert read.problems == ()
    assert read.ledger.entries == chain(some(9), Tail())[0]
    assert read.tail == Tail(9, hashlib.sha256(LINES[-1]).hexdigest(), len(WHOLE), DAY)


def test_a_line_is_json_with_sorted_keys_and_no_spaces_and_names_the_line_before_by_its_digest() -> None:
    for number, line in enumerate(LINES, start=1):
        entry = json.loads(line)
        assert list(entry) == sorted(entry)
        assert (
            json.dumps(entry, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode() == line[:-1]
        )
        before = hashlib.sha256(LINES[number - 2]).hexdigest() if number > 1 else "first"
        assert (entry["entry"], entry["previous"]) == (number, before)
        bare = line.replace(entry["seal"].encode(), b"0" * 64, 1)
        assert hashlib.sha256(bare).hexdigest() == entry["seal"]


@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
def test_any_changed_byte_is_found_and_its_entry_named(place: int, change: int) -> None:
    spoilt = bytearray(WHOLE)
    spoilt[place] ^= change
    entry = WHOLE[:place].count(b"\n") + 1
    problems = parse_ledger(bytes(spoilt)).problems
    assert problems
    assert re.search(rf"[Ee]ntry {entry}\b", problems[0].message)
    assert problems[0].pointer == f"line {entry}"
    assert problems[0].advice


@given(st.integers(0, len(LINES) - 2))
def test_a_deleted_line_is_found(gone: int) -> None:
    read = parse_ledger(b"".join(LINES[:gone] + LINES[gone + 1 :]))
    assert codes(read) == ["ledger.broken-chain"]
    assert f"entry {gone + 1} belongs" in read.problems[0].message


@given(st.permutations(range(len(LINES))))
def test_another_order_is_found(order: list[int]) -> None:
    read = parse_ledger(b"".join(LINES[n] for n in order))
    assert bool(read.problems) == (order != sorted(order))


def test_an_edited_entry_does_not_count_and_the_others_do() -> None:
    read = parse_ledger(WHOLE.replace(b"twice", b"once!", 1))
    assert codes(read) == ["ledger.edited", "ledger.broken-chain"]
    assert [entry.entry for entry in read.ledger.entries] == [1, 2, 4, 5, 6, 7, 8, 9]


def test_an_entry_of_another_kind_or_with_another_key_is_not_understood() -> None:
    for line in (b'{"kind":"verdict"}\n', LINES[1].replace(b'"run":', b'"name":'), b"[]\n", b"\xff\n"):
        read = parse_ledger(LINES[0] + line)
        assert codes(read) == ["ledger.not-understood"]
        assert "Entry 2" in read.problems[0].message


@given(st.integers(1, len(LINES[-1]) - 1))
def test_a_torn_last_line_says_where_to_cut(left: int) -> None:
    read = parse_ledger(b"".join(LINES[:-1]) + LINES[-1][:left])
    assert codes(read) == ["ledger.torn"]
    assert "after line 8" in read.problems[0].advice
    assert len(read.ledger.entries) == 8
    assert read.content == b"".join(LINES[:-1])


def test_a_ruined_ledger_does_not_list_every_entry() -> None:
    read = parse_ledger(chain(some(60), Tail())[1].replace(b'"kind"', b'"sort"'))
    assert len(read.problems) == 21
    assert "40 more" in read.problems[-1].message


@given(st.integers(0, 8), st.integers(0, 8))
def test_appending_changes_no_byte_that_was_there(first: int, more: int) -> None:
    entries = some(first + more)
    before = parse_ledger(chain(entries[:first], Tail())[1])
    added = chain(entries[first:], before.tail)[1]
    assert before.content is not None
    assert before.content + added == chain(entries, Tail())[1]


def test_appending_to_a_file_follows_what_is_there(tmp_path: Path) -> None:
    assert read_ledger(tmp_path) == ReadLedger()
    for entry in some(5):
        before = read_ledger(tmp_path)
        append(tmp_path, before, [entry])
        assert (tmp_path / LEDGER_FILE).read_bytes().startswith(before.content or b"")
    assert (tmp_path / LEDGER_FILE).read_bytes() == chain(some(5), Tail())[1]
    assert append(tmp_path, read_ledger(tmp_path), []) == ()


def test_nothing_is_added_to_a_ledger_that_is_not_whole(tmp_path: Path) -> None:
    append(tmp_path, ReadLedger(), some(3))
    path = tmp_path / LEDGER_FILE
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(CannotBuild) as raised:
        append(tmp_path, read_ledger(tmp_path), some(1))
    assert [p.code for p in raised.value.problems] == ["ledger.torn"]


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("../elsewhere.jsonl")])
def test_a_ledger_that_is_a_link_or_a_pipe_is_not_read_and_not_added_to(make: Any, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.jsonl"
    elsewhere.write_bytes(WHOLE)
    (tmp_path / LEDGER_FILE).parent.mkdir()
    make(tmp_path / LEDGER_FILE)
    read = read_ledger(tmp_path)
    assert codes(read) in (["ledger.link"], ["ledger.unreadable"])
    assert not read.ledger.entries
    for known in (read, ReadLedger()):
        with pytest.raises(CannotBuild):
            append(tmp_path, known, some(1))
    assert elsewhere.read_bytes() == WHOLE


def test_of_two_writers_at_once_one_has_to_read_again(tmp_path: Path) -> None:
    read = read_ledger(tmp_path)
    outcomes: list[str] = []

    def write() -> None:
        try:
            append(tmp_path, read, some(4))
            outcomes.append("added")
        except CannotBuild as error:
            outcomes.append(error.problems[0].code)

    threads = [threading.Thread(target=write) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["added", *["ledger.changed-meanwhile"] * 5]
    assert read_ledger(tmp_path).problems == ()
    assert len(read_ledger(tmp_path).ledger.entries) == 4


def test_entries_cannot_be_dated_before_the_last_one(tmp_path: Path) -> None:
    append(tmp_path, ReadLedger(), some(2))
    early = [
        type(entry)(**{f: getattr(entry, f) for f in entry.__struct_fields__} | {"date": "2026-09-30"})
        for entry in some(1)
    ]
    with pytest.raises(CannotBuild, match="2026-09-30"):
        append(tmp_path, read_ledger(tmp_path), early)


def test_line_ends_that_something_converted_are_said_once_with_the_cure() -> None:
    read = parse_ledger(b"".join(LINES).replace(b"\n", b"\r\n"))
    (problem,) = read.problems
    assert problem.code == "ledger.line-ends"
    assert f"{len(LINES)} lines of the ledger end with CR LF" in problem.message
    assert "sed -i 's/\\r$//' runs/ledger.jsonl" in problem.advice
    assert "runs/ledger.jsonl -text" in problem.advice
    assert read.content == b"".join(LINES)
    assert read.ledger.entries == parse_ledger(b"".join(LINES)).ledger.entries


@pytest.mark.parametrize("at", [0, 2, len(LINES)])
def test_an_empty_line_is_said_to_be_one_and_the_entries_around_it_count(at: int) -> None:
    read = parse_ledger(b"".join([*LINES[:at], b"\n", *LINES[at:]]))
    (problem,) = read.problems
    assert (problem.pointer, problem.code) == (f"line {at + 1}", "ledger.blank-line")
    assert f"sed -i {at + 1}d runs/ledger.jsonl" in problem.advice
    assert read.content == b"".join(LINES)
    assert len(read.ledger.entries) == len(LINES)


def test_a_ledger_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / LEDGER_FILE).mkdir(parents=True)
    assert codes(read_ledger(tmp_path)) == ["ledger.unreadable"]

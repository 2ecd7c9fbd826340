"""The store gives back what it was given, or nothing; it never stops a build."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from site_builder.records.run import Imported, RunRecord
from site_builder.scoring.result_cache import ResultCache
from site_builder.sources.packing import pack
from site_builder.sources.store import FILE, FOLDER, Store


def record(run_id: str) -> bytes:
    run = RunRecord(run_id=run_id, family="f", folder=run_id, digest="sha256:0", cohort="c")
    return pack([Imported(folder=run_id, run=run)])


def database(root: Path) -> Path:
    return root / FOLDER / FILE


def fill(root: Path) -> None:
    with Store(root) as store:
        store.remember([("key-a", record("a")), ("key-b", record("b"))])
        store.remember_folders({"runs/a": ("stamp", "key-a")})
        store.remember_receipt("/out", b"receipt")


def test_what_was_kept_comes_back(tmp_path: Path) -> None:
    fill(tmp_path)
    with Store(tmp_path) as store:
        found = store.measurements(["key-a", "key-b", "key-c"])
        assert {key: items[0].folder for key, (items, _) in found.items()} == {"key-a": "a", "key-b": "b"}
        assert store.folders() == {"runs/a": ("stamp", "key-a")}
        assert store.receipt("/out") == b"receipt"
        assert store.receipt("/elsewhere") is None
        assert store.notes == []


def test_scores_that_were_used_come_back_unless_they_are_damaged(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.remember_scores({}, {"a": b"one", "b": b"two", "c": b"three"})
    with Store(tmp_path) as store:
        store.remember_scores(store.scores(), {"a": b"one", "b": b"two"})
    with sqlite3.connect(database(tmp_path)) as db:
        db.execute("UPDATE scores SET record = ? WHERE shelf = 'a'", [b"another"])
    with Store(tmp_path) as store:
        assert store.scores() == {"b": b"two"}


def test_scores_with_keys_that_begin_alike_are_changed_and_dropped_one_by_one(tmp_path: Path) -> None:
    first = {"aaa": b"one", "aab": b"two", "b": b"three", "": b"four"}
    then = {"aab": b"two", "aac": b"five", "": b"six"}
    with Store(tmp_path) as store:
        store.remember_scores({}, first)
    with Store(tmp_path) as store:
        assert store.scores() == first
        store.remember_scores(store.scores(), then)
    with Store(tmp_path) as store:
        assert store.scores() == then
        assert store.notes == []


def test_scores_under_the_place_of_others_are_not_known(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.remember_scores({}, {"a": b"one", "b": b"two", "c": b"three"})
    with sqlite3.connect(database(tmp_path)) as db:
        db.execute("UPDATE scores SET shelf = 'd' WHERE shelf = 'a'")
        db.execute("UPDATE scores SET record = 7 WHERE shelf = 'b'")
    with Store(tmp_path) as store:
        assert store.scores() == {"c": b"three"}


def test_nothing_is_kept_when_a_build_fails(tmp_path: Path) -> None:
    def fail() -> None:
        with Store(tmp_path) as store:
            store.remember_receipt("/out", b"another")
            raise RuntimeError

    fill(tmp_path)
    with pytest.raises(RuntimeError):
        fail()
    with Store(tmp_path) as store:
        assert store.receipt("/out") == b"receipt"


def test_a_store_that_is_not_wanted_leaves_no_trace(tmp_path: Path) -> None:
    with Store(tmp_path, enabled=False) as store:
        store.remember([("key", record("a"))])
        assert store.measurements(["key"]) == {}
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_file_is_left_aside_with_a_note(tmp_path: Path) -> None:
    fill(tmp_path)
    database(tmp_path).write_bytes(b"SQLite format 3\0" + b"garbage" * 1000)
    with Store(tmp_path) as store:
        assert store.measurements(["key-a"]) == {}
        assert [note.code for note in store.notes] == ["store.unusable"]
        assert store.notes[0].severity == "note"


def test_a_damaged_page_inside_is_left_aside_with_a_note(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.remember([(f"key-{n}", record("a" * n)) for n in range(2000)])
    whole = bytearray(database(tmp_path).read_bytes())
    whole[8192:60000] = b"\xff" * (60000 - 8192)
    database(tmp_path).write_bytes(whole)
    with Store(tmp_path) as store:
        store.measurements([f"key-{n}" for n in range(2000)])
    assert all(note.code == "store.unusable" for note in store.notes)


def test_a_damaged_list_of_tables_is_left_aside_with_a_note(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.remember([("key", record("run-1"))])
    whole = database(tmp_path).read_bytes()
    assert b"TABLE scores" in whole
    database(tmp_path).write_bytes(whole.replace(b"TABLE scores", b"TAB\x85E scores"))
    with Store(tmp_path) as store:
        assert store.scores() == {}
        assert [note.code for note in store.notes] == ["store.unusable"]


def test_the_file_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    with sqlite3.connect(database(tmp_path)) as other:
        other.execute("CREATE TABLE notes (text TEXT)")
    other.close()
    before = database(tmp_path).read_bytes()
    with Store(tmp_path) as store:
        store.remember([("key", record("a"))])
        assert [note.code for note in store.notes] == ["store.unusable"]
    assert database(tmp_path).read_bytes() == before


def test_a_store_of_an_older_format_is_emptied(tmp_path: Path) -> None:
    fill(tmp_path)
    with sqlite3.connect(database(tmp_path)) as db:
        db.execute("PRAGMA user_version = 0")
    db.close()
    with Store(tmp_path) as store:
        assert store.measurements(["key-a"]) == {}
        store.remember([("key-a", record("a"))])
        assert list(store.measurements(["key-a"])) == ["key-a"]
        assert store.notes == []


def test_a_locked_store_costs_time_and_a_note_only(tmp_path: Path) -> None:
    fill(tmp_path)
    other = sqlite3.connect(database(tmp_path))
    other.execute("BEGIN EXCLUSIVE")
    try:
        with Store(tmp_path) as store:
            assert store.measurements(["key-a"]) == {}
            store.remember([("key-c", record("c"))])
        assert [note.code for note in store.notes] == ["store.unusable"]
    finally:
        other.close()


def test_a_changed_entry_is_not_believed(tmp_path: Path) -> None:
    fill(tmp_path)
    with sqlite3.connect(database(tmp_path)) as db:
        db.execute("UPDATE measurements SET record = ? WHERE key = 'key-a'", [record("forged")])
        db.execute("UPDATE measurements SET record = 'text' WHERE key = 'key-b'")
    db.close()
    with Store(tmp_path) as store:
        assert store.measurements(["key-a", "key-b"]) == {}


KEYS = {"measurements": "key", "scores": "shelf", "folders": "folder", "receipts": "output"}


@pytest.mark.parametrize("table", KEYS)
def test_whole_entries_under_the_keys_of_others_are_not_believed(table: str, tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.remember([("key-a", record("a")), ("key-b", record("b"))])
        store.remember_scores({}, {"a-key": b"one", "b-key": b"two"})
        store.remember_folders({"runs/a": ("stamp", "key-a"), "runs/b": ("stamp", "key-b")})
        store.remember_receipt("/out", b"receipt")
        store.remember_receipt("/other", b"another")
    name = KEYS[table]
    with sqlite3.connect(database(tmp_path)) as db:
        one, other = (key for (key,) in db.execute(f"SELECT {name} FROM {table} ORDER BY 1"))
        for old, new in ((one, "between"), (other, one), ("between", other)):
            db.execute(f"UPDATE {table} SET {name} = ? WHERE {name} = ?", [new, old])
    db.close()
    with Store(tmp_path) as store:
        found = {
            "measurements": len(store.measurements(["key-a", "key-b"])),
            "scores": len(store.scores()),
            "folders": len(store.folders()),
            "receipts": sum(store.receipt(output) is not None for output in ("/out", "/other")),
        }
    assert found == dict.fromkeys(KEYS, 2) | {table: 0}


def test_the_content_key_of_another_folder_is_not_believed(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.remember_folders({f"runs/{n}": ("stamp", f"key-{n}") for n in "abc"})
    with sqlite3.connect(database(tmp_path)) as db:
        db.execute("UPDATE folders SET key = 'key-a' WHERE folder = 'runs/b'")
        db.execute("UPDATE folders SET key = x'00ff' WHERE folder = 'runs/c'")
    db.close()
    with Store(tmp_path) as store:
        assert store.folders() == {"runs/a": ("stamp", "key-a")}


@pytest.mark.parametrize("content", [pack([]), b"", b"\x80", record("a")[:-1]])
def test_a_sealed_entry_without_exports_is_not_known(content: bytes, tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.remember([("key-a", content), ("key-b", record("b"))])
    with Store(tmp_path) as store:
        assert list(store.measurements(["key-a", "key-b"])) == ["key-b"]


def test_a_result_that_cannot_be_read_is_replaced(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.remember_scores({}, {"a": b"\xc1"})
    with Store(tmp_path) as store:
        cache = ResultCache(store.scores())
        assert cache.get_or_make("a", list[int], lambda: [7]) == [7]
        store.remember_scores(store.scores(), cache.used)
    with Store(tmp_path) as store:
        assert ResultCache(store.scores()).get("a", list[int]) == [7]


def test_entries_that_no_folder_needs_go_once_they_are_the_larger_part(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.remember([(f"key-{n}", record("a")) for n in range(200)])
        store.remember_folders({"runs/a": ("stamp", "key-7")})
    with Store(tmp_path) as store:
        assert list(store.measurements([f"key-{n}" for n in range(200)])) == ["key-7"]


def test_a_folder_that_cannot_be_made_costs_a_note_only(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("a file is in the way", encoding="utf-8")
    with Store(tmp_path) as store:
        assert not store.usable
        assert [note.code for note in store.notes] == ["store.unusable"]

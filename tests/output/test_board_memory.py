"""What a board remembers: only of the same program, and only of runs that did not change."""

from __future__ import annotations

import hashlib
from pathlib import Path

from site_builder.output.board_memory import BoardMemory
from site_builder.output.metric_table import metrics_csv
from tests.pages.synthetic import site

BOARD = site(14).boards[0]
DIGESTS = {(entry.run.folder, entry.run.run_id): f"digest of {entry.run.run_id}" for entry in BOARD.entries}


def remembered(base: str, digests: dict[tuple[str, str], str], record: bytes, file: Path) -> BoardMemory:
    memory = BoardMemory(base, digests)
    memory.recall(record, file)
    return memory


def written(tmp_path: Path) -> tuple[bytes, Path]:
    """Return what is kept of a board, and its file, in which a word is marked to be known again."""
    memory = BoardMemory("program 1", DIGESTS)
    memory.numbers.get_or_make("source", lambda: [1.0])
    content = metrics_csv(BOARD, memory)
    file = tmp_path / "metrics.csv"
    marked = content.replace(b"not_collected", b"NOT_COLLECTED")
    file.write_bytes(marked)
    return memory.packed(hashlib.sha256(marked).hexdigest()), file


def test_lines_of_runs_that_did_not_change_are_those_of_the_file_in_place(tmp_path: Path) -> None:
    record, file = written(tmp_path)
    assert metrics_csv(BOARD, remembered("program 1", DIGESTS, record, file)) == file.read_bytes()
    last = BOARD.entries[-1].run
    changed = DIGESTS | {(last.folder, last.run_id): "another"}
    before, _, own = file.read_bytes().partition(f"\n{last.run_id},".encode())
    found = metrics_csv(BOARD, remembered("program 1", changed, record, file))
    assert found.startswith(before)
    assert found == before + f"\n{last.run_id},".encode() + own.replace(b"NOT_COLLECTED", b"not_collected")
    assert b"NOT_COLLECTED" in own


def test_nothing_is_remembered_of_another_program_or_from_a_damaged_record(tmp_path: Path) -> None:
    record, file = written(tmp_path)
    for base, kept in (("program 2", record), ("program 1", record[:-1]), ("program 1", b"")):
        memory = remembered(base, DIGESTS, kept, file)
        assert metrics_csv(BOARD, memory) == metrics_csv(BOARD)
        assert memory.numbers.get_or_make("source", lambda: [2.0]) == [2.0]
    gone = remembered("program 1", DIGESTS, record, tmp_path / "gone.csv")
    assert metrics_csv(BOARD, gone) == metrics_csv(BOARD)
    assert gone.numbers.get_or_make("source", lambda: [2.0]) == [1.0]


def test_lines_are_made_anew_where_the_file_in_place_is_not_that_of_the_build_that_was_remembered(
    tmp_path: Path,
) -> None:
    record, file = written(tmp_path)
    file.write_bytes(file.read_bytes() + b"a line that only an older file has\n")
    memory = remembered("program 1", DIGESTS, record, file)
    assert metrics_csv(BOARD, memory) == metrics_csv(BOARD)
    assert memory.numbers.get_or_make("source", lambda: [2.0]) == [1.0]


def test_lines_are_made_anew_where_the_file_in_place_was_changed_by_another_hand(tmp_path: Path) -> None:
    record, file = written(tmp_path)
    file.write_bytes(file.read_bytes().replace(b"NOT_COLLECTED", b"not_CONNECTED"))
    memory = remembered("program 1", DIGESTS, record, file)
    assert metrics_csv(BOARD, memory) == metrics_csv(BOARD)
    assert memory.numbers.get_or_make("source", lambda: [2.0]) == [1.0]

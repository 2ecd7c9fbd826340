"""Append entries to ``runs/ledger.jsonl``: one writer, whole lines, on the disk before it is said.

An open file is locked while entries are added; what is there is read again under the lock, so two commands at
once cannot both follow the same entry. What was there is never written to.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from site_builder.errors import CannotBuild, Problem, shorten
from site_builder.records.ledger import LEDGER_FILE, UNSEALED, LedgerEntry
from site_builder.sources.ledger import DECODER, ReadLedger, Tail, sealed
from site_builder.sources.replacing import NewFiles, hold

_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
_ENCODER = msgspec.json.Encoder(order="sorted")


def append(root: Path, read: ReadLedger, entries: Sequence[LedgerEntry]) -> tuple[LedgerEntry, ...]:
    """Add entries to the ledger of the project in ``root`` and return them as they were written.

    ``read`` is the ledger that the entries were made from. Raises ``CannotBuild`` and changes nothing when it
    was not whole, when it is no longer what it was, or when an entry is dated before the last one.
    """
    require_whole(read)
    early = next((entry for entry in entries if entry.date < read.tail.date), None)
    if early is not None:
        raise CannotBuild(_early(early.date, read.tail.date))
    if not entries:
        return ()
    chained, lines = chain(entries, read.tail)
    path = root / LEDGER_FILE
    try:
        with NewFiles() as new:
            new.folder(path.parent)
            with _locked(path) as file:
                if _whole(file) != (read.content or b""):
                    raise CannotBuild(_changed())
                try:
                    _write(file, lines, read.tail.size)
                except OSError:
                    if read.content is None:
                        path.unlink(missing_ok=True)
                    raise
        if read.tail.size == 0:
            _keep_name(path.parent)
    except OSError as error:
        raise CannotBuild(_unwritable(error)) from error
    return chained


def chain(entries: Sequence[LedgerEntry], tail: Tail) -> tuple[tuple[LedgerEntry, ...], bytes]:
    """Return entries numbered, chained to ``tail`` and sealed, and their lines. Pure."""
    number, previous = tail.entries, tail.previous
    lines: list[bytes] = []
    chained: list[LedgerEntry] = []
    for entry in entries:
        number += 1
        open_entry = msgspec.structs.replace(entry, entry=number, previous=previous, seal=UNSEALED)
        try:
            bare = _ENCODER.encode(open_entry) + b"\n"
        except UnicodeEncodeError as error:
            raise CannotBuild(_not_writable("a text is not valid Unicode")) from error
        line = sealed(bare)
        _readable(line)
        chained.append(msgspec.structs.replace(open_entry, seal=hashlib.sha256(bare).hexdigest()))
        lines.append(line)
        previous = hashlib.sha256(line).hexdigest()
    return tuple(chained), b"".join(lines)


def _readable(line: bytes) -> None:
    """Raise ``CannotBuild`` for a line that reading the ledger would refuse: it could never be taken back."""
    try:
        DECODER.decode(line)
    except msgspec.MsgspecError as error:
        raise CannotBuild(_not_writable(shorten(str(error), 160))) from error


def require_whole(read: ReadLedger) -> None:
    """Raise ``CannotBuild`` with what is wrong with a ledger: nothing is added to one that is not whole."""
    if read.problems:
        raise CannotBuild(*read.problems)


@contextmanager
def _locked(path: Path) -> Iterator[int]:
    """Open a ledger for appending, made where it is absent, and hold the writer's lock.

    It is opened again where another writer, who could not fill it, removed it while this one waited.
    """
    there = False
    while not there:
        file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | _FLAGS, 0o644)
        try:
            hold(file)
            there = path.exists() and os.path.samestat(os.fstat(file), path.stat())
            if there:
                yield file
        finally:
            os.close(file)


def _whole(file: int) -> bytes:
    os.lseek(file, 0, os.SEEK_SET)
    parts = []
    while part := os.read(file, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _write(file: int, lines: bytes, size: int) -> None:
    """Append all of ``lines``, or nothing: what a full disk cut short is taken back."""
    rest = memoryview(lines)
    try:
        while rest:
            rest = rest[os.write(file, rest) :]
        os.fsync(file)
    except OSError:
        os.ftruncate(file, size)
        raise


def _keep_name(folder: Path) -> None:
    """Make sure that the name of a new ledger is on the disk as well, where the system can."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _not_writable(why: str) -> Problem:
    message = f"The entry cannot be written: {why}."
    return _refusal("ledger.refused", message, "Shorten or correct it; nothing was written.")


def _early(date: str, last: str) -> Problem:
    return _refusal(
        "ledger.date-goes-back",
        f"Entries of {date} cannot follow the last one, which is of {last}.",
        "Give a later --date, or none.",
    )


def _changed() -> Problem:
    return _refusal(
        "ledger.changed-meanwhile",
        "Another command added to the ledger while this one was at work; nothing was added.",
        "Run the command again.",
    )


def _unwritable(error: OSError) -> Problem:
    return _refusal(
        "ledger.unwritable",
        f"The ledger cannot be written: {error.strerror or type(error).__name__}; nothing was added.",
        "Check permissions and free space.",
    )


def _refusal(code: str, message: str, advice: str) -> Problem:
    return Problem(file=LEDGER_FILE, code=code, message=message, advice=advice)

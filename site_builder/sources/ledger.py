"""Read ``runs/ledger.jsonl``: every entry checked against its seal and against the line before.

Nothing here writes, and nothing ever rewrites a line. What is wrong is a problem that names the entry and
says what to do; entries that are whole and understood are used all the same.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import NamedTuple

import msgspec

from site_builder.errors import Problem, shorten
from site_builder.records.ledger import FIRST, LEDGER_FILE, NO_LEDGER, UNSEALED, Ledger, LedgerEntry
from site_builder.sources.files import open_regular

DECODER: msgspec.json.Decoder[LedgerEntry] = msgspec.json.Decoder(LedgerEntry)
_SEAL = b'"seal":"'
LISTED = 20
"""Problems listed one by one; of the others their number."""
RESTORE = f"Restore {LEDGER_FILE} from a copy: version control, or data/ledger.jsonl of the published site."


class Tail(NamedTuple):
    """Where a ledger ends: what the next entry has to follow."""

    entries: int = 0
    previous: str = FIRST
    """SHA-256 of the last line, or ``first``."""
    size: int = 0
    """Bytes of the file."""
    date: str = ""
    """Day of the last entry, or empty."""


class ReadLedger(NamedTuple):
    """What reading a ledger gave."""

    ledger: Ledger = NO_LEDGER
    problems: tuple[Problem, ...] = ()
    tail: Tail = Tail()
    content: bytes | None = None
    """The whole lines of the file, with the line ends they were written with; ``None`` without a ledger."""


def read_ledger(root: Path) -> ReadLedger:
    """Return the ledger of the project in ``root``; an empty one where there is no file."""
    try:
        with open_regular(root / LEDGER_FILE) as file:
            content = file.read(sys.maxsize)
    except FileNotFoundError:
        return ReadLedger()
    except OSError as error:
        if (root / LEDGER_FILE).is_symlink():
            return ReadLedger(problems=(_link(),))
        return ReadLedger(problems=(_unreadable(error.strerror or str(error)),))
    return parse_ledger(content)


def parse_ledger(content: bytes) -> ReadLedger:
    """Return what the bytes of a ledger say, and everything that is wrong with them.

    Converted line ends, empty lines and a torn last line are problems, and are read past: ``content`` is
    without them.
    """
    if b"\r\n" in content:
        read = parse_ledger(content.replace(b"\r\n", b"\n"))
        return read._replace(problems=(_converted(content), *read.problems))
    entries: list[LedgerEntry] = []
    problems: list[Problem] = []
    whole: list[bytes] = []
    previous, expected, number, date = FIRST, 1, 0, ""
    for number, line in enumerate(_lines(content), start=1):
        if not line.strip():
            problems.append(_blank(number))
            continue
        if line.endswith(b"\n"):
            whole.append(line)
        entry, faults = _read((number, expected), line, previous)
        problems += faults
        expected = (entry.entry if entry is not None else expected) + 1
        if entry is not None:
            entries.append(entry)
            date = max(date, entry.date)
        previous = hashlib.sha256(line).hexdigest()
    if len(problems) > LISTED:
        problems = [*problems[:LISTED], _more(len(problems) - LISTED)]
    content = b"".join(whole)
    digest = f"sha256:{hashlib.sha256(content).hexdigest()}"
    tail = Tail(number, previous, len(content), date)
    return ReadLedger(Ledger(entries, digest), tuple(problems), tail, content)


def sealed(line: bytes) -> bytes:
    """Return an unsealed line with its seal."""
    seal = hashlib.sha256(line).hexdigest().encode()
    return line.replace(_SEAL + UNSEALED.encode(), _SEAL + seal, 1)


def _lines(content: bytes) -> list[bytes]:
    """Return the lines with their ends; only a line feed ends one."""
    lines = content.split(b"\n")
    whole = [line + b"\n" for line in lines[:-1]]
    return [*whole, lines[-1]] if lines[-1] else whole


def _read(
    numbers: tuple[int, int], line: bytes, previous: str
) -> tuple[LedgerEntry | None, tuple[Problem, ...]]:
    """Return an entry when it is whole, and what is wrong with it; ``numbers`` are its line's and its own."""
    number, expected = numbers
    if not line.endswith(b"\n"):
        return None, (_torn(number, line),)
    try:
        entry = DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return None, (_not_understood(number, str(error)),)
    unsealed = line.replace(_SEAL + entry.seal.encode(), _SEAL + UNSEALED.encode(), 1)
    if hashlib.sha256(unsealed).hexdigest() != entry.seal:
        return None, (_edited(number),)
    if entry.entry == expected and entry.previous == previous:
        return entry, ()
    return entry, (_broken(number, expected, entry),)


def _broken(number: int, expected: int, entry: LedgerEntry) -> Problem:
    if entry.entry != expected:
        what = f"Line {number} holds entry {entry.entry} where entry {expected} belongs"
        what += ": entries were removed, added or put in another order"
    elif expected == 1:
        what = "Entry 1 says that another one stood before it"
    else:
        what = f"Entry {expected} does not follow what stands before it: that was changed or exchanged"
    return _problem(number, "ledger.broken-chain", f"{what}.", RESTORE)


def _more(count: int) -> Problem:
    return Problem(
        file=LEDGER_FILE,
        code="ledger.more-problems",
        message=f"{count} more entries are not as they were written.",
        advice=RESTORE,
    )


def _torn(number: int, line: bytes) -> Problem:
    return _problem(
        number,
        "ledger.torn",
        f"Entry {number} is unfinished, {len(line)} bytes without a line end: writing it was interrupted.",
        f"Cut off what stands after line {number - 1} and run the command again; that entry never counted.",
    )


def _converted(content: bytes) -> Problem:
    count = content.count(b"\r\n")
    return Problem(
        file=LEDGER_FILE,
        code="ledger.line-ends",
        message=f"{count} lines of the ledger end with CR LF, and were written with LF alone: git or an "
        "editor converted them. They are read as they were written; nothing is added until they are again.",
        advice=f"Run `sed -i 's/\\r$//' {LEDGER_FILE}`, and write the line `{LEDGER_FILE} -text` into "
        ".gitattributes.",
    )


def _blank(number: int) -> Problem:
    message = f"Line {number} is empty; every line of the ledger is an entry."
    advice = f"Delete it: `sed -i {number}d {LEDGER_FILE}`; the entries around it are whole."
    return _problem(number, "ledger.blank-line", message, advice)


def _not_understood(number: int, why: str) -> Problem:
    return _problem(
        number,
        "ledger.not-understood",
        f"Entry {number} is no entry that this program knows: {shorten(why, 160)}.",
        f"If a later version of site-builder wrote it, use that one. {RESTORE}",
    )


def _edited(number: int) -> Problem:
    message = f"Entry {number} was changed after it was sealed, and does not count."
    return _problem(number, "ledger.edited", message, RESTORE)


def _unreadable(why: str) -> Problem:
    return Problem(
        file=LEDGER_FILE,
        code="ledger.unreadable",
        message=f"The ledger cannot be read: {why}.",
        advice="Check its permissions; until then no pinned score is shown and no withdrawal counts.",
    )


def _link() -> Problem:
    return Problem(
        file=LEDGER_FILE,
        code="ledger.link",
        message="The ledger is a symbolic link, and was not followed: what it leads to is not the project's.",
        advice="Put the file in its place; until then no pinned score is shown and no withdrawal counts.",
    )


def _problem(number: int, code: str, message: str, advice: str) -> Problem:
    return Problem(file=LEDGER_FILE, pointer=f"line {number}", code=code, message=message, advice=advice)

"""The telemetry of a run: its event files read within bounds, and the counts over tools and commands."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from site_builder.errors import sentence
from site_builder.measures.json_view import describe
from site_builder.measures.telemetry import KNOWN, MOST_NAMES, NameKind, Telemetry
from site_builder.measures.telemetry_lines import FileReport, Interrupted
from site_builder.sources.files import Folder, open_regular
from site_builder.sources.importers.favur_problems import Findings
from site_builder.sources.importers.favur_sheet import Sheet, counted, in_events

LARGEST = 256 * 1024**2
"""Bytes of one event file that are expanded and read."""
LARGEST_TOTAL = 1024**3
"""Bytes of all event files of a run that are expanded and read."""
SHOWN_WORDS = 8
"""Unknown types, or keys of an event without one, that a message repeats."""
_CROWDS: dict[NameKind, str] = {
    "model": "different models; requests of the further ones count as naming none",
    "role": "roles outside of the specification; the further ones are not listed",
    "type": "types outside of the specification; the further ones are not counted among those seen",
}
_CHUNK = 1024 * 1024
_PACKED_CHUNK = 64 * 1024

_COUNTS = (
    ("tools.calls", "calls", "tool_call event", ""),
    ("tools.ordinary_failures", "ordinary_failures", "failed tool_call event", "of neither special type"),
    ("tools.hallucinated", "hallucinated", "failed tool_call event", "with ToolValidationError"),
    ("tools.retry_known", "retry_known", "tool_call event", "with a retry count"),
    ("tools.first_try", "first_try", "successful tool_call event", "with retry count 0"),
    ("tools.unauthorized_attempts", "unauthorized", "error event", "with UnauthorizedToolError"),
    ("commands.total", "commands", "command event", ""),
    ("commands.captured", "captured", "command event", "with a captured exit code"),
    ("commands.succeeded", "succeeded", "command event", "with exit code 0"),
    ("verifications.total", "verifications", "verification event", ""),
)
"""Metric, attribute of ``Telemetry``, and the words of its evidence."""


def read_telemetry(folder: Folder, findings: Findings) -> Telemetry:
    """Return the telemetry of an export; its ``missing`` says why nothing in it can be used."""
    telemetry = Telemetry()
    left = LARGEST_TOTAL
    for path in event_files(folder):
        if left <= 0:
            findings.add(path, "", "favur.unread-telemetry", "The run exports more telemetry than is read.")
            continue
        source = _ChunkSource(folder.root / path, min(LARGEST, left))
        report = telemetry.read_file(source)
        left -= source.expanded
        _report(path, report, findings)
    for role in sorted(telemetry.strange_roles):
        message = f"Events are tagged with {describe(role)}, which is not one of the fourteen roles."
        findings.add("telemetry", "", "favur.unknown-role", message)
    _report_types(telemetry, findings)
    for kind in sorted(telemetry.crowded):
        message = f"Events name more than {MOST_NAMES} {_CROWDS[kind]}."
        findings.add("telemetry", "", "favur.too-many-names", message)
    return telemetry


def event_files(folder: Folder) -> list[str]:
    """Return the event files of an export in the order in which they are read."""
    return [
        path
        for path in folder.below("telemetry")
        if path.count("/") == 1 and path.endswith((".jsonl", ".jsonl.gz"))
    ]


def write_counts(telemetry: Telemetry, sheet: Sheet) -> None:
    """Write the counts over tool calls, commands and verifications; without telemetry all are missing."""
    for metric_id, name, noun, rest in _COUNTS:
        if telemetry.missing:
            sheet.miss(metric_id, "not_collected", telemetry.missing)
        else:
            count = getattr(telemetry, name)
            sheet.put(metric_id, count, in_events(counted(count, noun, rest)))


class _ChunkSource:
    """The bytes of one event file in pieces, expanded when packed, up to a limit."""

    def __init__(self, path: Path, limit: int) -> None:
        self.expanded = 0
        self._path = path
        self._limit = limit

    def __iter__(self) -> Iterator[bytes]:
        pieces = self._unpacked() if os.fspath(self._path).endswith(".gz") else self._plain(_CHUNK)
        try:
            for piece in pieces:
                room = self._limit - self.expanded
                self.expanded += len(piece)
                yield piece[:room]
                if len(piece) > room:
                    raise Interrupted(f"only its first {self._limit:,} bytes were read")
        except OSError as error:
            raise Interrupted(f"it could not be read ({error.strerror or 'unknown reason'})") from error

    def _plain(self, size: int) -> Iterator[bytes]:
        with open_regular(self._path) as stream:
            while piece := stream.read(size):
                yield piece

    def _unpacked(self) -> Iterator[bytes]:
        """Yield what gzip members hold. Raises ``Interrupted`` at the first byte that does not fit."""
        unpacker = zlib.decompressobj(wbits=31)
        started = False
        for packed in self._plain(_PACKED_CHUNK):
            rest = packed
            while rest:
                if unpacker.eof:
                    unpacker = zlib.decompressobj(wbits=31)
                before = unpacker.copy()
                try:
                    piece = unpacker.decompress(rest, _CHUNK)
                except zlib.error:
                    yield from _byte_by_byte(before, rest)
                    raise Interrupted("it is not whole gzip data") from None
                started = True
                rest = unpacker.unused_data if unpacker.eof else unpacker.unconsumed_tail
                yield piece
        while not unpacker.eof and (piece := unpacker.decompress(b"", _CHUNK)):
            yield piece
        if not started or not unpacker.eof:
            raise Interrupted("its gzip data end early")


def _byte_by_byte(unpacker: zlib._Decompress, packed: bytes) -> Iterator[bytes]:
    """Yield what comes out of packed bytes before the one that breaks them."""
    for place in range(len(packed)):
        try:
            yield unpacker.decompress(packed[place : place + 1])
        except zlib.error:
            return


def _report_types(telemetry: Telemetry, findings: Findings) -> None:
    """Report types that are not known: in passing where others are, and loudly where none is."""
    if not telemetry.strange_types:
        return
    seen = _words(telemetry.strange_types)
    if telemetry.events:
        count = counted(
            telemetry.unknown - telemetry.untyped, "event", "of a type outside of the specification"
        )
        findings.add("telemetry", "", "favur.unknown-events", f"{count}: {seen}.")
    else:
        message = f"No event is of a known type. Seen under event: {seen}; known: {', '.join(sorted(KNOWN))}."
        findings.add("telemetry", "", "favur.no-known-events", message)


def _words(names: Iterable[str]) -> str:
    """Return the first names that somebody else wrote, for a message."""
    first, *more = (describe(name) for name in sorted(names))
    shown = [first, *more[: SHOWN_WORDS - 1]]
    rest = len(more) + 1 - len(shown)
    return ", ".join(shown) + (f" and {rest} more" if rest else "")


def _report(path: str, report: FileReport, findings: Findings) -> None:
    codes = {"malformed": "favur.malformed-line", "value": "favur.bad-value"}
    for line, kind, why in sorted(report.lines):
        findings.add(path, f"line {line}", codes[kind], sentence(why))
    kept = sum(1 for _, kind, _ in report.lines if kind == "malformed")
    if report.untyped:
        line, keys = report.first_untyped or (0, ())
        place = f"; the keys of the first are {_words(keys)}" if keys else ""
        message = f"{counted(report.untyped, 'event')} without a type, a text under the key event{place}."
        findings.add(path, f"line {line}" if line else "", "favur.untyped-events", message)
    findings.more("favur.malformed-line", report.malformed - kept)
    findings.more("favur.bad-value", report.odd_values - (len(report.lines) - kept))
    if report.interruption:
        findings.add(
            path, "", "favur.interrupted", f"The file was not read to its end: {report.interruption}."
        )

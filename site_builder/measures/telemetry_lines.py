"""From the bytes of an event file to events with line numbers, and a report of what could not be read.

Well-formed lines take a typed decoder, a whole block at a time; a line that it refuses is read again slowly
and exactly, so that every oddity is named with its line and the rest of the line still counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

import msgspec

from site_builder.measures.numbers import INFINITY, number

LONGEST_LINE = 4 * 1024**2
"""Bytes beyond which a line is reported instead of read: one line must not fill the memory."""
REPORTED_LINES = 20
"""Reports kept for one file; of the rest only the number."""

NUMBERS = (
    "input_tokens",
    "cache_read_tokens",
    "cache_write_tokens",
    "output_tokens",
    "duration_ms",
    "cost_usd",
)
"""The numeric fields of an ``llm_request``."""
_Amount = Annotated[float, msgspec.Meta(ge=0)] | None


class Event(msgspec.Struct, gc=False):
    """One line, as far as the measures look at it. Numbers are finite and ≥ 0, or absent."""

    event: str
    role: str | None = None
    model: str | None = None
    ok: bool | None = None
    input_tokens: _Amount = None
    cache_read_tokens: _Amount = None
    cache_write_tokens: _Amount = None
    output_tokens: _Amount = None
    duration_ms: _Amount = None
    cost_usd: _Amount = None
    error_type: Any = None
    retry_count: Any = None
    exit_code: Any = None


class Interrupted(Exception):
    """The source of the bytes ends early; what came before is good, but the last line may be cut."""


class FileReport(msgspec.Struct):
    """What was odd in one event file."""

    malformed: int = 0
    """Lines that are no event: skipped."""
    odd_values: int = 0
    """Values inside of events that are not what the field holds: absent."""
    untyped: int = 0
    """Events that do not say what they are: no text under ``event``."""
    first_untyped: tuple[int, tuple[str, ...]] | None = None
    """Line of the first of them whose keys were looked at, and its keys in their order."""
    lines: list[tuple[int, str, str]] = []
    """Line number, ``malformed`` or ``value``, and what is wrong; the first ``REPORTED_LINES``."""
    interruption: str = ""
    """Why the file was not read to its end, or empty."""

    def malformed_line(self, line: int, why: str) -> None:
        """Note a line that was skipped."""
        self.malformed += 1
        self._note(line, "malformed", why)

    def untyped_event(self, line: int, keys: Iterable[str]) -> None:
        """Note the keys of an event that does not say what it is."""
        if self.first_untyped is None:
            self.first_untyped = line, tuple(keys)

    def odd_value(self, line: int, why: str) -> None:
        """Note a value that was taken as absent."""
        self.odd_values += 1
        self._note(line, "value", why)

    def _note(self, line: int, kind: str, why: str) -> None:
        if len(self.lines) < REPORTED_LINES:
            self.lines.append((line, kind, why))


_decode = msgspec.json.Decoder(Event).decode


def read_events(chunks: Iterable[bytes], report: FileReport) -> Iterator[tuple[Sequence[int], list[Event]]]:
    """Yield blocks of events with the number of the line of each; fill ``report`` on the way.

    ``event`` may be a type that nobody knows, or empty when the line has none. Raises nothing.
    """
    for first, lines in _blocks(chunks, report):
        if all(lines) and (events := _decode_quickly(lines)) is not None:
            yield range(first, first + len(lines)), events
            continue
        numbers: list[int] = []
        events = []
        for place, line in enumerate(lines, first):
            event = _decode_line(line, place, report)
            if event is not None:
                numbers.append(place)
                events.append(event)
        yield numbers, events


def _decode_quickly(lines: list[bytes]) -> list[Event] | None:
    """Return the events of a block in which every line is plain and UTF-8 throughout, else ``None``.

    The decoder does not look at the bytes of fields it skips, hence the check of the whole.
    """
    try:
        for line in lines:
            line.decode("utf-8")
        return [_decode(line) for line in lines]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _blocks(chunks: Iterable[bytes], report: FileReport) -> Iterator[tuple[int, list[bytes]]]:
    """Yield lists of complete lines with the number of the first; one that is too long becomes empty."""
    tail = b""
    skipping = False
    number_of_next = 1
    try:
        for chunk in chunks:
            start = 0
            if skipping:
                start = chunk.find(b"\n")
                if start < 0:
                    continue
                skipping = False
            lines = (tail + chunk[start:]).split(b"\n")
            tail = lines.pop()
            if lines:
                yield number_of_next, lines
                number_of_next += len(lines)
            if len(tail) > LONGEST_LINE:
                report.malformed_line(number_of_next, f"longer than {LONGEST_LINE:,} bytes")
                tail, skipping = b"", True
    except Interrupted as interruption:
        report.interruption = str(interruption)
        return
    if tail:
        yield number_of_next, [tail]


def _decode_line(line: bytes, place: int, report: FileReport) -> Event | None:
    """Return the event of one line, or ``None`` for a blank or malformed one."""
    if not line.strip():
        return None
    try:
        record = json.loads(line.decode("utf-8"), parse_int=_integer, parse_constant=float)
    except UnicodeDecodeError:
        why = "not UTF-8"
    except RecursionError:
        why = "nested too deeply"
    except ValueError as error:
        why = f"not JSON ({error})"[:120]
    else:
        if isinstance(record, dict):
            return _event(record, place, report)
        why = "not a JSON object"
    report.malformed_line(place, why)
    return None


def _event(record: dict[str, Any], place: int, report: FileReport) -> Event:
    """Return the event of a decoded line; what its fields should not hold is absent and reported."""
    name, ok = record.get("event"), record.get("ok")
    if not isinstance(name, str) or not name:
        report.untyped_event(place, record)
    event = Event(
        event=name if isinstance(name, str) else "",
        ok=ok if isinstance(ok, bool) else None,
        error_type=record.get("error_type"),
        retry_count=record.get("retry_count"),
        exit_code=record.get("exit_code"),
    )
    for field in ("role", "model"):
        value = record.get(field)
        if isinstance(value, str):
            setattr(event, field, value.encode("utf-8", "replace").decode("utf-8"))
        elif value is not None:
            report.odd_value(place, f"{field} is not a string")
    for field in NUMBERS:
        value = record.get(field)
        amount = number(value)
        setattr(event, field, amount)
        if amount is None and value is not None:
            report.odd_value(place, f"{field} is not a finite number ≥ 0")
    return event


def _integer(digits: str) -> int | float:
    """Read a whole number of any length; one beyond the range of a double is infinite, so no number here."""
    return int(digits) if len(digits) < 400 else INFINITY

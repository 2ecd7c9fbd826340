"""Events whose type is not known are never dropped without a word that helps to name them right."""

from __future__ import annotations

from pathlib import Path

from site_builder.errors import Problem
from site_builder.measures.telemetry import KNOWN
from tests.importers.exports import event, lines, read_one, read_run, write_export

EVENTS = "telemetry/events.jsonl"


def problems(tmp_path: Path, text: str) -> list[Problem]:
    return list(read_one(tmp_path, write_export(tmp_path, files={EVENTS: text})).problems)


def test_events_without_a_type_are_a_warning_that_names_the_key_and_what_stands_there(tmp_path: Path) -> None:
    untyped = [{"type": "request", "ok": True}, {"type": "command", "at": "x"}, {"event": 7}]
    [found] = problems(tmp_path, lines(*untyped))
    assert (found.code, found.severity, found.pointer) == ("favur.untyped-events", "warning", "line 1")
    assert found.file.endswith(EVENTS)
    assert found.message == (
        '3 events without a type, a text under the key event; the keys of the first are "ok", "type".'
    )


def test_events_without_a_type_are_a_warning_among_known_ones_too(tmp_path: Path) -> None:
    [found] = problems(tmp_path, lines(event("session_start"), {"type": "command"}))
    assert (found.code, found.pointer) == ("favur.untyped-events", "line 2")
    assert found.message.startswith("1 event without a type")


def test_an_empty_type_is_no_type(tmp_path: Path) -> None:
    [found] = problems(tmp_path, lines({"event": ""}))
    assert (found.code, found.message[:22]) == ("favur.untyped-events", "1 event without a type")


def test_when_no_type_is_known_the_words_seen_and_the_words_known_are_named(tmp_path: Path) -> None:
    [found] = problems(tmp_path, lines(event("request"), event("request"), event("tool")))
    assert (found.code, found.severity) == ("favur.no-known-events", "warning")
    assert '"request", "tool"' in found.message
    assert all(known in found.message for known in KNOWN)


def test_a_few_unknown_types_among_known_ones_are_a_note_that_names_them(tmp_path: Path) -> None:
    more = [event(f"extra_{number:02}") for number in range(12)]
    [found] = problems(tmp_path, lines(event("command"), *more))
    assert (found.code, found.severity) == ("favur.unknown-events", "note")
    assert found.message.startswith('12 events of a type outside of the specification: "extra_00", ')
    assert found.message.endswith('"extra_07" and 4 more.')


def test_a_metric_says_that_telemetry_is_there_and_holds_nothing_known(tmp_path: Path) -> None:
    run = read_run(tmp_path, files={EVENTS: lines({"type": "llm_request", "ok": True})})
    expected = "no event of a known type in telemetry/"
    assert run.metric("tools.calls").detail == expected
    assert run.metric("usage.requests").detail == f"absent in meta.json, and {expected}"

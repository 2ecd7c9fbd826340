"""Counts and sums over event streams, well-formed and hostile."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.measures.telemetry import MOST_NAMES, EventUsage, Telemetry, usage_of
from site_builder.measures.telemetry_lines import LONGEST_LINE, REPORTED_LINES, FileReport, Interrupted


def line(event: str, **fields: Any) -> bytes:
    return json.dumps({"ts": "2026-06-01T08:00:00Z", "event": event, **fields}).encode() + b"\n"


def request(**fields: Any) -> bytes:
    whole = {
        "model": "m",
        "ok": True,
        "input_tokens": 10,
        "output_tokens": 2,
        "duration_ms": 500,
        "cost_usd": 0.5,
    }
    return line("llm_request", **{**whole, **fields})


def read(*lines: bytes) -> tuple[Telemetry, FileReport]:
    telemetry = Telemetry()
    return telemetry, telemetry.read_file([b"".join(lines)])


def usage(*lines: bytes) -> EventUsage:
    telemetry, _ = read(*lines)
    return usage_of(telemetry.requests(lambda group: True), telemetry.session_count(lambda role: True))


def test_requests_are_counted_and_summed() -> None:
    figures = usage(
        request(), request(ok=False), request(input_tokens=30, cache_read_tokens=5), line("session_start")
    )
    assert figures == EventUsage(
        requests=3,
        failed_requests=1,
        request_time_s=1.5,
        input_tokens=50,
        cache_read_tokens=5,
        cache_write_tokens=None,
        output_tokens=6,
        cost_usd=1.5,
        sessions=1,
        largest_prompt_tokens=35,
    )


def test_without_a_request_figures_are_missing_and_not_zero() -> None:
    assert usage(line("tool_call", ok=True)) == EventUsage()
    assert usage(line("session_start"), line("session_start")) == EventUsage(sessions=2)


@pytest.mark.parametrize("field", ["input_tokens", "output_tokens", "duration_ms", "cost_usd"])
def test_a_sum_is_missing_when_a_successful_event_lacks_the_field(field: str) -> None:
    name = {"duration_ms": "request_time_s"}.get(field, field)
    assert getattr(usage(request(), request(**{field: None})), name) is None
    assert getattr(usage(request(), request(ok=False, **{field: None})), name) is not None


@pytest.mark.parametrize("field", ["cache_read_tokens", "cache_write_tokens"])
def test_a_cache_field_counts_zero_where_absent_if_any_event_has_it(field: str) -> None:
    assert getattr(usage(request(), request()), field) is None
    assert getattr(usage(request(), request(**{field: 0})), field) == 0
    assert getattr(usage(request(), request(**{field: 7})), field) == 7


@pytest.mark.parametrize(
    "value", ["true", '"7"', "NaN", "Infinity", "-Infinity", "1e400", "-1", "[7]", "{}", "1" * 5000]
)
def test_what_is_no_number_is_absent_and_reported_with_its_line(value: str) -> None:
    odd = b'{"event": "llm_request", "ok": true, "input_tokens": %s}\n' % value.encode()
    telemetry, report = read(request(), b"\n", odd)
    total = telemetry.requests(lambda group: True)
    assert (total.requests, total.sum_of("input_tokens")) == (2, None)
    assert (report.odd_values, report.malformed) == (1, 0)
    assert report.lines == [(3, "value", "input_tokens is not a finite number ≥ 0")]


def test_null_is_absent_without_a_report() -> None:
    _, report = read(request(input_tokens=None, role=None, model=None))
    assert report == FileReport()


def test_sums_beyond_the_range_of_a_number_are_missing() -> None:
    assert usage(*[request(input_tokens=1.7e308)] * 2).input_tokens is None
    assert usage(request(input_tokens=1.7e308, cache_read_tokens=1.7e308)).largest_prompt_tokens is None


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"nonsense", "not JSON"),
        (b"[1]", "not a JSON object"),
        (b'"text"', "not a JSON object"),
        (b'{"event": "command"} {}', "not JSON"),
        (b'{"event": "command", "x": "\xff"}', "not UTF-8"),
        (b'\xef\xbb\xbf{"event": "command"}', "not JSON"),
        (b'{"event": "llm_request"}', "without a boolean ok"),
        (b'{"event": "llm_request", "ok": 1}', "without a boolean ok"),
        (b'{"event": "tool_call", "ok": "yes"}', "without a boolean ok"),
        (b'{"event": "command", "x": ' + b"[" * 100_000, "nested too deeply"),
    ],
)
def test_a_malformed_line_is_skipped_and_reported_with_its_number(raw: bytes, why: str) -> None:
    telemetry, report = read(line("command", exit_code=0), b"\n", b"  \r\n", raw + b"\n", line("command"))
    assert telemetry.commands == 2
    assert report.malformed == 1
    [(number, kind, words)] = report.lines
    assert (number, kind) == (4, "malformed")
    assert why in words


def test_reports_are_bounded_and_the_rest_is_counted() -> None:
    _, report = read(b"bad\n" * 1000)
    assert (report.malformed, len(report.lines)) == (1000, REPORTED_LINES)


@pytest.mark.parametrize(
    "raw", [b"{}", b'{"event": 5}', b'{"event": null}', b'{"event": "dance", "ok": "maybe"}']
)
def test_an_object_without_a_known_event_is_unknown_and_no_telemetry(raw: bytes) -> None:
    telemetry, report = read(raw)
    assert (telemetry.unknown, telemetry.events, report.malformed) == (1, 0, 0)


def test_the_last_line_needs_no_end() -> None:
    telemetry, _ = read(line("command"), line("command").rstrip())
    assert telemetry.commands == 2


def test_lines_may_be_cut_anywhere_between_pieces() -> None:
    data = b"".join(request(input_tokens=number) for number in range(50))
    for size in (1, 7, 100):
        telemetry = Telemetry()
        telemetry.read_file([data[start : start + size] for start in range(0, len(data), size)])
        assert telemetry.requests(lambda group: True).sum_of("input_tokens") == sum(range(50))


def test_an_interrupted_file_keeps_its_complete_lines() -> None:
    def broken() -> Any:
        yield line("command") + line("command")[:10]
        raise Interrupted("gone")

    telemetry = Telemetry()
    report = telemetry.read_file(broken())
    assert (telemetry.commands, report.interruption, report.malformed) == (1, "gone", 0)


def test_a_line_without_end_is_skipped_within_bounds() -> None:
    def endless() -> Any:
        yield line("command")
        for _ in range(100):
            yield b"x" * 1024**2
        yield b"\n" + line("command")

    began = time.perf_counter()
    telemetry = Telemetry()
    report = telemetry.read_file(endless())
    assert time.perf_counter() - began < 15
    assert (telemetry.commands, report.malformed) == (2, 1)
    assert report.lines == [(2, "malformed", f"longer than {LONGEST_LINE:,} bytes")]


def test_failed_calls_fall_into_three_kinds() -> None:
    telemetry, _ = read(
        line("tool_call", ok=True, retry_count=0),
        line("tool_call", ok=True, error_type="ToolValidationError", retry_count=1),
        line("tool_call", ok=False, error_type="ToolValidationError", retry_count=0),
        line("tool_call", ok=False, error_type="UnauthorizedToolError"),
        line("tool_call", ok=False, error_type="Other"),
        line("tool_call", ok=False),
        line("error", error_type="UnauthorizedToolError"),
        line("error", error_type="Other"),
    )
    assert (telemetry.calls, telemetry.ordinary_failures, telemetry.hallucinated) == (6, 2, 1)
    assert (telemetry.retry_known, telemetry.first_try, telemetry.unauthorized) == (3, 1, 1)


@pytest.mark.parametrize(
    ("retry_count", "known", "first"),
    [(0, 1, 1), (1, 1, 0), (None, 0, 0), (-1, 0, 0), (0.0, 0, 0), (True, 0, 0), ("0", 0, 0)],
)
def test_a_retry_count_is_known_when_it_is_an_integer_from_zero(
    retry_count: object, known: int, first: int
) -> None:
    telemetry, _ = read(line("tool_call", ok=True, retry_count=retry_count))
    assert (telemetry.retry_known, telemetry.first_try) == (known, first)


@pytest.mark.parametrize(
    ("exit_code", "captured", "succeeded"),
    [(0, 1, 1), (1, 1, 0), (-9, 1, 0), (-1, 0, 0), (None, 0, 0), (0.0, 0, 0), (False, 0, 0), ("0", 0, 0)],
)
def test_an_exit_code_is_captured_when_it_is_an_integer_other_than_minus_one(
    exit_code: object, captured: int, succeeded: int
) -> None:
    telemetry, _ = read(line("command", command="x", exit_code=exit_code))
    assert (telemetry.commands, telemetry.captured, telemetry.succeeded) == (1, captured, succeeded)


def test_supervision_belongs_to_no_figure_of_the_run() -> None:
    role = "supervision"
    telemetry, _ = read(
        request(role=role),
        request(role="code"),
        line("tool_call", role=role, ok=False),
        line("command", role=role, exit_code=0),
        line("verification", role=role),
        line("error", role=role, error_type="UnauthorizedToolError"),
        line("session_start", role=role),
        line("session_start"),
    )
    assert telemetry.events == 8
    assert (telemetry.calls, telemetry.commands, telemetry.verifications, telemetry.unauthorized) == (
        0,
        0,
        0,
        0,
    )
    assert telemetry.requests(lambda group: group[0] != role).requests == 1
    assert telemetry.requests(lambda group: group[0] == role).requests == 1
    assert telemetry.session_count(lambda name: name != role) == 1


def test_a_tag_that_is_no_role_is_noted_and_counts_as_untagged() -> None:
    telemetry, _ = read(request(role="wizard"), line("session_start", role="wizard"))
    assert telemetry.strange_roles == {"wizard"}
    assert set(telemetry.groups) == {("", "m")}
    assert telemetry.sessions == {"": 1}


def test_names_without_end_do_not_fill_the_memory() -> None:
    telemetry, _ = read(*[request(model=f"model-{n}", role=f"role-{n}") for n in range(1000)])
    assert len(telemetry.groups) == MOST_NAMES + 1
    assert len(telemetry.strange_roles) == MOST_NAMES
    assert telemetry.requests(lambda group: True).requests == 1000


def test_half_a_surrogate_in_a_name_is_replaced() -> None:
    telemetry, _ = read(b'{"event": "llm_request", "ok": true, "model": "\\ud800x"}\n')
    assert telemetry.models == {"?x"}


@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "event": st.sampled_from(["llm_request", "tool_call", "command", "error", "other"]),
                "ok": st.sampled_from([True, False, True, None, 1]),
                "input_tokens": st.sampled_from([0, 1, 2.5, None, -1, "x", True]),
                "error_type": st.sampled_from(["ToolValidationError", None, 3]),
                "exit_code": st.sampled_from([0, -1, 1.0, None]),
            }
        ),
        max_size=12,
    )
)
def test_the_quick_reading_and_the_exact_one_agree(events: list[dict[str, Any]]) -> None:
    lines = [json.dumps(event).encode() + b"\n" for event in events]
    quick, _ = read(*lines)
    exact = Telemetry()
    for raw in lines:
        exact.read_file([b"not json\n" + raw])
    for name in ("events", "unknown", "calls", "hallucinated", "ordinary_failures", "commands", "captured"):
        assert getattr(quick, name) == getattr(exact, name)
    theirs, ours = (one.requests(lambda group: True) for one in (exact, quick))
    assert theirs.sum_of("input_tokens") == ours.sum_of("input_tokens")
    assert theirs.failed == ours.failed

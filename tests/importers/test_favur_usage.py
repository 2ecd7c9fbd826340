"""Usage, supervision, roles, context and pricing: meta first, then events, figure by figure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from site_builder.measures.roles import ROLES
from tests.importers.exports import (
    codes,
    event,
    lines,
    packed,
    read_one,
    read_run,
    request,
    value,
    write_export,
)

FIGURES: dict[str, float] = {
    "requests": 7,
    "failed_requests": 3,
    "request_time_s": 3.5,
    "input_tokens": 100,
    "cache_read_tokens": 50,
    "cache_write_tokens": 10,
    "output_tokens": 20,
    "cost_usd": 0.25,
    "sessions": 2,
    "largest_prompt_tokens": 90,
}
EVENTS = "telemetry/a.jsonl"


def test_figures_of_meta_serve_and_name_their_place(tmp_path: Path) -> None:
    run = read_run(tmp_path, {"usage": FIGURES}, {EVENTS: lines(request(), request())})
    for name, figure in FIGURES.items():
        metric = run.metric(f"usage.{name}")
        assert metric.value == figure
        assert [(one.file, one.pointer) for one in metric.evidence] == [("meta.json", f"/usage/{name}")]


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_each_figure_falls_back_to_events_by_itself(name: str, tmp_path: Path) -> None:
    events = lines(request(), request(ok=False), event("session_start"))
    run = read_run(tmp_path, {"usage": {**FIGURES, name: None}}, {EVENTS: events})
    expected = {
        "requests": 2,
        "failed_requests": 1,
        "request_time_s": 4,
        "input_tokens": 200,
        "cache_read_tokens": 100,
        "cache_write_tokens": 20,
        "output_tokens": 40,
        "cost_usd": 0.5,
        "sessions": 1,
        "largest_prompt_tokens": 150,
    }
    metric = run.metric(f"usage.{name}")
    assert metric.value == expected[name]
    [evidence] = metric.evidence
    assert evidence.file == "telemetry/"
    assert evidence.note == ("1 session_start event" if name == "sessions" else "2 llm_request events")
    others = {other for other in FIGURES if value(run, f"usage.{other}") == FIGURES[other]}
    assert others == set(FIGURES) - {name}


@pytest.mark.parametrize("name", sorted(FIGURES))
@pytest.mark.parametrize("bad", [True, "7", -1, [], {}])
def test_a_figure_that_is_no_number_is_reported_and_falls_back(
    name: str, bad: object, tmp_path: Path
) -> None:
    meta = {"usage": {**FIGURES, name: bad}}
    imported = read_one(tmp_path, write_export(tmp_path, meta))
    assert imported.run is not None
    metric = imported.run.metric(f"usage.{name}")
    assert (metric.value, metric.reason) == (None, "invalid")
    assert [problem.pointer for problem in imported.problems] == [f"/usage/{name}"]
    with_events = read_run(tmp_path, meta, {EVENTS: lines(request(), event("session_start"))})
    assert value(with_events, f"usage.{name}") is not None


def test_without_any_source_a_figure_is_missing_and_says_what_was_looked_for(tmp_path: Path) -> None:
    metric = read_run(tmp_path).metric("usage.requests")
    assert (metric.reason, metric.detail) == ("not_collected", "absent in meta.json, and no telemetry")
    run = read_run(tmp_path, files={EVENTS: lines(event("command"))})
    assert run.metric("usage.requests").detail == "absent in meta.json, and no llm_request event for it"
    run = read_run(tmp_path, files={EVENTS: lines(request(), request(cost_usd=None))})
    assert "1 successful request without cost_usd" in run.metric("usage.cost_usd").detail


def test_supervision_is_its_own_and_missing_is_not_free(tmp_path: Path) -> None:
    events = lines(request(), request(role="supervision", cost_usd=2.0))
    run = read_run(tmp_path, files={EVENTS: events})
    assert (value(run, "usage.cost_usd"), value(run, "supervision.cost_usd")) == (0.25, 2.0)
    run = read_run(tmp_path, {"supervision": {"cost_usd": 5}}, {EVENTS: events})
    assert value(run, "supervision.cost_usd") == 5
    run = read_run(tmp_path, files={EVENTS: lines(request())})
    assert value(run, "supervision.cost_usd") is None


def test_roles_have_their_own_figures_from_meta_or_from_tagged_events(tmp_path: Path) -> None:
    meta = {"roles": {"code": {"usage": {"requests": 5}}, "test": {}}}
    events = lines(request(role="code"), request(role="build"), request(), request(role="wizard"))
    run = read_run(tmp_path, meta, {EVENTS: events})
    assert (value(run, "roles.code.usage.requests"), value(run, "roles.code.usage.input_tokens")) == (5, 100)
    assert value(run, "roles.build.usage.requests") == 1
    assert run.metric("roles.test.usage.requests").reason == "not_collected"
    assert value(run, "usage.requests") == 4
    ran = {role for role in ROLES if value(run, f"roles.{role}.ran") == 1}
    assert ran == {"code", "test", "build"}
    assert all(value(run, f"roles.{role}.ran") in (0, 1) for role in ROLES)


def test_tools_and_commands_are_counted_or_missing_without_telemetry(tmp_path: Path) -> None:
    names = ("tools.calls", "tools.unauthorized_attempts", "commands.total", "verifications.total")
    run = read_run(tmp_path, files={EVENTS: "{}\nnot json\n"})
    assert {run.metric(name).detail for name in names} == {"no event of a known type in telemetry/"}
    run = read_run(tmp_path / "without")
    assert {run.metric(name).detail for name in names} == {"no telemetry"}
    run = read_run(tmp_path, files={EVENTS: lines(event("session_start"))})
    assert [value(run, name) for name in names] == [0, 0, 0, 0]


def test_event_files_are_read_packed_or_not_and_not_below_folders(tmp_path: Path) -> None:
    one = lines(event("command"))
    files = {
        "telemetry/a.jsonl": one,
        "telemetry/a.jsonl.gz": packed(one),
        "telemetry/b.jsonl.gz": packed(one) + packed(one),
        "telemetry/deep/c.jsonl": one,
        "telemetry/c.json": one,
        "telemetry/d.gz": packed(one),
    }
    assert value(read_run(tmp_path, files=files), "commands.total") == 4


@pytest.mark.parametrize("cut", [1, 5, 12, 40])
def test_of_a_broken_gzip_the_complete_lines_before_the_break_count(cut: int, tmp_path: Path) -> None:
    whole = packed("".join(lines(event("command", command=f"echo {n}")) for n in range(500)))
    imported = read_one(tmp_path, write_export(tmp_path, files={"telemetry/a.jsonl.gz": whole[:-cut]}))
    assert imported.run is not None
    counted = value(imported.run, "commands.total")
    assert counted is not None
    assert counted == 500 if cut <= 8 else 400 < counted < 500
    assert codes(imported) == {"favur.interrupted"}


def test_of_a_damaged_gzip_the_lines_before_the_damage_count(tmp_path: Path) -> None:
    whole = bytearray(packed("".join(lines(event("command", command=f"echo {n * n}")) for n in range(2000))))
    whole[len(whole) // 2 :] = b"\xff" * (len(whole) - len(whole) // 2)
    imported = read_one(tmp_path, write_export(tmp_path, files={"telemetry/a.jsonl.gz": bytes(whole)}))
    assert imported.run is not None
    counted = value(imported.run, "commands.total")
    assert counted is not None
    assert 100 < counted < 2000
    assert "favur.interrupted" in codes(imported)


def test_a_file_that_is_no_gzip_at_all_is_reported(tmp_path: Path) -> None:
    for content in (b"", b"plain text\n"):
        imported = read_one(tmp_path, write_export(tmp_path, files={"telemetry/a.jsonl.gz": content}))
        assert codes(imported) == {"favur.interrupted"}


CONTEXT = {"system_tokens": 1000, "tool_schema_tokens": 2000, "window_tokens": 50_000}


@pytest.mark.parametrize(
    ("models", "roles", "smallest"),
    [
        ([], {}, 200_000),
        ([{"id": "a", "context_window": 100}], {}, 100),
        ([{"id": "a", "context_window": 100}, {"id": "b", "context_window": 50}], {}, 50),
        (
            [{"id": "a", "context_window": 100}, {"id": "b", "context_window": 50}],
            {"code": {"model": "a"}},
            100,
        ),
        ([{"id": "a", "context_window": 100}], {"code": {"model": "b"}}, 200_000),
        ([{"id": "a", "context_window": 0}], {}, 200_000),
        ([{"id": "a", "context_window": None}], {}, 200_000),
        ([{"id": "a", "context_window": -5}], {}, 200_000),
        ([{"id": "a", "context_window": 10**6}], {}, 10**6),
        ([{"id": "a", "context_window": 7}], {"supervision": {"model": "b"}}, 7),
        ([{"id": "a", "context_window": 7}], {"wizard": {"model": "b"}}, 7),
    ],
)
def test_the_window_is_the_smallest_of_the_models_used(
    models: list[Any], roles: dict[str, Any], smallest: int, tmp_path: Path
) -> None:
    run = read_run(tmp_path, {"models": models, "roles": roles})
    assert value(run, "models.smallest_window_tokens") == smallest
    assert value(run, "context.window_tokens") == smallest


def test_models_of_requests_are_used_models_too(tmp_path: Path) -> None:
    models = [{"id": "a", "context_window": 100}, {"id": "b", "context_window": 50}]
    events = lines(request(model="a"), request(model="b", role="supervision"))
    assert (
        value(read_run(tmp_path, {"models": models}, {EVENTS: events}), "models.smallest_window_tokens")
        == 100
    )


def test_context_comes_from_meta_for_the_run_and_for_each_role(tmp_path: Path) -> None:
    meta = {
        "context": CONTEXT,
        "models": [{"id": "a", "context_window": 100}],
        "roles": {
            "code": {"model": "a", "context": {"system_tokens": 5, "tool_schema_tokens": "x"}},
            "test": {},
        },
    }
    run = read_run(tmp_path, meta)
    assert value(run, "context.window_tokens") == 50_000
    assert value(run, "roles.code.context.window_tokens") == 100
    assert value(run, "roles.code.context.system_tokens") == 5
    assert run.metric("roles.code.context.tool_schema_tokens").reason == "invalid"
    assert "roles.test.context.window_tokens" not in run.metrics


PRICING = {"a": {"input": 2, "output": 10, "cache_read": 1}, "b": {"input": 1, "output": 1}}
TOKENS = {"input_tokens": 1_000_000, "cache_read_tokens": 1_000_000, "output_tokens": 1_000_000}


@pytest.mark.parametrize(
    ("meta", "saving", "bill"),
    [
        ({"models": [{"id": "a"}], "usage": TOKENS}, 1.0, 14.0),
        (
            {"models": [{"id": "a"}, {"id": "b"}], "roles": {"code": {"model": "a"}}, "usage": TOKENS},
            1.0,
            14.0,
        ),
        (
            {
                "roles": {"code": {"model": "a", "usage": TOKENS}, "test": {"model": "b", "usage": TOKENS}},
                "usage": TOKENS,
            },
            1.0,
            17.0,
        ),
        ({"models": [{"id": "a"}], "usage": {**TOKENS, "cache_read_tokens": None}}, None, None),
        ({"models": [{"id": "c"}], "usage": TOKENS}, None, None),
        ({"usage": TOKENS}, None, None),
        ({"models": [{"id": "a"}, {"id": "b"}], "usage": TOKENS}, None, None),
        (
            {"roles": {"code": {"model": "a", "usage": TOKENS}, "test": {"model": "b"}}, "usage": TOKENS},
            None,
            None,
        ),
        (
            {
                "models": [{"id": "a"}],
                "usage": TOKENS,
                "role_model_parity": [{"role": "code", "model": "a", "priced": False}],
            },
            None,
            None,
        ),
        (
            {
                "models": [{"id": "a"}],
                "usage": TOKENS,
                "role_model_parity": [{"role": "code", "model": "b", "priced": False}],
            },
            1.0,
            14.0,
        ),
    ],
)
def test_saving_and_bill_are_of_the_models_used_or_missing_together(
    meta: dict[str, Any], saving: float | None, bill: float | None, tmp_path: Path
) -> None:
    run = read_run(tmp_path, {"pricing": PRICING, **meta})
    assert value(run, "pricing.cache_saving_usd") == saving
    assert value(run, "pricing.uncached_bill_usd") == bill


def test_with_several_models_events_serve_when_roles_cannot(tmp_path: Path) -> None:
    events = [
        request(model="a", **TOKENS),
        request(model="b", **TOKENS),
        request(model="b", role="supervision"),
    ]
    run = read_run(tmp_path, {"pricing": PRICING}, {EVENTS: lines(*events)})
    assert (value(run, "pricing.cache_saving_usd"), value(run, "pricing.uncached_bill_usd")) == (1.0, 17.0)
    nameless = read_run(tmp_path, {"pricing": PRICING}, {EVENTS: lines(*events, request(model=None))})
    assert "name no model" in nameless.metric("pricing.uncached_bill_usd").detail


@pytest.mark.parametrize(
    ("meta", "code", "pointer"),
    [
        (
            {"usage": {"requests": 5, "failed_requests": 6}},
            "favur.parts-exceed-whole",
            "/usage/failed_requests",
        ),
        (
            {"usage": {"input_tokens": 5, "cache_write_tokens": 6}},
            "favur.parts-exceed-whole",
            "/usage/cache_write_tokens",
        ),
        (
            {
                "usage": {"requests": 5},
                "roles": {"code": {"usage": {"requests": 3}}, "test": {"usage": {"requests": 3}}},
            },
            "favur.parts-exceed-whole",
            "/usage/requests",
        ),
        (
            {"usage": {"requests": 2, "request_time_s": 20_000}},
            "favur.maybe-milliseconds",
            "/usage/request_time_s",
        ),
        ({"usage": {"requests": 100, "request_time_s": 4.9}}, "favur.too-fast", "/usage/request_time_s"),
        (
            {"usage": {"requests": 10, "request_time_s": 5, "output_tokens": 50_001}},
            "favur.too-fast",
            "/usage/output_tokens",
        ),
    ],
)
def test_figures_that_contradict_each_other_are_warned_of(
    meta: dict[str, Any], code: str, pointer: str, tmp_path: Path
) -> None:
    imported = read_one(tmp_path, write_export(tmp_path, meta))
    assert imported.run is not None
    assert [(problem.code, problem.pointer) for problem in imported.problems] == [(code, pointer)]


@pytest.mark.parametrize(
    "usage",
    [
        {"requests": 100, "request_time_s": 5},
        {"requests": 10, "request_time_s": 5, "output_tokens": 50_000},
        {"requests": 100, "request_time_s": 0},
        {"requests": 100},
    ],
)
def test_a_run_as_fast_as_models_are_is_not_suspected(usage: dict[str, Any], tmp_path: Path) -> None:
    """R16: also where nothing was timed."""
    imported = read_one(tmp_path, write_export(tmp_path, {"usage": usage}))
    assert codes(imported) == set()


def test_no_message_tells_what_a_run_cost(tmp_path: Path) -> None:
    meta = {
        "usage": {"cost_usd": 123.25},
        "roles": {"code": {"usage": {"cost_usd": 456.75}}},
        "pricing": PRICING,
    }
    imported = read_one(tmp_path, write_export(tmp_path, meta))
    assert codes(imported) == {"favur.parts-exceed-whole"}
    assert "123" not in str(imported.problems)
    assert "456" not in str(imported.problems)


@pytest.mark.parametrize(
    ("roles", "total", "told"),
    [
        ([40, 60], 1000, True),
        ([40, 60], 201, True),
        ([40, 60], 200, False),
        ([40, None], 1000, False),
        ([], 1000, False),
    ],
)
def test_a_total_far_above_all_its_roles_is_warned_about(
    roles: list[int | None], total: int, told: bool, tmp_path: Path
) -> None:
    parts = {
        name: {"model": "m", "usage": {} if tokens is None else {"output_tokens": tokens}}
        for name, tokens in zip(("code", "test"), roles, strict=False)
    }
    path = write_export(tmp_path, {"usage": {"output_tokens": total}, "roles": parts})
    found = [p for p in read_one(tmp_path, path).problems if p.code == "favur.total-exceeds-roles"]
    assert [(p.severity, p.pointer) for p in found] == [("warning", "/usage/output_tokens")] * told

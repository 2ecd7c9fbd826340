"""Who a run is: what is required of ``meta.json``, and what happens to an export without it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from site_builder.sources.importers.favur_meta import parse_time, plain, utc
from tests.importers.exports import META, codes, read_all, read_one, read_run, write_export


def test_a_run_with_the_required_fields_alone_is_a_run_without_figures(tmp_path: Path) -> None:
    run = read_run(tmp_path)
    assert (run.run_id, run.cohort, run.folder) == ("r1", "circles", "runs/run")
    assert (run.started_at, run.finished_at) == ("2026-06-01T08:00:00Z", "2026-06-01T10:00:00Z")
    known = {name for name, metric in run.metrics.items() if metric.value is not None}
    certain = ("ran", "deliverables_named", "window_tokens", "smallest_window_tokens")
    assert all(name.endswith(certain) for name in known)
    assert all(metric.reason == "not_collected" for metric in run.metrics.values() if metric.value is None)
    assert all(metric.detail for metric in run.metrics.values() if metric.value is None)


def test_the_identity_is_taken_over_and_times_are_utc(tmp_path: Path) -> None:
    meta = {
        "sow": {"id": "circles", "title": "Circles"},
        "configuration": "all-Google",
        "started_at": "2026-06-01T23:30:00.75+05:30",
        "finished_at": "2026-06-02T00:00:00-00:30",
        "harness": {"name": "favur", "version": "3.1"},
        "models": [{"id": "m", "name": "M", "family": "F", "provider": "P"}, {"id": "n"}, {"id": "m"}],
        "roles": {
            "code": {"model": "m"},
            "test": None,
            "wizard": {"model": "x"},
            "supervision": {"model": "n"},
        },
    }
    imported = read_one(tmp_path, write_export(tmp_path, meta))
    run = imported.run
    assert run is not None
    assert (run.started_at, run.finished_at) == ("2026-06-01T18:00:00Z", "2026-06-02T00:30:00Z")
    assert (run.cohort_title, run.configuration, run.harness) == ("Circles", "all-Google", "favur 3.1")
    assert [(model.id, model.provider) for model in run.models] == [("m", "P"), ("n", "")]
    assert run.role_models == {"code": "m"}
    assert run.metric("roles.test.ran").value == 1
    assert codes(imported) == {"favur.unknown-role", "favur.doubled-model"}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"schema": None}, "favur.bad-schema"),
        ({"schema": "favur-run/1"}, "favur.bad-schema"),
        ({"schema": 2}, "favur.bad-schema"),
        ({"run_id": None}, "favur.bad-run-id"),
        ({"run_id": ""}, "favur.bad-run-id"),
        ({"run_id": "UPPER"}, "favur.bad-run-id"),
        ({"run_id": ".hidden"}, "favur.bad-run-id"),
        ({"run_id": "a" * 101}, "favur.bad-run-id"),
        ({"run_id": "a/b"}, "favur.bad-run-id"),
        ({"run_id": "a:b"}, "favur.bad-run-id"),
        ({"run_id": "a\n"}, "favur.bad-run-id"),
        ({"run_id": "<script>"}, "favur.bad-run-id"),
        ({"run_id": "\U0001f600"}, "favur.bad-run-id"),
        ({"run_id": 7}, "favur.bad-run-id"),
        ({"sow": None}, "favur.bad-sow"),
        ({"sow": "circles"}, "favur.bad-sow"),
        ({"sow": {}}, "favur.bad-sow"),
        ({"sow": {"id": ""}}, "favur.bad-sow"),
        ({"sow": {"id": " \n"}}, "favur.bad-sow"),
        ({"sow": {"id": 3}}, "favur.bad-sow"),
        ({"sow": {"id": ".."}}, "favur.bad-sow"),
        ({"sow": {"id": "\u200b"}}, "favur.bad-sow"),
        ({"sow": {"id": "half \ufffd"}}, "favur.bad-sow"),
        ({"started_at": None}, "favur.bad-time"),
        ({"started_at": "2026-06-01T08:00:00"}, "favur.bad-time"),
        ({"started_at": "2026-06-01 08:00:00Z"}, "favur.bad-time"),
        ({"started_at": 1780300800}, "favur.bad-time"),
        ({"finished_at": "2026-06-01T07:59:59Z"}, "favur.bad-time"),
        ({"finished_at": "2026-06-01T10:00:00+02:30"}, "favur.bad-time"),
    ],
)
def test_an_export_without_a_valid_identity_is_left_out_with_the_place_and_the_reason(
    change: dict[str, Any], code: str, tmp_path: Path
) -> None:
    imported = read_one(tmp_path, write_export(tmp_path, change))
    assert imported.run is None
    assert imported.left_out is not None
    assert code in imported.left_out.problems
    assert imported.left_out.reason
    [problem] = [problem for problem in imported.problems if problem.code == code]
    assert problem.file == "runs/run/meta.json"
    assert problem.pointer == "/" + next(iter(change))
    assert problem.advice
    assert problem.severity == "error"


@pytest.mark.parametrize("key", ["schema", "run_id", "started_at", "finished_at"])
def test_what_is_absent_or_null_is_called_absent(key: str, tmp_path: Path) -> None:
    path = write_export(tmp_path, {key: None})
    said = [read_one(tmp_path, path).problems]
    meta = json.loads((path / "meta.json").read_text("utf-8"))
    del meta[key]
    (path / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
    said.append(read_one(tmp_path, path).problems)
    for (problem,) in said:
        assert " is absent" in problem.message
        assert "null" not in problem.message
        assert "which is no" not in problem.message


def test_everything_that_is_wrong_with_an_export_is_told_at_once(tmp_path: Path) -> None:
    """R14: who cures the first fault must not meet the next one only then."""
    faults = {
        "started_at": None,
        "run_id": "UPPER",
        "usage": {"requests": -1, "failed_requests": "2"},
        "coverage_percent": 101,
        "models": [{"id": "m"}, {"id": "m"}],
        "milestones": [{"id": "a", "completed": "yes"}],
        "favourite_colour": "red",
    }
    imported = read_one(tmp_path, write_export(tmp_path, faults, {"artifacts/painter.json": "{}"}))
    assert imported.run is None
    assert [problem.code for problem in imported.problems[:2]] == ["favur.bad-run-id", "favur.bad-time"]
    told = {(problem.code, problem.pointer) for problem in imported.problems}
    assert told >= {
        ("favur.bad-number", "/usage/requests"),
        ("favur.bad-number", "/usage/failed_requests"),
        ("favur.clamped", "/coverage_percent"),
        ("favur.doubled-model", "/models/1/id"),
        ("favur.bad-type", "/milestones/0/completed"),
        ("favur.unknown-field", "/favourite_colour"),
        ("favur.unknown-role", ""),
    }
    assert imported.left_out is not None
    assert imported.left_out.problems == ("favur.bad-run-id", "favur.bad-time")


@pytest.mark.parametrize("run_id", ["a", "0", "a" * 100, "a..b", "a-_.9"])
def test_run_ids_at_the_edge_are_valid(run_id: str, tmp_path: Path) -> None:
    assert read_run(tmp_path, {"run_id": run_id}).run_id == run_id


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-06-01T08:00:00Z", "2026-06-01T08:00:00Z"),
        ("2026-06-01t08:00:00z", "2026-06-01T08:00:00Z"),
        ("2026-06-01T08:00:00.999999999+00:00", "2026-06-01T08:00:00Z"),
        ("2026-06-01T08:00:00-23:59", "2026-06-02T07:59:00Z"),
        ("2026-12-31T23:59:60Z", "2027-01-01T00:00:00Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ("0001-01-01T00:00:00+01:00", None),
        ("9999-12-31T23:59:59-01:00", None),
        ("2026-02-29T08:00:00Z", None),
        ("2026-06-01T24:00:00Z", None),
        ("2026-06-01T08:00Z", None),
        ("2026-06-01T08:00:61Z", None),
        ("2026-06-01T08:00:00+0200", None),
        ("2026-06-01T08:00:00+24:00", None),
        ("2026-06-01T08:00:00+01:60", None),
        ("2026-06-01", None),
        ("20260601T080000Z", None),
        ("٢٠٢٦-06-01T08:00:00Z", None),
        (" 2026-06-01T08:00:00Z", None),
        ("", None),
    ],
)
def test_times_are_rfc_3339_with_seconds_and_offset(text: str, moment: str | None) -> None:
    parsed = parse_time(text)
    assert (utc(parsed) if parsed else None) == moment


def test_a_moment_is_written_in_utc() -> None:
    assert utc(datetime(2026, 6, 1, 8, tzinfo=UTC)) == "2026-06-01T08:00:00Z"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("  two\n\tlines \0", "two lines"),
        ("evil\u202eerom", "evilerom"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
        ("x" * 500, "x" * 199 + "…"),
    ],
)
def test_text_for_display_is_one_bounded_line_without_control_characters(text: str, shown: str) -> None:
    assert plain(text) == shown


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "file.not-json"),
        (b"{", "file.not-json"),
        (b"[]", "favur.not-an-object"),
        (b"null", "favur.not-an-object"),
        (b'{"run_id": "\xff"}', "file.not-utf8"),
        (b"\xef\xbb\xbf{}", "file.bom"),
        (b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "file.too-deep"),
        (b'{"a": "' + b"x" * 17_000_000 + b'"}', "file.too-large"),
    ],
)
def test_a_meta_file_that_cannot_be_read_leaves_its_run_out_and_no_other(
    raw: bytes, code: str, tmp_path: Path
) -> None:
    write_export(tmp_path, folder="a").joinpath("meta.json").write_bytes(raw)
    write_export(tmp_path, folder="b")
    first, second = read_all(tmp_path)
    assert second.run is not None
    assert first.left_out is not None
    assert code in first.left_out.problems
    assert first.left_out.reason.startswith("meta.json")
    [problem] = first.problems
    assert (problem.code, problem.file, problem.run) == (code, "runs/a/meta.json", "a")


def test_literals_that_are_no_json_numbers_do_not_make_the_file_invalid(tmp_path: Path) -> None:
    text = json.dumps({**META, "coverage_percent": 1, "usage": {"requests": 2, "cost_usd": 3, "sessions": 4}})
    path = write_export(tmp_path)
    text = text.replace(": 1,", ": NaN,").replace(": 2,", ": 1e400,").replace(": 3,", ": -Infinity,")
    path.joinpath("meta.json").write_text(text.replace(": 4}", ": " + "9" * 5000 + "}"))
    imported = read_one(tmp_path, path)
    assert imported.run is not None
    reported = {problem.pointer for problem in imported.problems if problem.code == "favur.bad-number"}
    assert reported == {"/coverage_percent", "/usage/requests", "/usage/cost_usd", "/usage/sessions"}
    assert imported.run.metric("usage.requests").reason == "invalid"


def test_a_key_named_twice_is_read_with_a_warning_and_the_last_value(tmp_path: Path) -> None:
    path = write_export(tmp_path)
    text = json.dumps({**META, "usage": {"requests": 1}}).replace(
        '"requests": 1', '"requests": 1, "requests": 2'
    )
    path.joinpath("meta.json").write_text(text)
    imported = read_one(tmp_path, path)
    assert imported.run is not None
    assert imported.run.metric("usage.requests").value == 2
    [problem] = imported.problems
    assert (problem.code, problem.pointer, problem.severity) == (
        "file.duplicate-key",
        "/usage/requests",
        "warning",
    )


def test_fields_outside_of_the_format_are_noted(tmp_path: Path) -> None:
    imported = read_one(tmp_path, write_export(tmp_path, {"mood": "good", "a/b": 1}))
    found = {(problem.pointer, problem.severity) for problem in imported.problems}
    assert found == {("/mood", "note"), ("/a~1b", "note")}


def test_half_a_surrogate_in_any_text_can_be_written_as_utf8(tmp_path: Path) -> None:
    path = write_export(tmp_path)
    text = json.dumps({**META, "configuration": "x"}).replace('"x"', r'"\ud800 \ud83d\ude00"')
    path.joinpath("meta.json").write_text(text)
    run = read_one(tmp_path, path).run
    assert run is not None
    assert run.configuration == "\ufffd \U0001f600"


def test_a_mistyped_field_is_noted_wherever_it_stands(tmp_path: Path) -> None:
    meta = {
        "usage": {"cost_usdd": 2, "requests": 1},
        "sow": {"id": "circles", "titel": "Circles"},
        "roles": {"code": {"model": "m", "usage": {"request": 3}, "note": None}},
        "pricing": {"m": {"input": 1, "outptu": 2}},
        "milestones": [{"id": "a", "complete": True}],
        "harness": {"name": "h", "commit": "c"},
    }
    artifacts = {
        "artifacts/scout.json": '{"observatons": 3, "insights": 2, "story": "", "concern": 1, "concerns": 1}',
        "artifacts/code.json": '{"observatons": 3}',
    }
    told = [p for p in read_one(tmp_path, write_export(tmp_path, meta, artifacts)).problems]
    assert {(p.file.rpartition("/")[2], p.pointer) for p in told if p.code == "favur.unknown-field"} == {
        ("meta.json", "/usage/cost_usdd"),
        ("meta.json", "/sow/titel"),
        ("meta.json", "/roles/code/usage/request"),
        ("meta.json", "/roles/code/note"),
        ("meta.json", "/pricing/m/outptu"),
        ("meta.json", "/milestones/0/complete"),
        ("scout.json", "/observatons"),
    }
    assert 'The field "observatons" is not read, and observations is absent.' in [p.message for p in told]


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("favur run --api-key=sk-live0123456789abcdefghij", "key"),
        ("favur run --notify jane.doe@corp.io", "e-mail address"),
        ("/home/jane/bin/favur run circles.yaml", "home folder"),
    ],
)
def test_a_command_with_a_secret_is_not_published_and_never_repeated(
    command: str, kind: str, tmp_path: Path
) -> None:
    """R37: commands are typed with keys in them; the rest of the run is published."""
    harness = {"name": "favur", "version": "3.1", "commit": "abc1234", "command": command}
    imported = read_one(tmp_path, write_export(tmp_path, {"harness": harness}))
    assert imported.run is not None
    assert (imported.run.harness_commit, imported.run.harness_command) == ("abc1234", "")
    (problem,) = imported.problems
    assert (problem.code, problem.pointer) == ("favur.secret", "/harness/command")
    assert kind in problem.message
    assert not any(word in str(problem) for word in ("sk-live", "jane"))


def test_a_long_command_is_kept_whole(tmp_path: Path) -> None:
    """R31: whoever wants to run it again needs all of it."""
    command = f"favur run circles.yaml {'--without some-role ' * 80}--last"
    imported = read_one(tmp_path, write_export(tmp_path, {"harness": {"command": command}}))
    assert imported.run is not None
    assert imported.run.harness_command == command


def test_a_command_about_keys_is_published(tmp_path: Path) -> None:
    harness = {"command": "favur run circles.yaml --key-file key.txt --mail someone@example.org"}
    imported = read_one(tmp_path, write_export(tmp_path, {"harness": harness}))
    assert imported.run is not None
    assert imported.run.harness_command == harness["command"]
    assert imported.problems == ()

"""From files of sessions to runs: what is read, what is refused, and with which words."""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from site_builder.records.run import Evidence, Imported
from site_builder.sources.importers import IMPORTERS, ImportConfig
from site_builder.sources.importers.scorecrux import ScoreCruxImporter
from site_builder.sources.importers.scorecrux_session import read_document
from tests.scorecrux.sessions import DOCUMENT, codes, document, import_all, run_of, write

NAN = float("nan")


def test_the_importer_ships_with_the_program() -> None:
    assert isinstance(IMPORTERS["scorecrux"], ScoreCruxImporter)


@pytest.mark.parametrize(
    ("stated", "moment"),
    [
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
        ("2017-01-01T00:59:60.5+01:00", "2017-01-01T00:00:00Z"),
        ("2016-12-31T23:59:59Z", "2016-12-31T23:59:59Z"),
    ],
)
def test_a_leap_second_is_the_second_after_it(stated: str, moment: str) -> None:
    assert run_of(document(session__started_at=stated)).started_at == moment


def test_a_session_becomes_a_run_with_its_identification() -> None:
    run = run_of(document(session__effort="high", session__harness="Lantern 0.8"))
    assert run.cohort == "reviews@1"
    assert run.configuration == "Aurora · ledger · Ledger 1.4 · high"
    assert (run.started_at, run.finished_at) == ("2026-08-10T07:30:00Z", "2026-08-10T07:32:37Z")
    assert [model.name for model in run.models] == ["Aurora"]
    assert run.labels == {
        "arm": "ledger",
        "memory": "Ledger 1.4",
        "effort": "high",
        "fixture": "storm",
        "metrics_version": "1.3",
    }


@pytest.mark.parametrize("key", ["harness", "cost_basis", "mapping", "excluded"])
def test_a_text_with_a_secret_is_withheld_and_never_repeated(key: str, tmp_path: Path) -> None:
    """R37: what people write into a session is shown on its page, and in the reason why one is left out."""
    made = document(**{f"session__{key}": "as told by jane.doe@corp.io"})
    write(tmp_path, "one.json", made)
    (imported,) = import_all(tmp_path)
    assert "jane" not in msgspec.json.encode(imported).decode()
    if imported.run is not None:
        assert "withheld" in (imported.run.harness, *imported.run.labels.values())
        (problem,) = [one for one in imported.problems if one.code == "scorecrux.secret"]
        assert problem.pointer == f"/session/{key}"
        assert "e-mail address" in problem.message
    else:
        assert imported.left_out is not None
        assert "withheld" in imported.left_out.reason


def test_null_and_absent_are_reasons_and_every_number_has_its_place() -> None:
    run = run_of(document(fundamentals__T_human_s=None))
    assert run.metrics["k_causal"].detail == "stated as not measured"
    assert run.metrics["r_temporal"].detail == "the report does not state it"
    assert run.metrics["t_human_s"].detail == "no human baseline is declared"
    assert run.metrics["r_decision"].evidence == (Evidence("one.json", "/fundamentals/R_decision"),)
    assert run.metrics["detect_applies"].value == 1
    assert run_of(document(metadata__safety_context="ungated")).metrics["detect_applies"].value == 0


def test_a_negative_zero_is_a_zero() -> None:
    """A sign that means nothing would stand on pages and turn bars around."""
    value = run_of(document(fundamentals__P_context=-0.0)).metrics["p_context"].value
    assert (value, math.copysign(1, value or 0)) == (0, 1)


def test_no_session_is_lost_in_a_folder_with_more_files_than_an_export_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("site_builder.sources.files.MOST_ENTRIES", 3)
    for number in range(5):
        write(tmp_path, f"{number}.json", document(f"run-{number}"))
    write(tmp_path, "below/5.json", document("run-5"))
    found = import_all(tmp_path)
    assert [item.run.run_id for item in found if item.run] == [f"run-{number}" for number in range(6)]


def test_a_file_is_read_without_a_look_at_its_neighbours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [write(tmp_path, f"{number}.json", document(f"run-{number}")) for number in range(3)]
    monkeypatch.setattr("os.scandir", None)
    found = ScoreCruxImporter().read(paths, ImportConfig(project=tmp_path, linter_configuration=tmp_path))
    assert [item.run is not None for item in found] == [True] * 3


@pytest.mark.parametrize(
    ("count", "says"),
    [(50, ""), (51, "1 more error of this session is"), (60, "10 more errors of this session are")],
)
def test_errors_beyond_fifty_are_counted(tmp_path: Path, count: int, says: str) -> None:
    unknown = {f"fundamentals__X_{number}": 1 for number in range(count)}
    write(tmp_path, "one.json", document(**unknown))
    (item,) = import_all(tmp_path)
    notes = [problem for problem in item.problems if problem.code == "scorecrux.more-problems"]
    assert len(item.problems) - len(notes) == 50
    assert [note.severity for note in notes] == ["note"] * bool(says)
    assert says in "".join(note.message for note in notes)


def test_files_and_lines_are_found_everywhere_below_the_folder_but_not_in_hidden_places(
    tmp_path: Path,
) -> None:
    write(tmp_path, "b/deep/one.json", document("one"))
    write(tmp_path, "a.jsonl", document("two"), document("three"))
    write(tmp_path, ".hidden/four.json", document("four"))
    write(tmp_path, "b/.five.json", document("five"))
    (tmp_path / "README.md").write_text("no session")
    runs = [item.run for item in import_all(tmp_path)]
    assert [run.run_id for run in runs if run] == ["two", "three", "one"]
    assert [run.folder for run in runs if run] == ["a.jsonl", "a.jsonl", "b/deep/one.json"]
    assert runs[1] is not None
    assert runs[1].metrics["r_decision"].evidence[0].note == "line 2"


def test_the_digest_is_that_of_the_bytes_of_the_session(tmp_path: Path) -> None:
    whole = write(tmp_path, "one.json", document("one")).read_bytes()
    lines = write(tmp_path, "two.jsonl", document("two"), document("three")).read_bytes().splitlines()
    found = {item.run.run_id: item.run.digest for item in import_all(tmp_path) if item.run}
    texts = {"one": whole, "two": lines[0], "three": lines[1]}
    assert found == {k: f"sha256:{hashlib.sha256(text).hexdigest()}" for k, text in texts.items()}


def test_line_ends_of_other_systems_and_empty_lines_change_nothing(tmp_path: Path) -> None:
    text = json.dumps(document("one")).encode() + b"\r\n\r\n  \n" + json.dumps(document("two")).encode()
    (tmp_path / "a.jsonl").write_bytes(text)
    assert [item.run.run_id for item in import_all(tmp_path) if item.run] == ["one", "two"]


def test_every_violation_has_code_and_pointer(tmp_path: Path) -> None:
    wrong = document(fundamentals__R_decision=1.5, fundamentals__S_gate=0.5, fundamentals__K_recall=1)
    del wrong["fundamentals"]["T_orient_s"]
    write(tmp_path, "a.jsonl", document("fine"), wrong)
    left_out = import_all(tmp_path)[1]
    assert [(p.code, p.pointer) for p in left_out.problems] == [
        ("scorecrux.binary:S_gate", "line 2 /fundamentals/S_gate"),
        ("scorecrux.missing:T_orient_s", "line 2 /fundamentals"),
        ("scorecrux.range:R_decision", "line 2 /fundamentals/R_decision"),
        ("scorecrux.unknown:K_recall", "line 2 /fundamentals/K_recall"),
    ]
    assert all(p.file == "a.jsonl" and p.message and p.advice for p in left_out.problems)
    assert left_out.left_out is not None
    assert left_out.left_out.reason == "Line 2: S_gate is 0.5; it is 0 or 1 (3 more faults)."


DOCUMENTS: list[tuple[str, dict[str, Any], str, str]] = [
    ("format", {"format": "scorecrux-session/2"}, "scorecrux.format", "/format"),
    ("format-absent", {"format": ...}, "scorecrux.format", ""),
    ("session-absent", {"session": ...}, "scorecrux.no-session", ""),
    ("id-absent", {"session__id": ...}, "scorecrux.format", "/session"),
    ("id-empty", {"session__id": ""}, "scorecrux.format", "/session/id"),
    ("id-long", {"session__id": "x" * 201}, "scorecrux.format", "/session/id"),
    ("id-control", {"session__id": "a\nb"}, "scorecrux.format", "/session/id"),
    ("id-number", {"session__id": 7}, "scorecrux.format", "/session/id"),
    ("model-absent", {"session__model": ...}, "scorecrux.format", "/session"),
    ("tasks-absent", {"session__task_set": ...}, "scorecrux.format", "/session"),
    ("key-unknown", {"session__colour": "red"}, "scorecrux.format", "/session"),
    ("top-unknown", {"score": 1}, "scorecrux.format", ""),
    ("effort", {"session__effort": "huge"}, "scorecrux.format", "/session/effort"),
    ("tokens", {"session__tokens": {"input": -1}}, "scorecrux.format", "/session/tokens/input"),
    ("fundamentals", {"fundamentals": [1]}, "scorecrux.format", "/fundamentals"),
    (
        "time-naive",
        {"session__started_at": "2026-08-10T07:30:00"},
        "scorecrux.time-invalid",
        "/session/started_at",
    ),
    (
        "time-beyond",
        {"session__started_at": "2016-12-31T23:59:61Z"},
        "scorecrux.time-invalid",
        "/session/started_at",
    ),
    ("time-words", {"session__started_at": "today"}, "scorecrux.time-invalid", "/session/started_at"),
    (
        "time-order",
        {"session__completed_at": "2026-08-10T07:29:59Z"},
        "scorecrux.time-order",
        "/session/completed_at",
    ),
    ("id-blank", {"session__id": "   "}, "scorecrux.format", "/session/id"),
    ("id-dots", {"session__id": ".."}, "scorecrux.format", "/session/id"),
    ("id-invisible", {"session__id": "\u200b\u2060"}, "scorecrux.format", "/session/id"),
    ("id-lost", {"session__id": "run \ufffd"}, "scorecrux.format", "/session/id"),
    ("memory-absent", {"metadata": {}}, "scorecrux.memory-undeclared", "/metadata/memory_system"),
    (
        "memory-name",
        {"metadata__memory_system": {"used": True}},
        "scorecrux.memory-undeclared",
        "/metadata/memory_system",
    ),
    (
        "memory-type",
        {"metadata__memory_system": {"used": "yes"}},
        "scorecrux.memory-invalid",
        "/metadata/memory_system/used",
    ),
    ("nan", {"fundamentals__R_decision": NAN}, "scorecrux.type:R_decision", "/fundamentals/R_decision"),
    (
        "weights",
        {"composite": {"weights": {"w1": 0, "w2": 0, "w3": 0}}},
        "scorecrux.weights",
        "/composite/weights",
    ),
    ("context", {"metadata__safety_context": "open"}, "scorecrux.safety_context", "/metadata/safety_context"),
]


@pytest.mark.parametrize(
    ("changes", "code", "pointer"), [row[1:] for row in DOCUMENTS], ids=[row[0] for row in DOCUMENTS]
)
def test_a_faulty_document_is_left_out_with_code_and_place(
    tmp_path: Path, changes: dict[str, Any], code: str, pointer: str
) -> None:
    write(tmp_path, "wrong.json", document(**changes))
    write(tmp_path, "right.json", document("right"))
    right, wrong = import_all(tmp_path)
    assert right.run is not None
    assert wrong.run is None
    assert wrong.left_out is not None
    assert (wrong.problems[0].code, wrong.problems[0].pointer) == (code, pointer)
    assert wrong.left_out.problems == (code,)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"", "file.not-json"),
        (b"{", "file.not-json"),
        (b"\xff", "file.not-utf8"),
        (b"\xef\xbb\xbf{}", "file.bom"),
        (b"[" * 100_000, "file.too-deep"),
        (b"null", "scorecrux.format"),
        (b"[]", "scorecrux.format"),
        (b'{"fundamentals": {}}', "scorecrux.no-session"),
        (b" " * (1024 * 1024 + 1), "file.too-large"),
    ],
    ids=lambda value: None if isinstance(value, bytes) else value,
)
def test_what_is_no_session_is_left_out(tmp_path: Path, text: bytes, code: str) -> None:
    (tmp_path / "wrong.json").write_bytes(text)
    (wrong,) = import_all(tmp_path)
    assert wrong.left_out is not None
    assert codes([wrong]) == [code]


def test_files_that_hold_nothing_or_cannot_be_read_do_not_vanish(tmp_path: Path) -> None:
    write(tmp_path, "a.jsonl")
    (tmp_path / "b.jsonl").write_bytes(b" " * (1024 * 1024 + 1) + b'{"x":1}')
    (tmp_path / "c.json").symlink_to(tmp_path / "outside.json")
    (tmp_path / "d.jsonl").symlink_to(tmp_path / "a.jsonl")
    found = import_all(tmp_path)
    assert codes(found) == ["scorecrux.empty", "scorecrux.too-large", "file.link", "file.link"]
    assert all(item.left_out is not None for item in found)


def test_a_key_named_twice_is_a_warning_and_the_last_counts(tmp_path: Path) -> None:
    text = json.dumps(document()).replace('"S_gate": 1', '"S_gate": 0, "S_gate": 1')
    (tmp_path / "one.json").write_text(text)
    (found,) = import_all(tmp_path)
    assert codes([found]) == ["file.duplicate-key"]
    assert found.run is not None


def test_ids_with_different_halves_of_characters_are_no_duplicates_but_named_each(tmp_path: Path) -> None:
    lines = [json.dumps(document("one")).replace('"one"', rf'"one \ud80{n}"') for n in range(2)]
    (tmp_path / "all.jsonl").write_text("\n".join(lines))
    found = import_all(tmp_path)
    assert codes(found) == ["file.lone-surrogate", "scorecrux.format"] * 2
    assert {problem.pointer for item in found for problem in item.problems} == {
        f"line {n} /session/id" for n in (1, 2)
    }


SUSPICIONS: list[tuple[dict[str, Any], str]] = [
    ({"fundamentals__T_task_s": 0, "fundamentals__T_orient_s": 0}, "no-duration"),
    ({"fundamentals__C_tokens_usd": 0, "session__tokens": {"input": 9, "output": 1}}, "unpriced"),
    ({"fundamentals__C_contradiction": 0.1}, "contradiction-alone"),
    ({"fundamentals__S_gate": None}, "gate-not-measured"),
    ({"fundamentals__S_detect": 0, "session__constraint_tools": False}, "safety-context-undeclared"),
    ({"derived": {"V_speed": 1}}, "reported-unusable"),
    ({"derived": {"V_time": "fast"}}, "reported-unusable"),
    ({"composite": {"Cx_em": True}}, "reported-unusable"),
]


@pytest.mark.parametrize(("changes", "code"), SUSPICIONS)
def test_a_suspicious_session_is_read_with_a_warning(
    tmp_path: Path, changes: dict[str, Any], code: str
) -> None:
    write(tmp_path, "one.json", document(**changes))
    (found,) = import_all(tmp_path)
    assert found.run is not None
    assert [(p.code, p.severity) for p in found.problems] == [(f"scorecrux.{code}", "warning")]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"fundamentals__C_tokens_usd": 0},
        {"fundamentals__C_tokens_usd": 0, "session__tokens": {}},
        {"fundamentals__S_detect": 0},
        {
            "fundamentals__S_detect": 0,
            "session__constraint_tools": False,
            "metadata__safety_context": "ungated",
        },
    ],
)
def test_what_is_not_suspicious_gives_no_warning(tmp_path: Path, changes: dict[str, Any]) -> None:
    write(tmp_path, "one.json", document(**changes))
    assert codes(import_all(tmp_path)) == []


def test_a_mapped_record_need_not_declare_its_memory() -> None:
    made = document(metadata=..., session__mapping="from suite records, strict")
    run = run_of(made)
    assert run.labels["mapping"] == "from suite records, strict"
    assert "memory" not in run.labels


def test_an_excluded_record_is_left_out_with_the_publishers_reason_and_is_no_fault(tmp_path: Path) -> None:
    write(tmp_path, "one.json", document(session__excluded="dry run, no model", fundamentals__R_decision=9))
    (found,) = import_all(tmp_path)
    assert found.left_out is not None
    assert found.left_out.reason == "dry run, no model"
    assert [(p.code, p.severity) for p in found.problems] == [("scorecrux.excluded", "note")]


def test_an_id_taken_twice_leaves_out_the_later_session(tmp_path: Path) -> None:
    write(tmp_path, "a.json", document("same"))
    write(tmp_path, "b.jsonl", document("same"), document("other"))
    found = import_all(tmp_path)
    assert [bool(item.run) for item in found] == [True, False, True]
    assert codes(found) == ["scorecrux.duplicate-id"]
    assert found[1].left_out is not None
    assert found[1].left_out.reason == "Line 1: The session id same is already that of one in a.json."


def test_an_id_taken_twice_in_one_file_names_the_line_of_the_first(tmp_path: Path) -> None:
    write(tmp_path, "b.jsonl", document("other"), document("same"), document("same"))
    found = import_all(tmp_path)
    assert found[2].left_out is not None
    assert found[2].left_out.reason.endswith("The session id same is already that of one in b.jsonl, line 2.")


def test_the_first_session_of_a_fixture_fixes_its_human_baseline(tmp_path: Path) -> None:
    late = {"session__started_at": "2026-08-11T07:30:00Z", "session__completed_at": ...}
    write(
        tmp_path,
        "a.jsonl",
        document("generous", fundamentals__T_human_s=5400, **late),
        document("first"),
        document("none", fundamentals__T_human_s=None, **late),
        document("another fixture", session__fixture="drill", fundamentals__T_human_s=5400, **late),
        document("new version", session__task_set__version="2", fundamentals__T_human_s=5400, **late),
        document("no fixture", session__fixture=..., fundamentals__T_human_s=5400, **late),
    )
    found = import_all(tmp_path)
    assert [item.left_out.run_id for item in found if item.left_out] == ["generous"]
    assert codes(found) == ["scorecrux.other-baseline"]
    assert "5400 s, and was 1800 s in first" in found[0].problems[0].message


def test_baselines_that_differ_in_a_late_digit_are_told_apart(tmp_path: Path) -> None:
    write(tmp_path, "a.jsonl", document("first"), document("late", fundamentals__T_human_s=1800.0001))
    (problem,) = [problem for item in import_all(tmp_path) for problem in item.problems]
    assert "is stated as 1800.0001 s, and was 1800 s in first." in problem.message


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"fundamentals__S_gate": True}, "S_gate is true, which is no finite number."),
        ({"fundamentals__S_gate": {"a": [None]}}, 'S_gate is {"a": [null]}, which is no finite number.'),
        ({"fundamentals__N_tools": NAN}, "N_tools is NaN, which is no finite number."),
        (
            {"fundamentals__N_tools": float("inf")},
            "N_tools is a number above 1.8e308 (too large to be read), which is no finite number.",
        ),
        ({"fundamentals__N_tools": "x" * 99}, f'N_tools is "{"x" * 58}…, which is no finite number.'),
        ({"metadata__safety_context": ["gated"]}, 'The safety context is ["gated"].'),
        ({"composite": {"weights": {"w1": 1, "w2": -1}}}, 'The weights are {"w1": 1, "w2": -1}.'),
    ],
)
def test_a_refused_value_is_told_as_the_file_writes_it(changes: dict[str, Any], message: str) -> None:
    (finding,) = read_document(document(**changes), Evidence("one.json")).errors
    assert finding.message == message


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("Aurora \u202e", "stand for what could not be read."),
        ("Aurora \x1b[31m", "stand for what could not be read."),
        ("", "The text is empty."),
        ("x" * 201, "The text has more than 200 characters."),
        (5, "Expected `text | null`, got `whole number`."),
    ],
)
def test_a_name_that_cannot_be_shown_as_it_is_is_refused_in_plain_words(value: Any, message: str) -> None:
    (error,) = read_document(
        document(session__model={"id": "aurora", "name": value}), Evidence("one.json")
    ).errors
    assert (error.code, error.pointer) == ("format", "/session/model/name")
    assert error.message.endswith(message)


@pytest.mark.parametrize("key", ["R-decision", "R.decision", "r_decision", "1"])
def test_a_misspelt_key_is_named_in_the_code(key: str) -> None:
    (finding,) = read_document(document(**{f"fundamentals__{key}": 1}), Evidence("one.json")).errors
    assert finding.code == f"unknown:{key}"


def test_a_session_of_a_shared_file_is_left_out_with_its_line(tmp_path: Path) -> None:
    write(tmp_path, "a.json", document("one", fundamentals__S_gate=2))
    write(tmp_path, "b.jsonl", document("two"), document("three", fundamentals__S_gate=2), document("two"))
    left_out = [item.left_out for item in import_all(tmp_path) if item.left_out is not None]
    assert [(item.run_id, item.place) for item in left_out] == [
        ("one", ""),
        ("three", "line 2"),
        ("two", "line 3"),
    ]


def test_hostile_keys_and_names_stay_out_of_codes_and_pointers(tmp_path: Path) -> None:
    evil = "</script>\u202e~/" + "x" * 5000
    write(tmp_path, "one.json", document(**{"fundamentals__" + evil: 1, "derived": {evil: 1}}))
    (found,) = import_all(tmp_path)
    (problem,) = found.problems
    assert problem.code == "scorecrux.unknown"
    assert len(problem.pointer) < 200
    assert problem.pointer.isascii()
    assert len(problem.message) < 200


@pytest.mark.parametrize("key", ["R-decision", "Q context", "größe", "", "<b>"])
def test_a_code_names_the_key_that_nobody_knows(tmp_path: Path, key: str) -> None:
    write(tmp_path, "one.json", document(**{f"fundamentals__{key}": 1}))
    (found,) = import_all(tmp_path)
    assert [problem.code for problem in found.problems] == [f"scorecrux.unknown:{key}"]


def test_a_flood_of_faults_is_cut_off_with_a_word(tmp_path: Path) -> None:
    write(tmp_path, "one.json", document(fundamentals={f"k{n}": n for n in range(5000)}))
    (found,) = import_all(tmp_path)
    assert len(found.problems) == 51
    assert found.left_out is not None
    assert "more faults" in found.left_out.reason


def test_the_content_key_follows_bytes_and_name_and_nothing_else(tmp_path: Path) -> None:
    importer, config = ScoreCruxImporter(), ImportConfig(project=tmp_path, linter_configuration=tmp_path)
    first, second = write(tmp_path, "a.json", document()), write(tmp_path, "b.json", document())
    before = importer.content_key(first, config)
    assert before != importer.content_key(second, config)
    first.write_text(json.dumps(document("two")))
    assert importer.content_key(first, config) != before
    assert importer.content_key(tmp_path / "gone.json", config)


def test_what_is_read_survives_the_store(tmp_path: Path) -> None:
    write(tmp_path, "one.json", document(composite={"Cx_em": 26.04}, derived={"V_time": None}))
    (found,) = import_all(tmp_path)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(found), type=Imported) == found


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)
places = st.sampled_from(
    [("session",), ("fundamentals",), ("metadata",), ("derived",), ("composite",), ("format",)]
    + [("session", key) for key in (*DOCUMENT["session"], "tokens", "excluded", "mapping", "effort")]
    + [("fundamentals", key) for key in DOCUMENT["fundamentals"]]
    + [("metadata", "memory_system"), ("metadata", "safety_context"), ("composite", "weights")]
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(place=places, value=json_values)
def test_no_document_raises(place: tuple[str, ...], value: Any) -> None:
    made = document()
    target = made
    for key in place[:-1]:
        target = target.setdefault(key, {})
    target[place[-1]] = value
    read = read_document(made, Evidence("one.json"))
    assert (read.run is None) == bool(read.errors or read.excluded)


@given(value=json_values)
def test_no_json_raises(value: Any) -> None:
    assert read_document(value, Evidence("one.json")).run is None

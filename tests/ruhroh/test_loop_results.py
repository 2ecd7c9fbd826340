from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.sources.importers.ruhroh.loop_results import read_loop_result
from tests.ruhroh.samples import changed, read, result

NAMED = "run/ruhroh-loop-result.json"
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/scenarioId", ...),
        ("/scenarioId", 7),
        ("/status", None),
        ("/score", "1"),
        ("/score", True),
        ("/score", ...),
        ("/score", 1.7e308),
        ("/score", -(10**400)),
        ("/runAgent", ...),
        ("/runAgent", []),
        ("/implementationRuns", {}),
        ("/runManifest/runAgent", ...),
        ("/runManifest/scenario", "task"),
        ("/version", "ruhroh_loop_result_v2"),
    ],
)
def test_a_result_that_cannot_be_counted_is_a_problem_with_its_pointer(pointer: str, value: Any) -> None:
    data = json.dumps(changed(result(), pointer, value)).encode()
    found = read_loop_result(data, NAMED, "results")
    assert found.sample is None
    assert found.problem is not None
    assert found.problem.file == f"results/{NAMED}"
    assert found.problem.pointer == pointer
    assert found.problem.code == "ruhroh.result-unreadable"
    assert found.problem.severity == "error"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"version": "ruhroh_loop_result_v1", "score": NaN}',
        b'{"version": "ruhroh_loop_result_v1", "score": 1e999}',
        b'{"version": "ruhroh_loop_result_v1", "scenarioId": "\\ud800"}',
        b"[" * 100_000,
        b'"ruhroh_loop_result_v1"',
    ],
)
def test_a_file_that_is_no_result_and_is_called_one_is_a_problem(data: bytes) -> None:
    found = read_loop_result(data, NAMED, "results")
    assert found.sample is None
    assert found.problem is not None


@pytest.mark.parametrize("data", [b"", b"{", b"{}", b'{"version": "ruhroh_run_manifest_v1"}'])
def test_another_document_under_another_name_is_passed_over(data: bytes) -> None:
    assert read_loop_result(data, "run/notes.json", "results") == read_loop_result(b"{}", "x.json", "")


@given(st.sampled_from(sorted(result())), JSON_VALUES)
def test_no_value_anywhere_makes_the_reader_raise(name: str, value: Any) -> None:
    found = read_loop_result(json.dumps(changed(result(), name, value)).encode(), NAMED, "results")
    assert (found.sample is None) == (found.problem is not None)


@given(st.sampled_from(sorted(result()["runManifest"])), JSON_VALUES)
def test_no_value_in_the_manifest_makes_the_reader_raise(name: str, value: Any) -> None:
    document = changed(result(), f"runManifest/{name}", value)
    read_loop_result(json.dumps(document).encode(), NAMED, "results")


@given(st.binary(max_size=60))
def test_no_bytes_make_the_reader_raise(data: bytes) -> None:
    read_loop_result(b"ruhroh_loop_result_v1" + data, NAMED, "results")


def test_what_is_read_comes_from_the_manifest_inside_of_the_result() -> None:
    sample = read(result("task", "alpha", 3, 7))
    assert (sample.scenario_id, sample.group, sample.target_id, sample.adapter_id) == (
        "task",
        "alpha",
        "alpha",
        "alpha",
    )
    assert (sample.slot.id, sample.slot.index, sample.slot.count) == ("task/alpha/3-of-7", 3, 7)
    assert sample.conditions.environment == f"sha256:{'e' * 64}"
    assert sample.conditions.evaluator_inputs.startswith("context=unknown;rubric=3;")
    assert sample.path == NAMED


def test_without_a_declared_target_the_adapter_groups() -> None:
    sample = read(changed(result(), "runManifest/benchmarkTarget", ...))
    assert (sample.target_id, sample.group) == ("", "alpha")
    no_agent = changed(result(), "runManifest", ...)
    assert read(changed(no_agent, "runAgent", {})).group == "ruhroh-harbor"


def test_an_empty_failure_bucket_falls_back_to_the_kind_of_failure() -> None:
    document = result() | {"failureBucket": "", "failure_kind": "runtime_failure"}
    assert read(document).failure_bucket == "runtime_failure"


def test_a_fingerprint_without_a_digest_is_described_by_its_parts() -> None:
    environment = {"platform": "linux", "pythonVersion": "3.11", "containerImage": "image"}
    sample = read(changed(result(), "runManifest/environment", environment))
    assert sample.conditions.environment == "linux | 3.11 | image"


def test_long_notes_are_cut_to_240_characters() -> None:
    sample = read(changed(result(), "implementationRuns/0/notes", "x" * 300))
    assert sample.attempts[0].notes == "x" * 237 + "..."

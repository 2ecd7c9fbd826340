"""Packed exports are what they were before, and what is packed in them a mapping like any other."""

from __future__ import annotations

import pickle
import zlib
from functools import partial

import msgspec
import pytest

from site_builder.errors import CannotBuild
from site_builder.records.run import Evidence, Imported, LeftOut, Metric, RunRecord
from site_builder.sources.packing import pack, unpack

METRICS = {
    "tests.passed": Metric(value=3.0, evidence=(Evidence(file="results/junit.xml", note="3 cases"),)),
    "tests.failed": Metric(reason="not_collected", detail="no report"),
}
EXPORT = {"meta.json": "0" * 64, "telemetry/a.jsonl": "f" * 64}


def one(metrics: dict[str, Metric]) -> Imported:
    run = RunRecord(
        run_id="a",
        family="f",
        folder="runs/a",
        digest="sha256:0",
        cohort="c",
        metrics=metrics,
        export=dict(EXPORT),
    )
    return Imported(folder="runs/a", run=run)


def test_exports_come_back_as_they_were() -> None:
    left_out = Imported(folder="runs/b", left_out=LeftOut(folder="runs/b", run_id="", reason="It is empty."))
    given = (one(METRICS), left_out, one({}))
    assert unpack(pack(given)) == given
    assert pack(unpack(pack(given))) == pack(given)


def test_packing_leaves_what_it_was_given_as_it_is() -> None:
    given = one(dict(METRICS))
    pack([given])
    assert given == one(METRICS)


def test_unpacked_metrics_are_a_mapping_in_the_order_of_measuring() -> None:
    (item,) = unpack(pack([one(METRICS)]))
    assert item.run is not None
    found = item.run.metrics
    assert (list(found), len(found), dict(found)) == (list(METRICS), 2, METRICS)
    assert found == METRICS
    assert found != {**METRICS, "tests.failed": Metric(value=0.0)}
    assert found["tests.passed"] == item.run.metric("tests.passed") == METRICS["tests.passed"]
    assert (found.get("other"), "other" in found) == (None, False)
    with pytest.raises(KeyError):
        found["other"]


def test_digests_of_files_are_read_when_they_are_asked_for() -> None:
    (item,) = unpack(pack([one(METRICS)]))
    assert item.run is not None
    assert not isinstance(item.run.export, dict)
    assert (list(item.run.export), dict(item.run.export)) == (list(EXPORT), EXPORT)


def test_what_is_unpacked_cannot_be_changed() -> None:
    (item,) = unpack(pack([one(METRICS)]))
    assert item.run is not None
    with pytest.raises(TypeError):
        item.run.metrics["other"] = Metric(value=1.0)  # type: ignore[index]
    with pytest.raises(TypeError):
        item.run.export["other"] = "0"  # type: ignore[index]


def test_unpacked_exports_travel_between_processes() -> None:
    (item,) = unpack(pack([one(METRICS)]))
    assert pickle.loads(pickle.dumps(item)) == one(METRICS)


def test_other_bytes_are_refused() -> None:
    with pytest.raises(msgspec.MsgspecError):
        unpack(msgspec.msgpack.encode(["no export"]))


@pytest.mark.parametrize("packed", [b"", b"no metrics", zlib.compress(b"\x90")])
def test_bytes_that_hold_something_else_name_the_store_when_they_are_read(packed: bytes) -> None:
    (item,) = unpack(msgspec.msgpack.encode([(one({}), packed, packed)]))
    assert item.run is not None
    for reading in (partial(item.run.metrics.get, "tests.passed"), partial(len, item.run.export)):
        with pytest.raises(CannotBuild) as raised:
            reading()
        assert [problem.code for problem in raised.value.problems] == ["store.damaged"]

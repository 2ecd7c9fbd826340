"""Packed exports are what they were before, and their metrics a mapping like any other."""

from __future__ import annotations

import pickle
import zlib

import msgspec
import pytest

from site_builder.errors import CannotBuild
from site_builder.records.run import Evidence, Imported, LeftOut, Metric, RunRecord
from site_builder.sources.packing import PackedMetrics, pack, unpack

METRICS = {
    "tests.passed": Metric(value=3.0, evidence=(Evidence(file="results/junit.xml", note="3 cases"),)),
    "tests.failed": Metric(reason="not_collected", detail="no report"),
}


def one(metrics: dict[str, Metric]) -> Imported:
    run = RunRecord(run_id="a", family="f", folder="runs/a", digest="sha256:0", cohort="c", metrics=metrics)
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


def test_unpacked_metrics_cannot_be_changed() -> None:
    (item,) = unpack(pack([one(METRICS)]))
    assert item.run is not None
    with pytest.raises(TypeError):
        item.run.metrics["other"] = Metric(value=1.0)  # type: ignore[index]


def test_unpacked_exports_travel_between_processes() -> None:
    (item,) = unpack(pack([one(METRICS)]))
    assert pickle.loads(pickle.dumps(item)) == one(METRICS)


def test_other_bytes_are_refused() -> None:
    with pytest.raises(msgspec.MsgspecError):
        unpack(msgspec.msgpack.encode(["no export"]))


@pytest.mark.parametrize("packed", [b"", b"no metrics", zlib.compress(b"\x90")])
def test_bytes_that_hold_no_metrics_name_the_store_when_they_are_read(packed: bytes) -> None:
    metrics = PackedMetrics(packed)
    with pytest.raises(CannotBuild) as raised:
        metrics.get("tests.passed")
    assert [problem.code for problem in raised.value.problems] == ["store.damaged"]

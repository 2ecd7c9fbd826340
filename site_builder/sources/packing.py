"""Measured exports as bytes: sent between processes, kept in the store and, for most runs, in memory.

Most of a run's record are its metrics with their evidence, into which only its pages and its scoring look.
They travel compressed, apart from the rest, and are read when one is asked for.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from site_builder.errors import CannotBuild, Problem
from site_builder.records.run import Imported, Metric

READ_AT_ONCE = 256
"""Runs whose metrics are held as records at a time, some 140 kB each; the others are bytes."""
LEVEL = 1
"""Of compression: a fifth remains; higher levels take twice as long for a sixth of that."""

_DAMAGED = Problem(
    file=".proofboard/store.sqlite",
    code="store.damaged",
    message="The store of measurements holds metrics that cannot be read.",
    advice="Nothing is lost; delete .proofboard/ and build again.",
)
_exports = msgspec.msgpack.Decoder(tuple[tuple[Imported, bytes], ...])
_metrics = msgspec.msgpack.Decoder(dict[str, Metric])


class PackedMetrics(Mapping[str, Metric]):
    """The metrics of a run as any other mapping of them; equal to one that holds the same.

    Raises ``CannotBuild`` when it is read and its bytes hold no metrics.
    """

    __slots__ = ("_packed",)

    def __init__(self, packed: bytes) -> None:
        """``packed`` is what ``pack`` made."""
        self._packed = packed

    def __getitem__(self, metric_id: str) -> Metric:
        """Return the metric. Raises ``KeyError`` where there is none."""
        return _unpacked(self._packed)[metric_id]

    def get(self, metric_id: str, default: Any = None, /) -> Any:
        """Return the metric, or ``default`` where there is none; scoring asks for hundreds of each run."""
        return _unpacked(self._packed).get(metric_id, default)

    def __iter__(self) -> Iterator[str]:
        """Yield the ids in the order in which they were measured."""
        return iter(_unpacked(self._packed))

    def __len__(self) -> int:
        """Return how many there are."""
        return len(_unpacked(self._packed))


def pack(imported: Sequence[Imported]) -> bytes:
    """Return the exports of a folder as bytes."""
    return msgspec.msgpack.encode([_apart(item) for item in imported])


def unpack(record: bytes) -> tuple[Imported, ...]:
    """Return the exports that ``pack`` was given. Raises ``msgspec.MsgspecError`` for other bytes."""
    return tuple(_whole(item, packed) for item, packed in _exports.decode(record))


def _apart(item: Imported) -> tuple[Imported, bytes]:
    """Return an export without its metrics, and those."""
    if item.run is None:
        return item, b""
    packed = zlib.compress(msgspec.msgpack.encode(dict(item.run.metrics)), LEVEL)
    return msgspec.structs.replace(item, run=msgspec.structs.replace(item.run, metrics={})), packed


def _whole(item: Imported, packed: bytes) -> Imported:
    if item.run is not None:
        # No one else has seen this record yet, so that it may still be given what belongs in it.
        msgspec.structs.force_setattr(item.run, "metrics", PackedMetrics(packed))
    return item


@lru_cache(READ_AT_ONCE)
def _unpacked(packed: bytes) -> dict[str, Metric]:
    try:
        return _metrics.decode(zlib.decompress(packed))
    except (zlib.error, msgspec.MsgspecError, RecursionError) as error:
        raise CannotBuild(_DAMAGED) from error

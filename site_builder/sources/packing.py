"""Measured exports as bytes: sent between processes, kept in the store and, for most runs, in memory.

Most of a run's record are its metrics with their evidence, into which only its pages and its scoring look,
and the digests of its files, which stand in the data of its board. Both travel compressed, apart from the
rest, and are read when one is asked for.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

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
    message="The store of measurements holds a run that cannot be read.",
    advice="Nothing is lost; delete .proofboard/ and build again.",
)
V = TypeVar("V")
_exports = msgspec.msgpack.Decoder(tuple[tuple[Imported, bytes, bytes], ...])
_metrics = msgspec.msgpack.Decoder(dict[str, Metric])
_digests = msgspec.msgpack.Decoder(dict[str, str])


class PackedMapping(Mapping[str, V]):
    """A mapping like any other, equal to one that holds the same, whose bytes are read when it is.

    Raises ``CannotBuild`` when it is read and its bytes hold something else.
    """

    __slots__ = ("_packed", "_read")

    def __init__(self, packed: bytes, read: Callable[[bytes], dict[str, V]]) -> None:
        """``read`` returns what the bytes hold; it is called each time, and may remember that for a while."""
        self._packed = packed
        self._read = read

    def __getitem__(self, key: str) -> V:
        """Return a value. Raises ``KeyError`` where there is none."""
        return self._read(self._packed)[key]

    def get(self, key: str, default: Any = None, /) -> Any:
        """Return a value, or ``default`` where there is none; scoring asks for hundreds of each run."""
        return self._read(self._packed).get(key, default)

    def __iter__(self) -> Iterator[str]:
        """Yield the keys in the order in which they were packed."""
        return iter(self._read(self._packed))

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._read(self._packed))


def pack(imported: Sequence[Imported]) -> bytes:
    """Return the exports of a folder as bytes."""
    return msgspec.msgpack.encode([_apart(item) for item in imported])


def unpack(record: bytes) -> tuple[Imported, ...]:
    """Return the exports that ``pack`` was given. Raises ``msgspec.MsgspecError`` for other bytes."""
    return tuple(_whole(*parts) for parts in _exports.decode(record))


def _apart(item: Imported) -> tuple[Imported, bytes, bytes]:
    """Return an export without its metrics and the digests of its files, and those."""
    if item.run is None:
        return item, b"", b""
    rest = msgspec.structs.replace(item.run, metrics={}, export={})
    return msgspec.structs.replace(item, run=rest), _packed(item.run.metrics), _packed(item.run.export)


def _packed(mapping: Mapping[str, Any]) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(dict(mapping)), LEVEL)


def _whole(item: Imported, metrics: bytes, digests: bytes) -> Imported:
    if item.run is not None:
        # No one else has seen this record yet, so that it may still be given what belongs in it.
        msgspec.structs.force_setattr(item.run, "metrics", PackedMapping(metrics, _read_metrics))
        msgspec.structs.force_setattr(item.run, "export", PackedMapping(digests, _read_digests))
    return item


@lru_cache(READ_AT_ONCE)
def _read_metrics(packed: bytes) -> dict[str, Metric]:
    return _read(packed, _metrics)


@lru_cache(READ_AT_ONCE)
def _read_digests(packed: bytes) -> dict[str, str]:
    return _read(packed, _digests)


def _read(packed: bytes, decoder: msgspec.msgpack.Decoder[dict[str, V]]) -> dict[str, V]:
    try:
        return decoder.decode(zlib.decompress(packed))
    except (zlib.error, msgspec.MsgspecError, RecursionError) as error:
        raise CannotBuild(_DAMAGED) from error

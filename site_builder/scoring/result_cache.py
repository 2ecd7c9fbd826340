"""A cache of results by digest: what a run's record gave under a rubric before, it gives again.

Evaluating a graph of six hundred nodes takes a millisecond or two. To order a board of thousands of runs of
which one changed, little of each is enough: the values that medians are taken over, and the results that
boards and cards show. The others are computed when a page asks for one (``Deferred``). What is not known is
made in one go for many runs, so that it can be shared among processes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

import msgspec

from site_builder.records.run import Metric
from site_builder.scoring.evaluate import Columns, Median, Result, Scored, evaluate
from site_builder.scoring.graph import Graph

T = TypeVar("T")

EMPTY: Mapping[str, bytes] = MappingProxyType({})


class Runner(Protocol):
    """Runs many pieces of work, perhaps on several processors."""

    def __call__(self, work: Sequence[Callable[[], T]]) -> Sequence[T]:
        """Return what every piece gave, in their order. Raises what a piece raises."""


def run_serially(work: Sequence[Callable[[], T]]) -> list[T]:
    """Run the work in this process."""
    return [piece() for piece in work]


class ResultCache:
    """Short results by key, in MessagePack: those of the build before, and those that this one used."""

    def __init__(self, known: Mapping[str, bytes] = EMPTY, runner: Runner = run_serially) -> None:
        """``known`` are the results of the build before; ``runner`` makes many new ones at a time."""
        self._known = known
        self.runner = runner
        self.used: dict[str, bytes] = {}
        """What this build asked for; the next one will ask for most of it again."""

    def get(self, key: str, kind: type[T]) -> T | None:
        """Return the result under ``key``, ``None`` when there is none or the key is empty."""
        record = self._known.get(key) if key else None
        if record is None:
            return None
        try:
            result: T = _read(record, kind)
        except (msgspec.MsgspecError, RecursionError):
            return None
        self.used[key] = record
        return result

    def add(self, key: str, record: bytes) -> None:
        """Keep a result that was made now, in MessagePack; under an empty key nothing is kept."""
        if key:
            self.used[key] = record

    def put(self, key: str, kind: type[T], result: T) -> T:
        """Keep a result that was made now, and return it as it will be read the next time.

        One that holds an integer beyond 64 bits, as a rubric may state, is returned as it is and not kept.
        """
        try:
            record = msgspec.msgpack.encode(result)
        except OverflowError:
            return result
        self.add(key, record)
        made: T = _read(record, kind)
        return made

    def get_or_make(self, key: str, kind: type[T], make: Callable[[], T]) -> T:
        """Return the result under ``key``, made now when there is none."""
        result = self.get(key, kind)
        return result if result is not None else self.put(key, kind, make())

    def get_or_make_all(self, kind: type[T], wanted: Sequence[tuple[str, Callable[[], T]]]) -> list[T]:
        """Return the results under many keys in their order; missing ones are made in one go."""
        results = {index: self.get(key, kind) for index, (key, _) in enumerate(wanted)}
        missing = [index for index, result in results.items() if result is None]
        made = self.runner([wanted[index][1] for index in missing])
        for index, result in zip(missing, made, strict=True):
            results[index] = self.put(wanted[index][0], kind, result)
        return [result for result in results.values() if result is not None]

    def keep(self, keys: Iterable[str]) -> None:
        """Keep what is known under some keys for the next build, though nobody asked for it in this one."""
        self.used |= {key: self._known[key] for key in keys if key in self._known}


def _read(record: bytes, kind: Any) -> Any:
    """Return a result from MessagePack. Raises ``msgspec.MsgspecError`` where it is of another kind."""
    return _decoder(kind).decode(record)


@lru_cache
def _decoder(kind: Any) -> Any:
    """Return what reads results of one kind; to make one takes longer than to read a short result."""
    return msgspec.msgpack.Decoder(kind)


class Deferred(Scored):
    """Results of one run that are computed when one is asked for that ``brief`` does not hold."""

    __slots__ = ("_key", "_medians", "_whole", "brief")

    def __init__(
        self, graph: Graph, metrics: Mapping[str, Metric], medians: Mapping[str, Median], key: str = ""
    ) -> None:
        """``key`` is under what the brief is remembered; empty when it is not."""
        self.graph = graph
        self.metrics = metrics
        self._medians = medians
        self._key = key
        self._whole = b""
        """All results in MessagePack, when another process computed them."""
        self.brief: Columns | None = None
        """Results that boards and cards show, those of ``graph.shown``; see ``brief_all``."""

    def __getattr__(self, name: str) -> object:
        """Compute everything; called for a result that is not there yet."""
        if name != "_columns":
            raise AttributeError(name)
        if self._whole:
            self._columns = msgspec.msgpack.decode(self._whole, type=Columns)
            self._whole = b""
        else:
            self._columns = evaluate(self.graph, self.metrics, self._medians).columns()
        return self._columns

    def at(self, index: int) -> Result:
        """Return the result at a position of the graph."""
        place = self.graph.shown.get(index) if self.brief is not None else None
        return super().at(index) if self.brief is None or place is None else self.brief.at(place)

    def value(self, node_id: str) -> float | None:
        """Return the value of a node, ``None`` when missing. Raises ``KeyError`` for an unknown id."""
        return self.at(self.graph.position[node_id]).value

    def evaluated(self) -> tuple[bytes, bytes]:
        """Return the brief and all results, both in MessagePack; nothing here changes."""
        columns = evaluate(self.graph, self.metrics, self._medians).columns()
        brief = columns.only(tuple(self.graph.shown))
        return msgspec.msgpack.encode(brief), msgspec.msgpack.encode(columns)

    def recalled(self, cache: ResultCache) -> bool:
        """Take the brief from ``cache``, and return whether it was there."""
        self.brief = cache.get(self._key, Columns)
        return self.brief is not None

    def settle(self, cache: ResultCache, brief: bytes, whole: bytes) -> None:
        """Take what ``evaluated`` returned, wherever that was, and remember the brief."""
        cache.add(self._key, brief)
        self.brief = _read(brief, Columns)
        self._whole = whole


def brief_all(cache: ResultCache, runs: Sequence[Deferred]) -> None:
    """Give runs the results that boards and cards show: from ``cache``, or else evaluated in one go."""
    missing = [run for run in runs if not run.recalled(cache)]
    for run, records in zip(missing, cache.runner([run.evaluated for run in missing]), strict=True):
        run.settle(cache, *records)


def medians_digest(medians: Mapping[str, Median]) -> str:
    """Return a digest of all that evaluation reads of medians: values, and how many runs they rest on."""
    plain = {name: (median.value, len(median.runs)) for name, median in sorted(medians.items())}
    return hashlib.sha256(msgspec.json.encode(plain)).hexdigest()

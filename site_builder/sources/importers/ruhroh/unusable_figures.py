"""Figures of a loop result that are stated and cannot be what they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from site_builder.sources.importers.ruhroh.economics import USED, VERSION
from site_builder.sources.importers.ruhroh.fields import Json, amount, is_number, items, record

ABSENT = "a usable number from 0 here; it counts as absent"
ZERO = "a usable number here; it counts as 0"
UNIT = "a number from 0 to 1 here; the nearer end counts, and what is no number is absent"
POSITION = "a whole number from 1 here; the position in the list counts"

_AMOUNTS = (
    ("implementationIterationsUsed",),
    ("iterationsUsed",),
    ("runManifest", "loop", "maxIterations"),
    *(("runManifest", "usage", name) for name in ("costUsd", *USED)),
)
_HOLDERS = (("runAgent",), ("runManifest", "runAgent"), ("runManifest",), ())
"""Where an economics record may stand."""


class Unusable(NamedTuple):
    """A figure that counts as something else than it states."""

    field: str
    """Pointer with nothing in it that differs among results: what many results have in common."""
    pointer: str
    wanted: str
    """What it is not, and what counts in its place."""


def unusable_figures(result: Json) -> Iterator[Unusable]:
    """Yield the figures of a readable loop result that do not count as stated; ``null`` states nothing."""
    if result.get("duration_ms") is not None and duration_ms(result) is None:
        yield Unusable("/duration_ms", "/duration_ms", ABSENT)
    for place in (*_AMOUNTS, *_economic(result)):
        *outer, name = place
        holder = _below(result, outer)
        if holder.get(name) is not None and amount(holder, name) is None:
            yield Unusable(f"/{'/'.join(place)}", f"/{'/'.join(place)}", ABSENT)
    for n, turn in _listed(result, "implementationRuns", "iteration"):
        if turn_of({"iteration": turn}) is None:
            yield _in_list("/implementationRuns", n, "iteration", POSITION)
    yield from _judged(record(result, "evalResult"))


def duration_ms(result: Json) -> float | None:
    """Return how long a sample took in milliseconds, from 0 to ``LONGEST``; ``None`` where none is stated."""
    found = amount(result, "duration_ms")
    return found if found is not None and found <= LONGEST else None


LONGEST = 1e15
"""Milliseconds, which is more than 30,000 years: a longer time is none that was measured."""


def turn_of(attempt: Json) -> int | None:
    """Return the number of a turn, from 1; ``None`` where none is stated."""
    turn: Any = attempt.get("iteration")
    return turn if isinstance(turn, int) and not isinstance(turn, bool) and turn > 0 else None


def _judged(evaluation: Json) -> Iterator[Unusable]:
    for n, code in _listed(evaluation, "commandsRun", "exitCode"):
        if not is_number(code):
            yield _in_list("/evalResult/commandsRun", n, "exitCode", ZERO)
    for n, score in _listed(evaluation, "criteriaResults", "score"):
        if not _is_share(score):
            yield _in_list("/evalResult/criteriaResults", n, "score", UNIT)
    if not all(map(_is_share, record(evaluation, "subscores").values())):
        yield Unusable("/evalResult/subscores", "/evalResult/subscores", UNIT)


def _economic(result: Json) -> Iterator[tuple[str, ...]]:
    """Yield the places of the tokens of economics records."""
    for holder in _HOLDERS:
        if record(_below(result, holder), "economics").get("version") == VERSION:
            yield from ((*holder, "economics", "totals", "usage", name) for name in USED)


def _listed(value: Json, name: str, field: str) -> Iterator[tuple[int, object]]:
    """Yield position and value of a field wherever an object of a list states it."""
    for n, item in enumerate(items(value, name)):
        if isinstance(item, dict) and item.get(field) is not None:
            yield n, item[field]


def _below(value: Json, names: Iterable[str]) -> Json:
    for name in names:
        value = record(value, name)
    return value


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and is_number(value) and 0 <= value <= 1


def _in_list(listed: str, position: int, name: str, wanted: str) -> Unusable:
    return Unusable(f"{listed}/{name}", f"{listed}/{position}/{name}", wanted)

"""Values of a JSON document that somebody else wrote, by the kind that is wanted; another kind is absent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar, cast

import msgspec

Json = dict[str, Any]
Word = TypeVar("Word", bound=str)

LARGEST = 1e300
"""The largest number, either sign, that counts as one: larger ones could not be added up."""

_EMPTY: Json = {}


def decode(data: bytes) -> Any:
    """Return the JSON value in ``data``. Raises ``ValueError`` with a reason for everything that is none."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise ValueError(str(error) or "nested too deeply") from error


def record(value: object, name: str) -> Json:
    """Return the object under ``name``, empty when there is none."""
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else _EMPTY


def items(value: object, name: str) -> list[Any]:
    """Return the list under ``name``, empty when there is none."""
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []


def records(value: object, name: str) -> Iterator[Json]:
    """Yield the objects of the list under ``name``."""
    return (item for item in items(value, name) if isinstance(item, dict))


def text(value: object, name: str) -> str:
    """Return the text under ``name`` without outer blanks, empty when there is none."""
    found = value.get(name) if isinstance(value, dict) else None
    return found.strip() if isinstance(found, str) else ""


def name_of(value: object, name: str) -> str:
    """Return the text under ``name`` exactly as written, empty when there is none or only blanks."""
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, str) and found.strip() else ""


def texts(value: object, name: str) -> tuple[str, ...]:
    """Return the texts of the list under ``name``; what is no text is left out."""
    return tuple(item for item in items(value, name) if isinstance(item, str))


def word(value: object, name: str, allowed: tuple[Word, ...], otherwise: Word) -> Word:
    """Return the text under ``name`` when it is one of ``allowed``, else ``otherwise``."""
    found = value.get(name) if isinstance(value, dict) else None
    return cast(Word, found) if found in allowed else otherwise


def figure(value: object, name: str) -> float | None:
    """Return the number under ``name``, ``None`` when there is none; truth values are no numbers."""
    found = value.get(name) if isinstance(value, dict) else None
    return plain(found) if is_number(found) else None


def amount(value: object, name: str) -> float | None:
    """Return the number of at least 0 under ``name``, ``None`` when there is none."""
    found = figure(value, name)
    return found if found is not None and found >= 0 else None


def is_number(value: object) -> bool:
    """Return whether a JSON value is a number, and none beyond ``LARGEST``."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST


def plain(value: Any) -> float:
    """Return a number as an int when it is whole, so that it prints and compares the same either way."""
    return int(value) if value == int(value) and abs(value) < 2**53 else float(value)

"""A look into a JSON object of an export that knows its place and reports what is not as it should be.

Every read is total: what is absent, null or of the wrong type is ``None`` (or empty), and all but the first
two are reported with a JSON pointer (RFC 6901).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from site_builder.errors import out_of_range
from site_builder.measures.numbers import number

Report = Callable[[str, str, str], None]
"""Takes a JSON pointer, a problem code and a message."""

_TYPE_WORDS: dict[type, str] = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "a string",
    list: "a list",
    dict: "an object",
}


def printable(text: str) -> str:
    """Return text with U+FFFD for each character that could steer a terminal or turn a line around."""
    return text if text.isprintable() else "".join(char if char.isprintable() else "\ufffd" for char in text)


def describe(value: object) -> str:
    """Return a short description of a JSON value for a message, bounded whatever the value is."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        try:
            return f"{value:g}" if math.isfinite(value) else out_of_range(value)
        except OverflowError:
            return out_of_range(math.inf if value > 0 else -math.inf)
    if isinstance(value, str):
        return f'"{printable(value if len(value) <= 40 else value[:39])}{"…" if len(value) > 40 else ""}"'
    return _TYPE_WORDS.get(type(value), "null")


def pointer_part(key: object) -> str:
    """Return one reference token of a JSON pointer with its slash, escaped and of bounded length."""
    text = printable(str(key)[:200]).replace("~", "~0").replace("/", "~1")
    return "/" + (text if len(text) <= 80 else text[:79] + "…")


class View:
    """One JSON object with its pointer and the report that its oddities go to."""

    __slots__ = ("pointer", "record", "report")

    def __init__(self, record: dict[str, Any], pointer: str, report: Report) -> None:
        self.record = record
        self.pointer = pointer
        self.report = report

    def at(self, key: object) -> str:
        """Return the pointer of a member."""
        return self.pointer + pointer_part(key)

    def has(self, key: str) -> bool:
        """Say whether the member is there and not null."""
        return self.record.get(key) is not None

    def number(self, key: str) -> float | None:
        """Return a finite number ≥ 0."""
        value = self.record.get(key)
        if value is None:
            return None
        amount = number(value)
        if amount is None:
            self.report(self.at(key), "favur.bad-number", f"{describe(value)} is not a finite number ≥ 0.")
        return amount

    def text(self, key: str) -> str:
        """Return a string, empty when there is none."""
        value = self.record.get(key)
        if isinstance(value, str):
            return value
        self._wrong_type(key, value, "a string")
        return ""

    def flag(self, key: str) -> bool | None:
        """Return whether the member is ``true`` (anything else is false); ``None`` when absent."""
        value = self.record.get(key)
        if value is None:
            return None
        if not isinstance(value, bool):
            self._wrong_type(key, value, "true or false")
        return value is True

    def child(self, key: str) -> View | None:
        """Return the object under ``key``."""
        value = self.record.get(key)
        if isinstance(value, dict):
            return View(value, self.at(key), self.report)
        self._wrong_type(key, value, "an object")
        return None

    def items(self, key: str) -> list[tuple[str, Any]] | None:
        """Return the items of the list under ``key`` that are not null, each with its pointer."""
        value = self.record.get(key)
        if isinstance(value, list):
            place = self.at(key)
            return [(f"{place}/{index}", item) for index, item in enumerate(value) if item is not None]
        self._wrong_type(key, value, "a list")
        return None

    def rows(self, key: str) -> list[View] | None:
        """Return the objects of a list. An item that is no object counts as a row without any member."""
        items = self.items(key)
        if items is None:
            return None
        found = []
        for place, item in items:
            if not isinstance(item, dict):
                self.report(place, "favur.bad-type", f"{describe(item)} is not an object.")
            found.append(View(item if isinstance(item, dict) else {}, place, self.report))
        return found

    def word(self, key: str, allowed: tuple[str, ...]) -> str:
        """Return a string that is one of the allowed words, empty (and reported) when it is another."""
        value = self.text(key)
        if value and value not in allowed:
            self._unknown_word(self.at(key), value, allowed)
            return ""
        return value

    def words(self, key: str, allowed: tuple[str, ...]) -> list[str] | None:
        """Return the allowed words of a list in their order; the others are reported."""
        items = self.items(key)
        if items is None:
            return None
        found = []
        for place, item in items:
            if item in allowed:
                found.append(str(item))
            else:
                self._unknown_word(place, item, allowed)
        return found

    def _unknown_word(self, place: str, value: object, allowed: tuple[str, ...]) -> None:
        self.report(place, "favur.unknown-word", f"{describe(value)} is none of {', '.join(allowed)}.")

    def _wrong_type(self, key: str, value: object, wanted: str) -> None:
        if value is not None:
            self.report(self.at(key), "favur.bad-type", f"{describe(value)} is not {wanted}.")

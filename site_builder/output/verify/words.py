"""Words of a page that say what its data say: how they are marked there, and what they have to be.

A template marks an element with ``data-word``; its whole text is then a word or a sentence of the data.
Which words a page has, in which order, and from where in the data each comes is said by ``Word`` and
``Each``. A number in a sentence counts as a number, whichever it is: numbers are held by themselves.
"""

from __future__ import annotations

import difflib
import html
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from site_builder.output.verify.faults import Comparison, is_number

MARK = ' data-word="'
NUMBER = "#"
"""Stands in a sentence for a number, or for the reason why it is missing."""
SHOWN_NUMBER = re.compile(
    r'<data class="num" [^<>]*>[^<]*</data>|<span class="gap" data-missing=[^<>]*>[^<]*</span>'
)
TAG = re.compile(r"<[^<>]*>")
TITLE_OF_WORD = re.compile(r' title="([^"<>]*)"')


class Word(NamedTuple):
    """A word of a page; ``name`` is that of the mark."""

    name: str
    said: dict[Any, str] | Callable[[Any], Any] | None = None
    """A closed vocabulary, in which a value that is not there is not said; a function of the value; or
    ``None``, where it stands as it is."""
    at: str | None = None
    """Where in the data it comes from, with dots between keys and positions; the name by default. Empty for
    the whole record."""

    def expected(self, data: Any, place: str) -> Iterator[Told]:
        """Yield the word, unless nothing is said for the value."""
        at = self.name if self.at is None else self.at
        value = found(data, at)
        if isinstance(self.said, dict):
            value = self.said.get(value) if isinstance(value, (str, bool)) else None
        elif self.said is not None:
            value = self.said(value)
        text = plain(value)
        if text:
            yield Told(self.name, text, f"{place}{at or self.name}")


class Each(NamedTuple):
    """Words of every record of a list; of an object, whose records have their key as ``key``."""

    at: str
    parts: tuple[Word | Each, ...]
    shown: Callable[[list[Any]], list[Any]] = list
    """Which records a page shows, and in which order."""

    def expected(self, data: Any, place: str) -> Iterator[Told]:
        """Yield the words of each record."""
        records = found(data, self.at) or []
        if isinstance(records, dict):
            records = [{"key": key, **record} for key, record in records.items()]
        for n, record in enumerate(self.shown(records)):
            for part in self.parts:
                yield from part.expected(record, f"{place}{self.at}.{n}.".lstrip("."))


class Told(NamedTuple):
    """A word as it is on a page, or has to be."""

    name: str
    text: str
    place: str = ""
    """Where in the data it comes from."""


class WordsCheck(Comparison):
    """The marked words of a page held against what has to be there, in order."""

    def __init__(self, path: str, page: str, wanted: list[Told]) -> None:
        super().__init__(path)
        self.told, self.rest = marked(page)
        self.checked = len(self.told)
        told, again = ([word[:2] for word in words] for words in (self.told, wanted))
        if told == again:
            return
        matcher = difflib.SequenceMatcher(None, told, again, autojunk=False)
        for what, a, b, c, d in matcher.get_opcodes():
            if what == "equal":
                continue
            for n in range(max(b - a, d - c)):
                self._differs(self.told[a + n] if a + n < b else None, wanted[c + n] if c + n < d else None)

    def _differs(self, told: Told | None, again: Told | None) -> None:
        """Note a word that is another one, is missing, or is one too many."""
        if again is None:
            assert told is not None
            self.fault(f"it says in a place marked {told.name} what its data do not say there", told.text)
        elif told is None:
            self.fault(
                f"the words on {again.place} are missing, or not in the order of the data", None, again.text
            )
        else:
            self.fault(f"the words on {again.place}", told.text, again.text)


def found(data: Any, at: str) -> Any:
    """Return what stands in data at a path; ``None`` where there is nothing."""
    for key in at.split(".") if at else ():
        if isinstance(data, dict):
            data = data.get(key)
        elif isinstance(data, list) and key.isdigit() and int(key) < len(data):
            data = data[int(key)]
        else:
            return None
    return data


def plain(value: Any) -> str:
    """Return a word or a sentence of the data as it reads, whatever its case and spaces."""
    return " ".join(_as_one(value).split()).casefold()


def _as_one(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(map(_as_one, value))
    return NUMBER if is_number(value) or (isinstance(value, dict) and "missing" in value) else ""


def marked(page: str) -> tuple[list[Told], str]:
    """Return the marked words of a page in order, and the page without them.

    The text of an element with a title has the title behind it.
    """
    first, *pieces = page.split(MARK)
    told: list[Told] = []
    rest = [first]
    begin = first.rfind("<")
    tag = first[begin + 1 :].partition(" ")[0]
    for piece in pieces:
        name, _, after = piece.partition('"')
        attributes, _, body = after.partition(">")
        text, end, left = body.partition(f"</{tag}>")
        title = TITLE_OF_WORD.search(f"{rest[-1][rest[-1].rfind('<') :]}{attributes}")
        text = TAG.sub("", SHOWN_NUMBER.sub(NUMBER, text if end else ""))
        said = f"{text}: {title[1]}" if title is not None else text
        plainly = plain(html.unescape(said))
        if plainly:  # an empty element says nothing
            told.append(Told(html.unescape(name), plainly))
        rest.append(left)
        tag = left[left.rfind("<") + 1 :].partition(" ")[0]
    return told, "".join(rest)

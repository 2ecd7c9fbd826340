"""Drawings as the site writes them, and how one is held against the same drawing made again."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from site_builder.output.verify.faults import Comparison
from site_builder.output.verify.page_numbers import reads_as

KINDS_DRAWN = ("radar", "interval", "waterfall", "whisker", "curve", "margin", "rank-flow", "frontier")
"""Classes of the drawings that a site has."""
LIKE_DRAWN = re.compile(rf'<svg\b[^<>]*\bclass="[^"<>]*\b(?:{"|".join(KINDS_DRAWN)})\b')
FRAME = re.compile(
    rf'<svg class="({"|".join(KINDS_DRAWN)})" viewBox="0 0 ([0-9]+ [0-9]+)" role="img" '
    r'aria-labelledby="([^"<>]*)-t \3-d"><title id="\3-t">([^<]*)</title><desc id="\3-d">([^<]*)</desc>'
    r"([^<]*(?:<(?!/?svg\b)[^<]*)*)</svg>"
)
WRITTEN = re.compile(r">([^<>]+)<")
PLACE = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
FIGURE = r"([+−]?[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?(?:e[0-9]+)?(?: %)?)"
DIGIT = 0.0501
"""Half of the last digit that coordinates are written with."""
Said = tuple[Any, ...]
"""What a text says: words, and the numbers between them."""


class Drawing(NamedTuple):
    """A drawing on a page; in its texts signs are no entities."""

    kind: str
    size: str
    key: str
    """Makes the ids of its title and its description."""
    title: str
    words: str
    shapes: str
    """What it consists of, without the texts in it."""
    texts: list[str]


class DrawnAgain(NamedTuple):
    """What a drawing has to be."""

    size: tuple[int, int]
    title: Said
    words: Said
    shapes: str
    """Coordinates may have more digits here."""
    texts: list[Said]


def drawings_on(page: str) -> Iterator[Drawing]:
    """Yield the drawings of a page that are written as the site writes them."""
    for kind, size, key, title, words, body in FRAME.findall(page):
        texts = [html.unescape(text) for text in WRITTEN.findall(body)]
        told = html.unescape(title), html.unescape(words)
        yield Drawing(kind, size, html.unescape(key), *told, WRITTEN.sub("><", body), texts)


class DrawnCheck(Comparison):
    """Drawings held against those made again."""

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.checked = self.read = 0
        """Drawings, and numbers in their texts."""

    def hold(self, told: Drawing, again: DrawnAgain) -> None:
        """Hold a drawing against what it has to be: its size, its shapes, and all its texts."""
        self.checked += 1
        self.read += sum(isinstance(part, float) for said in (again.words, *again.texts) for part in said)
        about = f"the {told.kind} {told.key}"
        self.expect(f"{about}: its size", told.size, "{} {}".format(*again.size))
        if not says(told.title, again.title):
            self.fault(f"{about}: its title", told.title, again.title)
        if not says(told.words, again.words):
            self.fault(f"{about}: its description", told.words, again.words)
        self.expect(f"{about}: texts in it", len(told.texts), len(again.texts))
        for text, said in zip(told.texts, again.texts):
            if not says(text, said):
                self.fault(f"{about}: a text in it", text, said)
        odd = unlike(told.shapes, again.shapes)
        if odd is not None:
            self.fault(f"{about}: what is drawn", *odd)


def says(text: str, said: Said) -> bool:
    """Return whether a text consists of these words and numbers, however these are rounded."""
    if not any(isinstance(part, float) for part in said):
        return text == "".join(said)
    pattern = "".join(FIGURE if isinstance(part, float) else re.escape(part) for part in said)
    found = re.fullmatch(pattern, text)
    numbers = [part for part in said if isinstance(part, float)]
    return found is not None and all(map(reads_as, found.groups(), numbers))


def unlike(told: str, again: str) -> tuple[str, str] | None:
    """Return where two drawings differ by more than the last digit; ``None`` where nowhere."""
    pairs = zip(PLACE.findall(told), PLACE.findall(again))
    if PLACE.split(told) != PLACE.split(again):
        same = next((n for n, (a, b) in enumerate(zip(told, again)) if a != b), 0)
        return told[max(0, same - 20) : same + 40], again[max(0, same - 20) : same + 40]
    return next(((a, b) for a, b in pairs if abs(float(a) - float(b)) > DIGIT), None)


def on_line(value: float, scale: tuple[float, float], line: tuple[float, float]) -> float:
    """Return where a value of a scale lies on a line, held within it."""
    share = (value - scale[0]) / (scale[1] - scale[0])
    return line[0] + (line[1] - line[0]) * max(0.0, min(1.0, share))

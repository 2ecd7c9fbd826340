"""How the site writes numbers, and how they are found on a page."""

from __future__ import annotations

import html
import math
import re
from typing import Any

CELL = re.compile(
    r'<td class="n(?:"| bar") (?:|id="[^"<>]*" |style="--v:[01]\.[0-9]{3}" )'
    r'data-value="([^"<>]*)" data-node="([^"<>]*)">([^<]*)<(?:/td|small)>'
)
INLINE = re.compile(
    r'<data class="num" value="([^"<>]*)" data-value="\1" data-node="([^"<>]*)">([^<]*)</data>'
)
"""The two ways in which the site writes a number. What names one in any other way is a fault."""
VALUE = re.compile("-[vV][aA][lL][uU][eE]")
NAMED = re.compile(r'<th scope="row"><a href="(?:\.\./)*([^"<>]*)">((?:[^<]|<wbr>)*)</a>')
CALLED = re.compile(r' data-configuration="([^"<>]*)"')
ADDED = re.compile(r' data-added="([^"<>]*)"')
PLAIN = re.compile(r"(\+|−)?(0|[1-9][0-9]*|[1-9][0-9]{0,2}(?:,[0-9]{3})+)(\.[0-9]+)?( %)?")
POWER = re.compile(r"(\+|−)?([1-9](?:\.[0-9]{1,5})?e[1-9][0-9]{1,2})( %| s)?")
"""A number from 1e21 on, in six digits; only those are written so."""
LIMITS = {"> 99.9 %": (0.9994, 1), "&lt; 0.0001": (0, 1e-4), "&lt; 0.000001": (0, 1e-6)}
"""Said of a share that is nearly the whole, and of tiny p-values: at least the first, below the second."""
PART_OF = re.compile(r"([0-9]+) of ([0-9]+)")
FIXED = tuple(f"%.{decimals}f" for decimals in range(12))
"""Formats by number of decimals."""
COLUMN = re.compile(r'<button type="button" class="sort" data-key="([^"<>]*)"')
SORTED_BY = {"rank": "run.rank", "coverage": "score#coverage", "duration": "run.duration_s"}
"""What columns are called where it is not the node whose numbers they have."""
CELL_BEGIN = re.compile("<t[dh] ")
NODE = re.compile(r'data-node="([^"<>]*)"')
WORDS = re.compile(r"[^\W\d_][^\d<>&]*")


def numbers_of(page: str) -> list[tuple[str, str, str]]:
    """Return (value, node, shown text) of every number on a page."""
    return numbers_and_rest(page)[0]


def numbers_and_rest(page: str) -> tuple[list[tuple[str, str, str]], str]:
    """Return (value, node, shown text) of every number on a page, and the page without them."""
    numbers: list[tuple[str, str, str]] = []
    for pattern, emptied in ((CELL, '<td class="">'), (INLINE, '<data class="">')):
        parts = pattern.split(page)
        nodes = parts[2::4]
        if "&" in "".join(nodes):
            nodes = [html.unescape(node) for node in nodes]
        numbers += zip(parts[1::4], nodes, parts[3::4])
        page = emptied.join(parts[::4])
    return numbers, page


def rows_of(page: str) -> list[tuple[str, str]]:
    """Return (name of the run's page, what follows to its end) of every row of a board's table."""
    pieces = [piece.partition('"') for piece in page.split('<tr id="run-')[1:]]
    return [(html.unescape(slug), row.partition("</tr>")[0]) for slug, _, row in pieces]


def slug_of(row: dict[str, Any]) -> str:
    """Return the name of a run's page, the anchor of its row: its id only where that can be an address."""
    return str(row["page"]).split("/")[1]


def odd_numbers(rest: str) -> list[str]:
    """Return the tags of a page without its numbers that name a value all the same."""
    found: list[str] = []
    for name in re.finditer("data-value", rest, re.IGNORECASE) if VALUE.search(rest) else ():
        begin = rest.rfind("<", 0, name.start())
        if begin > rest.rfind(">", 0, name.start()):
            found.append(rest[begin : rest.find(">", begin) + 1 or None])
    return found


def reads_as(text: str, value: float) -> bool:
    """Return whether a shown text is the value as the site writes it: rounded, in per cent, or a time."""
    point = text.find(".")
    decimals = len(text) - point - 1
    if point > 0 and decimals < len(FIXED) and FIXED[decimals] % value == text and text[0] != "-":
        return True
    if text.isdigit() and text.isascii() and (text[0] != "0" or text == "0"):
        return abs(int(text) - value) <= 0.5 * (1 + 1e-9) + 1e-12 * abs(value) or text == _time(value)
    if "," in text and f"{value:,.0f}" == text and text[0] != "-":
        return True
    plain = text.replace("&minus;", "−")
    found = POWER.fullmatch(plain)
    if found is not None:
        number = float(found[2]) * (-1 if found[1] == "−" else 1)
        exact = value * 100 if found[3] == " %" else value
        last = 1e-5 * float(f"1e{found[2].partition('e')[2]}")
        return 1e21 <= abs(exact) < math.inf and abs(number - exact) <= 0.5 * last * (1 + 1e-9)
    found = PLAIN.fullmatch(plain)
    if found is None:
        least, below = LIMITS.get(text, (1, 0))
        return least <= value < below or text == _time(value)
    decimals = len(found[3] or ".") - 1
    number = float(found[2].replace(",", "") + (found[3] or "")) * (-1 if found[1] == "−" else 1)
    exact = value * 100 if found[4] else value
    return abs(number - exact) <= 0.5 * 10.0**-decimals * (1 + 1e-9) + 1e-12 * abs(exact)


def _time(seconds: float) -> str:
    """Return a time span in the two largest units that fit."""
    if not 0 <= seconds < math.inf:
        return ""
    minutes, left = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 24:
        return f"{hours // 24} d {hours % 24} h"
    if hours:
        return f"{hours} h {minutes:02d} min"
    return f"{minutes} min {left:02d} s" if minutes else f"{left} s"


def numbers_in(data: Any) -> set[float]:
    """Return every number of an object, however deep."""
    found: set[float] = set()
    todo = [data]
    for item in todo:
        kind = type(item)
        if kind is float:
            found.add(item)
        elif kind is int:
            found.add(float(item))
        elif kind is dict:
            todo.extend(item.values())
        elif kind is list:
            todo.extend(item)
    return found


def float_of(text: str) -> float:
    """Return the number that a text is, not a number for any other text."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def floats_of(texts: list[str]) -> list[float]:
    """Return the numbers that texts are, not a number for any other text."""
    return [float_of(text) for text in texts]

"""Intervals on the pages of campaigns, made again from the numbers beside them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

from site_builder.output.verify.drawn import Drawing, DrawnAgain, DrawnCheck, on_line
from site_builder.output.verify.faults import number_in
from site_builder.output.verify.page_numbers import float_of

BESIDE_IT = r'<data class="num" value="([^"<>]*)" data-value="\{}" data-node="[^"<>]*">([^<]*)</data>'
ESTIMATE = re.compile(
    rf'<div class="estimate"><p><b>{BESIDE_IT.format(1)}</b> <span class="range-text">'
    rf"\[{BESIDE_IT.format(3)}, {BESIDE_IT.format(5)}\]</span></p>"
    r'<svg class="whisker" [^<>]*aria-labelledby="([^"<>]*)-t '
)
CHIP = re.compile(
    r'<(a|span) class="chip ([^"<>]*)"(?: href="(?:\.\./)*([^"<>]*)")? title="([^"<>]*)">([^<]*)</\1>'
)
LIKE_CHIP = re.compile(r'class="[^"<>]*\bchip\b')
WHISKER_SIZE = 200, 26
WHISKER_LINE = 6.0, 194.0
FEW = " Too few samples for more than a direction, or no sure difference."
PAGE_OF_PAIRS = re.compile(r"campaigns/[^/]+/pairs/index\.html")


def estimates_in(data: Any) -> Iterator[dict[str, Any]]:
    """Yield the figures with an interval that the data of a page have, however deep."""
    todo = [data]
    for item in todo:
        if isinstance(item, dict) and "span" in item and "firm" in item:
            yield item
        elif isinstance(item, (dict, list)):
            todo.extend(item.values() if isinstance(item, dict) else item)


def check_estimates(check: DrawnCheck, page: str, data: Any, drawn: dict[str, Drawing]) -> None:
    """Hold the intervals of a page against the numbers that stand before each of them, and its data."""
    beside = {html.unescape(found[6]): found[:6] for found in ESTIMATE.findall(page)}
    estimates = [*estimates_in(data)]
    check.expect("its intervals, in order", [*beside], [one["key"] for one in estimates])
    for one in estimates:
        key, cells = one["key"], beside.get(one["key"])
        if cells is None:
            check.fault(f"the numbers before the interval {key}")
            continue
        told, values = (
            [*map(float_of, cells[::2])],
            [number_in(one[end]) for end in ("value", "lower", "upper")],
        )
        check.expect(f"the numbers before the interval {key}", told, values)
        least = -1.0 if PAGE_OF_PAIRS.fullmatch(check.file) else 0.0
        span = min(least, *told[:2]), max(1.0, told[0], told[2])
        check.expect(f"the scale of the interval {key}", one["span"], [*span])
        if key in drawn:
            texts = [html.unescape(text) for text in cells[1::2]]
            check.hold(drawn[key], _whisker_again(one, told, texts, span))


def _whisker_again(
    one: dict[str, Any], values: list[float], texts: list[str], span: tuple[float, float]
) -> DrawnAgain:
    """Return a figure and its interval on their scale; hollow where it carries less than it says."""
    middle, low, high = (on_line(value, span, WHISKER_LINE) for value in values)
    first, last = WHISKER_LINE
    ticks = "".join(f"M{place:.6f} 17v6" for place in (first, (first + last) / 2, last))
    shapes = (
        f'<path class="axis" d="M{first} 20H{last}{ticks}"/>'
        f'<path class="range" d="M{low:.6f} 10H{high:.6f}M{low:.6f} 5v10M{high:.6f} 5v10"/>'
        f'<circle class="dot{"" if one["firm"] else " hollow"}" cx="{middle:.6f}" cy="10" r="4.5"/>'
    )
    percent = texts[0].endswith("%")
    ends = [f"{end * 100:g} %" if percent else f"{end:g}" for end in span]
    words = f"On a scale from {ends[0]} to {ends[1]}: {texts[0]}, interval from {texts[1]} to {texts[2]}."
    return DrawnAgain(WHISKER_SIZE, (one["title"],), (words + ("" if one["firm"] else FEW),), shapes, [])


def check_chips(check: DrawnCheck, page: str, data: dict[str, Any]) -> None:
    """Hold the marks of single samples, one after another, against what became of each in the data."""
    again: list[tuple[str, ...]] = []
    for row in data.get("rows", ()):
        for n, (name, address, outcome) in enumerate(row.get("samples") or (), 1):
            again.append((outcome, f"{address}index.html", f"{name}: {outcome}", f"{n} {outcome}"))
    for line in data.get("plan", ()):
        for n, (name, state, word, address, note) in enumerate(line["slots"], 1):
            about = f"{name}: {note}" if note and not address else name
            again.append((state, f"{address}index.html" if address else "", about, f"{n} {word}"))
    told = [tuple(map(html.unescape, found[1:])) for found in CHIP.findall(page)]
    check.expect("marks of samples written as the site writes them", len(told), len(LIKE_CHIP.findall(page)))
    check.expect("marks of samples", told, again)

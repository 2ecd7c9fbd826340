"""Margins of the checks of a release gate, made again from what is observed and where its limit is."""

from __future__ import annotations

import html
import re
from typing import Any

from site_builder.output.verify.drawn import Drawing, DrawnAgain, DrawnCheck
from site_builder.output.verify.faults import number_in

CHECK_AND_MARGIN = re.compile(
    r'<li id="check-([^"<>]*)"|<svg class="margin" [^<>]*aria-labelledby="([^"<>]*)-t '
)
MARGIN_SIZE = 180, 22
MIDDLE, HALF = 90.0, 86.0
"""Where the limit is, and how far from it a margin is drawn that is as much as the limit itself."""
LEAST_WIDTH = 2.0


def margin_key(code: str) -> str:
    """Return what makes the ids of the margin of a check."""
    return f"m-{code.replace('_', '-')}"


def check_margins(check: DrawnCheck, page: str, data: dict[str, Any], drawn: dict[str, Drawing]) -> None:
    """Hold the margins on the page of a gate against its checks, and that each stands with its own."""
    places = [html.unescape("".join(found)) for found in CHECK_AND_MARGIN.findall(page)]
    for own, drawn_there in zip(places[::2], places[1::2]):
        check.expect(f"the margin drawn with the check {own}", drawn_there, f"m-{own}")
    check.expect("checks with their margins", len(places), 2 * len(data["checks"]))
    for told in data["checks"]:
        limit, margin = number_in(told["limit"]), number_in(told["margin"])
        room = None if margin is None or limit is None else max(-1.0, min(1.0, margin / abs(limit or 1.0)))
        check.expect(f"{told['code']}: room", number_in(told["room"]), room)
        key = margin_key(told["code"])
        if key in drawn:
            check.hold(drawn[key], _margin_again(told, room))


def _margin_again(told: dict[str, Any], room: float | None) -> DrawnAgain:
    line = f'<path class="axis" d="M4 18H176"/><path class="limit" d="M{MIDDLE} 2V20"/>'
    if room is None:
        return DrawnAgain(MARGIN_SIZE, ("Margin",), ("There is no margin: a value is missing.",), line, [])
    length = abs(room) * HALF
    start = MIDDLE if room >= 0 else MIDDLE - length
    kind = "kept" if told["met"] else "passed"
    bar = f'<rect class="{kind}" x="{start:.6f}" y="6" width="{max(length, LEAST_WIDTH):.6f}" height="10"/>'
    observed, limit, margin = (number_in(told[key]) for key in ("observed", "limit", "margin"))
    words: tuple[Any, ...] = ("A value is missing.",)
    if None not in (observed, limit, margin):
        holds = "holds" if told["met"] else "does not hold"
        last = f" {told['unit']}. The check {holds}."
        words = "Observed ", observed, f", {told['bound']} ", limit, " asked for, margin ", margin, last
    return DrawnAgain(MARGIN_SIZE, (f"Margin: {told['title']}",), words, bar + line, [])

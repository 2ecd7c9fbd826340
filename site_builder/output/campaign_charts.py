"""Intervals of cohorts and pairs, drawn with the numbers beside them."""

from __future__ import annotations

from markupsafe import Markup

from site_builder.output.charts import framed
from site_builder.output.markup import safe
from site_builder.output.numbers import number, sentence, written
from site_builder.pages.campaigns.parts import Estimated

WIDTH, HEIGHT = 200, 26
"""Of a drawing, in its own units."""
EDGE = 6


def whisker(found: Estimated) -> Markup:
    """Draw an interval on its whole scale: the range, the figure in it, and marks at ends and middle.

    A figure that stands on too few samples is drawn hollow.
    """
    low, high = found.span
    middle = (low + high) / 2

    def at(value: float) -> str:
        return f"{EDGE + (WIDTH - 2 * EDGE) * (value - low) / (high - low):.1f}"

    value, lower, upper = (cell.value or 0.0 for cell in (found.value, found.lower, found.upper))
    ticks = "".join(f"M{at(place)} 17v6" for place in (low, middle, high))
    kind = "dot" if found.firm else "dot hollow"
    body = (
        f'<path class="axis" d="M{EDGE} 20H{WIDTH - EDGE}{ticks}"/>'
        f'<path class="range" d="M{at(lower)} 10H{at(upper)}M{at(lower)} 5v10M{at(upper)} 5v10"/>'
        f'<circle class="{kind}" cx="{at(value)}" cy="10" r="4.5"/>'
    )
    return framed("whisker", (WIDTH, HEIGHT), found.key, (found.title, describe(found)), body)


def describe(found: Estimated) -> str:
    """Return a drawing as a sentence."""
    value, lower, upper = map(written, (found.value, found.lower, found.upper))
    low, high = (f"{end * 100:g} %" if found.value.form == "percent" else f"{end:g}" for end in found.span)
    ends = f"On a scale from {low} to {high}: {value}, interval from {lower} to {upper}."
    return ends if found.firm else f"{ends} Too few samples for more than a direction, or no sure difference."


def estimate(found: Estimated) -> Markup:
    """Return a figure with its interval in brackets, the drawing, and how the interval was made."""
    return safe(
        f'<div class="estimate"><p><b>{number(found.value)}</b> '
        f'<span class="range-text">[{number(found.lower)}, {number(found.upper)}]</span></p>'
        f'{whisker(found)}<p class="small">{sentence(found.about)}</p></div>'
    )

"""SVG text for a list of circles."""

from collections.abc import Sequence

from .measure import bounding_box
from .shapes import Circle

PALETTE = ("#0b6e4f", "#8f2d56", "#1b4079", "#b5651d")
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{:g} {:g} {:g} {:g}">'
DISC = '<circle cx="{:g}" cy="{:g}" r="{:g}" fill="none" stroke="{}" stroke-width="{:g}"/>'


def picture(circles: Sequence[Circle]) -> str:
    """Draw the circles in turn with the colours of the palette."""
    left, bottom, right, top = bounding_box(circles)
    stroke = max(right - left, top - bottom) / 100
    lines = [HEAD.format(left - stroke, -top - stroke, right - left + 2 * stroke, top - bottom + 2 * stroke)]
    for number, circle in enumerate(circles):
        colour = PALETTE[number % len(PALETTE)]
        lines.append("  " + DISC.format(circle.x, -circle.y, circle.r, colour, stroke))
    return "\n".join([*lines, "</svg>", ""])

"""Text and SVG charts.

Both show the logarithm of the distance, counted from a little inside the smallest orbit.
"""

import math
from html import escape

from planetarium.catalogue import START
from planetarium.positions import Position

TEXT_MARKS = dict(zip(START, ("Me", "Ve", "Ea", "Ma", "Ju", "Sa", "Ur", "Ne"), strict=True))
COLOURS = dict(
    zip(
        START,
        ("gray", "goldenrod", "royalblue", "firebrick", "peru", "khaki", "turquoise", "navy"),
        strict=True,
    )
)


def chart_radius(distance: float, outer: float) -> float:
    """Fraction of the chart radius at which a distance is drawn."""
    return math.log(distance / 0.2) / math.log(outer / 0.2)


def chart_point(position: Position, outer: float) -> tuple[float, float]:
    """Chart coordinates between -1 and 1."""
    r = chart_radius(math.hypot(position.x, position.y), outer)
    angle = math.radians(position.longitude)
    return r * math.cos(angle), r * math.sin(angle)


def outermost(positions: list[Position]) -> float:
    """Edge of a chart that holds all the given planets."""
    return 1.1 * max(position.distance for position in positions)


def text_chart(positions: list[Position], width: int = 78) -> str:
    """Planets as two letters on a field of blanks."""
    height = width // 2
    field = [[" "] * width for _ in range(height)]
    field[height // 2][width // 2] = "O"
    outer = outermost(positions)
    for position in positions:
        x, y = chart_point(position, outer)
        row = round((1 - y) * (height - 1) / 2)
        column = round((1 + x) * (width - 2) / 2)
        field[row][column : column + 2] = TEXT_MARKS[position.name]
    return "\n".join("".join(line).rstrip() for line in field)


def svg_chart(positions: list[Position], title: str, size: int = 600) -> str:
    """A page with one circle per orbit and one disc per planet."""
    half, outer = size / 2, outermost(positions)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{size}" height="{size}" fill="#10131c"/>',
        f'<circle cx="{half}" cy="{half}" r="6" fill="gold"/>',
    ]
    for position in positions:
        ring = half * chart_radius(START[position.name][0], outer)
        x, y = chart_point(position, outer)
        left, top = half * (1 + x), half * (1 - y)
        parts += [
            f'<circle cx="{half}" cy="{half}" r="{ring:.1f}" fill="none" stroke="#445"/>',
            f'<circle cx="{left:.1f}" cy="{top:.1f}" r="5" fill="{COLOURS[position.name]}"/>',
            f'<text x="{left + 8:.1f}" y="{top:.1f}" fill="white">{position.name}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"

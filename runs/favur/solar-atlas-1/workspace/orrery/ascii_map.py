"""The map in plain characters. Cells are taken to be twice as tall as wide,
so the grid has two columns for each row.
"""

import math
from collections.abc import Iterable
from itertools import chain

from orrery.ephemeris import Body, Snapshot
from orrery.geometry import shrink

LEGEND = "{0.mark} {0.name:<8}{1.longitude:7.2f} deg {1.length:7.3f} au"


def plot(marks: Iterable[tuple[float, float, str]], rows: int) -> str:
    """Write marks at disk coordinates; later ones cover earlier ones."""
    half = rows // 2
    cells = [[" "] * (4 * half + 1) for _ in range(2 * half + 1)]
    for x, y, mark in marks:
        cells[half - round(y * half)][2 * half + round(2 * x * half)] = mark
    return "\n".join("".join(row).rstrip() for row in cells)


def orbit(body: Body) -> list[tuple[float, float, str]]:
    """Dots along the mean distance of a planet."""
    size = shrink(body.planet.epoch.axis)
    turns = [math.tau * step / 240 for step in range(240)]
    return [(size * math.cos(angle), size * math.sin(angle), ".") for angle in turns]


def render(moment: Snapshot, rows: int = 41) -> str:
    """Draw orbits, then planets over them, then the Sun and the legend."""
    orbits = chain.from_iterable(map(orbit, moment.bodies))
    planets = [(*body.position.on_disk(), body.planet.mark) for body in moment.bodies]
    legend = [LEGEND.format(body.planet, body.position) for body in moment.bodies]
    picture = plot([*orbits, *planets, (0.0, 0.0, "*")], rows)
    return "\n".join([picture, "", *legend]) + "\n"

"""Schematic drawings: rings at equal spacing, planets at their true longitude."""
import json
import math

from .astro import PLANETS, Report

RINGS = {planet.name: number for number, planet in enumerate(PLANETS, 1)}
LETTERS = {"Mercury": "h", "Venus": "v", "Earth": "t", "Mars": "a", "Jupiter": "j",
           "Saturn": "s", "Uranus": "u", "Neptune": "n"}


def ascii_map(rep: Report, rings: bool = True) -> str:
    rows = [[" "] * 73 for _ in range(37)]
    for name in rep.lon:
        radius = RINGS[name] / 8
        if rings:
            for angle in range(0, 360, 4):
                x = 36 + round(36 * radius * math.cos(math.radians(angle)))
                y = 18 - round(18 * radius * math.sin(math.radians(angle)))
                rows[y][x] = "."
    for name, lon in rep.lon.items():
        radius = RINGS[name] / 8
        x = 36 + round(36 * radius * math.cos(math.radians(lon)))
        y = 18 - round(18 * radius * math.sin(math.radians(lon)))
        rows[y][x] = LETTERS[name]
    rows[18][36] = "@"
    return "\n".join("".join(row).rstrip() for row in rows)


def legend(rep: Report) -> str:
    lines = []
    for name in rep.lon:
        numbers = f"{rep.lon[name]:6.2f} {rep.lat[name]:+6.2f} {rep.dist[name]:8.4f}"
        lines.append(f"{LETTERS[name]} {name:<8} {numbers}")
    return "\n".join(lines)


def svg(rep: Report, size: int = 500, dark: bool = False) -> str:
    if dark:
        back, ink = "#111", "#eee"
    else:
        back, ink = "#fff", "#222"
    c = size / 2
    text = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">\n'
    text += f'<rect width="{size}" height="{size}" fill="{back}"/>\n'
    text += f'<circle cx="{c}" cy="{c}" r="{size / 60:.2f}" fill="#fb0"/>\n'
    for name, lon in rep.lon.items():
        r = c * RINGS[name] / 8.6
        x, y = c + r * math.cos(math.radians(lon)), c - r * math.sin(math.radians(lon))
        text += f'<circle cx="{c}" cy="{c}" r="{r:.2f}" fill="none" stroke="{ink}" opacity=".3"/>\n'
        text += f'<circle cx="{x:.2f}" cy="{y:.2f}" r="4" fill="{ink}"/>\n'
        text += f'<text x="{x + 6:.2f}" y="{y:.2f}" font-size="10" fill="{ink}">{name}</text>\n'
    return text + "</svg>\n"


def to_json(reports) -> str:
    days = []
    for rep in reports:
        bodies = {}
        for name in rep.lon:
            bodies[name] = {
                "lon": round(rep.lon[name], 4),
                "lat": round(rep.lat[name], 4),
                "dist": round(rep.dist[name], 6),
            }
        days.append({"date": rep.date.isoformat(), "bodies": bodies})
    return json.dumps(days, indent=2)

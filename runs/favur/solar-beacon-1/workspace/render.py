"""ASCII, SVG and JSON output."""
import json

from orbits import TABLE, distance, longitude

MARKS = dict(zip(TABLE, "mveMJSUN", strict=True))
COLORS = {
    "mercury": "#888888", "venus": "#e0c080", "earth": "#4080ff", "mars": "#d05030",
    "jupiter": "#c09060", "saturn": "#e0d0a0", "uranus": "#80d0d0", "neptune": "#4050c0",
}


def ascii_map(places, span, width=71):
    """Map of the square from -span to +span au. Planets outside are listed below the frame."""
    height = width // 2
    grid = [[" "] * width for _ in range(height)]
    outside = []
    for p in places:
        if max(abs(p.x), abs(p.y)) > span:
            outside.append(p.name)
            continue
        col = round((p.x / span + 1) / 2 * (width - 1))
        row = round((1 - p.y / span) / 2 * (height - 1))
        grid[row][col] = MARKS[p.name]
    grid[height // 2][width // 2] = "*"  # last: on a wide map Mercury shares the cell
    frame = "+" + "-" * width + "+"
    lines = [frame] + ["|" + "".join(row) + "|" for row in grid] + [frame]
    if outside:
        lines.append("outside the map: " + ", ".join(outside))
    return "\n".join(lines) + "\n"


def table(places):
    rows = [f"{p.name:<9}{longitude(p):8.2f}{distance(p):9.4f}" for p in places]
    return "\n".join(["planet       lon     dist"] + rows) + "\n"


def motion(before, after):
    """How far each planet went around the Sun between two dates, in degrees."""
    lines = []
    for old, new in zip(before, after, strict=True):
        moved = (longitude(new) - longitude(old)) % 360
        direction = "forwards" if moved <= 180 else "backwards"
        lines.append(f"{old.name:<9}{min(moved, 360 - moved):8.2f} {direction}")
    return "\n".join(lines) + "\n"


def svg(places, span, size=640):
    """SVG drawing of the same square; the viewBox is in au, so no scaling is needed."""
    dot = span / 80
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="{-span} {-span} {2 * span} {2 * span}">',
        f'<circle r="{dot * 1.5:.4f}" fill="orange"/>',
    ]
    for p in places:
        out.append(
            f'<circle r="{distance(p):.4f}" fill="none" stroke="silver" '
            f'stroke-width="{dot / 8:.4f}"/>'
        )
        out.append(
            f'<circle cx="{p.x:.4f}" cy="{-p.y:.4f}" r="{dot:.4f}" fill="{COLORS[p.name]}">'
            f"<title>{p.name}</title></circle>"
        )
    out.append("</svg>")
    return "\n".join(out) + "\n"


def to_json(date, places):
    earth = next((p for p in places if p.name == "earth"), None)
    data = {"date": date.isoformat(), "planets": {}}
    for p in places:
        entry = {
            "x": round(p.x, 6),
            "y": round(p.y, 6),
            "z": round(p.z, 6),
            "longitude": round(longitude(p), 4),
            "distance": round(distance(p), 6),
        }
        if earth is not None and p is not earth:
            entry["earth_distance"] = round(distance(p, earth), 6)
        data["planets"][p.name] = entry
    return json.dumps(data, indent=2) + "\n"

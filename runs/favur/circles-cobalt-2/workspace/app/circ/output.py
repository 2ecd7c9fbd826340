import json
from .core import area, perimeter


def to_text(c):
    return "circle at ({:.3f}, {:.3f}) radius {:.3f}".format(c["x"], c["y"], c["r"])


def to_json(c):
    data = dict(c)
    data["area"] = area(c)
    data["perimeter"] = perimeter(c)
    return json.dumps(data)


def to_svg(circles, points=[], size=300):
    out = []
    out.append('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d">' % (size, size))
    scale = 1
    if len(circles) > 0:
        biggest = max(max(abs(c["x"]) + c["r"], abs(c["y"]) + c["r"]) for c in circles)
        scale = size / 2 / biggest
    for c in circles:
        cx = size / 2 + c["x"] * scale
        cy = size / 2 - c["y"] * scale
        r = c["r"] * scale
        out.append(f'<circle cx="{cx:.2f}" cy="{cy:.2f}" r="{r:.2f}" fill="none" stroke="black"/>')
    for p in points:
        cx = size / 2 + p[0] * scale
        cy = size / 2 - p[1] * scale
        out.append('<circle cx="%.2f" cy="%.2f" r="2" fill="red"/>' % (cx, cy))
    out.append("</svg>")
    return "\n".join(out)

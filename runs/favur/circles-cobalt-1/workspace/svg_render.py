"""Render circles to SVG."""

SVG_TEMPLATE = """<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="{vx} {vy} {vw} {vh}">
{body}
</svg>
"""


def render_svg(circles, width=500, height=500, padding=5):
    """Return SVG code. Every circle gets a label with its number."""
    if not circles:
        return SVG_TEMPLATE.format(w=width, h=height, vx=0, vy=0, vw=width, vh=height, body="")
    min_x = min(c.cx - c.r for c in circles) - padding
    min_y = min(c.cy - c.r for c in circles) - padding
    max_x = max(c.cx + c.r for c in circles) + padding
    max_y = max(c.cy + c.r for c in circles) + padding
    body = []
    i = 1
    for c in circles:
        body.append(f'  <circle cx="{c.cx}" cy="{c.cy}" r="{c.r}" fill="none" stroke="blue" />')
        body.append(f'  <text x="{c.cx}" y="{c.cy}">{i}</text>')
        i += 1
    return SVG_TEMPLATE.format(w=width, h=height, vx=min_x, vy=min_y, vw=max_x - min_x, vh=max_y - min_y, body="\n".join(body))


def save_svg(circles, filename):
    """Write the SVG to a file."""
    with open(filename, "w") as f:
        f.write(render_svg(circles))

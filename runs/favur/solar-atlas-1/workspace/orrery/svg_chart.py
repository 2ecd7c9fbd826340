"""The map as a stand-alone SVG document with the Sun at the origin;
SVG counts y downwards, hence the changed signs.
"""

import xml.etree.ElementTree as ET

from orrery.ephemeris import Body, Snapshot
from orrery.geometry import shrink


def _circle(x: float, y: float, size: float, **style: str) -> ET.Element:
    return ET.Element("circle", {"cx": f"{x:.2f}", "cy": f"{y:.2f}", "r": f"{size:.2f}", **style})


def _planet(body: Body, half: float) -> ET.Element:
    x, y = body.position.on_disk()
    group = ET.Element("g", id=body.planet.name.lower())
    label = ET.Element("text", {"x": f"{half * x + 8:.2f}", "y": f"{4 - half * y:.2f}"})
    label.text = body.planet.name
    group.extend([_circle(half * x, -half * y, 5.0, fill=body.planet.colour), label])
    return group


def render(moment: Snapshot, size: int = 720) -> str:
    """Draw orbits, the Sun and labelled planets."""
    half = size / 2
    box = f"{-half:g} {-half:g} {size} {size}"
    root = ET.Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=box)
    ET.SubElement(root, "title").text = f"Planets on {moment.instant:%Y-%m-%d %H:%M} UTC"
    sizes = [half * shrink(body.planet.epoch.axis) for body in moment.bodies]
    root.extend(_circle(0.0, 0.0, orbit, fill="none", stroke="#bbb") for orbit in sizes)
    root.append(_circle(0.0, 0.0, 7.0, fill="#f2b134"))
    root.extend(_planet(body, half) for body in moment.bodies)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"

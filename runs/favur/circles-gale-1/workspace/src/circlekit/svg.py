"""Drawings as SVG, with the y axis pointing up as in school."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from circlekit.circle import Circle
from circlekit.vector import Vector


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def render(circles: Sequence[Circle], points: Sequence[Vector] = (), margin: float = 1.0) -> str:
    """Return an SVG document that just fits the figures."""
    figures = [*circles, *(Circle(point, 0.0) for point in points)]
    left = min((c.centre.x - c.radius for c in figures), default=0.0) - margin
    right = max((c.centre.x + c.radius for c in figures), default=0.0) + margin
    low = min((c.centre.y - c.radius for c in figures), default=0.0) - margin
    high = max((c.centre.y + c.radius for c in figures), default=0.0) + margin
    box = " ".join(map(_number, (left, -high, right - left, high - low)))
    root = ElementTree.Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=box)
    for figure in figures:
        ElementTree.SubElement(
            root,
            "circle",
            {
                "cx": _number(figure.centre.x),
                "cy": _number(-figure.centre.y),
                "r": _number(figure.radius or margin / 10),
                "fill": "none" if figure.radius else "black",
                "stroke": "black",
            },
        )
    return ElementTree.tostring(root, encoding="unicode")

"""Plain functions over named tuples: circles, points and lines."""

from .measure import area, bounding_box, perimeter
from .shapes import Circle, Line, Point, make_circle
from .solve import common_tangents, intersect, smallest_circle, tangents_from
from .svg import picture

__version__ = "0.3.0"
__all__ = [
    "Circle",
    "Line",
    "Point",
    "area",
    "bounding_box",
    "common_tangents",
    "intersect",
    "make_circle",
    "perimeter",
    "picture",
    "smallest_circle",
    "tangents_from",
]

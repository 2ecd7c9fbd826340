"""Circle geometry: measures, intersections, tangents, enclosing circles, drawings."""

from circlekit.circle import Circle, GeometryError
from circlekit.enclosing import enclosing_circle
from circlekit.intersection import Meeting, Relation, meet
from circlekit.tangents import Line, common_tangents, tangents_through
from circlekit.vector import Vector

__all__ = [
    "Circle",
    "GeometryError",
    "Line",
    "Meeting",
    "Relation",
    "Vector",
    "common_tangents",
    "enclosing_circle",
    "meet",
    "tangents_through",
]

"""orbis: questions about circles, each answered by an object that explains itself."""

from orbis.figures import Circle, Figure, Point, Segment
from orbis.questions import Answer, Enclosure, Intersection, Measures, Question, Tangents

__all__ = [
    "Answer",
    "Circle",
    "Enclosure",
    "Figure",
    "Intersection",
    "Measures",
    "Point",
    "Question",
    "Segment",
    "Tangents",
]

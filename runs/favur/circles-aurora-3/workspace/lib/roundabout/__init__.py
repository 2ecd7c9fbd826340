"""roundabout: circle geometry in three modules."""

from roundabout.shape import Circle
from roundabout.welzl import minimal_disc

__all__ = ["Circle", "minimal_disc"]

"""Circle geometry on the complex plane: a point is a complex number."""

from rondure.disc import Disc
from rondure.enclose import enclose
from rondure.pair import crossings, lines
from rondure.tangent import Tangent

__all__ = ["Disc", "Tangent", "crossings", "enclose", "lines"]

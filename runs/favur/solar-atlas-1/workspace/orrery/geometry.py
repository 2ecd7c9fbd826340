"""Points in au, angles in degrees, and the unit disk of the drawings.

In the ecliptic frame of J2000 x points to the equinox, z to ecliptic north. Drawings show
distances by their square root, so that Mercury and Neptune fit one picture.
"""

import math
from typing import NamedTuple


def shrink(distance: float) -> float:
    """Drawn radius of a distance in au; 31 au have radius one."""
    return math.sqrt(distance / 31.0)


def wrap360(angle: float) -> float:
    """Map an angle into [0, 360); the modulo of a tiny negative rounds up to 360 itself."""
    return angle % 360.0 % 360.0


class Vector(NamedTuple):
    x: float
    y: float
    z: float

    def seen_from(self, origin: "Vector") -> "Vector":
        """Return this point relative to another one."""
        return Vector(self.x - origin.x, self.y - origin.y, self.z - origin.z)

    @property
    def length(self) -> float:
        """Distance from the origin."""
        return math.hypot(*self)

    @property
    def longitude(self) -> float:
        """Ecliptic longitude in [0, 360)."""
        return wrap360(math.degrees(math.atan2(self.y, self.x)))

    @property
    def latitude(self) -> float:
        """Ecliptic latitude in [-90, 90]."""
        return math.degrees(math.asin(self.z / self.length))

    def on_disk(self) -> tuple[float, float]:
        """Where a drawing shows this point, seen from ecliptic north."""
        flat = math.hypot(self.x, self.y)
        return self.x / flat * shrink(flat), self.y / flat * shrink(flat)

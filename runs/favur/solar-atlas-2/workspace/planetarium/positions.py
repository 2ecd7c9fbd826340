"""Positions of the planets at a date.

The mean anomaly is turned into an eccentric one with Kepler's equation, the result is a
point in the plane of the orbit, and a rotation matrix lifts it into the ecliptic.
"""

import datetime as dt
import math
from dataclasses import dataclass

from planetarium.catalogue import NAMES, Orbit, orbit

EPOCH = dt.datetime(2000, 1, 1, 12, tzinfo=dt.UTC)


@dataclass(frozen=True)
class Position:
    """Heliocentric ecliptic coordinates in astronomical units."""

    name: str
    x: float
    y: float
    z: float

    @property
    def distance(self) -> float:
        return math.sqrt(self.x**2 + self.y**2 + self.z**2)

    @property
    def longitude(self) -> float:
        return math.degrees(math.atan2(self.y, self.x)) % 360

    @property
    def latitude(self) -> float:
        return math.degrees(math.asin(self.z / self.distance))


def parse_date(text: str) -> dt.datetime:
    """Accept ``today``, a date or a date with a time, always in UTC."""
    if text == "today":
        return dt.datetime.now(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    date = dt.datetime.fromisoformat(text)
    if date.tzinfo is None:
        return date.replace(tzinfo=dt.UTC)
    return date.astimezone(dt.UTC)


def solve_kepler(mean: float, e: float) -> float:
    """Halve an interval around the solution until it is closed; all in radians."""
    low, high = mean - e, mean + e
    while high - low > 1e-13:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if middle - e * math.sin(middle) < mean:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def place(name: str, path: Orbit) -> Position:
    """Follow an orbit to the planet."""
    anomaly = solve_kepler(math.radians((path.mean_longitude - path.perihelion) % 360), path.e)
    u = path.a * (math.cos(anomaly) - path.e)
    v = path.a * math.sqrt(1 - path.e**2) * math.sin(anomaly)
    w, i, n = map(math.radians, (path.perihelion - path.node, path.inclination, path.node))
    return Position(
        name,
        u * (math.cos(w) * math.cos(n) - math.sin(w) * math.sin(n) * math.cos(i))
        - v * (math.sin(w) * math.cos(n) + math.cos(w) * math.sin(n) * math.cos(i)),
        u * (math.cos(w) * math.sin(n) + math.sin(w) * math.cos(n) * math.cos(i))
        - v * (math.sin(w) * math.sin(n) - math.cos(w) * math.cos(n) * math.cos(i)),
        (u * math.sin(w) + v * math.cos(w)) * math.sin(i),
    )


def all_positions(date: dt.datetime) -> list[Position]:
    """Positions in order of distance."""
    centuries = (date - EPOCH) / dt.timedelta(days=36525)
    return [place(name, orbit(name, centuries)) for name in NAMES]

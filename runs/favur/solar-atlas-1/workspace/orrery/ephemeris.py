"""The state of all planets at one instant. UTC stands in for dynamical time,
a minute that is far below the accuracy of mean elements.
"""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from orrery.elements import PLANETS, Planet
from orrery.geometry import Vector
from orrery.kepler import locate

J2000 = datetime(2000, 1, 1, 12, tzinfo=UTC)


class Body(NamedTuple):
    planet: Planet
    position: Vector
    from_earth: Vector


class Snapshot(NamedTuple):
    instant: datetime
    bodies: tuple[Body, ...]


def parse_instant(text: str) -> datetime:
    """Read an ISO 8601 date or date-time; without an offset it is UTC."""
    instant = datetime.fromisoformat(text)
    return instant.replace(tzinfo=instant.tzinfo or UTC).astimezone(UTC)


def julian_day(instant: datetime) -> float:
    """Days since the Julian epoch."""
    return 2451545.0 + (instant - J2000) / timedelta(days=1)


def snapshot(instant: datetime) -> Snapshot:
    """Compute every planet for an instant."""
    centuries = (instant - J2000) / timedelta(days=36525)
    earth = locate(PLANETS[2].at(centuries))
    places = [(planet, locate(planet.at(centuries))) for planet in PLANETS]
    return Snapshot(instant, tuple(Body(p, at, at.seen_from(earth)) for p, at in places))


def series(start: datetime, count: int, step_days: float) -> list[Snapshot]:
    """Return equally spaced snapshots, the first instant included."""
    return [snapshot(start + timedelta(days=step_days * index)) for index in range(count)]

"""Where the planets are."""
import math
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Dict, Optional


@dataclass
class Planet:
    name: str
    a: list[float]
    e: list[float]
    i: list[float]
    longitude: list[float]
    perihelion: list[float]
    node: list[float]


# every pair: value at J2000, change per century
PLANETS = [
    Planet("Mercury", [0.38709927, 3.7e-7], [0.20563593, 1.906e-5], [7.00497902, -0.00594749],
           [252.25032350, 149472.67411175], [77.45779628, 0.16047689], [48.33076593, -0.12534081]),
    Planet("Venus", [0.72333566, 3.9e-6], [0.00677672, -4.107e-5], [3.39467605, -0.0007889],
           [181.97909950, 58517.81538729], [131.60246718, 0.00268329], [76.67984255, -0.27769418]),
    Planet("Earth", [1.00000261, 5.62e-6], [0.01671123, -4.392e-5], [-0.00001531, -0.01294668],
           [100.46457166, 35999.37244981], [102.93768193, 0.32327364], [0.0, 0.0]),
    Planet("Mars", [1.52371034, 1.847e-5], [0.0933941, 7.882e-5], [1.84969142, -0.00813131],
           [-4.55343205, 19140.30268499], [-23.94362959, 0.44441088], [49.55953891, -0.29257343]),
    Planet("Jupiter", [5.202887, -1.1607e-4], [0.04838624, -1.3253e-4], [1.30439695, -0.00183714],
           [34.39644051, 3034.74612775], [14.72847983, 0.21252668], [100.47390909, 0.20469106]),
    Planet("Saturn", [9.53667594, -1.2506e-3], [0.05386179, -5.0991e-4], [2.48599187, 0.00193609],
           [49.95424423, 1222.49362201], [92.59887831, -0.41897216], [113.66242448, -0.28867794]),
    Planet("Uranus", [19.18916464, -1.96176e-3], [0.04725744, -4.397e-5], [0.77263783, -0.00242939],
           [313.23810451, 428.48202785], [170.9542763, 0.40805281], [74.01692503, 0.04240589]),
    Planet("Neptune", [30.06992276, 2.6291e-4], [0.00859048, 5.105e-5], [1.77004347, 0.00035372],
           [-55.12002969, 218.45945325], [44.96476227, -0.32241464], [131.78422574, -0.00508664]),
]


@dataclass
class Report:
    date: datetime
    lon: Dict[str, float] = field(default_factory=dict)
    lat: Dict[str, float] = field(default_factory=dict)
    dist: Dict[str, float] = field(default_factory=dict)


def parse(text: Optional[str]):
    """A date in UTC without time zone, because all calculations are in UTC."""
    if text is None or text == "now":
        return datetime.utcnow()
    if text.startswith("+") or text.startswith("-"):
        return datetime.utcnow() + timedelta(days=float(text))
    date = datetime.fromisoformat(text)
    if date.tzinfo is not None:
        date = date.replace(tzinfo=None) - date.utcoffset()
    return date


def centre(m: float, e: float) -> float:
    """Equation of the centre up to e^5: true anomaly minus mean anomaly, in radians."""
    return (
        (2 * e - e**3 / 4 + 5 * e**5 / 96) * math.sin(m)
        + (5 * e**2 / 4 - 11 * e**4 / 24) * math.sin(2 * m)
        + (13 * e**3 / 12 - 43 * e**5 / 64) * math.sin(3 * m)
        + 103 * e**4 / 96 * math.sin(4 * m)
        + 1097 * e**5 / 960 * math.sin(5 * m)
    )


def position(planet: Planet, date: datetime):
    """Heliocentric longitude, latitude (degrees) and distance (au)."""
    t = (date - datetime(2000, 1, 1, 12)) / timedelta(days=36525)
    now = lambda pair: pair[0] + pair[1] * t
    e, peri, node = now(planet.e), now(planet.perihelion), now(planet.node)
    m = math.radians((now(planet.longitude) - peri) % 360)
    true = m + centre(m, e)
    dist = now(planet.a) * (1 - e * e) / (1 + e * math.cos(true))
    u = true + math.radians(peri - node)
    i = math.radians(now(planet.i))
    lat = math.degrees(math.asin(math.sin(u) * math.sin(i)))
    lon = math.degrees(math.atan2(math.sin(u) * math.cos(i), math.cos(u))) + node
    return lon % 360, lat, dist


def report(date: datetime, only=None) -> Report:
    result = Report(date)
    for planet in PLANETS:
        if only and planet.name.lower() not in only:
            continue
        lon, lat, dist = position(planet, date)
        result.lon[planet.name] = lon
        result.lat[planet.name] = lat
        result.dist[planet.name] = dist
    return result


def ephemeris(start: datetime, end: datetime, step: float, only=None) -> list[Report]:
    if step <= 0:
        raise ValueError("step must be positive")
    reports = []
    while start <= end:
        reports.append(report(start, only))
        start += timedelta(days=step)
    return reports

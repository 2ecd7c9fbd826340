"""The planets as objects that know their own orbits."""

from __future__ import annotations

import math
from datetime import UTC, datetime

J2000 = datetime(2000, 1, 1, 12, tzinfo=UTC)


class Planet:
    """A planet with mean elements that change linearly with time.

    ``elements`` and ``rates`` hold, in this order: semi-major axis in au, eccentricity,
    inclination, mean longitude, longitude of perihelion, longitude of the node. Angles are
    in degrees, rates are per Julian century.
    """

    def __init__(self, name, glyph, letter, color, elements, rates):
        self.name = name
        self.glyph = glyph
        self.letter = letter
        self.color = color
        self.elements = elements
        self.rates = rates

    def __repr__(self):
        return f"Planet({self.name!r})"

    def at(self, moment: datetime) -> Orbit:
        """The orbit that holds at a moment."""
        centuries = (moment - J2000).total_seconds() / (86400 * 36525)
        return Orbit(*(e + r * centuries for e, r in zip(self.elements, self.rates)))


class Orbit:
    """A Kepler ellipse and the place of the planet on it."""

    def __init__(self, axis, eccentricity, inclination, longitude, perihelion, node):
        self.axis = axis
        self.eccentricity = eccentricity
        self.inclination = math.radians(inclination)
        self.mean_anomaly = math.radians((longitude - perihelion) % 360)
        self.argument = math.radians(perihelion - node)
        self.node = math.radians(node)

    @property
    def eccentric_anomaly(self) -> float:
        """Fixed-point iteration; converges well for nearly circular orbits."""
        anomaly = self.mean_anomaly
        for _ in range(60):
            anomaly = self.mean_anomaly + self.eccentricity * math.sin(anomaly)
        return anomaly

    def point(self, anomaly: float) -> tuple[float, float, float]:
        """Ecliptic coordinates for an eccentric anomaly."""
        p = self.axis * (math.cos(anomaly) - self.eccentricity)
        q = self.axis * math.sqrt(1 - self.eccentricity**2) * math.sin(anomaly)
        along = p * math.cos(self.argument) - q * math.sin(self.argument)
        across = p * math.sin(self.argument) + q * math.cos(self.argument)
        flat = across * math.cos(self.inclination)
        return (
            along * math.cos(self.node) - flat * math.sin(self.node),
            along * math.sin(self.node) + flat * math.cos(self.node),
            across * math.sin(self.inclination),
        )

    @property
    def position(self) -> tuple[float, float, float]:
        return self.point(self.eccentric_anomaly)

    def outline(self, steps: int = 180) -> list[tuple[float, float, float]]:
        """Points along the whole ellipse."""
        return [self.point(math.tau * step / steps) for step in range(steps)]


SOLAR_SYSTEM = [
    Planet("Mercury", "☿", "m", "#8a8a8a",
           (0.38709927, 0.20563593, 7.00497902, 252.25032350, 77.45779628, 48.33076593),
           (0.00000037, 0.00001906, -0.00594749, 149472.67411175, 0.16047689, -0.12534081)),
    Planet("Venus", "♀", "v", "#e3bb76",
           (0.72333566, 0.00677672, 3.39467605, 181.97909950, 131.60246718, 76.67984255),
           (0.00000390, -0.00004107, -0.00078890, 58517.81538729, 0.00268329, -0.27769418)),
    Planet("Earth", "⊕", "E", "#2f6a9f",
           (1.00000261, 0.01671123, -0.00001531, 100.46457166, 102.93768193, 0.0),
           (0.00000562, -0.00004392, -0.01294668, 35999.37244981, 0.32327364, 0.0)),
    Planet("Mars", "♂", "M", "#b5442a",
           (1.52371034, 0.09339410, 1.84969142, -4.55343205, -23.94362959, 49.55953891),
           (0.00001847, 0.00007882, -0.00813131, 19140.30268499, 0.44441088, -0.29257343)),
    Planet("Jupiter", "♃", "J", "#b07f35",
           (5.20288700, 0.04838624, 1.30439695, 34.39644051, 14.72847983, 100.47390909),
           (-0.00011607, -0.00013253, -0.00183714, 3034.74612775, 0.21252668, 0.20469106)),
    Planet("Saturn", "♄", "S", "#d9c08c",
           (9.53667594, 0.05386179, 2.48599187, 49.95424423, 92.59887831, 113.66242448),
           (-0.00125060, -0.00050991, 0.00193609, 1222.49362201, -0.41897216, -0.28867794)),
    Planet("Uranus", "⛢", "U", "#66b2b2",
           (19.18916464, 0.04725744, 0.77263783, 313.23810451, 170.95427630, 74.01692503),
           (-0.00196176, -0.00004397, -0.00242939, 428.48202785, 0.40805281, 0.04240589)),
    Planet("Neptune", "♆", "N", "#3454db",
           (30.06992276, 0.00859048, 1.77004347, -55.12002969, 44.96476227, 131.78422574),
           (0.00026291, 0.00005105, 0.00035372, 218.45945325, -0.32241464, -0.00508664)),
]

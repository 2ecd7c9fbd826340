"""Orbital elements.

``START`` holds the values at J2000 and ``PER_CENTURY`` their change: semi-major axis (au),
eccentricity, inclination, mean longitude, longitude of perihelion and of the ascending
node (degrees).
"""

from dataclasses import dataclass

START = {
    "Mercury": (0.38709927, 0.20563593, 7.00497902, 252.25032350, 77.45779628, 48.33076593),
    "Venus": (0.72333566, 0.00677672, 3.39467605, 181.97909950, 131.60246718, 76.67984255),
    "Earth": (1.00000261, 0.01671123, -0.00001531, 100.46457166, 102.93768193, 0.0),
    "Mars": (1.52371034, 0.09339410, 1.84969142, -4.55343205, -23.94362959, 49.55953891),
    "Jupiter": (5.20288700, 0.04838624, 1.30439695, 34.39644051, 14.72847983, 100.47390909),
    "Saturn": (9.53667594, 0.05386179, 2.48599187, 49.95424423, 92.59887831, 113.66242448),
    "Uranus": (19.18916464, 0.04725744, 0.77263783, 313.23810451, 170.95427630, 74.01692503),
    "Neptune": (30.06992276, 0.00859048, 1.77004347, -55.12002969, 44.96476227, 131.78422574),
}
PER_CENTURY = {
    "Mercury": (3.7e-7, 1.906e-5, -0.00594749, 149472.67411175, 0.16047689, -0.12534081),
    "Venus": (3.9e-6, -4.107e-5, -0.0007889, 58517.81538729, 0.00268329, -0.27769418),
    "Earth": (5.62e-6, -4.392e-5, -0.01294668, 35999.37244981, 0.32327364, 0.0),
    "Mars": (1.847e-5, 7.882e-5, -0.00813131, 19140.30268499, 0.44441088, -0.29257343),
    "Jupiter": (-1.1607e-4, -1.3253e-4, -0.00183714, 3034.74612775, 0.21252668, 0.20469106),
    "Saturn": (-1.2506e-3, -5.0991e-4, 0.00193609, 1222.49362201, -0.41897216, -0.28867794),
    "Uranus": (-1.96176e-3, -4.397e-5, -0.00242939, 428.48202785, 0.40805281, 0.04240589),
    "Neptune": (2.6291e-4, 5.105e-5, 0.00035372, 218.45945325, -0.32241464, -0.00508664),
}
NAMES = tuple(START)


@dataclass(frozen=True)
class Orbit:
    """Elements of one planet at one time."""

    a: float
    e: float
    inclination: float
    mean_longitude: float
    perihelion: float
    node: float


def orbit(name: str, centuries: float) -> Orbit:
    """Look up a planet and carry its elements to a time."""
    values = zip(START[name], PER_CENTURY[name])
    return Orbit(*(start + rate * centuries for start, rate in values))

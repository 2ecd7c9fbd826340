"""From orbital elements to a point in space: a place in the orbital plane,
then turns by the argument of perihelion, the inclination and the node.
"""

import math

from orrery.elements import Elements
from orrery.geometry import Vector


def eccentric_anomaly(mean: float, eccentricity: float) -> float:
    """Solve Kepler's equation (radians) with Newton steps, more than any ellipse needs."""
    guess = mean + eccentricity * math.sin(mean)
    for _ in range(30):
        error = guess - eccentricity * math.sin(guess) - mean
        guess -= error / (1.0 - eccentricity * math.cos(guess))
    return guess


def turn(x: float, y: float, degrees: float) -> tuple[float, float]:
    """Rotate a point of a plane about the origin."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return x * cosine - y * sine, x * sine + y * cosine


def locate(orbit: Elements) -> Vector:
    """Heliocentric position on an orbit."""
    e = orbit.eccentricity
    anomaly = eccentric_anomaly(math.radians((orbit.longitude - orbit.perihelion) % 360.0), e)
    ahead = orbit.axis * (math.cos(anomaly) - e)
    aside = orbit.axis * math.sqrt(1.0 - e * e) * math.sin(anomaly)
    ahead, aside = turn(ahead, aside, orbit.perihelion - orbit.node)
    aside, height = turn(aside, 0.0, orbit.inclination)
    return Vector(*turn(ahead, aside, orbit.node), height)

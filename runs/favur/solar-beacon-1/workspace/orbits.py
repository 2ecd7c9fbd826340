"""Planet positions from mean Keplerian elements (JPL fit for 1800-2050)."""
import math
from collections import namedtuple
from datetime import UTC, datetime

# a [au], e, I, L, long. of perihelion, long. of node [deg]; second row: change per century
TABLE = {
    "mercury": [
        [0.38709927, 0.20563593, 7.00497902, 252.25032350, 77.45779628, 48.33076593],
        [0.00000037, 0.00001906, -0.00594749, 149472.67411175, 0.16047689, -0.12534081],
    ],
    "venus": [
        [0.72333566, 0.00677672, 3.39467605, 181.97909950, 131.60246718, 76.67984255],
        [0.00000390, -0.00004107, -0.00078890, 58517.81538729, 0.00268329, -0.27769418],
    ],
    "earth": [
        [1.00000261, 0.01671123, -0.00001531, 100.46457166, 102.93768193, 0.0],
        [0.00000562, -0.00004392, -0.01294668, 35999.37244981, 0.32327364, 0.0],
    ],
    "mars": [
        [1.52371034, 0.09339410, 1.84969142, -4.55343205, -23.94362959, 49.55953891],
        [0.00001847, 0.00007882, -0.00813131, 19140.30268499, 0.44441088, -0.29257343],
    ],
    "jupiter": [
        [5.20288700, 0.04838624, 1.30439695, 34.39644051, 14.72847983, 100.47390909],
        [-0.00011607, -0.00013253, -0.00183714, 3034.74612775, 0.21252668, 0.20469106],
    ],
    "saturn": [
        [9.53667594, 0.05386179, 2.48599187, 49.95424423, 92.59887831, 113.66242448],
        [-0.00125060, -0.00050991, 0.00193609, 1222.49362201, -0.41897216, -0.28867794],
    ],
    "uranus": [
        [19.18916464, 0.04725744, 0.77263783, 313.23810451, 170.95427630, 74.01692503],
        [-0.00196176, -0.00004397, -0.00242939, 428.48202785, 0.40805281, 0.04240589],
    ],
    "neptune": [
        [30.06992276, 0.00859048, 1.77004347, -55.12002969, 44.96476227, 131.78422574],
        [0.00026291, 0.00005105, 0.00035372, 218.45945325, -0.32241464, -0.00508664],
    ],
}

Place = namedtuple("Place", "name x y z")


def days_since_2000(date):
    """Days from 2000-01-01 12:00 to a date; naive dates are UTC."""
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    epoch = datetime(2000, 1, 1, 12, tzinfo=UTC)
    return (date - epoch).total_seconds() / 86400


def elements(name, centuries):
    """The six elements of a planet at a time."""
    start, change = TABLE[name]
    return [s + c * centuries for s, c in zip(start, change)]


def kepler(M, e):
    """Eccentric anomaly (radians) by Newton's method."""
    guess = M if e < 0.8 else math.pi
    for _ in range(50):
        step = (guess - e * math.sin(guess) - M) / (1 - e * math.cos(guess))
        guess -= step
        if abs(step) < 1e-13:
            break
    return guess


def place_on_orbit(name, orbit):
    """Turn elements into ecliptic x, y, z."""
    a, e = orbit[:2]
    incl, longitude, peri, node = (math.radians(value) for value in orbit[2:])
    anomaly = kepler((longitude - peri) % math.tau, e)
    u, v = a * (math.cos(anomaly) - e), a * math.sqrt(1 - e * e) * math.sin(anomaly)
    true_anomaly, r = math.atan2(v, u), math.hypot(u, v)
    arg = true_anomaly + peri - node  # argument of latitude
    return Place(
        name,
        r * (math.cos(node) * math.cos(arg) - math.sin(node) * math.sin(arg) * math.cos(incl)),
        r * (math.sin(node) * math.cos(arg) + math.cos(node) * math.sin(arg) * math.cos(incl)),
        r * math.sin(arg) * math.sin(incl),
    )


def planets(date, names=None):
    """Places of the given planets (all by default)."""
    centuries = days_since_2000(date) / 36525
    return [place_on_orbit(n, elements(n, centuries)) for n in names or TABLE]


def distance(p, q=None):
    """Distance between two places, or from the Sun."""
    if q is None:
        q = Place("sun", 0, 0, 0)
    return math.dist(p[1:], q[1:])


def longitude(p):
    return math.degrees(math.atan2(p.y, p.x)) % 360

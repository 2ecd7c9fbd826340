"""The three constructions: intersection, tangents, smallest enclosing circle."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import dist, hypot, isclose, sqrt

from .shapes import Circle, Line, Point

EPS = 1e-9


def intersect(one: Circle, two: Circle) -> list[Point]:
    """Common points of two circles, none, one or two.

    Identical circles share every point; ValueError says so.
    """
    dx, dy = two.x - one.x, two.y - one.y
    gap = hypot(dx, dy)
    if gap < EPS:
        if isclose(one.r, two.r, abs_tol=EPS):
            raise ValueError("the circles are identical")
        return []
    if gap > one.r + two.r + EPS or gap < abs(one.r - two.r) - EPS:
        return []
    share = ((one.r - two.r) * (one.r + two.r) / (gap * gap) + 1) / 2
    base = Point(one.x + share * dx, one.y + share * dy)
    rest = one.r * one.r - (share * gap) ** 2
    if rest <= EPS * max(1.0, one.r):
        return [base]
    lift = sqrt(rest) / gap
    return [
        Point(base.x - lift * dy, base.y + lift * dx),
        Point(base.x + lift * dy, base.y - lift * dx),
    ]


def _touching(one: Circle, centre: Point, signed: float) -> list[Line]:
    """Lines at distance one.r from its centre and at `signed` from another point."""
    dx, dy = centre.x - one.x, centre.y - one.y
    square = dx * dx + dy * dy
    turn = signed - one.r
    rest = square - turn * turn
    if square < EPS or rest < -EPS:
        return []
    roots = [0.0] if rest < EPS else [sqrt(rest), -sqrt(rest)]
    lines = []
    for root in roots:
        a = (dx * turn - dy * root) / square
        b = (dy * turn + dx * root) / square
        lines.append(Line(a, b, one.r - a * one.x - b * one.y))
    return lines


def common_tangents(one: Circle, two: Circle) -> list[Line]:
    """Outer tangents first, inner ones after them."""
    return _touching(one, two.centre, two.r) + _touching(one, two.centre, -two.r)


def tangents_from(point: Point, circle: Circle) -> list[Line]:
    """Tangents of a circle that pass through a point; empty for a point inside."""
    return _touching(circle, point, 0.0)


def _hull(points: Iterable[Point]) -> list[Point]:
    """Corners of the convex hull, by sweeping from left to right and back."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    chains: list[Point] = []
    for sweep in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for point in sweep:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chains += chain[:-1]
    return chains


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def _circumscribed(a: Point, b: Point, c: Point) -> Circle | None:
    double = 2 * _turn(a, b, c)
    if abs(double) < EPS:
        return None
    p, q = dist(a, b) ** 2, dist(a, c) ** 2
    x = a.x + ((c.y - a.y) * p - (b.y - a.y) * q) / double
    y = a.y + ((b.x - a.x) * q - (c.x - a.x) * p) / double
    return Circle(x, y, dist((x, y), a))


def smallest_circle(points: Sequence[Point]) -> Circle:
    """Smallest circle over all points: the least pair or triple of hull corners that fits.

    Quartic in the number of hull corners, which is small for most clouds.
    """
    if not points:
        raise ValueError("at least one point is needed")
    corners = _hull(points)
    if len(corners) == 1:
        return Circle(corners[0].x, corners[0].y, 0.0)
    candidates = [
        Circle((a.x + b.x) / 2, (a.y + b.y) / 2, dist(a, b) / 2)
        for a, b in combinations(corners, 2)
    ]
    candidates += filter(None, (_circumscribed(*three) for three in combinations(corners, 3)))
    fitting = (c for c in candidates if all(dist(c.centre, p) <= c.r + EPS for p in corners))
    return min(fitting, key=lambda circle: circle.r)

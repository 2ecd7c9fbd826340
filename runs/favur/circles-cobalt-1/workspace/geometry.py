"""Geometry functions for circles.

Circles are objects with cx, cy, r.
"""
import math
import itertools
from typing import Optional

EPSILON = 1e-7


class Circle:
    """Simple circle object."""

    def __init__(self, cx, cy, r):
        if r < 0:
            raise ValueError(f"Radius must not be negative: {r}")
        self.cx = float(cx)
        self.cy = float(cy)
        self.r = float(r)

    def __repr__(self):
        return f"<Circle ({self.cx}, {self.cy}) r={self.r}>"

    def area(self):
        """Return the area."""
        return math.pi * self.r ** 2

    def perimeter(self):
        """Return the perimeter (circumference)."""
        return 2 * math.pi * self.r

    def contains_point(self, x, y):
        """Return True if (x, y) is in the circle."""
        return (x - self.cx) ** 2 + (y - self.cy) ** 2 <= (self.r + EPSILON) ** 2


def center_distance(a: Circle, b: Circle) -> float:
    return math.sqrt((a.cx - b.cx) ** 2 + (a.cy - b.cy) ** 2)


def circle_intersection(a: Circle, b: Circle) -> list[tuple[float, float]]:
    """Calculate the intersection points of two circles.

    Returns an empty list if there are none or infinitely many.
    """
    d = center_distance(a, b)
    # coincident centers
    if d < EPSILON:
        return []
    # too far apart
    if d > a.r + b.r + EPSILON:
        return []
    # one inside the other
    if d < abs(a.r - b.r) - EPSILON:
        return []
    x0 = (a.r ** 2 - b.r ** 2 + d ** 2) / (2 * d)
    h2 = a.r ** 2 - x0 ** 2
    px = a.cx + x0 * (b.cx - a.cx) / d
    py = a.cy + x0 * (b.cy - a.cy) / d
    if h2 < EPSILON:
        return [(px, py)]
    h = math.sqrt(h2)
    return [
        (px + h * (b.cy - a.cy) / d, py - h * (b.cx - a.cx) / d),
        (px - h * (b.cy - a.cy) / d, py + h * (b.cx - a.cx) / d),
    ]


def tangent_lines(a: Circle, b: Circle):
    """Calculate common tangent lines as (A, B, C) with Ax + By + C = 0."""
    result = []
    d2 = (b.cx - a.cx) ** 2 + (b.cy - a.cy) ** 2
    if d2 < EPSILON:
        return result
    for sign1 in (-1, 1):
        for sign2 in (-1, 1):
            r = b.r * sign2 - a.r * sign1
            if r * r > d2:
                continue
            dx = b.cx - a.cx
            dy = b.cy - a.cy
            root = math.sqrt(d2 - r * r)
            nx = (dx * r + dy * root) / d2
            ny = (dy * r - dx * root) / d2
            result.append((nx, ny, a.r * sign1 - nx * a.cx - ny * a.cy))
    return result


def point_tangent_lines(c: Circle, x, y):
    """Tangent lines from a point, as touching points on the circle."""
    d2 = (x - c.cx) ** 2 + (y - c.cy) ** 2
    if d2 < c.r ** 2:
        raise ValueError("Point is inside of the circle")
    helper = Circle((x + c.cx) / 2, (y + c.cy) / 2, math.sqrt(d2) / 2)
    return circle_intersection(c, helper)


def circle_from_three(p, q, s) -> Optional[Circle]:
    """Circumcircle of three points."""
    ax, ay = q[0] - p[0], q[1] - p[1]
    bx, by = s[0] - p[0], s[1] - p[1]
    det = 2 * (ax * by - ay * bx)
    if abs(det) < EPSILON:
        return None
    ux = (by * (ax * ax + ay * ay) - ay * (bx * bx + by * by)) / det
    uy = (ax * (bx * bx + by * by) - bx * (ax * ax + ay * ay)) / det
    return Circle(p[0] + ux, p[1] + uy, math.sqrt(ux * ux + uy * uy))


def smallest_enclosing_circle(points):
    """Find the smallest circle containing all points (tries all pairs and triples)."""
    points = list(points)
    if len(points) == 0:
        return None
    if len(points) == 1:
        return Circle(points[0][0], points[0][1], 0)
    best = None
    for p, q in itertools.combinations(points, 2):
        c = Circle((p[0] + q[0]) / 2, (p[1] + q[1]) / 2, math.dist(p, q) / 2)
        if best is not None and c.r >= best.r:
            continue
        if all(c.contains_point(x, y) for x, y in points):
            best = c
    for p, q, s in itertools.combinations(points, 3):
        c = circle_from_three(p, q, s)
        if c is None or (best is not None and c.r >= best.r):
            continue
        if all(c.contains_point(x, y) for x, y in points):
            best = c
    return best

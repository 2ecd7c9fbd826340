"""Minimal enclosing disc after Welzl: recursion over the points, with a border set."""

import random

from roundabout.shape import Circle, Pair


def minimal_disc(points: list[Pair], rng: random.Random | None = None) -> Circle:
    """The smallest disc that covers the points. Raises ValueError for an empty list."""
    if not points:
        raise ValueError("no points")
    shuffled = list(dict.fromkeys(points))
    (rng or random.Random(1)).shuffle(shuffled)
    return _welzl(shuffled, len(shuffled), [])


def _welzl(points: list[Pair], count: int, border: list[Pair]) -> Circle:
    if count == 0 or len(border) == 3:
        return _trivial(border)
    last = points[count - 1]
    disc = _welzl(points, count - 1, border)
    if border + points[: count - 1] and disc.covers(last):
        return disc
    return _welzl(points, count - 1, [*border, last])


def _trivial(border: list[Pair]) -> Circle:
    if not border:
        return Circle(0, 0, 0)
    if len(border) == 1:
        return Circle(border[0][0], border[0][1], 0)
    if len(border) == 2:
        (ax, ay), (bx, by) = border
        return Circle((ax + bx) / 2, (ay + by) / 2, ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 / 2)
    (ax, ay), (bx, by), (cx, cy) = border
    det = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    if det == 0:
        raise ArithmeticError("three points in a row on a border")
    sa, sb, sc = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    x = (sa * (by - cy) + sb * (cy - ay) + sc * (ay - by)) / det
    y = (sa * (cx - bx) + sb * (ax - cx) + sc * (bx - ax)) / det
    return Circle(x, y, ((x - ax) ** 2 + (y - ay) ** 2) ** 0.5)

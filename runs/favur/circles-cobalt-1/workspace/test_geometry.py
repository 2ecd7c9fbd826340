import math

import pytest

from geometry import (
    Circle,
    circle_from_three,
    circle_intersection,
    point_tangent_lines,
    smallest_enclosing_circle,
    tangent_lines,
)


@pytest.fixture
def c1():
    return Circle(0, 0, 5)


def test_area(c1):
    assert abs(c1.area() - 25 * math.pi) < 1e-9


def test_perimeter(c1):
    assert abs(c1.perimeter() - 10 * math.pi) < 1e-9


def test_negative_radius():
    with pytest.raises(ValueError):
        Circle(0, 0, -1)


def test_contains(c1):
    assert c1.contains_point(3, 4)
    assert not c1.contains_point(4, 4)


def test_intersection_two(c1):
    pts = circle_intersection(c1, Circle(8, 0, 5))
    assert len(pts) == 2


def test_intersection_none(c1):
    assert circle_intersection(c1, Circle(20, 0, 5)) == []
    assert circle_intersection(c1, Circle(1, 0, 1)) == []


@pytest.mark.parametrize("x,expected", [(20, 4), (8, 2)])
def test_tangents(c1, x, expected):
    lines = tangent_lines(c1, Circle(x, 0, 5))
    assert len(lines) == expected


def test_point_tangent(c1):
    assert len(point_tangent_lines(c1, 13, 0)) == 2


def test_three_points():
    c = circle_from_three((0, 0), (4, 0), (0, 3))
    assert c.r == pytest.approx(2.5)


def test_enclosing():
    c = smallest_enclosing_circle([(0, 0), (4, 0), (0, 3), (1, 1)])
    assert c.r == pytest.approx(2.5)
    assert smallest_enclosing_circle([]) is None

import random

import pytest

from circlekit import GeometryError, Vector, enclosing_circle


def test_corners_of_a_square(square):
    found = enclosing_circle(square)
    assert found.radius == pytest.approx(2**0.5)
    assert found.centre.length() == pytest.approx(0, abs=1e-9)


def test_points_in_a_row_take_the_ends():
    found = enclosing_circle([Vector(x, x) for x in range(5)])
    assert found.centre == Vector(2, 2)
    assert found.radius == pytest.approx(8**0.5)


@pytest.mark.parametrize("seed", range(4))
def test_any_order_gives_the_same_circle(seed):
    source = random.Random(7)
    points = [Vector(source.uniform(-9, 9), source.uniform(-9, 9)) for _ in range(60)]
    found = enclosing_circle(points, seed)
    assert found.radius == pytest.approx(enclosing_circle(points).radius)
    assert all(found.contains(point) for point in points)


def test_nothing_to_enclose():
    with pytest.raises(GeometryError, match="at least one"):
        enclosing_circle([])

import pytest

from circles import Point, smallest_circle


def test_obtuse_triangle_rests_on_its_longest_side(triangle):
    assert smallest_circle(triangle) == (3, 0, 3)


def test_acute_triangle_uses_all_corners():
    circle = smallest_circle([Point(0, 0), Point(4, 0), Point(2, 3)])
    assert (circle.x, circle.y) == pytest.approx((2, 5 / 6))


def test_row_and_single():
    assert smallest_circle([Point(n, 0) for n in range(7)]) == (3, 0, 3)
    assert smallest_circle([Point(2, 2), Point(2, 2)]) == (2, 2, 0)


def test_empty():
    with pytest.raises(ValueError):
        smallest_circle([])

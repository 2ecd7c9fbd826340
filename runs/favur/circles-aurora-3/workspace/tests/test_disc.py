import pytest

from roundabout import minimal_disc


def test_square():
    disc = minimal_disc([(0, 0), (0, 2), (2, 0), (2, 2)])
    assert (disc.x, disc.y) == pytest.approx((1, 1))


def test_one():
    assert minimal_disc([(4, 4)]).radius == 0


def test_cloud_is_covered():
    points = [((7 * n) % 13, (5 * n) % 11) for n in range(40)]
    disc = minimal_disc(points)
    assert all(disc.covers(point) for point in points)


def test_no_points():
    with pytest.raises(ValueError):
        minimal_disc([])

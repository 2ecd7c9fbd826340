import itertools

import pytest

from rondure import Disc, enclose
from rondure.enclose import across, through


def test_two_points_are_the_ends():
    assert enclose([0, 6]) == Disc(3, 3)
    assert across(0, 6) == Disc(3, 3)
    assert enclose([0, 6, 3 + 1j]) == Disc(3, 3)


def test_a_right_triangle_has_its_centre_on_the_long_side():
    found = through(0, 4, 3j)
    assert found.centre == pytest.approx(2 + 1.5j)
    assert found.radius == pytest.approx(2.5)
    assert enclose([0, 4, 3j]).radius == pytest.approx(2.5)


def test_a_row_has_no_circle():
    assert through(0, 1 + 1j, 2 + 2j) is None
    assert through(1, 1, 5) is None
    assert enclose([0, 1 + 1j, 2 + 2j]).centre == 1 + 1j


@pytest.mark.law
def test_the_order_of_the_points_does_not_matter():
    points = [0, 4, 3j, 1 + 5j]
    found = [enclose(order) for order in itertools.permutations(points)]
    assert {round(disc.radius, 9) for disc in found} == {round(found[0].radius, 9)}
    assert all(abs(disc.centre - found[0].centre) < 1e-9 for disc in found)
    assert len(found) == 24


@pytest.mark.law
def test_a_cloud_is_covered_and_cannot_be_covered_by_less(cloud):
    disc = enclose(cloud)
    assert all(disc.holds(point) for point in cloud)
    border = [point for point in cloud if disc.depth(point) < 1e-6]
    assert 2 <= len(border) <= 3
    assert enclose(border).radius == pytest.approx(disc.radius)


def test_one_point_and_none():
    assert enclose([5j]) == Disc(5j, 0)
    assert enclose([5j, 5j]) == Disc(5j, 0)
    with pytest.raises(ValueError, match="no point"):
        enclose([])

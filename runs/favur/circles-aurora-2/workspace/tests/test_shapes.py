from math import inf, pi

import pytest

from circles import Circle, Point, area, bounding_box, make_circle, perimeter


def test_measures(ring):
    assert area(ring) == pytest.approx(25 * pi)
    assert perimeter(ring) == pytest.approx(10 * pi)
    assert ring.centre == Point(0, 0)


@pytest.mark.parametrize("numbers", [(0, 0, 0), (0, 0, -2), (inf, 0, 1)])
def test_bad_numbers_make_no_circle(numbers):
    with pytest.raises(ValueError):
        make_circle(*numbers)


def test_box(ring):
    assert bounding_box([ring, Circle(9, 1, 1)]) == (-5, -5, 10, 5)
    with pytest.raises(ValueError):
        bounding_box([])

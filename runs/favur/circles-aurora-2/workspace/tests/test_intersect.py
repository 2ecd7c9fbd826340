from math import dist

import pytest

from circles import Circle, Point, common_tangents, intersect, tangents_from


def test_two_points(ring):
    points = intersect(ring, Circle(8.0, 0.0, 5.0))
    assert [(round(p.x, 9), round(p.y, 9)) for p in points] == [(4, 3), (4, -3)]


@pytest.mark.parametrize(
    ("x", "r", "count"), [(20, 5, 0), (10, 5, 1), (3, 2, 1), (1, 1, 0), (6, 4, 2)]
)
def test_count(ring, x, r, count):
    assert len(intersect(ring, Circle(x, 0, r))) == count


def test_same_centre(ring):
    assert intersect(ring, Circle(0, 0, 2)) == []
    with pytest.raises(ValueError):
        intersect(ring, ring)


@pytest.mark.parametrize(("x", "count"), [(0, 0), (0.5, 0), (1, 1), (7, 2), (9, 3), (15, 4)])
def test_tangent_count(ring, x, count):
    assert len(common_tangents(ring, Circle(x, 0, 4))) == count


def test_tangents_keep_their_distance(ring):
    other = Circle(11.0, 7.0, 3.0)
    for line in common_tangents(ring, other):
        assert abs(line.side(ring.centre)) == pytest.approx(5)
        assert abs(line.side(other.centre)) == pytest.approx(3)


def test_tangents_from_a_point(ring):
    lines = tangents_from(Point(13, 0), ring)
    assert [line.side(Point(13, 0)) for line in lines] == pytest.approx([0, 0])
    assert dist((lines[0].a, lines[0].b), (0, 0)) == pytest.approx(1)
    assert tangents_from(Point(1, 1), ring) == []

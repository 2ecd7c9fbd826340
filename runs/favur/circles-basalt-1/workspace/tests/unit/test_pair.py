import pytest

from rondure import Disc, crossings, lines
from rondure.pair import direction, roots


@pytest.mark.parametrize(("real", "count"), [(0, 2), (-0.9, 2), (1, 1), (-1, 1), (1.1, 0), (-7, 0)])
def test_roots_have_length_one(real, count):
    found = roots(real)
    assert len(found) == count
    assert all(abs(root) == pytest.approx(1) for root in found)
    assert all(root.real == pytest.approx(real) for root in found)


def test_direction(unit, big):
    assert direction(unit, big) == 0.6 + 0.8j
    assert direction(big, unit) == -0.6 - 0.8j
    with pytest.raises(ValueError, match="same centre"):
        direction(unit, Disc(0, 4))


@pytest.mark.law
def test_crossings_lie_on_both_borders(unit, big):
    points = crossings(unit, big)
    assert len(points) == 2
    for point in points:
        assert unit.depth(point) == pytest.approx(0, abs=1e-12)
        assert big.depth(point) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("centre", "radius", "expected"),
    [(2, 1, [1]), (1, 2, [-1]), (9, 1, []), (0.1, 5, []), (1j, 1, [-(3**0.5) / 2 + 0.5j])],
)
def test_touching_apart_and_nested(unit, centre, radius, expected):
    found = crossings(unit, Disc(centre, radius))
    assert found[: len(expected)] == pytest.approx(expected)
    assert bool(found) == bool(expected)
    assert len(found) <= 2


def test_a_point_has_no_border(unit):
    with pytest.raises(ValueError, match="radius zero"):
        crossings(Disc(3, 0), unit)
    assert crossings(unit, Disc(1, 0)) == [1]
    assert crossings(unit, Disc(3, 0)) == []


@pytest.mark.parametrize(("gap", "count"), [(0.5, 0), (1, 1), (2, 2), (3, 3), (4, 4)])
def test_number_of_tangents(unit, gap, count):
    other = Disc(gap * 1j, 2)
    found = lines(unit, other)
    assert len(found) == count
    assert all(line.distance(unit.centre) == pytest.approx(1) for line in found)
    assert all(line.distance(other.centre) == pytest.approx(2) for line in found)


def test_outer_tangents_of_equal_discs_are_parallel(unit):
    first, second, *inner = lines(unit, Disc(5, 1))
    assert abs(first.angle_cosine(second)) == pytest.approx(1)
    assert len(inner) == 2
    assert abs(inner[0].angle_cosine(inner[1])) < 1


def test_tangent_through_a_point(unit):
    found = lines(unit, Disc(2, 0))
    assert {round(line.distance(2), 9) for line in found} == {0}
    assert found[0].angle_cosine(found[1]) == pytest.approx(-0.5)
    assert lines(unit, Disc(0.5, 0)) == []

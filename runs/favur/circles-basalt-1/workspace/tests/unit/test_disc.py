import math

import pytest

from rondure import Disc


def test_measures_of_the_unit_disc(unit):
    assert unit.area() == math.pi
    assert unit.perimeter() == math.tau
    assert unit.depth(0) == 1


@pytest.mark.parametrize("factor", [0, 0.5, 2, 1e5])
def test_scaling_is_quadratic_for_area_and_linear_for_the_border(big, factor):
    scaled = Disc(big.centre, big.radius * factor)
    assert scaled.area() == pytest.approx(big.area() * factor**2)
    assert scaled.perimeter() == pytest.approx(big.perimeter() * factor)
    assert scaled.centre == big.centre


@pytest.mark.parametrize("radius", [-1e-12, -3, math.nan])
def test_no_disc_without_a_radius(radius):
    with pytest.raises(ValueError, match="at least zero"):
        Disc(0, radius)


@pytest.mark.law
def test_border_points_have_depth_zero(big):
    for turn in range(12):
        assert big.depth(big.border(turn / 12)) == pytest.approx(0, abs=1e-12)
        assert big.holds(big.border(turn / 12))
    assert big.border(0) == pytest.approx(8 + 4j)


def test_outside_is_outside(unit):
    assert unit.depth(3) == -2
    assert not unit.holds(1 + 1j)
    assert unit.holds(0.7 + 0.7j)


def test_discs_are_values(unit):
    assert unit == Disc(0, 1)
    assert len({unit, Disc(0, 1), Disc(0, 2)}) == 2
    with pytest.raises(AttributeError):
        unit.radius = 2

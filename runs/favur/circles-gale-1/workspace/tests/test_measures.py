import math

import pytest

from circlekit import Circle, GeometryError, Vector


class TestCircle:
    @pytest.mark.parametrize("radius", [0, 0.5, 3, 1e6])
    def test_area_and_perimeter_follow_the_radius(self, origin, radius):
        circle = Circle(origin, radius)
        assert circle.area == pytest.approx(math.pi * radius * radius)
        assert circle.perimeter == pytest.approx(2 * math.pi * radius)

    @pytest.mark.parametrize("radius", [-1, math.inf, math.nan])
    def test_an_impossible_radius_is_refused(self, origin, radius):
        with pytest.raises(GeometryError, match="radius"):
            Circle(origin, radius)

    def test_points_of_the_circle_are_contained(self, unit):
        assert all(unit.contains(unit.at(turn / 10)) for turn in range(63))
        assert unit.contains(Vector(0, 0))
        assert not unit.contains(Vector(1, 0.01))


class TestVector:
    def test_arithmetic(self):
        assert Vector(1, 2) + Vector(3, 4) == Vector(4, 6)
        assert Vector(1, 2) - Vector(3, 4) == Vector(-2, -2)
        assert Vector(1, 2) * 3 == Vector(3, 6)

    def test_a_quarter_turn_is_perpendicular(self):
        arrow = Vector(3, 4)
        assert arrow.left().dot(arrow) == 0
        assert arrow.left().length() == arrow.length() == 5

import math

import pytest

from roundabout import Circle


@pytest.fixture
def wheel():
    return Circle(1, 1, 2)


class TestOneCircle:
    def test_measures(self, wheel):
        assert wheel.area == pytest.approx(4 * math.pi)
        assert wheel.perimeter == pytest.approx(4 * math.pi)

    def test_equality(self, wheel):
        assert wheel == Circle(1, 1, 2)
        assert wheel != Circle(1, 1, 3)

    def test_negative(self):
        with pytest.raises(ValueError):
            Circle(0, 0, -1)

    def test_repr(self, wheel):
        assert repr(wheel) == "Circle(1, 1, 2)"


class TestTwoCircles:
    def test_crossing(self, wheel):
        for x, y in wheel.intersect(Circle(3, 2, 1.5)):
            assert math.hypot(x - 1, y - 1) == pytest.approx(2)

    def test_touching(self, wheel):
        assert wheel.intersect(Circle(5, 1, 2)) == [pytest.approx((3, 1))]

    @pytest.mark.parametrize("other", [Circle(9, 9, 1), Circle(1, 1, 2), Circle(1, 1.5, 0.1)])
    def test_nothing(self, wheel, other):
        assert wheel.intersect(other) == []

    @pytest.mark.parametrize(("x", "count"), [(1, 0), (2, 2), (9, 4)])
    def test_tangents(self, wheel, x, count):
        assert len(wheel.common_tangents(Circle(x, 1, 2))) == count

    def test_from_a_point(self, wheel):
        assert len(wheel.tangent_points((9, 9))) == 2
        assert wheel.tangent_points((1, 1)) == []

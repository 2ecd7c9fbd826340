import pytest

from orbis import Circle, Point


@pytest.fixture
def circle():
    def make(x=0.0, y=0.0, radius=1.0):
        return Circle(Point(x, y), radius)

    return make


@pytest.fixture
def diamond():
    return [Point(0, 1), Point(0, -1), Point(1, 0), Point(-1, 0)]

import pytest

from circles import Circle, Point


@pytest.fixture
def ring():
    return Circle(0.0, 0.0, 5.0)


@pytest.fixture
def triangle():
    return [Point(0, 0), Point(6, 0), Point(3, 3)]

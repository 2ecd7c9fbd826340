import pytest

from circlekit import Circle, Vector


@pytest.fixture
def unit() -> Circle:
    return Circle(Vector(0, 0), 1)


@pytest.fixture
def origin() -> Vector:
    return Vector(0, 0)


@pytest.fixture
def square() -> list[Vector]:
    return [Vector(x, y) for x in (-1, 1) for y in (-1, 1)]

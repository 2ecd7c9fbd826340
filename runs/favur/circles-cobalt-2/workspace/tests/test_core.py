import pytest
from circ import core


def test_circle():
    c = core.circle(1, 2, 3)
    assert c["r"] == 3


def test_circle_error():
    with pytest.raises(ValueError):
        core.circle(0, 0, 0)


def test_area_perimeter():
    c = core.circle(0, 0, 1)
    assert core.area(c) == pytest.approx(3.14159265)
    assert core.perimeter(c) == pytest.approx(6.2831853)


def test_intersection_crossing():
    result = core.intersection(core.circle(0, 0, 5), core.circle(8, 0, 5))
    assert result["type"] == "crossing"
    assert len(result["points"]) == 2


def test_intersection_separate():
    assert core.intersection(core.circle(0, 0, 1), core.circle(8, 0, 1))["type"] == "separate"


def test_intersection_tangent():
    result = core.intersection(core.circle(0, 0, 1), core.circle(2, 0, 1))
    assert result["type"] == "tangent"


def test_outer_tangents():
    lines = core.outer_tangents(core.circle(0, 0, 1), core.circle(5, 0, 1))
    assert len(lines) == 2


def test_enclosing():
    c = core.enclosing([(0, 0), (4, 0), (2, 1)])
    assert c["x"] == pytest.approx(2, abs=0.01)
    assert c["r"] == pytest.approx(2, abs=0.01)

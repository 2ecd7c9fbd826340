import pytest

from orbis import Point, Segment
from orbis.drawing import draw


def test_extents_join(circle):
    joined = circle().extent.joined(circle(4, 4, 2).extent)
    assert joined == (-1, -1, 6, 6)
    assert Point(2, 3).extent == (2, 3, 2, 3)


def test_segment():
    segment = Segment(Point(0, 3), Point(4, 0))
    assert segment.length == 5
    assert segment.extent == (0, 0, 4, 3)


@pytest.mark.parametrize("radius", [-1, float("nan"), float("inf")])
def test_radius_is_checked(circle, radius):
    with pytest.raises(ValueError, match="not a radius"):
        circle(radius=radius)


@pytest.mark.contract
def test_drawing(circle):
    text = draw([circle(), Point(5, 0), Segment(Point(0, 0), Point(1, 1))])
    assert 'viewBox="-1.3 -1.3 6.6 2.6"' in text
    assert text.count("<path") == 2
    with pytest.raises(ValueError):
        draw([])

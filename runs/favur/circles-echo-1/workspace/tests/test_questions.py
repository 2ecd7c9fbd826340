from math import pi

import pytest

from orbis import Circle, Enclosure, Intersection, Measures, Point, Tangents


@pytest.mark.contract
class TestPairs:
    @pytest.mark.parametrize(
        ("x", "radius", "meeting", "touching"),
        [(0, 1, 0, 0), (0.5, 3, 0, 0), (2, 3, 1, 1), (1, 1, 2, 2), (3, 2, 1, 3), (9, 2, 0, 4)],
    )
    def test_counts(self, circle, x, radius, meeting, touching):
        first, second = circle(), circle(x, 0, radius)
        assert Intersection(first, second).ask().numbers.get("count", 0) == meeting
        assert Tangents(first, second).ask().numbers["count"] == touching

    def test_meeting_points(self, circle):
        answer = Intersection(circle(radius=5), circle(8, 0, 5)).ask()
        assert answer.text == "they meet at (4, 3), (4, -3)"
        assert [figure.x for figure in answer.figures] == pytest.approx([4, 4])

    def test_tangent_segments_are_perpendicular_to_the_radius(self, circle):
        first, second = circle(0, 0, 2), circle(7, 1, 3)
        for segment in Tangents(first, second).segments():
            square = segment.length**2 + first.radius**2
            assert first.centre.to(segment.end) ** 2 == pytest.approx(square)
            assert second.centre.to(segment.end) == pytest.approx(3)


@pytest.mark.contract
class TestEnclosure:
    def test_diamond(self, diamond):
        found = Enclosure(diamond).circle()
        assert found.radius == pytest.approx(1)
        assert found.centre.to(Point(0, 0)) == pytest.approx(0, abs=1e-12)

    def test_cloud(self):
        cloud = [Point((n * 37) % 101 / 7, (n * 53) % 89 / 5) for n in range(80)]
        found = Enclosure(cloud).circle()
        assert all(found.around(point) for point in cloud)
        assert sum(abs(found.centre.to(p) - found.radius) < 1e-9 for p in cloud) >= 2

    def test_none(self):
        with pytest.raises(ValueError):
            Enclosure([]).ask()


def test_measures():
    answer = Measures(Circle(Point(0, 0), 2)).ask()
    assert answer.numbers == pytest.approx({"area": 4 * pi, "perimeter": 4 * pi})
    assert answer.text == "area 12.5664, perimeter 12.5664"


def test_same_circle(circle):
    assert Intersection(circle(), circle()).ask().text == "the circles are the same"

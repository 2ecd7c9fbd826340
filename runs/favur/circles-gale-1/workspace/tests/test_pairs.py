import pytest

from circlekit import (
    Circle,
    GeometryError,
    Relation,
    Vector,
    common_tangents,
    meet,
    tangents_through,
)


@pytest.mark.geometry
class TestMeeting:
    @pytest.mark.parametrize(
        ("x", "radius", "relation", "count"),
        [
            (0, 1, Relation.SAME, 0),
            (5, 1, Relation.APART, 0),
            (0.1, 3, Relation.NESTED, 0),
            (2, 1, Relation.TOUCHING, 1),
            (1, 2, Relation.TOUCHING, 1),
            (1, 1, Relation.CROSSING, 2),
        ],
    )
    def test_relation_and_number_of_points(self, unit, x, radius, relation, count):
        found = meet(unit, Circle(Vector(x, 0), radius))
        assert found.relation is relation
        assert len(found.points) == count

    def test_common_points_lie_on_both_circles(self, unit):
        other = Circle(Vector(0.7, 0.9), 1.2)
        for point in meet(unit, other).points:
            assert point.distance(unit.centre) == pytest.approx(1)
            assert point.distance(other.centre) == pytest.approx(1.2)


@pytest.mark.geometry
class TestTangents:
    @pytest.mark.parametrize(("x", "count"), [(0, 0), (1.5, 2), (3, 3), (5, 4)])
    def test_number_of_common_tangents(self, unit, x, count):
        other = Circle(Vector(x, 0), 2)
        lines = common_tangents(unit, other)
        assert len(lines) == count
        for line in lines:
            assert line.distance(unit.centre) == pytest.approx(1)
            assert line.distance(other.centre) == pytest.approx(2)

    def test_tangents_through_an_outer_point(self, unit):
        lines = tangents_through(unit, Vector(2, 0))
        assert len(lines) == 2
        assert all(line.distance(Vector(2, 0)) < 1e-9 for line in lines)

    def test_no_tangent_through_the_centre(self, unit, origin):
        with pytest.raises(GeometryError):
            tangents_through(unit, origin)
        assert tangents_through(unit, Vector(1, 0))

import math

import pytest

from orrery.elements import PLANETS
from orrery.geometry import Vector, shrink, wrap360
from orrery.kepler import eccentric_anomaly, locate


class TestGeometry:
    @pytest.mark.parametrize(("angle", "wrapped"), [(-90, 270), (360, 0), (725, 5), (-1e-20, 0)])
    def test_wrap(self, angle, wrapped):
        assert wrap360(angle) == wrapped
        assert 0 <= wrap360(angle) < 360

    def test_vector(self):
        point = Vector(-3.0, -4.0, 0.0)
        assert point.length == 5.0
        assert point.longitude == pytest.approx(233.1301)
        assert point.seen_from(Vector(-3.0, -4.0, 9.0)).latitude == -90.0

    def test_disk_keeps_direction_and_order(self):
        assert Vector(0.0, -31.0, 5.0).on_disk() == (0.0, -1.0)
        assert shrink(31.0) == 1.0
        assert shrink(0.4) < shrink(5.2) < shrink(30.0)


class TestOrbits:
    @pytest.mark.parametrize("eccentricity", [0.0, 0.2056, 0.7, 0.95])
    def test_solution_satisfies_the_equation(self, eccentricity):
        means = [0.0, 0.3, math.pi, 6.0]
        roots = [eccentric_anomaly(mean, eccentricity) for mean in means]
        assert [root - eccentricity * math.sin(root) for root in roots] == pytest.approx(means)
        assert roots == sorted(roots)

    def test_apsides(self):
        mars = PLANETS[3].epoch
        near = locate(mars._replace(longitude=mars.perihelion))
        far = locate(mars._replace(longitude=mars.perihelion + 180.0))
        assert near.length == pytest.approx(mars.axis * (1 - mars.eccentricity))
        assert far.length == pytest.approx(mars.axis * (1 + mars.eccentricity))
        assert near.longitude == pytest.approx(wrap360(mars.perihelion), abs=0.1)

    @pytest.mark.parametrize("planet", PLANETS, ids=lambda planet: planet.name)
    def test_third_law(self, planet):
        years = 36000.0 / planet.rates.longitude
        assert years**2 == pytest.approx(planet.epoch.axis**3, rel=5e-3)
        assert planet.at(0.0) == planet.epoch
        assert planet.at(2.0).node == pytest.approx(planet.epoch.node + 2 * planet.rates.node)

import datetime as dt
import math

import pytest

from planetarium.catalogue import NAMES, START, orbit
from planetarium.positions import Position, all_positions, parse_date, solve_kepler


class TestCatalogue:
    def test_elements_drift(self):
        assert orbit("Venus", 0).a == START["Venus"][0]
        assert orbit("Venus", 1).mean_longitude == pytest.approx(58699.79448679)

    @pytest.mark.parametrize("name", NAMES)
    def test_orbits_are_ellipses(self, name):
        assert 0 < orbit(name, -2).e < 0.25


class TestDates:
    @pytest.mark.parametrize(
        "text, hour",
        [("2024-02-29", 0), ("2024-02-29T10:00", 10), ("2024-02-29T10:00-05:00", 15)],
    )
    def test_parsing(self, text, hour):
        date = parse_date(text)
        assert date.hour == hour
        assert date.utcoffset() == dt.timedelta(0)

    def test_today_is_midnight(self):
        assert parse_date("today").hour == 0

    def test_nonsense(self):
        with pytest.raises(ValueError):
            parse_date("yesterday-ish")


class TestKepler:
    @pytest.mark.parametrize("e", [0.0, 0.0167, 0.25, 0.8])
    @pytest.mark.parametrize("mean", [0.0, 1.0, math.pi, 5.5])
    def test_residual_is_tiny(self, mean, e):
        anomaly = solve_kepler(mean, e)
        assert anomaly - e * math.sin(anomaly) == pytest.approx(mean, abs=1e-11)

    def test_spherical_coordinates(self):
        up = Position("probe", 0.0, 0.0, 2.0)
        assert up.latitude == pytest.approx(90)
        assert up.distance == 2.0
        assert Position("probe", 0.0, -1.0, 0.0).longitude == pytest.approx(270)


@pytest.mark.reference
def test_earth_near_perihelion(epoch_positions):
    earth = epoch_positions[2]
    assert earth.distance == pytest.approx(0.9833, abs=2e-4)
    assert earth.longitude == pytest.approx(100.4, abs=0.05)
    assert earth.latitude == pytest.approx(0, abs=1e-3)


@pytest.mark.reference
def test_great_conjunction_seen_from_earth():
    sky = all_positions(parse_date("2020-12-21T18:00"))
    earth = sky[2]
    bearings = [math.degrees(math.atan2(p.y - earth.y, p.x - earth.x)) for p in sky[4:6]]
    assert bearings[0] == pytest.approx(bearings[1], abs=0.3)


def test_planets_come_in_order(epoch_positions):
    assert [p.name for p in epoch_positions] == list(NAMES)
    assert epoch_positions[0].distance < epoch_positions[7].distance

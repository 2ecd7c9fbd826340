import math
from datetime import datetime, timedelta, timezone

import pytest

import orbits


@pytest.fixture
def new_year():
    return orbits.planets(datetime(2024, 1, 1))


def test_day_count():
    assert orbits.days_since_2000(datetime(2000, 1, 1, 12)) == 0
    zone = timezone(timedelta(hours=1))
    assert orbits.days_since_2000(datetime(2000, 1, 2, 13, tzinfo=zone)) == 1


@pytest.mark.parametrize("e", [0, 0.1, 0.5, 0.9])
def test_kepler_equation(e):
    for mean in (0.1, 2.0, 4.5):
        anomaly = orbits.kepler(mean, e)
        assert math.isclose(anomaly - e * math.sin(anomaly), mean)


def test_all_planets_in_order(new_year):
    assert [p.name for p in new_year] == list(orbits.TABLE)
    distances = [orbits.distance(p) for p in new_year]
    assert distances == sorted(distances)


def test_earth_on_new_year(new_year):
    assert orbits.distance(new_year[2]) == pytest.approx(0.9833, abs=1e-3)
    assert orbits.longitude(new_year[2]) == pytest.approx(99.9, abs=0.5)


def test_mars_opposition_2003():
    earth, mars = orbits.planets(datetime(2003, 8, 27, 10), ["earth", "mars"])
    assert orbits.distance(earth, mars) == pytest.approx(0.3727, abs=1e-3)

import math
from datetime import datetime

import pytest

from planetview.astro import PLANETS, centre, ephemeris, parse, position


@pytest.mark.parametrize("number, low, high", [
    (0, 0.30, 0.47), (1, 0.71, 0.73), (2, 0.98, 1.02), (3, 1.38, 1.67),
    (4, 4.9, 5.5), (5, 9.0, 10.1), (6, 18.2, 20.1), (7, 29.7, 30.4),
])
def test_distance_range(number, low, high):
    for year in (1850, 1950, 2050):
        assert low < position(PLANETS[number], datetime(year, 6, 1))[2] < high


@pytest.mark.parametrize("date, longitude", [
    (datetime(2023, 3, 20, 21, 24), 180),
    (datetime(2023, 6, 21, 14, 58), 270),
    (datetime(2023, 12, 22, 3, 27), 90),
])
def test_earth_at_the_seasons(date, longitude):
    assert position(PLANETS[2], date)[0] == pytest.approx(longitude, abs=0.5)


def test_centre_vanishes_at_the_apsides():
    assert centre(0, 0.2) == 0
    assert centre(math.pi, 0.2) == pytest.approx(0, abs=1e-12)


def test_parse():
    assert parse("2023-03-20") == datetime(2023, 3, 20)
    assert parse("2023-03-20T12:00+02:00") == datetime(2023, 3, 20, 10)


def test_ephemeris():
    days = ephemeris(datetime(2023, 1, 1), datetime(2023, 1, 3), 0.5, ["mars"])
    assert len(days) == 5
    assert list(days[0].lon) == ["Mars"]


@pytest.mark.skip(reason="light-time correction is not written yet")
def test_apparent_position_of_neptune():
    lon, _, _ = position(PLANETS[7], datetime(2023, 9, 19))
    assert lon == pytest.approx(356.4, abs=0.01)

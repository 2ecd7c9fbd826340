import pytest

from orrery.ephemeris import julian_day, parse_instant, series


@pytest.mark.parametrize("text", ["2019-07-16", "2019-07-16T00:00Z", "2019-07-16T02:00+02:00"])
def test_instants(text):
    assert julian_day(parse_instant(text)) == 2458680.5
    with pytest.raises(ValueError):
        parse_instant(text + "?")


@pytest.mark.almanac
class TestAlmanac:
    """Positions against events that anyone can look up."""

    def test_earth_at_epoch(self, j2000):
        earth = j2000.bodies[2]
        assert earth.position.longitude == pytest.approx(100.38, abs=0.02)
        assert earth.position.length == pytest.approx(0.98333, abs=1e-4)
        assert earth.from_earth.length == 0.0

    def test_great_conjunction_of_2020(self, sky):
        jupiter, saturn = (sky("2020-12-21T18:00", index).from_earth for index in (5, 6))
        assert jupiter.longitude == pytest.approx(saturn.longitude, abs=0.3)
        assert jupiter.latitude == pytest.approx(saturn.latitude, abs=0.3)
        assert 5.8 < jupiter.length < 6.0

    def test_venus_crosses_the_sun_in_2012(self, sky):
        venus, earth = sky("2012-06-06T01:30", 2).from_earth, sky("2012-06-06T01:30", 3).position
        assert venus.longitude == pytest.approx(earth.longitude - 180.0, abs=0.1)
        assert venus.latitude == pytest.approx(0.15, abs=0.1)
        assert venus.length == pytest.approx(0.2887, abs=1e-3)

    def test_close_approach_of_mars_in_2003(self):
        days = series(parse_instant("2003-08-20"), 16, 1.0)
        nearest = min(days, key=lambda day: day.bodies[3].from_earth.length)
        assert len(days) == 16
        assert nearest.instant.day in (27, 28)
        assert nearest.bodies[3].from_earth.length == pytest.approx(0.3727, abs=1e-3)

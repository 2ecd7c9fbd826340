import pytest

from orrery.ephemeris import parse_instant, snapshot


@pytest.fixture
def sky():
    """Return a function that gives one planet, counted from the Sun, at a date."""
    return lambda date, index: snapshot(parse_instant(date)).bodies[index - 1]


@pytest.fixture
def j2000():
    return snapshot(parse_instant("2000-01-01T12:00"))

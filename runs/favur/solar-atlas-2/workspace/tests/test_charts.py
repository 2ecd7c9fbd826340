import xml.dom.minidom

import pytest

from planetarium.charts import chart_point, chart_radius, svg_chart, text_chart
from planetarium.positions import Position


@pytest.fixture
def probe():
    return Position("Earth", 0.0, 1.0, 0.0)


def test_radius_grows_with_distance():
    assert chart_radius(0.2, 30) == 0
    assert chart_radius(30, 30) == pytest.approx(1)
    assert chart_radius(1, 30) < chart_radius(2, 30)


def test_north_is_up(probe):
    x, y = chart_point(probe, 1.0)
    assert x == pytest.approx(0)
    assert y == pytest.approx(1)


def test_text_chart_names_every_planet(epoch_positions):
    chart = text_chart(epoch_positions)
    assert all(mark in chart for mark in ("Me", "Ve", "Ea", "Ma", "Ju", "Sa", "Ur", "Ne"))
    assert max(len(line) for line in chart.splitlines()) <= 78


def test_svg_is_well_formed(epoch_positions):
    page = xml.dom.minidom.parseString(svg_chart(epoch_positions, "A & B"))
    assert len(page.getElementsByTagName("circle")) == 17
    assert page.getElementsByTagName("title")[0].firstChild.data == "A & B"


def test_inner_chart_uses_the_whole_field(epoch_positions):
    assert "Ju" not in text_chart(epoch_positions[:4])

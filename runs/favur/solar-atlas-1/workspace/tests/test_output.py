import json
import xml.etree.ElementTree as ET

import pytest

from orrery import ascii_map, cli, export, svg_chart


@pytest.fixture
def chart(j2000):
    return ET.fromstring(svg_chart.render(j2000, size=400))


class TestDrawings:
    def test_later_marks_cover_earlier_ones(self):
        assert ascii_map.plot([(0, 0, "a"), (0, 0, "b")], 1) == "b"
        assert ascii_map.plot([(1, 0, "e"), (0, 1, "n")], 3) == "  n\n    e\n"
        assert ascii_map.plot([(-1, -1, "s")], 3).splitlines()[-1] == "s"

    def test_map(self, j2000):
        picture, legend = ascii_map.render(j2000).split("\n\n")
        assert all(picture.count(mark) == 1 for mark in "12345678*")
        assert legend.splitlines()[2] == "3 Earth    100.38 deg   0.983 au"
        assert len(picture.splitlines()) == 41

    def test_chart(self, chart):
        assert chart.get("viewBox") == "-200 -200 400 400"
        assert chart[-8].get("id") == "mercury"
        assert len(list(chart.iterfind(".//{*}circle"))) == 17


class TestData:
    def test_export(self, j2000):
        (entry,) = json.loads(export.render([j2000]))["ephemeris"]
        assert entry["julian_day"] == 2451545.0
        assert entry["bodies"][2]["name"] == "Earth"
        assert entry["bodies"][2]["earth_distance_au"] == 0.0

    @pytest.mark.parametrize("arguments", [[], ["atlas"], ["map", "--date", "soon"]])
    def test_usage_errors(self, arguments, capsys):
        with pytest.raises(SystemExit) as stop:
            cli.main(arguments)
        assert stop.value.code == 2
        assert "usage: orrery" in capsys.readouterr().err

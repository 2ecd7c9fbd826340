import json
import xml.etree.ElementTree as ET
from datetime import datetime

import orbits
import render
from orbits import Place


class TestAscii:
    def test_sun_and_planet(self):
        text = render.ascii_map([Place("earth", 1, 0, 0)], span=1, width=11)
        middle = text.splitlines()[3]
        assert middle[6] == "*"
        assert middle[11] == "e"

    def test_planets_outside(self):
        text = render.ascii_map([Place("earth", 1, 0, 0), Place("mars", 0, 3, 0)], span=2)
        assert text.splitlines()[-1] == "outside the map: mars"


def test_svg():
    root = ET.fromstring(render.svg(orbits.planets(datetime(2024, 5, 5)), 31))
    assert root.get("viewBox") == "-31 -31 62 62"
    assert len(root) == 17


def test_json():
    date = datetime(2024, 5, 5)
    data = json.loads(render.to_json(date, orbits.planets(date, ["earth", "mars"])))
    assert data["date"] == "2024-05-05T00:00:00"
    assert "earth_distance" not in data["planets"]["earth"]
    assert 0.3 < data["planets"]["mars"]["earth_distance"] < 2.7

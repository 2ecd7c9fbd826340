from datetime import datetime

import solar


def test_calc():
    data = solar.calc(datetime(2024, 1, 1))
    assert len(data) == 8


def test_earth_distance():
    data = solar.calc(datetime(2024, 7, 5), ["earth"])
    assert 1.0 < data["Earth"]["r"] < 1.02


def test_longitudes_are_between_0_and_360():
    data = solar.calc(datetime(2024, 1, 1))
    for name in data:
        assert 0 <= data[name]["lon"] < 360


def test_map():
    text = solar.draw(solar.calc(datetime(2024, 1, 1)), "ascii", "sqrt", 35)
    assert "O" in text


def test_main():
    assert solar.main(["2024-01-01", "--no-map"]) == 0

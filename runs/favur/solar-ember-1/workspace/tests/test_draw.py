import json

import pytest

from planetview.cli import main
from planetview.draw import ascii_map, legend, svg, to_json


@pytest.mark.parametrize("letter", list("hvtajsun@"))
def test_map_shows(today, letter):
    assert ascii_map(today, rings=False).count(letter) == 1


def test_legend(today):
    assert len(legend(today).splitlines()) == 8


def test_svg(today):
    text = svg(today, size=300)
    assert text.count("<circle") == 17
    assert 'width="300"' in text


def test_json(today):
    days = json.loads(to_json([today]))
    assert days[0]["date"] == "2023-03-20T00:00:00"
    assert days[0]["bodies"]["Earth"]["dist"] == pytest.approx(0.996, abs=0.001)


def test_show(capsys):
    main(["show", "2023-03-20", "--no-rings"])
    assert "Neptune" in capsys.readouterr().out

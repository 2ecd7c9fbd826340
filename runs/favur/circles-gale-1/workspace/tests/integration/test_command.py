from xml.etree import ElementTree

import pytest

from circlekit.cli import main


@pytest.mark.parametrize(
    ("arguments", "first_line"),
    [
        (["measure", "0,0,1"], "area 3.14159 perimeter 6.28319"),
        (["meet", "0,0,1", "2,0,1"], "touching"),
        (["enclose", "0,0", "2,0"], "1,0,1"),
        (["tangents", "0,0,1", "4,0,1"], "0x + 1y = -1"),
    ],
)
def test_answers(capsys, arguments, first_line):
    assert main(arguments) == 0
    assert capsys.readouterr().out.splitlines()[0] == first_line


def test_a_drawing_is_well_formed(capsys):
    assert main(["draw", "0,0,1", "3,1,2"]) == 0
    root = ElementTree.fromstring(capsys.readouterr().out)
    assert root.get("viewBox") == "-2 -4 8 6"
    assert len(root) == 2


def test_an_impossible_circle_is_refused_at_once(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["measure", "0,0,-1"])
    assert stop.value.code == 2
    assert "invalid circle value" in capsys.readouterr().err


def test_a_tangent_that_does_not_exist(capsys):
    assert main(["through", "0,0,1", "2,0"]) == 0
    assert main(["through", "0,0,1", "0.5,0"]) == 1
    assert "inside the circle" in capsys.readouterr().err


def test_too_few_numbers(capsys):
    with pytest.raises(SystemExit):
        main(["enclose", "1"])
    assert "expected 2 numbers" in capsys.readouterr().err

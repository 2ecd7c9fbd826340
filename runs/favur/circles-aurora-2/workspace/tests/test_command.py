import json

import pytest

from circles.command import run


def test_info(capsys):
    assert run(["info", "0", "0", "1"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["area"] == pytest.approx(3.14159, rel=1e-5)


def test_intersection_and_picture(capsys):
    run(["intersect", "0", "0", "5", "8", "0", "5"])
    assert len(json.loads(capsys.readouterr().out)) == 2
    run(["svg", "0", "0", "5", "8", "0", "5"])
    assert capsys.readouterr().out.count("<circle") == 2


@pytest.mark.parametrize(
    "arguments", [["info", "1", "2"], ["tangents", "0", "0", "1"], ["info", "0", "0", "-1"]]
)
def test_wrong_numbers(arguments):
    with pytest.raises(SystemExit) as stop:
        run(arguments)
    assert stop.value.code == 3

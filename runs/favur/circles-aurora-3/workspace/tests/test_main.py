from roundabout.__main__ import main


def test_area(capsys):
    assert main(["area", "0:0:1"]) == 0
    assert "3.1416" in capsys.readouterr().out


def test_draw(capsys):
    assert main(["draw", "50:50:20"]) == 0
    assert "<circle" in capsys.readouterr().out


def test_bad_figure():
    assert main(["area", "zero"]) == 2

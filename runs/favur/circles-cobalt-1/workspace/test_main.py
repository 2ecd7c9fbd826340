from main import main


def test_area(capsys):
    assert main(["area", "0,0,1"]) == 0
    assert capsys.readouterr().out.startswith("3.14")


def test_intersect(capsys):
    main(["intersect", "0,0,5", "8,0,5"])
    assert "4.0000" in capsys.readouterr().out


def test_svg(capsys):
    main(["svg", "0,0,5"])
    assert "<svg" in capsys.readouterr().out


def test_error():
    assert main(["area", "abc"]) == 1

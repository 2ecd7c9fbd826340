import pytest

import solarsystem


def test_map(capsys):
    solarsystem.main(["--date", "2024-05-05"])
    assert "*" in capsys.readouterr().out


def test_table(capsys):
    solarsystem.main(["--format", "table", "--planet", "venus", "--date", "2024-05-05"])
    assert capsys.readouterr().out.splitlines()[1].startswith("venus")


def test_output_file(tmp_path):
    target = tmp_path / "inner.svg"
    solarsystem.main(["--format", "svg", "--span", "1.7", "--date", "2024-05-05", "-o", str(target)])
    assert target.read_text().startswith("<svg")


def test_bad_span():
    with pytest.raises(SystemExit):
        solarsystem.main(["--span", "-1"])

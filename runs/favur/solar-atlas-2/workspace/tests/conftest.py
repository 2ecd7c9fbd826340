import pytest

from planetarium.positions import all_positions, parse_date


@pytest.fixture
def epoch_positions():
    return all_positions(parse_date("2000-01-01T12:00"))


@pytest.fixture
def run(tmp_path, capsys):
    from planetarium.main import main

    def invoke(*argv):
        code = main([part.replace("TMP", str(tmp_path)) for part in argv])
        return code, capsys.readouterr().out

    return invoke

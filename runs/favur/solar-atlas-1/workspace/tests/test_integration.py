import json
import subprocess
import sys

import pytest

from orrery.cli import main

pytestmark = pytest.mark.integration


@pytest.mark.parametrize(("command", "start"), [("map", " "), ("svg", "<svg"), ("json", "{")])
def test_process(command, start):
    arguments = [sys.executable, "-m", "orrery", command, "--date=1066-10-14"]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(start)
    assert done.stdout.endswith("\n")
    assert "1800 to 2050" in done.stderr


def test_map_on_the_terminal(capsys):
    assert main(["map", "--date", "2024-02-29"]) == 0
    assert capsys.readouterr().out.count("\n") == 50


def test_series_in_a_file(tmp_path, capsys):
    target = tmp_path / "week.json"
    argv = ["json", "--date=2024-02-26", "--count=3", "--step=1.5", f"--output={target}"]
    assert main(argv) == 0
    instants = [entry["instant"][:16] for entry in json.loads(target.read_text())["ephemeris"]]
    assert instants == ["2024-02-26T00:00", "2024-02-27T12:00", "2024-02-29T00:00"]
    assert capsys.readouterr().out == ""

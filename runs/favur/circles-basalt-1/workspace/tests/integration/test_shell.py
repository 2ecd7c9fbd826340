import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rondure.__main__ import main
from rondure.svg import document

ROOT = Path(__file__).parents[2]


class TestCommand:
    @pytest.mark.parametrize(
        ("arguments", "output"),
        [
            ("measure 0/1 0/2", "3.14159 6.28319\n12.5664 12.5664\n"),
            ("cross 0/5 8/5", "4+3j\n4-3j\n"),
            ("cover 0 6 3+3j", "3+0j/3\n"),
        ],
    )
    def test_answers(self, capsys, arguments, output):
        assert main(arguments.split()) == 0
        text = capsys.readouterr()
        assert text.out == output
        assert text.err == ""

    def test_tangents_are_pairs_of_numbers(self, capsys):
        assert main("touch 0/1 4/1".split()) == 0
        rows = [line.split() for line in capsys.readouterr().out.splitlines()]
        assert len(rows) == 4
        assert all(abs(complex(number)) == pytest.approx(1, 1e-5) for row in rows for number in row)
        assert {len(row) for row in rows} == {2}

    @pytest.mark.parametrize("arguments", ["", "fly", "cross 0/1", "measure one/two", "cover x"])
    def test_complaints(self, capsys, arguments):
        assert main(arguments.split()) == 2
        text = capsys.readouterr()
        assert text.out == ""
        assert len(text.err.splitlines()) == 1


class TestPicture:
    def test_every_disc_is_drawn(self, unit, big):
        root = ElementTree.fromstring(document([unit, big], reach=12))
        assert root.get("viewBox") == "-12 -12 24 24"
        circles = root.findall("{http://www.w3.org/2000/svg}circle")
        assert [circle.get("cy") for circle in circles] == ["0", "-4"]
        assert [circle.get("r") for circle in circles] == ["1", "5"]

    @pytest.mark.shell
    def test_the_module_runs(self, capsys):
        command = [sys.executable, "-m", "rondure", "draw", "1+1j/2"]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
        assert result.returncode == 0
        assert result.stdout.startswith("<svg")
        assert main(["draw", "1+1j/2"]) == 0
        assert capsys.readouterr().out == result.stdout

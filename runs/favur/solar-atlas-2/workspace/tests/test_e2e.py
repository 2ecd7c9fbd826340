import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.e2e


def test_default_prints_a_chart(run):
    code, out = run("2024-06-01", "--inner")
    assert code == 0
    assert "Ea" in out


def test_files(run, tmp_path):
    code, out = run("2024-06-01", "--quiet", "--svg=TMP/a.svg", "--json=TMP/a.json", "--days=3")
    assert (code, out) == (0, "")
    assert "01 June 2024" in (tmp_path / "a.svg").read_text()
    entries = json.loads((tmp_path / "a.json").read_text())["entries"]
    assert [entry["date"][:10] for entry in entries] == ["2024-06-01", "2024-06-02", "2024-06-03"]


def test_module_can_be_run():
    done = subprocess.run([sys.executable, "-m", "planetarium", "--help"], capture_output=True)
    assert done.returncode == 0
    assert b"usage: planetarium" in done.stdout

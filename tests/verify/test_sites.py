"""Finished sites: the verifier agrees with them, runs by itself, and names what was changed (R27, R28)."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from site_builder.building import build
from site_builder.errors import CannotBuild
from site_builder.output import verifier_script
from site_builder.output.verify.site_files import MANIFEST
from site_builder.scoring.operators import OPERATORS
from tests.build.projects import REPOSITORY, contents, in_this_process, meta, small_project, write_run
from tests.verify import verifier as verify

SITE = """\
title: Small board
tagline: Three small runs.
boards:
  - family: favur
    rubric: favur/15
    runs: runs
    also: [favur/6]
"""
FLIPS = 150


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = small_project(tmp_path_factory.mktemp("verified") / "project", site=SITE)
    build(root, jobs=1)
    return root


def faults_of(site: Path, exports: Path | None = None) -> list[verify.Fault]:
    found = verify.Site(str(site), str(exports) if exports else None)
    found.verify()
    return found.faults


def test_a_finished_site_agrees_with_itself_and_with_its_exports(project: Path) -> None:
    found = verify.Site(str(project / "dist"), str(project))
    found.verify()
    assert found.faults == []
    assert found.checked["runs"] == 3
    assert found.checked["files of exports"] == 12
    assert found.counts["re-derived"] > 500


def test_the_demonstration_agrees(tmp_path: Path) -> None:
    build(REPOSITORY, tmp_path / "site", use_store=False)
    found = verify.Site(str(tmp_path / "site"), str(REPOSITORY))
    found.verify()
    assert found.faults == []
    assert found.checked["boards"] == 5


def test_the_script_runs_alone_from_a_site_copied_elsewhere(project: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(project / "dist", tmp_path / "copy")
    command = [sys.executable, "-I", "-S", str(copy / "verify/verify.py")]
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Everything agrees." in done.stdout
    done = subprocess.run([*command, "--json"], cwd="/", capture_output=True, text=True, check=False)
    assert json.loads(done.stdout)["agrees"] is True
    done = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "no site" in done.stderr


def test_the_script_of_a_site_finds_what_the_program_finds_with_its_modules(
    project: Path, tmp_path: Path
) -> None:
    site = shutil.copytree(project / "dist", tmp_path / "site")
    for pattern in ("runs/run-1/index.json", "boards/*/index.html", "data/*/board.csv", "data/*/runs.jsonl"):
        for path in site.glob(pattern):
            path.write_bytes(path.read_bytes().replace(b"1", b"2", 40))
    command = [sys.executable, "-I", "-S", str(site / "verify/verify.py"), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    again = verify.Site(str(site))
    again.verify()
    assert done.returncode == 1, done.stderr
    assert len(again.faults) > 10
    assert json.loads(done.stdout) == json.loads(json.dumps(verify.said_of(again)))


def test_the_site_carries_the_very_script(project: Path) -> None:
    assert (project / "dist/verify/verify.py").read_text(encoding="utf-8") == verifier_script.published()


def test_pages_say_what_was_found_of_them_and_the_home_page_of_all(project: Path) -> None:
    site = project / "dist"
    report = json.loads((site / "verify/report.json").read_text(encoding="utf-8"))
    assert report["certificate"] in (site / "index.html").read_text(encoding="utf-8")
    assert report["certificate"] in (site / "verify/index.html").read_text(encoding="utf-8")
    assert 0 < report["numbers"]["re-derived"] < report["numbers"]["all"]
    page = (site / "runs/run-1/index.html").read_text(encoding="utf-8")
    assert re.search(r'class="certificate">[\d,]+ numbers on this page: [\d,]+ re-derived', page)


def test_nothing_withheld_is_in_what_a_verifier_needs(project: Path) -> None:
    for name, content in contents(project / "dist").items():
        assert b"2.5,0.0" not in content or name.endswith(".py")  # cost of the first run
    record = json.loads((project / "dist/runs/run-1/index.json").read_text(encoding="utf-8"))
    assert set(record["nodes"]["usage.cost_usd"]) == {"missing", "detail"}


def _flipped(site: Path, chance: random.Random) -> tuple[str, int, bytes]:
    """Flip one bit of one byte of one file; return its path, the place and the old content."""
    names = sorted(contents(site))
    kind = chance.choice(["html", "json", "csv", "jsonl", "yaml", "sha256", "any"])
    chosen = [name for name in names if kind == "any" or name.endswith(kind)]
    name = chance.choice(chosen)
    old = (site / name).read_bytes()
    place = chance.randrange(len(old))
    (site / name).write_bytes(
        old[:place] + bytes([old[place] ^ (1 << chance.randrange(8))]) + old[place + 1 :]
    )
    return name, place, old


@pytest.mark.parametrize("seed", range(5))
def test_one_flipped_byte_anywhere_is_found_and_its_file_named(
    project: Path, tmp_path: Path, seed: int
) -> None:
    site = shutil.copytree(project / "dist", tmp_path / "site")
    chance = random.Random(seed)
    for _ in range(FLIPS // 30):
        name, place, old = _flipped(site, chance)
        found = faults_of(site)
        assert found, (name, place)
        assert any(fault.file == name for fault in found) or name == MANIFEST, (name, place)
        (site / name).write_bytes(old)
    assert faults_of(site) == []


def _numbers_with_places(name: str, text: str) -> list[re.Match[str]]:
    if name.endswith(".html"):
        return list(re.finditer(r'data-value="(?P<number>[0-9.]+)" data-node="(?P<node>[^"]+)"', text))
    return list(re.finditer(r'"(?P<node>[a-z_.]+)":\{"value":(?P<number>[0-9.]+)\}', text))


@pytest.mark.parametrize(
    "name",
    [
        "runs/run-1/index.html",
        "boards/circles/index.html",
        "index.html",
        "runs/run-2/index.json",
        "data/circles/runs.jsonl",
    ],
)
def test_a_changed_digit_names_the_number(project: Path, tmp_path: Path, name: str) -> None:
    site = shutil.copytree(project / "dist", tmp_path / "site")
    text = (site / name).read_text(encoding="utf-8")
    chance = random.Random(name)
    for match in chance.sample(_numbers_with_places(name, text), 6):
        digits = [n for n in range(match.start("number"), match.end("number")) if text[n].isdigit()]
        n = chance.choice(digits)
        (site / name).write_text(text[:n] + str((int(text[n]) + 1) % 10) + text[n + 1 :], encoding="utf-8")
        found = faults_of(site)
        assert any(fault.file == name for fault in found)
        if float(text[match.start("number") : match.end("number")]) != float(_number(site / name, match)):
            assert any(match["node"] in fault.what for fault in found), (match[0], found)


def _number(path: Path, match: re.Match[str]) -> str:
    """Return the changed number; the last of seventeen digits may stand for the same one."""
    return path.read_text(encoding="utf-8")[match.start("number") : match.end("number")]


def test_a_changed_cell_of_a_table_names_it(project: Path, tmp_path: Path) -> None:
    site = shutil.copytree(project / "dist", tmp_path / "site")
    path = site / "data/circles/metrics.csv"
    cell = b"run-1,usage.requests,requests,%d,"
    path.write_bytes(path.read_bytes().replace(cell % 41, cell % 42))
    about = [fault.what for fault in faults_of(site) if fault.file == "data/circles/metrics.csv"]
    assert "usage.requests of run-1" in about


def test_a_changed_export_names_the_file(project: Path, tmp_path: Path) -> None:
    """R27: the evidence of a row is held against its published digest."""
    exports = tmp_path / "exports"
    shutil.copytree(project / "runs", exports / "runs")
    target = exports / "runs/run-2/workspace/src/area.py"
    target.write_text(target.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    (exports / "runs/run-3/workspace/README.md").unlink()
    (exports / "runs/run-1/workspace/more.py").touch()
    found = {fault.file: fault.what for fault in faults_of(project / "dist", exports)}
    assert set(found) == {
        "runs/run-1/workspace/more.py",
        "runs/run-2/workspace/src/area.py",
        "runs/run-3/workspace/README.md",
    }
    assert "run-2" in found["runs/run-2/workspace/src/area.py"]


def test_a_file_more_or_less_is_found(project: Path, tmp_path: Path) -> None:
    site = shutil.copytree(project / "dist", tmp_path / "site")
    (site / "runs/more.html").write_text("<p>more</p>", encoding="utf-8")
    (site / "llms.txt").unlink()
    (site / ".proofboard-site").unlink()  # programs that copy sites leave hidden files out
    assert {fault.file for fault in faults_of(site)} == {"runs/more.html", "llms.txt"}


def test_a_wrong_scorer_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = small_project(tmp_path / "project")
    right = OPERATORS["scale"]
    wrong = msgspec.structs.replace(right, function=_scale)
    monkeypatch.setattr("site_builder.plugins.OPERATORS", {**OPERATORS, "scale": wrong})
    with pytest.raises(CannotBuild) as caught:
        build(root, jobs=1, use_store=False)
    assert "page.not-recomputed" in {problem.code for problem in caught.value.problems}
    assert any("node " in problem.message for problem in caught.value.problems)
    assert not (root / "dist").exists()


def _scale(x: float, *, by: float = 1.0, per: float = 1.0) -> float:
    return x * by / per + 1e-9


def test_the_figures_are_the_same_however_the_site_came_about(tmp_path: Path) -> None:
    root = small_project(tmp_path / "project", site=SITE)
    build(root, jobs=1)
    meta = root / "runs/run-1/meta.json"
    old = meta.read_text(encoding="utf-8")
    meta.write_text(old.replace('"requests": 41', '"requests": 44'), encoding="utf-8")
    build(root, jobs=1)
    meta.write_text(old, encoding="utf-8")
    build(root, jobs=1)
    kept = contents(root / "dist")
    build(root, root / "other", jobs=1, use_store=False)
    assert contents(root / "other") == kept


def test_a_damaged_file_is_a_fault_and_no_traceback(project: Path, tmp_path: Path) -> None:
    site = shutil.copytree(project / "dist", tmp_path / "site")
    for name in ("runs/run-1/index.json", "data/circles/board.json", "data/rubrics/favur/15.graph.json"):
        for damage in (b"", b"{", b"[]", b"null", b'{"rubric": 3}', b"\xff\xfe"):
            old = (site / name).read_bytes()
            (site / name).write_bytes(damage)
            assert any(fault.file == name for fault in faults_of(site)), (name, damage)
            (site / name).write_bytes(old)


def test_why_pinned_scores_are_not_computed_again_is_said(tmp_path: Path) -> None:
    root = small_project(tmp_path / "project", site=SITE)
    assert in_this_process("score", cwd=root).returncode == 0
    write_run(root / "runs/run-4", meta("run-4", 4))
    build(root, jobs=1)
    site = verify.Site(str(root / "dist"))
    site.verify()
    assert (site.faults, site.checked["pinned values"]) == ([], 0)
    pinned = site.checked["scores pinned otherwise"]
    assert pinned >= 3
    words = f"{pinned} pinned scores not computed again: run, rubric or cohort is another by now"
    assert words in list(verify.lines_of(site))


def test_a_changed_ledger_or_edition_is_found_and_named(tmp_path: Path) -> None:
    root = small_project(tmp_path / "project", site=SITE)
    assert in_this_process("score", cwd=root).returncode == 0
    assert in_this_process("freeze", "first", "--without-address", cwd=root).returncode == 0
    build(root, jobs=1)
    site = root / "dist"
    found = verify.Site(str(site))
    found.verify()
    assert found.faults == []
    assert found.checked["pinned values"] > 50
    assert found.checked["editions"] == 1
    ledger = site / "data/ledger.jsonl"
    old = ledger.read_bytes()
    ledger.write_bytes(old.replace(b'"acceptance_criteria_met":1.0', b'"acceptance_criteria_met":0.5', 1))
    about = [fault.what for fault in faults_of(site) if fault.file == "data/ledger.jsonl"]
    assert "entry 2: its seal" in about
    assert "entry 2, run run-1, acceptance_criteria_met" in about
    assert "entry 3: digest of the entry before" in about
    ledger.write_bytes(old)
    page = site / "r/first/runs/run-1/index.html"
    page.write_bytes(page.read_bytes().replace(b"usage.requests", b"usage.requestz", 1))
    assert "r/first/runs/run-1/index.html" in {fault.file for fault in faults_of(site)}

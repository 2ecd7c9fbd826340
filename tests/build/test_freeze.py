"""Frozen editions: whole, citable, inside of every later site, and never rewritten."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path

import pytest
import yaml

from site_builder.building import build
from site_builder.cli.freezing import freeze_site
from site_builder.errors import CannotBuild
from site_builder.sources.manifest import read_manifest
from tests.blueprint import gate_sites
from tests.build.projects import SITE, contents, in_this_process, meta, small_project, write_run
from tests.build.python_version import OF_PYTHON
from tests.build.test_locks import own_version
from tests.ruhroh import campaign_sites

URL = "https://example.org/board"


def frozen(root: Path, name: str = "2026-11", site: str = f"{SITE}url: {URL}\n") -> Path:
    project = small_project(root, site=site)
    freeze_site(project, name, "2026-11-30", jobs=1)
    return project


def codes(project: Path) -> list[tuple[str, str]]:
    with pytest.raises(CannotBuild) as caught:
        build(project, jobs=1)
    assert all(problem.advice for problem in caught.value.problems)
    return [(problem.file, problem.code) for problem in caught.value.problems]


def test_an_edition_is_a_site_of_its_own_that_says_what_it_is(tmp_path: Path) -> None:
    project = frozen(tmp_path)
    folder = project / "releases/2026-11"
    manifest = read_manifest(folder)
    assert {path: hashlib.sha256((folder / path).read_bytes()).hexdigest() for path in manifest} == manifest
    run = (folder / "runs/run-1/index.html").read_text("utf-8")
    assert "Frozen edition 2026-11, data of" in run
    assert 'rel="latest-version" href="../../../../runs/run-1/index.html">This page today</a>' in run
    assert f'<link rel="canonical" href="{URL}/r/2026-11/runs/run-1/">' in run
    assert f"{URL}/r/2026-11/" in (folder / "sitemap.xml").read_text("utf-8")
    told = json.loads((folder / "edition.json").read_text("utf-8"))
    assert (told["edition"], told["frozen"], told["data_date"]) == ("2026-11", "2026-11-30", "2026-06-03")
    line = (project / "releases/LOCK").read_text("utf-8").splitlines()[-1]
    digest = hashlib.sha256((folder / "MANIFEST.sha256").read_bytes()).hexdigest()
    assert line == f"2026-11 sha256:{digest} 2026-11-30"


def test_nothing_is_frozen_without_an_address_unless_that_is_meant(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    done = in_this_process("freeze", "2026-11", "--date", "2026-11-30", cwd=project)
    assert done.returncode == 2
    assert "error site.yaml at /url [edition.without-address]" in done.stderr
    assert not (project / "releases").exists()
    meant = in_this_process("freeze", "2026-11", "--date", "2026-11-30", "--without-address", cwd=project)
    assert (meant.returncode, "edition.without-address" in meant.stderr) == (0, False)
    (project / "site.yaml").write_text(f"{SITE}url: {URL}\n", encoding="utf-8")
    assert in_this_process("freeze", "2026-12", cwd=project).returncode == 0


def test_every_board_and_run_of_an_edition_has_its_citation_and_no_living_page_has(tmp_path: Path) -> None:
    project = frozen(tmp_path)
    folder = project / "releases/2026-11"
    told = json.loads((folder / "edition.json").read_text("utf-8"))
    cited = {path.parent.relative_to(folder).as_posix() for path in folder.rglob("CITATION.cff")}
    pages = [path.parent for kind in ("boards", "runs") for path in folder.glob(f"{kind}/*/index.html")]
    assert cited == {page.relative_to(folder).as_posix() for page in pages}
    for page in pages:
        bib = (page / "citation.bib").read_text("utf-8")
        cff = yaml.safe_load((page / "CITATION.cff").read_text("utf-8"))
        address = f"{URL}/r/2026-11/{page.relative_to(folder).as_posix()}/"
        assert cff["cff-version"] == "1.2.0"
        assert cff["url"] == address
        assert (cff["version"], str(cff["date-released"])) == ("2026-11", "2026-11-30")
        assert {"cff-version", "message", "title", "authors"} <= set(cff)
        assert re.match(r"@misc\{[a-z0-9-]+,\n", bib)
        assert bib.count("{") == bib.count("}")
        for fact in (told["site_digest"], told["boards"][0]["digest"], "favur/15", "2026-06-03", address):
            assert fact in bib
            assert fact in str(cff)
    build(project, jobs=1)
    living = {path for path in (project / "dist").rglob("CITATION.cff") if "r" not in path.parts}
    assert living == set()


@pytest.mark.parametrize("family", ["ruhroh", "blueprint"])
def test_claims_and_gates_of_an_edition_have_a_citation_as_boards_have(tmp_path: Path, family: str) -> None:
    """What is cited of a campaign is its claim, and of a recorded run what its gate decided."""
    if family == "ruhroh":
        site = f"{campaign_sites.SITE}url: {URL}\n"
        project, kinds = (
            campaign_sites.project_with_campaigns(tmp_path / "p", site=site),
            ("campaigns", "claims"),
        )
    else:
        site = f"{gate_sites.SITE}url: {URL}\n"
        project, kinds = gate_sites.project_with_gates(tmp_path / "p", site=site), ("runs", "gates")
    freeze_site(project, "2026-11", "2026-11-30", jobs=1)
    folder = project / "releases/2026-11"
    for kind in kinds:
        pages = [path.parent for path in folder.glob(f"{kind}/*/index.html")]
        assert len(pages) >= 3, kind
        for page in pages:
            bib = (page / "citation.bib").read_text("utf-8")
            assert f"{URL}/r/2026-11/{kind}/{page.name}/" in bib
            assert f"Rubric {family}/" in bib


def test_the_living_site_holds_every_edition_and_lists_it(tmp_path: Path) -> None:
    project = frozen(tmp_path)
    before = contents(project / "releases/2026-11")
    freeze_site(project, "2026-12", "2026-11-30", jobs=1)
    build(project, jobs=1)
    dist = project / "dist"
    assert contents(dist / "r/2026-11") == before
    listed = json.loads((dist / "data/editions.json").read_text("utf-8"))["editions"]
    assert [(one["name"], one["superseded_by"]) for one in listed] == [
        ("2026-11", "2026-12"),
        ("2026-12", None),
    ]
    assert "r/2026-12/index.html" in (dist / "index.html").read_text("utf-8")
    assert "Frozen edition 2026-11" in (dist / "changes/index.html").read_text("utf-8")
    assert "Frozen edition 2026-12" in (dist / "changes/feed.xml").read_text("utf-8")
    assert set(read_manifest(dist)) >= {f"r/2026-11/{path}" for path in before}
    assert not (project / "releases/2026-12/r").exists()
    kept = contents(dist)
    assert build(project, jobs=1).measured == 0, (
        "made again: what was frozen just now is too new to be trusted"
    )
    assert build(project, jobs=1).up_to_date
    assert contents(dist) == kept


def test_later_runs_and_rubrics_change_nothing_in_an_edition(tmp_path: Path) -> None:
    """R36: old rounds are isolated; the living site with an edition does not depend on the site before."""
    project = frozen(tmp_path)
    before = contents(project / "releases/2026-11")
    build(project, jobs=1)
    write_run(project / "runs/run-4", meta("run-4", 4))
    own_version(project)
    assert "page.address-lost" not in {note.code for note in build(project, jobs=1).notes}
    assert contents(project / "dist/r/2026-11") == before
    after = contents(project / "dist")
    build(project, tmp_path / "fresh", use_store=False, jobs=1)
    assert contents(tmp_path / "fresh") == after
    assert "run-4" not in (project / "dist/r/2026-11/boards/circles/index.html").read_text("utf-8")


def test_the_same_inputs_and_day_freeze_the_same_bytes(tmp_path: Path) -> None:
    one, other = frozen(tmp_path / "one"), frozen(tmp_path / "other")
    assert contents(one / "releases") == contents(other / "releases")


def test_every_page_of_an_edition_leads_to_its_living_counterpart(tmp_path: Path) -> None:
    project = frozen(tmp_path)
    build(project, jobs=1)
    edition = project / "dist/r/2026-11"
    for page in edition.rglob("*.html"):
        (link,) = re.findall(r'rel="latest-version" href="([^"]+)"', page.read_text("utf-8")) or [""]
        if not link:  # a page that only leads elsewhere
            continue
        where = page.relative_to(edition).as_posix()
        wanted = "index.html" if where == "404.html" else where
        if not link.startswith("/"):
            assert (page.parent / link).resolve() == (project / "dist" / wanted).resolve()
            assert (project / "dist" / wanted).is_file()


def test_an_edition_is_never_rewritten(tmp_path: Path) -> None:
    project = frozen(tmp_path)
    before = contents(project / "releases")
    done = in_this_process("freeze", "2026-11", cwd=project)
    assert done.returncode == 2
    assert "exists already" in done.stderr
    names = ("", "..", "A", "a/b", "x" * 80, ".hidden", "lock", "LOCK", "nul", "con", "com1.2026", "2026.")
    for name in (*names, "index", "index.html"):
        with pytest.raises(CannotBuild):
            freeze_site(project, name, "2026-11-30")
    with pytest.raises(CannotBuild, match="no day"):
        freeze_site(project, "2026-12", "today")
    assert contents(project / "releases") == before


def test_nothing_is_frozen_while_a_board_ranks_by_a_draft(tmp_path: Path) -> None:
    project = small_project(tmp_path, site=SITE.replace("favur/15", "favur/16"))
    own_version(project)
    with pytest.raises(CannotBuild) as caught:
        freeze_site(project, "2026-11", "2026-11-30")
    assert [p.code for p in caught.value.problems] == ["rubric.draft", "edition.without-address"]
    assert not (project / "releases/2026-11").exists()


@pytest.mark.parametrize("path", ["runs/run-1/index.json", "MANIFEST.sha256", "edition.json"])
def test_one_changed_byte_of_an_edition_stops_the_build_and_is_named(tmp_path: Path, path: str) -> None:
    project = frozen(tmp_path)
    build(project, jobs=1)
    target = project / "releases/2026-11" / path
    content = bytearray(target.read_bytes())
    content[len(content) // 2] ^= 1
    target.write_bytes(content)
    assert codes(project) == [(f"releases/2026-11/{path}", "edition.changed")]
    assert (project / "dist/index.html").is_file()


def test_what_is_added_taken_away_or_without_a_line_stops_the_build(tmp_path: Path) -> None:
    project = frozen(tmp_path)
    extra = project / "releases/2026-11/extra.html"
    extra.write_text("x", encoding="utf-8")
    assert codes(project) == [("releases/2026-11/extra.html", "edition.changed")]
    extra.unlink()
    gone = project / "releases/2026-11/runs/run-1/index.html"
    kept = gone.read_bytes()
    gone.unlink()
    assert codes(project) == [("releases/2026-11/runs/run-1/index.html", "edition.changed")]
    gone.write_bytes(kept)
    (project / "releases/by-hand").mkdir()
    assert codes(project) == [("releases/by-hand", "edition.no-line")]
    (project / "releases/by-hand").rmdir()
    lock = project / "releases/LOCK"
    text = lock.read_text("utf-8")
    lock.write_text(f"{text}2026-12 sha256:12 2026-12-31\n", encoding="utf-8")
    assert codes(project) == [("releases/LOCK", "edition.lock-invalid")]
    lock.write_text(text, encoding="utf-8")
    shutil.rmtree(project / "releases/2026-11")
    assert codes(project) == [("releases/2026-11", "edition.missing")]


def test_check_lists_what_of_an_edition_is_not_as_it_was_frozen(tmp_path: Path) -> None:
    project = frozen(tmp_path)
    assert in_this_process("check", cwd=project).returncode == 0
    (project / "releases/2026-11/index.html").write_text("x", encoding="utf-8")
    (project / "releases/2026-11/robots.txt").unlink()
    done = in_this_process("check", "--json", cwd=project)
    found = [(p["file"], p["code"]) for p in json.loads(done.stdout)["problems"]]
    changed = ["releases/2026-11/index.html", "releases/2026-11/robots.txt"]
    of_python = [("rubric_versions/favur/15.yaml", code) for code in OF_PYTHON]
    assert found == [*((file, "edition.changed") for file in changed), *of_python]
    assert done.returncode == 1
    assert in_this_process("check", "run-1", cwd=project).returncode == 0


def test_the_command_says_what_it_froze(tmp_path: Path) -> None:
    project = small_project(tmp_path, site=f"{SITE}url: {URL}\n")
    done = in_this_process("freeze", "2026-11", "--date", "2026-11-30", "--json", cwd=project)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert (document["edition"], document["folder"]) == ("2026-11", "releases/2026-11")
    assert document["files"] == len(contents(project / "releases/2026-11"))
    assert "  site-builder freeze 2026-11" in in_this_process("freeze", "--help", cwd=project).stdout

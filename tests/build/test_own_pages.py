"""A project adds pages of prose, and hears of files that nothing reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_builder.building import build
from site_builder.errors import CannotBuild, Problem
from site_builder.loading import load_site
from site_builder.output.verify.command import main as verify
from site_builder.sources.project import load_project
from tests.build.projects import SITE, command, small_project


def write(project: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    return project


def problems(project: Path, family: str) -> list[Problem]:
    found = load_site(load_project(project)).problems
    return [one for one in found if one.code.startswith(family)]


def test_a_file_becomes_a_page_that_the_foot_of_every_page_leads_to(tmp_path: Path) -> None:
    text = "# Imprint & contact\n\n{{ site.runs }} runs; see [data](/data/).\n\n![Logo](/assets/logo.svg)\n"
    project = small_project(tmp_path, site=f"{SITE}url: https://example.org/board/\n")
    write(project, {"content/pages/imprint.md": text, "templates/assets/logo.svg": "<svg/>"})
    build(project, jobs=1)
    page = (project / "dist/imprint/index.html").read_text("utf-8")
    assert "<title>Imprint &amp; contact &middot; Small board</title>" in page
    assert page.count("<h1>Imprint &amp; contact</h1>") == 1
    assert 'data-value="3" data-node="site.runs">3</data> runs; see <a href="../data/index.html">' in page
    assert '<img src="../assets/logo.svg" alt="Logo" />' in page
    for place, link in (("index.html", "imprint/"), ("runs/run-1/index.html", "../../imprint/")):
        foot = (project / "dist" / place).read_text("utf-8").partition("<footer")[2]
        assert f'<a href="{link}index.html">Imprint &amp; contact</a>' in foot
    assert "https://example.org/board/imprint/" in (project / "dist/sitemap.xml").read_text("utf-8")
    assert verify([str(project / "dist")]) == 0


def test_a_page_that_is_added_reaches_the_foot_of_pages_that_are_kept(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    build(project, jobs=1)
    write(project, {"content/pages/contact.md": "# Contact\n"})
    build(project, jobs=1)
    assert "../../contact/index.html" in (project / "dist/runs/run-2/index.html").read_text("utf-8")


def test_a_link_of_such_a_page_that_leads_nowhere_stops_the_build_and_names_the_file(tmp_path: Path) -> None:
    project = write(small_project(tmp_path), {"content/pages/contact.md": "# Contact\n\n[x](/nowhere/)\n"})
    with pytest.raises(CannotBuild) as caught:
        build(project, jobs=1)
    (fault,) = caught.value.problems
    assert (fault.file, fault.code) == ("contact/index.html", "page.dead-link")
    assert "content/pages/contact.md" in fault.advice


@pytest.mark.parametrize("name", ["data", "404", "boards", "Imprint", "con", "two words", "a.b"])
def test_a_page_whose_address_is_taken_or_none_is_refused_and_the_rest_is_built(
    name: str, tmp_path: Path
) -> None:
    project = write(small_project(tmp_path), {f"content/pages/{name}.md": "# Mine\n"})
    (fault,) = problems(project, "content.")
    assert (fault.file, fault.code) == (f"content/pages/{name}.md", "content.page-address")
    assert fault.severity == "error"
    build(project, jobs=1)
    assert b">Mine<" not in (project / "dist/index.html").read_bytes()


@pytest.mark.parametrize("text", ["Words.\n", "## Only a section\n", "# {{ site.runs }} runs\n", ""])
def test_a_page_without_a_plain_heading_is_called_like_its_file(text: str, tmp_path: Path) -> None:
    project = write(small_project(tmp_path), {"content/pages/our-sponsors.md": text})
    (fault,) = problems(project, "content.")
    assert (fault.code, fault.severity) == ("content.page-title", "warning")
    (own,) = load_site(load_project(project)).own_pages
    assert (own.title, own.address) == ("Our sponsors", "our-sponsors/")


def test_files_that_nothing_reads_are_named_with_what_they_may_have_been_meant_as(tmp_path: Path) -> None:
    files = [
        "content/hom.md",
        "content/about.md",
        "content/pages/deep/a.md",
        "content/methodology/favur-99.md",
    ]
    files += ["templates/bord.html", "templates/nix.html", "templates/assets/deep/logo.svg"]
    project = write(small_project(tmp_path), dict.fromkeys(files, "x"))
    said = {one.file: f"{one.severity}: {one.message} {one.advice}" for one in problems(project, "project.")}
    assert sorted(said) == sorted(files)
    assert all(text.startswith("warning: Nothing reads this file") for text in said.values())
    assert "content/home.md" in said["content/hom.md"]
    assert "move it to content/pages/about.md" in said["content/about.md"]
    assert "templates/board.html" in said["templates/bord.html"]
    told = command("build", cwd=project).stderr
    assert "content/about.md" in told
    assert "project.unused-file" in told


def test_files_that_are_read_or_kept_beside_others_are_passed_over(tmp_path: Path) -> None:
    files = ["content/home.md", "content/methodology/favur.md", "content/methodology/favur-15.md"]
    files += ["content/README.md", "content/.notes.md", "content/home.md~", "templates/assets/logo.svg"]
    project = write(small_project(tmp_path), dict.fromkeys(files, "x"))
    own = {"templates/submit_box.html": "x", "templates/foot.html": "{% include 'submit_box.html' %}"}
    write(project, own | {"templates/article.html": '{% extends "foot.html" %}'})
    assert problems(project, "project.") == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "This site names no address to send it to"),
        ("repository: https://example.org/a\n", '<a href="https://example.org/a">sources of this site</a>'),
        ("submit: me@example.org\n", 'Send it to <a href="mailto:me@example.org">me@example.org</a>.'),
        ("submit: https://example.org/new?a=b&c=d\n", '<a href="https://example.org/new?a=b&amp;c=d">'),
    ],
)
def test_the_page_on_submitting_says_where_to_send_a_run(line: str, said: str, tmp_path: Path) -> None:
    project = small_project(tmp_path, site=f"{SITE}{line}")
    build(project, jobs=1)
    assert said in (project / "dist/submit/index.html").read_text("utf-8")
    foot = (project / "dist/runs/run-1/index.html").read_text("utf-8").partition("<footer")[2]
    assert ("Address for runs</a>" in foot) == line.startswith("submit")
    assert verify([str(project / "dist")]) == 0

"""Addresses that were published go on working, or the build says which would not (R65)."""

from __future__ import annotations

import json
import shutil
from functools import partial
from pathlib import Path

import pytest

from site_builder.building import build
from site_builder.errors import CannotBuild, Problem
from site_builder.pages.page import Content, Page
from site_builder.pages.redirects import lost_addresses, redirect_pages
from site_builder.receipts import Built
from tests.build.projects import SITE, contents, meta, small_project, write_run


def told(built: Built) -> tuple[Problem, ...]:
    return tuple(note for note in built.notes if note.code == "page.address-lost")


def page(path: str) -> Page:
    return Page(path, "x.html", f"Title of {path}", partial(lambda _: Content(None, None)))


PAGES = [page(path) for path in ("", "runs/b/", "runs/C/", "boards/x/", "404.html")]


def faults(redirects: dict[str, str | None]) -> list[str]:
    with pytest.raises(CannotBuild) as caught:
        redirect_pages(redirects, PAGES)
    assert all(p.code == "site.redirect" and p.advice for p in caught.value.problems)
    return [problem.message for problem in caught.value.problems]


def test_a_chain_leads_to_its_end_at_once() -> None:
    made = redirect_pages({"a/": "b/", "b/": "runs/b/", "c/": None, "d/": "c/", "old.html": ""}, PAGES)
    ends = {one.path: one.content(None).view.new for one in made}  # type: ignore[arg-type]
    assert ends == {"a/": "runs/b/", "b/": "runs/b/", "c/": None, "d/": None, "old.html": ""}
    assert {one.path: one.title for one in made}["a/"] == "Title of runs/b/"


@pytest.mark.parametrize(
    ("redirects", "words"),
    [
        ({"old/": "runs/none/"}, "no page of the site"),
        ({"old/": "https://example.org/"}, "no page of the site"),
        ({"runs/b/": "boards/x/"}, "is a page of the site"),
        ({"a/": "b/", "b/": "a/"}, "leads back to itself"),
        ({"a/": "a/"}, "leads back to itself"),
        ({"runs/c/": "runs/b/"}, "same place as runs/C/"),
        ({"Old/": None, "old/": None}, "same place as Old/"),
        ({"runs/b/index.html": None}, "is a page of the site"),
        ({"index.html": None}, "index.html is a page of the site"),
        ({"Index.html": None}, "same place as the front page"),
        ({" /": None}, "no address of a page"),
        ({"a\u202eb/": None}, "no address of a page"),
        ({"../x/": None}, "no address of a page"),
        ({"/x/": None}, "no address of a page"),
        ({"x/../y/": None}, "no address of a page"),
        ({"x//y/": None}, "no address of a page"),
        ({"x": None}, "no address of a page"),
        ({"": None}, "no address of a page"),
        ({"x\\y/": None}, "no address of a page"),
        ({"x/?a=1/": None}, "no address of a page"),
        ({"data/x/": None}, "no address of a page"),
        ({"r/2026/": None}, "no address of a page"),
        ({"assets/style.css": None}, "no address of a page"),
    ],
    ids=str,
)
def test_what_cannot_be_a_redirect_is_refused_with_its_cure(
    redirects: dict[str, str | None], words: str
) -> None:
    assert all(words in message for message in faults(redirects))


def test_every_wrong_entry_is_told_at_once() -> None:
    assert len(faults({"old/": "none/", "../x/": None, "a/": "a/"})) == 3


def test_lost_addresses_are_pages_outside_of_frozen_editions() -> None:
    before = [
        "index.html",
        "runs/a/index.html",
        "old.html",
        "data/x.csv",
        "r/1/index.html",
        "runs/b/index.html",
    ]
    assert list(lost_addresses(before, ["index.html", "runs/b/index.html"])) == ["old.html", "runs/a/"]


def test_an_address_that_would_break_is_named_until_it_is_cured(tmp_path: Path) -> None:
    """R65: every address of the build before resolves, or the build says which does not."""
    project = small_project(tmp_path)
    assert told(build(project, jobs=1)) == ()
    shutil.rmtree(project / "runs/run-3")
    lost = "runs/run-3/"
    first = build(project, jobs=1)
    named = {n.message.split()[2]: n.advice for n in told(first)}
    assert "runs/run-3/: null" in named[lost]
    again = build(project, jobs=1)
    assert (again.up_to_date, told(again)) == (True, told(first))
    write_run(project / "runs/run-1", meta("run-1", 1) | {"coverage_percent": 50})
    assert told(build(project, jobs=1)) == told(first)

    lines = "".join(f"  {address}: null\n" for address in named if address != lost)
    cure = f"redirects:\n{lines}  {lost}: runs/run-1/\n"
    (project / "site.yaml").write_text(SITE + cure, encoding="utf-8")
    assert told(build(project, jobs=1)) == ()
    moved = (project / "dist/runs/run-3/index.html").read_text("utf-8")
    assert 'content="0; url=../../runs/run-1/index.html"' in moved
    assert '<link rel="canonical" href="../../runs/run-1/index.html">' in moved
    assert '<meta name="robots" content="noindex">' in moved
    assert '<a href="../../runs/run-1/index.html">' in moved
    assert json.loads((project / "dist/runs/run-3/index.json").read_text("utf-8")) == {
        "address": lost,
        "moved_to": "runs/run-1/",
        "gone": False,
    }


def test_what_is_gone_on_purpose_says_so(tmp_path: Path) -> None:
    project = small_project(tmp_path, site=f"{SITE}redirects:\n  boards/pilot/: null\n")
    assert told(build(project, jobs=1)) == ()
    gone = (project / "dist/boards/pilot/index.html").read_text("utf-8")
    assert "This page is gone" in gone
    assert "http-equiv" not in gone


def test_the_bytes_of_a_site_do_not_depend_on_the_one_before(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    build(project, jobs=1)
    shutil.rmtree(project / "runs/run-3")
    build(project, jobs=1)
    after = contents(project / "dist")
    build(project, tmp_path / "fresh", use_store=False, jobs=1)
    assert contents(tmp_path / "fresh") == after


def test_many_lost_addresses_are_one_warning_with_all_lines(tmp_path: Path) -> None:
    project = small_project(tmp_path, runs=9)
    build(project, jobs=1)
    for number in range(2, 10):
        shutil.rmtree(project / f"runs/run-{number}")
    (warning,) = told(build(project, jobs=1))
    assert "runs/ (8)" in warning.message
    assert all(f"runs/run-{number}/: null" in warning.advice for number in range(2, 10))


def test_a_demonstration_without_an_address_has_no_page_to_lose(tmp_path: Path) -> None:
    """The way of the README: init, build, replace the examples, build."""
    demonstration = "demonstration: These are examples.\n"
    project = small_project(tmp_path, site=SITE + demonstration)
    assert told(build(project, jobs=1)) == ()
    shutil.rmtree(project / "runs/run-3")
    assert told(build(project, jobs=1)) == ()
    assert build(project, jobs=1).up_to_date
    shutil.rmtree(project / "runs/run-2")
    (project / "site.yaml").write_text(SITE, encoding="utf-8")
    assert told(build(project, jobs=1)) == ()
    write_run(project / "runs/run-1", meta("run-9", 1))
    assert "runs/run-1/" in [note.message.split()[2] for note in told(build(project, jobs=1))]


def test_a_published_site_that_calls_itself_a_demonstration_later_keeps_its_addresses(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    build(project, jobs=1)
    (project / "site.yaml").write_text(f"{SITE}demonstration: Not real.\n", encoding="utf-8")
    assert told(build(project, jobs=1)) == ()
    shutil.rmtree(project / "runs/run-3")
    assert "runs/run-3/" in [note.message.split()[2] for note in told(build(project, jobs=1))]


def test_a_demonstration_with_an_address_is_published(tmp_path: Path) -> None:
    site = f"{SITE}demonstration: Not real.\nurl: https://example.org/\n"
    project = small_project(tmp_path, site=site)
    build(project, jobs=1)
    shutil.rmtree(project / "runs/run-3")
    assert "runs/run-3/" in [note.message.split()[2] for note in told(build(project, jobs=1))]


def test_what_was_only_tried_under_serve_is_no_address_that_was_lost(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    build(project, jobs=1)
    tried = meta("run-1", 1) | {"configuration": "a name that did not last"}
    write_run(project / "runs/run-1", tried)
    (lost,) = told(build(project, jobs=1, publishing=False))
    assert lost.message.startswith("The address configurations/configuration-1")
    write_run(project / "runs/run-1", meta("run-1", 1))
    assert told(build(project, jobs=1, publishing=False)) == ()
    assert told(build(project, jobs=1)) == ()
    write_run(project / "runs/run-1", meta("run-1", 1) | {"coverage_percent": 50})
    assert told(build(project, jobs=1)) == ()


def test_what_a_build_by_hand_puts_in_place_after_serve_is_remembered(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    build(project, jobs=1, publishing=False)
    shutil.rmtree(project / "runs/run-2")
    assert told(build(project, jobs=1, publishing=False)) == ()
    assert told(build(project, jobs=1)) == (), "a site that was only tried has no address to lose"
    assert build(project, jobs=1).up_to_date
    shutil.rmtree(project / "runs/run-3")
    first = told(build(project, jobs=1, publishing=False))
    assert "The address runs/run-3/ worked and leads nowhere now." in [note.message for note in first]
    again = build(project, jobs=1)
    assert (again.up_to_date, told(again)) == (False, first)
    assert told(build(project, jobs=1)) == first

"""Feed and files for crawlers: well formed, and the same after a rebuild (R47)."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from site_builder.output.crawler_files import llms, robots, sitemap
from site_builder.output.feed import feed
from site_builder.pages.lookup import SiteLookup
from tests.pages.synthetic import run, site_of

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.mark.parametrize("url", ["", "https://example.org/bench"])
def test_the_feed_is_valid_atom(url: str) -> None:
    """R47: every element that Atom requires, each id once, dates with offset."""
    tree = ET.fromstring(feed(SiteLookup(site_of([run("a"), run("b")], url=url))))
    for name in ("id", "title", "updated", "author"):
        assert tree.find(f"{ATOM}{name}") is not None
    ids = [entry.findtext(f"{ATOM}id") for entry in tree.findall(f"{ATOM}entry")]
    assert len(ids) == len(set(ids)) == 4
    for entry in tree.findall(f"{ATOM}entry"):
        assert (entry.findtext(f"{ATOM}updated") or "").endswith("Z")
        link = entry.find(f"{ATOM}link")
        assert link is not None
        assert (link.get("href") or "").startswith(url or "../")


def test_a_rebuild_adds_nothing_and_keeps_ids() -> None:
    """R47: ids come from what an entry is about."""
    one = feed(SiteLookup(site_of([run("a"), run("b")])))
    two = feed(SiteLookup(site_of([run("b"), run("a")])))
    assert one == two


def test_the_entry_of_a_run_links_to_what_is_new_on_its_board() -> None:
    """R46: a reader of the feed sees on the board what else came since."""
    tree = ET.fromstring(feed(SiteLookup(site_of([run("a", finished_at="2026-09-30T12:00:00Z")]))))
    links = [link for link in tree.iter(f"{ATOM}link") if link.get("rel") == "related"]
    assert [link.get("href") for link in links] == ["../boards/circles/index.html?since=2026-09-30"]


def test_hostile_names_stay_inside_their_element() -> None:
    """R57: also control characters, which XML does not allow."""
    data = site_of([run("a", configuration='</title><script>"&\x0b')])
    tree = ET.fromstring(feed(SiteLookup(data)))
    assert any("<script>" in (e.findtext(f"{ATOM}title") or "") for e in tree.findall(f"{ATOM}entry"))


def test_the_site_map_lists_pages_under_the_address_of_the_site() -> None:
    tree = ET.fromstring(sitemap(SiteLookup(site_of([run("a")], url="https://example.org/b/"))))
    places = [element.text or "" for element in tree.iter() if element.tag.endswith("}loc")]
    assert "https://example.org/b/runs/a/" in places
    assert all(place.startswith("https://example.org/b/") for place in places)


def test_robots_and_llms_say_where_things_are() -> None:
    """R52: machines find the data without running a script."""
    lookup = SiteLookup(site_of([run("a"), run("b")], url="https://example.org"))
    assert b"Sitemap: https://example.org/sitemap.xml" in robots(lookup.data)
    text = llms(lookup).decode()
    assert "boards/circles/index.json" in text
    assert "2 runs, 2 ranked, rubric favur/15" in text

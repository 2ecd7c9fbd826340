"""Pages at old addresses: where what stood there is now, or that it is gone on purpose. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

import msgspec

from site_builder.errors import CannotBuild, Problem, shorten
from site_builder.pages.addresses import file_of, folded
from site_builder.pages.lookup import SiteLookup
from site_builder.pages.page import Content, Page
from site_builder.records.site import SITE_FILE

PART = re.compile(r"[^/\\?#:%\x00-\x1f]{1,200}")
"""One name in an address; it has characters that can be seen alone, and none but those."""
FURTHER = re.compile(r"((?:boards/[^/]+|changes)/)page/[0-9]+/index\.html")
"""A further page of a board or of the changes (``pages.paging``)."""
RESERVED = ("assets", "data", "r")
"""First folders of addresses that hold no pages which could have moved."""


class RedirectView(msgspec.Struct, frozen=True):
    """What the template of an old address reads."""

    old: str
    new: str | None
    """Address inside the site; ``None`` when what stood there is gone on purpose."""
    title: str
    """Title of the page at the new address; empty when it is gone."""


def redirect_pages(redirects: Mapping[str, str | None], pages: Iterable[Page]) -> tuple[Page, ...]:
    """Return a page for every old address of ``redirects`` in ``site.yaml``; ``pages`` are those of the site.

    A chain of old addresses leads to its end at once. Raises ``CannotBuild`` with every entry that is wrong:
    an address that is unsafe, that is a page, or that shares its place with one where case does not count; a
    new address that is no page; a loop.
    """
    titles = {page.path: page.title for page in pages}
    places = {folded(page.file): page.path for page in pages}
    made: list[Page] = []
    faults: list[Problem] = []
    for old in sorted(redirects):
        end = _end(old, redirects)
        why = _fault(old, end, redirects, places, titles)
        if why:
            faults.append(_problem(old, *why))
            continue
        title = titles[end] if end is not None else ""
        places[folded(file_of(old))] = old
        made.append(Page(old, "redirect.html", title or "Gone", partial(content, old, end, title)))
    if faults:
        raise CannotBuild(*faults)
    return tuple(made)


def content(old: str, new: str | None, title: str, _: SiteLookup) -> Content:
    """Return the content of the page at an old address."""
    payload = {"address": old, "moved_to": new, "gone": new is None}
    return Content(RedirectView(old, new, title), payload)


def _end(old: str, redirects: Mapping[str, str | None]) -> str | None:
    """Return where a chain ends; the address itself where it never does."""
    new, steps = redirects[old], 0
    while new is not None and new in redirects and steps <= len(redirects):
        new, steps = redirects[new], steps + 1
    return old if steps > len(redirects) else new


def _fault(
    old: str,
    end: str | None,
    redirects: Mapping[str, str | None],
    places: Mapping[str, str],
    titles: Mapping[str, str],
) -> tuple[str, str] | None:
    """Return what is wrong with one entry and what to do about it; nothing when it is right."""
    if not _safe(old):
        return f"{shorten(old)} is no address of a page", "Write it as in the old site: `runs/some-run/`."
    if end == old:
        return f"{old} leads back to itself", "Let one of the entries lead to a page."
    taken = places.get(folded(file_of(old)))
    if taken is not None and taken in titles and file_of(taken) == file_of(old):
        return f"{old} is a page of the site", "Drop the entry; a page needs none."
    if taken is not None:
        other = taken or "the front page"
        return f"{old} has the same place as {other} where case does not count", "Drop one of the two."
    if end is not None and end not in titles:
        return f"{redirects[old]} is no page of the site", "Name a page, or `null` for one that is gone."
    return None


def _safe(address: str) -> bool:
    parts = address.split("/")
    names, last = parts[:-1], parts[-1]
    if last and not (last.endswith(".html") and PART.fullmatch(last)):
        return False
    inside = all(PART.fullmatch(name) and name.strip() == name and name not in (".", "..") for name in names)
    return bool(address) and address.isprintable() and inside and parts[0].lower() not in RESERVED


def _problem(old: str, why: str, advice: str) -> Problem:
    pointer = "/redirects/" + old.replace("~", "~0").replace("/", "~1")
    return Problem(
        file=SITE_FILE,
        pointer=pointer,
        code="site.redirect",
        message=f"This redirect cannot be made: {why}.",
        advice=advice,
    )


def lost_addresses(before: Iterable[str], now: Iterable[str]) -> Iterator[str]:
    """Yield the addresses of pages that a site had and that lead nowhere any more, in order.

    Both are paths of files; frozen editions below ``r/`` are no concern of the living site. The last pages of
    a list that got shorter are not lost: what is left of them is on those before, under the list's address.
    """
    kept = set(now)
    for path in sorted(set(before)):
        further = FURTHER.fullmatch(path)
        if further is not None and f"{further[1]}index.html" in kept:
            continue
        if path.endswith(".html") and path not in kept and not path.startswith("r/"):
            yield path.removesuffix("index.html") if path.endswith("/index.html") else path

"""Check a site while it is written: links, numbers, requests, sizes. One that fails is not put in place.

Links and anchors must lead somewhere; nothing may be requested from elsewhere. Numbers must be those of the
``index.json`` beside the page, and what the verifier derives of it. One to three milliseconds a page.
"""

from __future__ import annotations

import posixpath
import re
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from html import unescape
from types import MappingProxyType
from typing import Any
from urllib.parse import unquote

import msgspec

from site_builder.errors import Problem, shorten
from site_builder.output.certify import problem
from site_builder.output.page_sources import TO_CORRECT
from site_builder.output.verify.graph import Graph
from site_builder.output.verify.page_numbers import floats_of
from site_builder.output.verify.pages import check_page as check_numbers

ADDRESSES = [re.compile(name + r'="([^"]*)"') for name in ("href", "src", "action", "poster")]
"""Only quoted values: in the text of a page quotes are escaped, so no words of an export look like these."""
ANCHOR = re.compile(r' id="([^"]*)"')
FETCHED = re.compile(
    r"<(?:script|img|iframe|source|video|audio|embed|object|image|use|track)\b[^>]*?"
    r'\b(?:src|href|srcset|data|poster)="?\s*(?:[a-z]+:)?//'
    r"|<link\b(?![^>]*\brel=\"?(?:canonical|alternate|license|author)\b)[^>]*?\bhref=\"?\s*(?:[a-z]+:)?//",
    re.IGNORECASE | re.ASCII,
)
FETCHED_BY_STYLE = re.compile(r"@import\b|url\(\s*[\"']?\s*(?:[a-z]+:)?//", re.IGNORECASE | re.ASCII)
SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):|//", re.IGNORECASE)
ALLOWED_SCHEMES = {"http", "https", "mailto"}

PAGE_BUDGET = 150_000
"""Bytes of a page after compression above which a warning is given (peers.md, section 5)."""
LOOKED_AT_FROM = 3 * PAGE_BUDGET
"""Pages smaller than this before compression are within the budget; tables shrink to less than a third."""

Link = tuple[str, str]
"""(path inside the site, fragment or empty)."""


FEW = 8
"""Anchors up to which each is looked for by itself in a page; of more, all that the page has are listed."""

NO_GRAPHS: Mapping[str, Graph] = MappingProxyType({})


class Checked(msgspec.Struct, frozen=True):
    """What looking at one page gave."""

    links: tuple[Link, ...]
    """Where it leads, other than to itself; each once, sorted."""
    counts: dict[str, int]
    """How many numbers are re-derived, measured, taken as given, matched with the data."""
    matched: dict[str, int]
    """Name → how many numbers were matched with the data only."""
    faults: tuple[Problem, ...] = ()


def check_page(
    path: str, html: bytes, data: Mapping[str, Any] | None, graphs: Mapping[str, Graph] = NO_GRAPHS
) -> Checked:
    """Check one page; ``data`` is the content of its ``index.json``, ``None`` for a page without one.

    ``graphs`` are those of the rubrics by which numbers are derived again.
    """
    page = html.decode("utf-8", "replace")
    found = check_numbers(path, page, data, dict(graphs), _floats_of)
    listed = _anchors(page)
    ids = set(listed)
    faults = [_fault(path, "page.foreign-request", tag) for tag in _foreign(found.rest)]
    if len(ids) < len(listed):
        twice = sorted(name for name, count in Counter(listed).items() if count > 1)
        faults += [_fault(path, "page.duplicate-anchor", name) for name in twice]
    links: set[Link] = set()
    for address in _addresses(found.rest):
        if address[:1] == "#" and address[1:] in ids:
            continue  # most links of a page lead to itself
        link = resolve(path, unescape(address))
        if link is None and _to_the_living_site(path, address, page):
            continue
        if link is None:
            faults.append(_fault(path, "page.unsafe-link", address))
        elif link[0] == path:
            if link[1] and link[1] not in ids:
                faults.append(_fault(path, "page.dead-anchor", f"#{link[1]}"))
        elif link[0]:
            links.add(link)
    faults += map(problem, found.faults)
    return Checked(tuple(sorted(links)), found.counts, found.matched, tuple(faults))


def check_links(
    links: Mapping[str, Iterable[Link]], files: Collection[str], anchors: Mapping[str, Collection[str]]
) -> Iterator[Problem]:
    """Yield a fault for every place that links lead to and that is not there, with the first page that does.

    ``anchors`` holds the anchors of the pages to which a link with a fragment leads.
    """
    dead: dict[tuple[str, str], list[str]] = {}
    for page in sorted(links):
        for target, fragment in links[page]:
            if target not in files:
                dead.setdefault(("page.dead-link", target), []).append(page)
            elif fragment and fragment not in anchors.get(target, ()):
                dead.setdefault(("page.dead-anchor", f"{target}#{fragment}"), []).append(page)
    for (code, place), pages in dead.items():
        yield _fault(pages[0], code, place + (f" (from {len(pages)} pages)" if len(pages) > 1 else ""))


def anchors_among(wanted: Iterable[str], html: bytes) -> frozenset[str]:
    """Return those of the ``wanted`` anchors that a page has; a few plain ones are looked for one by one."""
    page = html.decode("utf-8", "replace")
    rest, found = set(wanted), set[str]()
    if len(rest) <= FEW:
        found = {name for name in rest if f' id="{name}"' in page}
        rest -= found
    return frozenset(found | (rest and rest.intersection(_anchors(page))))


def check_style(path: str, content: bytes) -> Iterator[Problem]:
    """Yield a fault for everything that a style sheet requests from elsewhere."""
    style = content.decode("utf-8", "replace")
    yield from (_fault(path, "page.foreign-request", found) for found in FETCHED_BY_STYLE.findall(style))


def over_budget(path: str, html: bytes) -> Problem | None:
    """Return a warning when a page is larger than its budget after compression."""
    if len(html) < LOOKED_AT_FROM or len(zlib.compress(html, 1)) <= PAGE_BUDGET:
        return None
    size = len(zlib.compress(html, 6))
    if size <= PAGE_BUDGET:
        return None
    return Problem(
        file=path,
        code="page.over-budget",
        message=f"The page has {size // 1000} kB after compression; the budget is {PAGE_BUDGET // 1000} kB.",
        advice="Leave columns out of the layout, or split what the page is about.",
        severity="warning",
    )


def resolve(page: str, address: str) -> Link | None:
    """Return the file and anchor that an address on a page means: empty for the world outside.

    ``None`` for an address that no page may have: another scheme, an absolute path, or out of the site.
    """
    address = address.strip()
    scheme = SCHEME.match(address)
    if scheme:
        return ("", "") if (scheme[1] or "").lower() in ALLOWED_SCHEMES else None
    where, _, fragment = address.partition("#")
    where = where.partition("?")[0]
    if not where:
        return page, unquote(fragment)
    if where.startswith(("/", "\\")):
        return None if page != "404.html" else ("", "")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(where)))
    if target.startswith(".."):
        return None
    if where.endswith("/") or target == ".":
        target = "index.html" if target == "." else f"{target}/index.html"
    return target, unquote(fragment)


def _to_the_living_site(path: str, address: str, page: str) -> bool:
    """Say whether an address leads from a page of a frozen edition (``r/<name>/``) to its living one."""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), unescape(address)))
    return (
        target in {"../../index.html", f"../../{path}"} and f'rel="latest-version" href="{address}"' in page
    )


def _floats_of(texts: list[str]) -> list[float]:
    """Return the numbers that texts are, read as one list of JSON where each is a number of JSON."""
    try:
        found = msgspec.json.decode(f"[{','.join(texts)}]", type=list[float])
    except (msgspec.MsgspecError, UnicodeEncodeError):
        found = []
    return found if len(found) == len(texts) else floats_of(texts)  # a text might hold two numbers


def _anchors(page: str) -> list[str]:
    """Return every anchor of a page as often as it is there."""
    return [unescape(found) if "&" in found else found for found in ANCHOR.findall(page)]


def _addresses(rest: str) -> set[str]:
    """Return every address on a page, each once, as it is written there."""
    return {address for pattern in ADDRESSES for address in pattern.findall(rest)}


def _foreign(rest: str) -> Iterator[str]:
    """Yield every tag that makes a browser request something from elsewhere."""
    for place in re.finditer("//", rest):
        begin = rest.rfind("<", 0, place.start())
        tag = rest[begin : place.end()]
        if begin >= 0 and ">" not in tag and FETCHED.match(tag):
            yield tag


_WORDS = {
    "page.foreign-request": "The page requests something from elsewhere",
    "page.duplicate-anchor": "An anchor is there twice",
    "page.unsafe-link": "A link has an address that no page may have",
    "page.dead-link": "A link leads to a file that the site does not have",
    "page.dead-anchor": "A link leads to an anchor that is not there",
}


def _fault(path: str, code: str, found: str) -> Problem:
    return Problem(
        file=path,
        code=code,
        message=f"{_WORDS[code]}: {shorten(found, 120)}.",
        advice=TO_CORRECT,
    )

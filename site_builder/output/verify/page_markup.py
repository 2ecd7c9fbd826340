"""What a page may load and run: files of its own site alone, and no script in the page itself."""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Collection, Iterator
from urllib.parse import unquote

TAGS = (
    "template|noscript|style|iframe|frame|frameset|portal|object|embed|applet|base|dialog|textarea|xmp"
    "|plaintext|animate|set|feimage"
)
ATTRIBUTES = (
    "on|hidden|srcdoc|srcset|background|ping|poster|formaction|lowsrc|dynsrc|longdesc|manifest|profile"
    "|codebase|archive|classid"
)
"""How attributes begin that no page has, whatever their case."""
IN_SMALL = "href|src|action|data|xlink|http|rel|content"
"""How attributes begin that have no capital letters."""
ODD = re.compile(
    rf"<(?!/?(?!(?:{TAGS})\b)[a-z][a-z0-9]*"
    rf'(?: (?!(?i:{ATTRIBUTES})|(?=[a-z:-]*[A-Z])(?i:{IN_SMALL})|style="(?!(?:--[a-z]+:-?[0-9.]+;?)*"))'
    r'[a-zA-Z][a-zA-Z:-]*(?:="[^"<>]*")?)*(?: ?/)?>)'
)
"""A tag that the site does not write: a comment, what hides, styles, acts or frames, or odd in its form."""
DOCTYPE = "<!doctype html>"
HIDDEN = re.compile(
    r'<button (?:class="theme" type="button"|type="button" class="copy") hidden>[^<]*</button>'
    r'|<p class="empty" hidden>[^<]*(?:<button type="reset" form="filters">[^<]*</button>)?</p>'
    r'|<details class="controls" hidden>(?:(?!data-value|<details).)*?</details>',
    re.DOTALL,
)
"""What waits for the page's script to show it; there are no numbers in it."""
SCRIPT, END_OF_SCRIPT = "<script", "</script>"
OF_FILE = re.compile(r' src="[^"<>]+\.js"(?: defer| async| type="module")*')
LINKED = re.compile(r"<link\b([^<>]*)>")
NOT_LOADED = re.compile(r' rel="(?:canonical|alternate|license|author|prev|next)"')
"""What a ``link`` says and no browser loads."""
DRAWN_FROM = re.compile(r"<(?:image|use)\b([^<>]*)>")
LOADED = re.compile(r' (?:src|action|data)="([^"<>]*)"')
HREF = re.compile(r'href="([^"<>]*)"')
ELSEWHERE = re.compile(r'href="([^"<>:&]*[:&][^"<>]*)"')
"""An address that may have a scheme."""
REFRESH = re.compile(r'<meta http-equiv="refresh" content="0; url=([^"<>]*)"')
BY_ITSELF = "http-equiv"
SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
OUTSIDE = ("http", "https", "mailto")
"""Schemes of addresses that a reader may follow."""
NOT_PRINTED = re.compile(r"[\x00-\x20]")
REQUESTED = re.compile(r"@import\b[^;]*|url\(\s*[\"']?\s*(?:[a-z][a-z0-9+.-]*:|//)[^)]*", re.IGNORECASE)


def odd_markup(path: str, page: str, files: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield (what is wrong, the text that is) of the markup of a page; ``files`` are those of its site."""
    odd = ODD.search(HIDDEN.sub("", page), len(DOCTYPE) if page.startswith(DOCTYPE) else 0)
    if odd is not None:
        yield "the site writes no such tag", odd.string[odd.start() : odd.start() + 60]
    for script in page.split(SCRIPT)[1:]:
        attributes, _, inside = script.partition(END_OF_SCRIPT)[0].partition(">")
        if inside or END_OF_SCRIPT not in script or OF_FILE.fullmatch(attributes) is None:
            yield "a script stands in the page, not in a file of the site", (inside or attributes).strip()
    refreshes = REFRESH.findall(page)
    if len(refreshes) != page.count(BY_ITSELF):
        yield "it may lead elsewhere by itself", BY_ITSELF
    for address in ELSEWHERE.findall(page):
        scheme = SCHEME.match(_plain_address(address))
        if scheme is not None and scheme[1].lower() not in OUTSIDE:
            yield "a link does something else than lead to a page", html.unescape(address)
    links = [attributes for attributes in LINKED.findall(page) if NOT_LOADED.search(attributes) is None]
    drawn = DRAWN_FROM.findall(page)
    hrefs = [address for attributes in (*links, *drawn) for address in HREF.findall(attributes)]
    for address in dict.fromkeys([*LOADED.findall(page), *hrefs, *refreshes]):
        if not _is_here(path, _plain_address(address), files):
            yield "what it loads is no file of the site", html.unescape(address)


def foreign_in_style(style: str) -> Iterator[str]:
    """Yield what a style sheet asks for from elsewhere."""
    yield from REQUESTED.findall(style)


def _plain_address(address: str) -> str:
    """Return an address as a browser reads it: without spaces and what does not print."""
    return NOT_PRINTED.sub("", html.unescape(address))


def _is_here(path: str, address: str, files: Collection[str]) -> bool:
    """Return whether an address on a page is that of a file of the site, or of a place on the page."""
    if SCHEME.match(address) or address.startswith(("/", "\\")):
        return path == "404.html" and re.match(r"/(?![/\\])", address) is not None
    where = unquote(address.partition("#")[0].partition("?")[0])
    return not where or posixpath.normpath(posixpath.join(posixpath.dirname(path), where)) in files

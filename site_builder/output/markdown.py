"""Prose pages: Markdown without raw HTML, and ``{{ name }}`` filled with computed values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markupsafe import Markup

from site_builder.output.markup import safe
from site_builder.output.numbers import sentence
from site_builder.pages.addresses import file_of
from site_builder.pages.cells import Cell, Link

PLACEHOLDER = re.compile(r"\{\{\s*([a-z][a-z0-9_.]*)\s*\}\}")
MARK = re.compile("\ue000([a-z0-9_.]+)\ue001")

FRAME = '<div class="frame" tabindex="0" role="region" aria-label="Table">'
"""Around every table, so that a wide one scrolls by itself."""

Value = str | Cell | Link


def fill(text: str, values: Mapping[str, Value], root: str) -> Markup:
    """Return Markdown as HTML with its placeholders filled; headings start below that of the page.

    Unknown names were refused when the file was read; one that has no value on this page says so in words.
    """
    html = _html(text)

    def value(match: re.Match[str]) -> str:
        found = values.get(match[1], Cell(match[1], None, reason="not_collected"))
        return str(sentence((found,), root))

    html = html.replace("\ue002", root)
    return safe(MARK.sub(value, html))


@lru_cache(maxsize=256)
def _html(text: str) -> str:
    clean = re.sub("[\ue000-\ue002]", "", text)
    tokens = _parser().parse(clean)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{max(2, int(token.tag[1]))}"
        elif token.type == "th_open":
            token.attrSet("scope", "col")
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", _address(str(child.attrGet("href") or "")))
    return str(_parser().renderer.render(tokens, _parser().options, {}))


def _address(href: str) -> str:
    """Return a link of a prose file: ``/data/`` means a page of this site, wherever it is served."""
    if not href.startswith("/"):
        return href
    path, mark, fragment = href[1:].partition("#")
    return f"\ue002{file_of(path)}{mark}{fragment}"


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.inline.ruler.before("escape", "placeholder", _placeholder)
    parser.add_render_rule("table_open", lambda *_: f'{FRAME}<table class="plain">\n')
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return parser


def _placeholder(state: StateInline, silent: bool) -> bool:
    match = PLACEHOLDER.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push("text", "", 0)
        token.content = f"\ue000{match[1]}\ue001"
    state.pos = match.end()
    return True

"""Prose pages: Markdown without raw HTML, and ``{{ name }}`` filled with computed values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count, pairwise

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup

from site_builder.output.markup import escaped, safe
from site_builder.output.numbers import sentence
from site_builder.pages.addresses import file_of
from site_builder.pages.cells import Cell, Link

PLACEHOLDER = re.compile(r"\{\{\s*([a-z][a-z0-9_.]*)\s*\}\}")
MARK = re.compile("\ue000([a-z0-9_.]+)\ue001")

FRAME = '<div class="frame" tabindex="0" role="region" aria-label="{}"><table class="plain">\n'
"""Around every table, so that a wide one scrolls by itself; it is named after its section."""

Value = str | Cell | Link


def fill(text: str, values: Mapping[str, Value], root: str, *, anchored: bool = False) -> Markup:
    """Return Markdown as HTML with its placeholders filled; headings start below that of the page.

    Unknown names were refused when the file was read; one that has no value on this page says so in words.
    With ``anchored``, sections have the anchors that ``sections`` names.
    """
    html = _html(text, anchored)

    def value(match: re.Match[str]) -> str:
        found = values.get(match[1], Cell(match[1], None, reason="not_collected"))
        return str(sentence((found,), root))

    html = html.replace("\ue002", root)
    return safe(MARK.sub(value, html))


def sections(text: str) -> list[tuple[str, str]]:
    """Return (anchor, title) of each section of a text, in order; a placeholder in a title is left out."""
    return [(anchor, title) for _, anchor, title in _sections(_tokens(text))]


def _tokens(text: str) -> list[Token]:
    return _parser().parse(re.sub("[\ue000-\ue002]", "", text))


def _sections(tokens: list[Token]) -> list[tuple[Token, str, str]]:
    """Return (opening token, anchor, title) of each heading of the first two levels."""
    found: list[tuple[Token, str, str]] = []
    taken: set[str] = set()
    for token, inside in pairwise(tokens):
        if token.type == "heading_open" and token.tag in ("h1", "h2"):
            title = _text(inside)
            words = "on-" + "-".join(re.findall(r"[a-z0-9]+", title.lower()))
            tried = (f"{words}-{number}" if number > 1 else words for number in count(1))
            anchor = next(name for name in tried if name not in taken)
            taken.add(anchor)
            found.append((token, anchor, title))
    return found


@lru_cache(maxsize=256)
def _html(text: str, anchored: bool) -> str:
    tokens = _tokens(text)
    for token, anchor, _ in _sections(tokens) if anchored else ():
        token.attrSet("id", anchor)
    _name_tables(tokens)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{max(2, int(token.tag[1]))}"
        elif token.type == "th_open":
            token.attrSet("scope", "col")
        for child in token.children or ():
            name = {"link_open": "href", "image": "src"}.get(child.type)
            if name is not None:
                child.attrSet(name, _address(str(child.attrGet(name) or "")))
    return str(_parser().renderer.render(tokens, _parser().options, {}))


def _name_tables(tokens: list[Token]) -> None:
    """Name each table after the heading above it, so that no two on a page have the same name."""
    heading, of_section = "", Counter[str]()
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            heading = _text(inside)
        elif token.type == "table_open":
            of_section[heading] += 1
            again = f" {of_section[heading]}" if of_section[heading] > 1 else ""
            token.attrSet("aria-label", f"Table{again}: {heading}" if heading else f"Table{again}")


def _text(heading: Token) -> str:
    """Return the text of a heading without its placeholders."""
    return MARK.sub("", "".join(child.content for child in heading.children or ())).strip()


def _address(href: str) -> str:
    """Return a link of a prose file: ``/data/`` means a page of this site, wherever it is served.

    ``//example.org`` is a place elsewhere, under the scheme of the page; one on a disk has none of the web.
    """
    if href.startswith("//"):
        return f"https:{href}"
    if not href.startswith("/"):
        return href
    path, mark, fragment = href[1:].partition("#")
    return f"\ue002{file_of(path)}{mark}{fragment}"


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.inline.ruler.before("escape", "placeholder", _placeholder)
    parser.add_render_rule("table_open", _table_begins)
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return parser


def _table_begins(
    renderer: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
) -> str:
    return FRAME.format(escaped(str(tokens[at].attrGet("aria-label"))))


def _placeholder(state: StateInline, silent: bool) -> bool:
    match = PLACEHOLDER.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push("text", "", 0)
        token.content = f"\ue000{match[1]}\ue001"
    state.pos = match.end()
    return True

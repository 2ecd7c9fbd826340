"""Pages of a project's own: each ``content/pages/<name>.md`` is the page ``/<name>/``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from site_builder.errors import Problem
from site_builder.pages.addresses import is_safe
from site_builder.pages.articles import article_content
from site_builder.pages.page import Page
from site_builder.pages.prose import Article, Prose
from site_builder.records.own_page import TAKEN, OwnPage

FOLDER = "pages/"
"""Where they lie in a content folder."""
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
TITLE = re.compile(r"\s*#[ \t]+(\S[^\n]*?)[ \t]*#*[ \t]*(?:\n|\Z)")
"""The heading that a text begins with."""


def own_pages(prose: Prose) -> tuple[OwnPage, ...]:
    """Return the pages that the prose adds, by name; a file that can be none is passed over."""
    names = [name.removeprefix(FOLDER) for name in prose.names() if name.startswith(FOLDER)]
    return tuple(OwnPage(name, _title(prose, name)) for name in names if not _why_none(name))


def planned(prose: Prose) -> Iterator[Page]:
    """Yield the pages with their text, of which the title is no part."""
    for own in own_pages(prose):
        name = f"{FOLDER}{own.name}"
        article = Article(name, TITLE.sub("", _text(prose, own.name), count=1))
        build = partial(article_content, article, own.title, True)
        yield Page(own.address, "article.html", own.title, build)


def page_faults(prose: Prose) -> Iterator[Problem]:
    """Yield why a ``content/pages/<name>.md`` makes no page, or one without a title of its own.

    Folders in it are no concern of this: nothing reads them.
    """
    for name in (name.removeprefix(FOLDER) for name in prose.names() if name.startswith(FOLDER)):
        file, heading = f"content/{FOLDER}{name}.md", TITLE.match(_text(prose, name))
        if "/" in name:
            continue
        if why := _why_none(name):
            yield Problem(
                file=file,
                code="content.page-address",
                message=f"The text makes no page: {why}.",
                advice="Give the file another name, of lower case letters, digits and hyphens.",
            )
        elif heading is None or "{{" in heading[1]:
            yield Problem(
                file=file,
                code="content.page-title",
                message="The text does not begin with a heading of plain words; its name is its title.",
                advice="Begin it with a line such as `# Contact`, without names in braces.",
                severity="warning",
            )


def _why_none(name: str) -> str:
    """Return why a file of this name makes no page, as a clause; empty where it does."""
    if name in TAKEN:
        return f"the address /{name}/ is taken"
    return "" if NAME.fullmatch(name) and is_safe(name) else "its name is no part of an address"


def _title(prose: Prose, name: str) -> str:
    heading = TITLE.match(_text(prose, name))
    if heading is None or "{{" in heading[1]:
        words = name.replace("-", " ")
        return f"{words[:1].upper()}{words[1:]}"
    return heading[1]


def _text(prose: Prose, name: str) -> str:
    article = prose.get(f"{FOLDER}{name}")
    return article.text if article is not None else ""

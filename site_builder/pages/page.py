"""A page before it is HTML: its address, its template, and how its content is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from site_builder.pages.addresses import file_of
from site_builder.pages.lookup import SiteLookup


class Content(msgspec.Struct, frozen=True):
    """What one page says: a record for its template and the same numbers as plain data."""

    view: Any
    """The record that the template reads as ``view``."""
    payload: dict[str, Any] | None
    """The page's ``index.json``; ``None`` for pages that have none."""
    rubric: str = ""
    """Id of the rubric whose digest the page shows, or empty."""


class Crumb(msgspec.Struct, frozen=True):
    """Where the page is: name and address of a page above it."""

    text: str
    address: str


class Page(msgspec.Struct, frozen=True):
    """One page of the plan.

    Content is made where the page is rendered, so that a plan of ten thousand pages costs nothing and the
    work spreads over processes. ``build`` is a function of a module, or a ``functools.partial`` of one over
    plain values: it can be pickled, and ``keys`` can tell what the page depends on.
    """

    path: str
    """Folder address ending in ``/`` (empty for the home page), or a file name (``404.html``)."""
    template: str
    title: str
    build: Callable[[SiteLookup], Content]

    @property
    def file(self) -> str:
        """Path of the HTML file inside the site."""
        return file_of(self.path)

    @property
    def depth(self) -> int:
        """How many folders lie between the page and the root of the site."""
        return self.path.count("/")

    def content(self, lookup: SiteLookup) -> Content:
        """Make the content of the page; a pure function of ``lookup``."""
        return self.build(lookup)

"""The Atom feed: the same entries as the changes page, with ids that a rebuild never changes."""

from __future__ import annotations

from html import escape

from site_builder.pages.changes import Change, changes_of
from site_builder.pages.lookup import SiteLookup

LONGEST = 100
"""Entries kept in the feed, newest first."""


def feed(lookup: SiteLookup) -> bytes:
    """Return ``changes/feed.xml``. Links are absolute where the site knows its address."""
    data = lookup.data
    changes = changes_of(lookup)[:LONGEST]
    updated = max((change.moment for change in changes), default="1970-01-01T00:00:00Z")
    own = f"{_root(lookup)}changes/feed.xml"
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<title>{_text(data.site.title)}</title>",
        f"<subtitle>{_text(data.site.tagline)}</subtitle>",
        f"<id>{_text(_feed_id(lookup))}</id>",
        f"<updated>{updated}</updated>",
        f'<link rel="self" type="application/atom+xml" href="{escape(own)}"/>',
        f"<author><name>{_text(data.site.title)}</name></author>",
        *[_entry(lookup, change) for change in changes],
        "</feed>",
    ]
    return ("\n".join(lines) + "\n").encode("utf-8")


def _entry(lookup: SiteLookup, change: Change) -> str:
    link = f"{_root(lookup)}{change.address}index.html"
    new = f"{_root(lookup)}{change.new_on}"
    board = f'<link rel="related" title="What is new on its board" href="{escape(new)}"/>'
    links = f'<link rel="alternate" href="{escape(link)}"/>{board if change.new_on else ""}'
    return (
        f"<entry><title>{_text(change.title)}</title><id>{change.id}</id>"
        f'<updated>{change.moment}</updated><category term="{escape(change.kind)}"/>'
        f"{links}<summary>{_text(change.about)}</summary></entry>"
    )


def _root(lookup: SiteLookup) -> str:
    url = lookup.data.site.url
    return f"{url.rstrip('/')}/" if url else "../"


def _feed_id(lookup: SiteLookup) -> str:
    url = lookup.data.site.url
    return f"{url.rstrip('/')}/changes/" if url else "urn:proofboard:changes"


def _text(text: str) -> str:
    """Escape, without the control characters that XML does not allow."""
    return escape("".join(c for c in text if c >= " " or c in "\t\n\r"), quote=False)

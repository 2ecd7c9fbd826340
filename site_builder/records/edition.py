"""Frozen editions of a site: what is cited, and never rewritten."""

from __future__ import annotations

import msgspec

EDITION_FILE = "edition.json"
"""At the root of an edition: what it is."""


class Edition(msgspec.Struct, frozen=True):
    """The edition that a site is being built as."""

    name: str
    """A slug, such as ``2026-11``; its address is ``r/<name>/``."""
    day: str
    """Day of the freezing, ``2026-11-30``."""


class FrozenEdition(msgspec.Struct, frozen=True):
    """An edition that was frozen before, as the living site lists it."""

    name: str
    day: str
    manifest: str
    """``sha256:`` over its MANIFEST.sha256, which lists every file in it; kept in ``releases/LOCK``."""
    data_date: str
    """UTC day of its newest run; empty without runs."""
    site_digest: str
    """Digest over the inputs it was made from."""
    superseded_by: str
    """Name of the edition frozen after it; empty for the newest."""

    @property
    def address(self) -> str:
        """Folder of the edition inside the living site."""
        return f"r/{self.name}/"

"""One file of the finished site."""

from __future__ import annotations

import msgspec


class OutputFile(msgspec.Struct, frozen=True):
    """A path inside the site and the bytes to write there."""

    path: str
    """``/`` separated, relative to the root of the site."""
    content: bytes

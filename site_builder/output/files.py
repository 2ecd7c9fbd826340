"""One file of the finished site, and how data are written into it."""

from __future__ import annotations

from typing import Any

import msgspec


class OutputFile(msgspec.Struct, frozen=True):
    """A path inside the site and the bytes to write there."""

    path: str
    """``/`` separated, relative to the root of the site."""
    content: bytes


def indented_json(data: Any) -> bytes:
    """Return data as the JSON of a file that people may open: indented, with a line feed at its end."""
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def in_script(document: bytes) -> bytes:
    """Return JSON as it may stand in a script of any age: two line ends of Unicode end a line there."""
    return document.replace("\u2028".encode(), b"\\u2028").replace("\u2029".encode(), b"\\u2029")

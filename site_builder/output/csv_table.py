"""CSV that spreadsheets cannot be made to execute (RFC 4180, UTF-8, CRLF)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from site_builder.scoring.explain import exact

DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
"""First characters with which a spreadsheet takes a text for a formula."""

_QUOTED = re.compile(r'[,"\r\n]').search

Field = str | float | int | bool


def csv_line(fields: Iterable[Field]) -> str:
    """Return one line with its line end.

    Numbers are written so that they read back the same; a text that begins like a formula gets an
    apostrophe in front, which spreadsheets show as the text itself.
    """
    return ",".join([_field(field) for field in fields]) + "\r\n"


def _field(field: Field) -> str:
    if isinstance(field, str):
        return csv_text(field)
    return ("true" if field else "false") if isinstance(field, bool) else csv_number(field)


def csv_number(value: float) -> str:
    """Return a number as it stands in a table: it reads back the same."""
    return exact(float(value))


@lru_cache(maxsize=65536)
def csv_text(text: str) -> str:
    """Return a text as it stands in a table; the same ones come again for every run."""
    text = f"'{text}" if text.startswith(DANGEROUS) else text
    return '"' + text.replace('"', '""') + '"' if _QUOTED(text) else text

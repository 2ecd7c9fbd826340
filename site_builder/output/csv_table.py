"""CSV that spreadsheets cannot be made to execute (RFC 4180, UTF-8, CRLF)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from site_builder.scoring.explain import exact

_FORMULA = re.compile("'*[=+\\-@\t\r\n＝＋－＠]").match
"""What a spreadsheet takes for a formula: one of these in front, in full width as well.

Apostrophes before one count along, so that a text with one of its own is told from one that was given one.
"""
_QUOTED = re.compile(r'[,"\r\n]').search

Field = str | float | int | bool


def csv_line(fields: Iterable[Field]) -> str:
    """Return one line with its line end.

    Numbers are written so that they read back the same; a text that begins like a formula gets an
    apostrophe in front, which spreadsheets show as the text itself. Taking one apostrophe off what begins
    with them and then like a formula gives every text back.
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
    text = f"'{text}" if _FORMULA(text) else text
    return '"' + text.replace('"', '""') + '"' if _QUOTED(text) else text

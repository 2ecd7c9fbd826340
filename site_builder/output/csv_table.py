"""CSV that spreadsheets cannot be made to execute (RFC 4180, UTF-8, CRLF)."""

from __future__ import annotations

from collections.abc import Iterable

from site_builder.scoring.explain import exact

DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
"""First characters with which a spreadsheet takes a text for a formula."""

Field = str | float | int | bool


def csv_line(fields: Iterable[Field]) -> str:
    """Return one line with its line end.

    Numbers are written so that they read back the same; a text that begins like a formula gets an
    apostrophe in front, which spreadsheets show as the text itself.
    """
    return ",".join([_field(field) for field in fields]) + "\r\n"


def _field(field: Field) -> str:
    if not isinstance(field, str):
        return ("true" if field else "false") if isinstance(field, bool) else exact(float(field))
    text = f"'{field}" if field.startswith(DANGEROUS) else field
    if any(mark in text for mark in ',"\r\n'):
        return '"' + text.replace('"', '""') + '"'
    return text

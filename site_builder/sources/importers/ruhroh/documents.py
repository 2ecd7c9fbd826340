"""Read one JSON document of a campaign with its digest."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

from site_builder.errors import Loaded, Problem, Severity, shorten
from site_builder.records.ruhroh_campaign import SourceFile
from site_builder.sources.files import open_regular
from site_builder.sources.importers.ruhroh.fields import Json, decode

LARGEST = 256 * 1024 * 1024


class Document(NamedTuple):
    """A JSON object and the file it was read from."""

    value: Json
    source: SourceFile


def read_document(path: Path, shown: str, versions: tuple[str, ...] = ()) -> Loaded[Document]:
    """Read the JSON object in a file; with ``versions``, its ``version`` must be one of them."""
    try:
        with open_regular(path) as stream:
            data = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        return failed(_unreadable(path, shown, error))
    if len(data) > LARGEST:
        return failed(
            fault(shown, "", "file.too-large", f"It is larger than {LARGEST:,} bytes.", "Split it.")
        )
    try:
        value = decode(data)
    except ValueError as error:
        return failed(fault(shown, "", "file.not-json", f"The file is not JSON: {error}.", "Correct it."))
    if not isinstance(value, dict):
        return failed(fault(shown, "", "file.not-object", "The file holds no JSON object.", "Correct it."))
    if versions and value.get("version") not in versions:
        stated = shorten(value["version"]) if "version" in value else "not stated"
        message = f"The version is {stated}, and should be {' or '.join(versions)}."
        return failed(fault(shown, "/version", "ruhroh.other-version", message, "Name the right file."))
    return Loaded(Document(value, SourceFile(path=shown, sha256=hashlib.sha256(data).hexdigest())))


def failed(*problems: Problem) -> Loaded[Document]:
    """Return a document that could not be read."""
    return Loaded(None, problems)


def _unreadable(path: Path, shown: str, error: Exception) -> Problem:
    if path.is_symlink():
        linked = "This is a symbolic link; it was not followed."
        return fault(shown, "", "file.link", linked, "Put the file itself in its place.")
    words = getattr(error, "strerror", None) or str(error)
    return fault(shown, "", "file.unreadable", f"The file cannot be read: {words}.", "Check its path.")


def fault(
    file: str, pointer: str, code: str, message: str, advice: str, *, severity: Severity = "error"
) -> Problem:
    """Return a problem with a document."""
    return Problem(file=file, pointer=pointer, code=code, message=message, advice=advice, severity=severity)

"""The manifest of what a run delivered, and what its files are when there is no manifest."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from site_builder.measures.json_view import View, describe
from site_builder.measures.numbers import number, total
from site_builder.measures.roles import is_role

KINDS = ("source", "test", "doc", "other")
CODE_KINDS = ("source", "test")
_SKIPPED_FOLDERS = frozenset(("__pycache__", "node_modules", "venv", "site-packages"))
_DOC_ENDINGS = (".md", ".rst", ".txt")
_DIGEST = re.compile(r"[0-9a-f]{64}")


class Entry(msgspec.Struct, frozen=True):
    """One row of the manifest."""

    pointer: str
    path: str
    """Clean path relative to the workspace, ``/`` separated; empty when the row's leads nowhere safe."""
    named: str
    """The path as the row gives it."""
    kind: str
    sha256: str
    """Lower case; empty when the row has none."""
    loc: float | None
    role: str
    """One of the fourteen, or empty."""


def clean_path(path: str) -> str:
    """Return a path of a manifest without its ``.`` parts, or the empty string when it must not be followed.

    Refused are absolute paths, back-slashes, empty parts, ``..`` and null characters.
    """
    if not path or "\\" in path or "\0" in path or path.startswith("/"):
        return ""
    parts = path.split("/")
    if "" in parts or ".." in parts:
        return ""
    return "/".join(part for part in parts if part != ".")


def read_manifest(meta: View) -> list[Entry] | None:
    """Return the rows of ``deliverables`` in their order, ``None`` when there is no manifest."""
    rows = meta.rows("deliverables")
    return None if rows is None else [_entry(row) for row in rows]


def _entry(row: View) -> Entry:
    named = row.text("path")
    path = clean_path(named)
    if named and not path:
        row.report(
            row.at("path"), "favur.path-refused", f"{describe(named)} does not stay inside of the workspace."
        )
    digest = row.text("sha256").lower()
    if digest and not _DIGEST.fullmatch(digest):
        row.report(row.at("sha256"), "favur.bad-digest", f"{describe(digest)} is no SHA-256 in hexadecimal.")
    role = row.text("role")
    if role and not is_role(role):
        row.report(
            row.at("role"), "favur.unknown-role", f"{describe(role)} is not one of the fourteen roles."
        )
        role = ""
    return Entry(
        row.pointer, path, named, row.word("kind", KINDS) or "other", digest, row.number("loc"), role
    )


def code_loc(entries: Iterable[Entry]) -> tuple[float | None, int]:
    """Return the lines of source and test entries, and how many entries count.

    Each digest (or path, where there is no digest) counts once, and the first entry wins; entries without
    ``loc`` are skipped. ``None`` when there are entries of these kinds and none has ``loc``; 0 when the
    manifest lists no code at all.
    """
    listed = [entry for entry in entries if entry.kind in CODE_KINDS]
    lines: dict[tuple[str, str], float] = {}
    for entry in listed:
        if entry.loc is not None:
            key = ("sha256", entry.sha256) if entry.sha256 else ("path", entry.path or entry.named)
            lines.setdefault(key, entry.loc)
    if listed and not lines:
        return None, 0
    return number(total(lines.values())), len(lines)


def kind_of_path(path: str) -> str:
    """Return the kind of a file that no manifest names: test, doc, source, ``other``, or ``skipped``.

    Tests first, then documents, then source; folders that hold other people's code are skipped.
    """
    *folders, name = path.split("/")
    if any(folder.startswith(".") or folder in _SKIPPED_FOLDERS for folder in folders):
        return "skipped"
    if "tests" in folders or name == "conftest.py" or (name.startswith("test_") and name.endswith(".py")):
        return "test"
    if name.endswith("_test.py"):
        return "test"
    if name.startswith("README") or ("docs" in folders and name.endswith(_DOC_ENDINGS)):
        return "doc"
    return "source" if name.endswith(".py") else "other"


def unique(paths: Iterable[str]) -> list[str]:
    """Return the paths in their order, each once, without the empty one."""
    return [path for path in dict.fromkeys(paths) if path]


def document_characters(data: bytes) -> int:
    """Return the number of Unicode characters of a document; what is not UTF-8 is replaced, not lost."""
    return len(data.decode("utf-8", "replace"))

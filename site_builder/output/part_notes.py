"""Notes on every part of a site that was written, from which the next build decides what it may keep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from site_builder.output.check import Link
from site_builder.sources.store import Store


class PartNote(msgspec.Struct, frozen=True):
    """What is remembered of a part that was written."""

    key: str
    files: dict[str, str]
    """Path → SHA-256."""
    links: tuple[Link, ...]
    counts: dict[str, int] = {}
    """Of a page: how many of its numbers are re-derived, measured, taken as given, matched."""
    matched: dict[str, int] = {}
    """Of a page: name → how many numbers were matched with its data only."""
    brief: bytes = b""
    """See ``certify.brief_of``."""


class Keeping:
    """What is kept of the site in a folder beside the notes: large records, read where they are needed."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store, self._folder = store, folder

    def of(self, part: str) -> bytes | None:
        """Return what is kept of a part."""
        return self._store.receipt(self._key(part))

    def keep(self, part: str, record: bytes) -> None:
        """Keep a record of a part, in the place of an older one."""
        self._store.remember_receipt(self._key(part), record)

    def forget(self, parts: Iterable[str]) -> None:
        """Forget what is kept of some parts."""
        for part in parts:
            self._store.remember_receipt(self._key(part), None)

    def _key(self, part: str) -> str:
        return f"{self._folder}#parts/{part}"


def notes_of(store: Store, folder: Path) -> dict[str, PartNote]:
    """Return the notes kept of the site in a folder."""
    record = store.receipt(f"{folder}#parts")
    try:
        return msgspec.msgpack.decode(record, type=dict[str, PartNote]) if record is not None else {}
    except msgspec.MsgspecError:
        return {}


def remember_notes(store: Store, folder: Path, notes: Mapping[str, PartNote]) -> None:
    """Keep the notes of the site that is now in a folder."""
    store.remember_receipt(f"{folder}#parts", msgspec.msgpack.encode(notes))

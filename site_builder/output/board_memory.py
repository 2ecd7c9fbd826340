"""What was worked out of a board run by run, so that the next build does it for runs that changed alone.

It is kept by the build that puts the site in place, and holds for that site and the program that wrote it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

from site_builder.records.run import RunRecord
from site_builder.studies.remembered_numbers import RememberedNumbers

NO_DIGESTS: Mapping[tuple[str, str], str] = MappingProxyType({})


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    """A memory as the store has it."""

    base: str
    file: str
    """SHA-256 of the file of the lines."""
    numbers: dict[bytes, bytes]
    lines: dict[bytes, int]
    """Key → bytes of the lines, in the order of the file."""


class RememberedLines:
    """The lines of a file that were made run by run, found again in the file of the site in place."""

    def __init__(self) -> None:
        self._known: dict[bytes, bytes] = {}
        self.used: dict[bytes, int] = {}
        """Key → bytes of the lines, in the order of the file."""

    def find(self, lengths: dict[bytes, int], file: Path, digest: str) -> None:
        """Take the lines of a file that was written before; at its beginning stands what is of no run.

        Nothing is taken where ``digest`` is not the SHA-256 of the file. It may have been changed since, with
        its time set back, and what is taken over from it would be in a new manifest; or the build that is
        remembered was not put in place.
        """
        try:
            content = file.read_bytes()
        except OSError:
            return
        if hashlib.sha256(content).hexdigest() != digest:
            return
        at = len(content) - sum(lengths.values())
        for key, length in lengths.items():
            self._known[key] = content[at : at + length]
            at += length

    def get_or_make(self, source: Iterable[str], make: Callable[[], str]) -> bytes:
        """Return the lines that follow from ``source``, which says all they depend on."""
        key = hashlib.sha256(msgspec.msgpack.encode(tuple(source))).digest()[:16]
        lines = self._known.get(key)
        lines = make().encode("utf-8") if lines is None else lines
        self.used[key] = len(lines)
        return lines


class BoardMemory:
    """What one board remembers: the scores of its runs under random weights, the lines of its metrics."""

    def __init__(self, base: str = "", record_digests: Mapping[tuple[str, str], str] = NO_DIGESTS) -> None:
        """``base`` stands for the program and everything else that holds for all boards.

        ``record_digests`` holds a digest of each run's record by (folder, run id).
        """
        self._base, self._record_digests = base, record_digests
        self.numbers = RememberedNumbers()
        self.lines = RememberedLines()

    def record_digest(self, run: RunRecord) -> str:
        """Return the digest of a run's record, empty where it is not known."""
        return self._record_digests.get((run.folder, run.run_id), "")

    def recall(self, record: bytes | None, file: Path) -> None:
        """Take what was kept, and the lines in ``file``; nothing where it is of another program."""
        try:
            kept = msgspec.msgpack.decode(record, type=_Kept) if record is not None else None
        except msgspec.MsgspecError:
            return
        if kept is not None and kept.base == self._base:
            self.numbers.known = kept.numbers
            self.lines.find(kept.lines, file, kept.file)

    def packed(self, digest: str) -> bytes:
        """Return what is to be kept of what was used; ``digest`` is the SHA-256 of the file of the lines."""
        return msgspec.msgpack.encode(_Kept(self._base, digest, self.numbers.used, self.lines.used))
